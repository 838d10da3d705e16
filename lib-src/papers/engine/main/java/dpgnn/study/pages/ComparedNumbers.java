package dpgnn.study.pages;

import dpgnn.study.pages.CommittedNotebook.Shown;
import dpgnn.study.paper.Comparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;

/** Numbers of one comparison that have one unit and one limit, with the verdicts that their notebook gave. No verdict is worked out here. */
final class ComparedNumbers {
    static final String WITHIN = "within",
            MISSED = "not reproduced",
            CONTRADICTED = "contradicted by arithmetic",
            RELEASED = Comparison.RELEASED;
    static final List<String> LABELS = List.of(WITHIN, MISSED, CONTRADICTED, "not run: file", "not run: cost");
    /** Counted, each in a column of its own. */
    private static final List<String> SECOND = List.of(RELEASED, Comparison.SECOND);

    /** A published number and what a notebook has beside it; not a number where there is none. */
    record Number(
            String key,
            double published,
            double deviation,
            double found,
            double foundDeviation,
            double off,
            int seeds,
            String missing,
            String label,
            String blind) {
        static Number of(Map<String, String> line) {
            String seeds = line.get("seeds");
            return new Number(
                    (line.get("row") + " " + line.get("column")).strip(),
                    number(line, "published"),
                    number(line, "deviation"),
                    number(line, "found"),
                    number(line, "found deviation"),
                    number(line, "off"),
                    seeds.isBlank() ? 0 : seeds.strip().split("\\s+").length,
                    line.get("missing"),
                    line.get("verdict"),
                    line.getOrDefault("blind", ""));
        }

        private static double number(Map<String, String> line, String column) {
            String text = line.getOrDefault(column, "");
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        }

        boolean isThere() {
            return !Double.isNaN(found);
        }

        boolean isReal() {
            return isThere() && !label.startsWith("not run");
        }
    }

    private final CommittedNotebook notebook;
    private final int cell;
    private final Map<String, String> first;
    private final List<Number> numbers;
    private final List<String> columns;
    /** Whether the comparison has numbers of other limits, too. */
    private final boolean apart;

    private ComparedNumbers(CommittedNotebook notebook, int cell, List<Map<String, String>> lines, boolean apart) {
        this.notebook = notebook;
        this.cell = cell;
        this.first = lines.get(0);
        this.numbers = lines.stream().map(Number::of).toList();
        this.columns = lines.stream().map(l -> l.get("column")).distinct().toList();
        this.apart = apart;
    }

    /** Those of a notebook, in the order in which it shows them. */
    static List<ComparedNumbers> of(CommittedNotebook notebook) {
        List<ComparedNumbers> all = new ArrayList<>();
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (List<Map<String, String>> lines : comparisons(notebook.comparisons())) {
            Map<String, String> first = lines.get(0);
            String title = first.get("title");
            int before = seen.merge(title, 1, Integer::sum) - 1;
            Shown shown = shown(notebook, title, before);
            if (!isShown(lines, shown.text()))
                throw new IllegalArgumentException(
                        "cell [" + shown.cell() + "] of " + notebook.name() + " shows '" + title
                                + "' with other numbers than notebooks/kept/" + notebook.name()
                                + ".cells.csv has; run it: environment/lab --run "
                                + notebook.number() + " --in-place");
            Map<List<String>, List<Map<String, String>>> rules = lines.stream()
                    .collect(Collectors.groupingBy(
                            l -> List.of(l.get("unit"), l.get("limit")), LinkedHashMap::new, Collectors.toList()));
            boolean one = rules.size() == 1 || !first.get("sort").equals("training");
            for (List<Map<String, String>> each : one ? List.of(lines) : rules.values())
                all.add(new ComparedNumbers(notebook, shown.cell(), each, !one));
        }
        return all;
    }

    /** Lines that follow each other and are of one comparison. */
    private static List<List<Map<String, String>>> comparisons(List<Map<String, String>> lines) {
        List<List<Map<String, String>>> all = new ArrayList<>();
        List<String> last = List.of();
        for (Map<String, String> line : lines) {
            List<String> of = List.of(line.get("name"), line.get("title"), line.get("reading"), line.get("note"));
            if (!of.equals(last)) all.add(new ArrayList<>());
            all.get(all.size() - 1).add(line);
            last = of;
        }
        return all;
    }

    /** The table of a comparison; of several with its title that after so many others. */
    private static Shown shown(CommittedNotebook notebook, String title, int before) {
        return notebook.shown().stream()
                .filter(s -> s.title().equals(title) || s.title().equals(title + ", %"))
                .skip(before)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(notebook.name() + " shows no table '" + title
                        + "', of which notebooks/kept/" + notebook.name()
                        + ".cells.csv has numbers; run it: environment/lab --run " + notebook.number()
                        + " --in-place"));
    }

    /** Whether a table's text ends with what these lines say of its numbers (see {@link Comparison#sentence}), so that both are of one run. */
    private static boolean isShown(List<Map<String, String>> lines, String text) {
        List<Map<String, String>> held =
                lines.stream().filter(l -> !l.get("off").isEmpty()).toList();
        if (held.isEmpty() || lines.get(0).get("sort").equals("left out")) return true;
        double[] off =
                held.stream().mapToDouble(l -> Double.parseDouble(l.get("off"))).toArray();
        int within = 0, above = 0;
        for (int i = 0; i < off.length; i++)
            if (held.get(i).get("verdict").equals(WITHIN)) within++;
            else if (off[i] > 0) above++;
        String counted = ", " + above + " above and " + (off.length - within - above) + " below";
        String begin = within + " of " + off.length + " ";
        if (text.contains(begin + "within their limits" + counted + ".")) return true;
        double mean = Arrays.stream(off).average().orElseThrow();
        // Lines hold nine decimals.
        return DoubleStream.of(mean - 1e-6, mean, mean + 1e-6)
                .mapToObj(m -> String.format("; mean difference %+.1f ", m))
                .anyMatch(m -> text.contains(begin + lines.get(0).get("limit") + counted + m));
    }

    CommittedNotebook notebook() {
        return notebook;
    }

    int cell() {
        return cell;
    }

    List<Number> numbers() {
        return numbers;
    }

    /** What all of its lines have in a column. */
    String first(String column) {
        return first.get(column);
    }

    String table() {
        return first("table");
    }

    /** Empty for the column as written. */
    String reading() {
        return first("reading");
    }

    String what() {
        return first("what") + (apart ? ", " + String.join(", ", columns) : "");
    }

    /** Whether its numbers are held against nothing. */
    boolean isLeftOut() {
        return first("sort").equals("left out");
    }

    boolean isTraining() {
        return first("sort").equals("training");
    }

    /** Whether its numbers are counted as written. */
    boolean isCounted() {
        return !isLeftOut() && reading().isEmpty();
    }

    boolean isSecond() {
        return SECOND.contains(reading());
    }

    List<Number> having(String label) {
        return numbers.stream().filter(n -> n.label().equals(label)).toList();
    }

    List<Number> run() {
        return numbers.stream().filter(Number::isThere).toList();
    }

    List<Number> real() {
        return numbers.stream().filter(Number::isReal).toList();
    }

    /** Cells of a column as written that another column has too; which of them the two have within the limit. */
    record Both(Set<String> cells, Set<String> was, Set<String> now) {
        /** How many cells the second brings within the limit. */
        long gains() {
            return now.stream().filter(k -> !was.contains(k)).count();
        }

        long loses() {
            return was.stream().filter(k -> !now.contains(k)).count();
        }
    }

    Both both(Collection<ComparedNumbers> all) {
        List<ComparedNumbers> written = all.stream()
                .filter(f -> f.table().equals(table()) && f.reading().isEmpty())
                .toList();
        Set<String> cells = new LinkedHashSet<>();
        written.forEach(f -> cells.addAll(keys(f.numbers, Number::isReal)));
        cells.retainAll(keys(numbers, Number::isReal));
        Set<String> was = new LinkedHashSet<>(),
                now = keys(numbers, n -> n.label().equals(WITHIN));
        written.forEach(f -> was.addAll(keys(f.numbers, n -> n.label().equals(WITHIN))));
        was.retainAll(cells);
        now.retainAll(cells);
        return new Both(cells, was, now);
    }

    private static Set<String> keys(List<Number> numbers, Predicate<Number> which) {
        return numbers.stream().filter(which).map(Number::key).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Of how many published numbers an answer that is blind to the input is within the limit. */
    String guessed() {
        List<String> verdicts =
                numbers.stream().map(Number::blind).filter(b -> !b.isEmpty()).toList();
        return verdicts.isEmpty()
                ? ""
                : verdicts.stream().filter(WITHIN::equals).count() + " of " + verdicts.size();
    }

    /** For how many numbers a Welch test at 5 % tells the published mean and the one found apart; empty where the paper does not say its runs. */
    String welch(int published) {
        List<Number> tested = real().stream()
                .filter(n -> n.seeds > 1 && !Double.isNaN(n.deviation) && !Double.isNaN(n.foundDeviation))
                .toList();
        if (published == 0 || tested.isEmpty()) return "";
        long apart = tested.stream()
                .filter(n -> areApart(n.published, n.deviation, published, n.found, n.foundDeviation, n.seeds))
                .count();
        return "Welch: " + apart + " of " + tested.size() + " told apart";
    }

    /** Whether a Welch test at 5 % tells two samples apart, each given by its mean, its deviation and its size. */
    static boolean areApart(double a, double deviation, int size, double b, double otherDeviation, int otherSize) {
        double of = deviation * deviation / size, other = otherDeviation * otherDeviation / otherSize;
        if (of + other == 0) return a != b;
        double free = (of + other) * (of + other) / (of * of / (size - 1) + other * other / (otherSize - 1));
        double t = Math.abs(a - b) / Math.sqrt(of + other);
        return 1 - 2 * new TDistribution(null, free).cumulativeProbability(-t) > 0.95;
    }

    /** How many pairs of rows stand in the published order; of equal found ones every other, of equal published ones none. */
    String order() {
        if (!reading().isEmpty() || !apart || numbers.size() <= 2) return "";
        double same = 0;
        int pairs = 0;
        List<Number> rows = real();
        for (int i = 0; i < rows.size(); i++)
            for (Number other : rows.subList(0, i)) {
                double published = rows.get(i).published - other.published, found = rows.get(i).found - other.found;
                if (published == 0) continue;
                pairs++;
                same += found == 0 ? 0.5 : published > 0 == found > 0 ? 1 : 0;
            }
        return pairs == 0
                ? ""
                : PageText.rounded(100 * same / pairs, 0).toPlainString()
                        + " % of the pairs of rows in the published order (chance: 50 %)";
    }

    /** Of the signed differences; not a number where there is none. */
    double mean() {
        double sum = 0;
        for (Number n : real()) sum += n.off;
        return sum / real().size();
    }

    Optional<Number> largest() {
        return real().stream().reduce((a, b) -> Math.abs(b.off) > Math.abs(a.off) ? b : a);
    }

    /** "3", or "1 to 3". */
    String seeds() {
        TreeSet<Integer> counts =
                run().stream().map(Number::seeds).filter(n -> n > 0).collect(Collectors.toCollection(TreeSet::new));
        if (counts.isEmpty()) return "";
        return counts.size() == 1 ? "" + counts.first() : counts.first() + " to " + counts.last();
    }

    /** Why cells were not run, as the notebook says. */
    String reasons() {
        Map<String, Integer> counted = new LinkedHashMap<>();
        for (Number n : numbers) if (!n.isThere() && !n.missing.isEmpty()) counted.merge(n.missing, 1, Integer::sum);
        return counted.entrySet().stream()
                .map(e -> e.getValue() + (e.getValue() == 1 ? " cell: " : " cells: ") + e.getKey())
                .collect(Collectors.joining("; "));
    }

    /** What a reader has to know of it beside its numbers. */
    String known(int publishedRuns) {
        int standIns = run().size() - real().size();
        return PageText.joined(
                standIns > 0 ? standIns + " cells on stand-ins or parts" : "",
                welch(publishedRuns),
                order(),
                reasons(),
                first("note"));
    }
}
