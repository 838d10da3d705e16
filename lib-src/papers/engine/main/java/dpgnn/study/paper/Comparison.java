package dpgnn.study.paper;

import dpgnn.report.Display;
import dpgnn.report.ReportFolder;
import dpgnn.report.Table;
import dpgnn.report.render.Numbers;
import dpgnn.study.ReadData;
import dpgnn.study.RunPlan;
import dpgnn.study.paper.ComparisonRule.Sort;
import dpgnn.study.paper.ComparisonRule.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Published numbers beside found ones. It shows itself as the paper lays its table out, and leaves every cell, with its verdict, beside
 * the kept runs of a notebook that is run in place: what docs/reproduction.md is written from.
 */
public final class Comparison implements Display.Rich {
    /** What another comparison of the same table is: one of two that are counted in a column of their own, or one that counts no number. */
    public static final String RELEASED = "as the released code runs",
            SECOND = "a second column by protocol",
            READING = "another reading",
            TRIED = "exploration";

    private static final String KEPT = "°", STAND_IN = "*";
    private static final String CAME = KEPT
            + " came with the notebook: found on the paper's own data, with the parameters that it was committed with.";
    private static final String STOOD =
            STAND_IN + " is not found on all of the paper's own data: no published number is held against it.";
    private static final String NEEDED =
            "What -p changes is held against published numbers only where the paper's own data are at"
                    + " hand (data/README.md).";

    private static final String COLUMNS = "paper,name,table,what,row,column,unit,sort,limit,published,deviation,found,"
            + "found deviation,seeds,data,hash,stand-in,off,verdict,missing,reading,note,title,blind";

    /** A published number and what stands beside it. */
    public record Line(PublishedCell cell, Found found, boolean refuted) {
        public Verdict verdict() {
            if (!found.isComparable())
                return found.isThere() || found.file() ? Verdict.NOT_RUN_FILE : Verdict.NOT_RUN_COST;
            if (refuted) return Verdict.CONTRADICTED_BY_ARITHMETIC;
            return cell.rule().verdict(cell.value(), found.mean());
        }

        /**
         * What the found mean is above the published number, in {@link ComparisonRule#unitOfDifference}; NaN where it was not run,
         * or ran on a stand-in, which is held against nothing.
         */
        public double off() {
            return found.isComparable() ? cell.rule().off(cell.value(), found.mean()) : Double.NaN;
        }

        String published() {
            boolean whole = Math.abs(10 * cell.shown() - Math.rint(10 * cell.shown())) < 1e-6;
            return number(cell.shown(), cell.rule().shown(cell.deviation()), whole ? 1 : 2);
        }

        String shown() {
            if (!found.isThere()) return "";
            ComparisonRule rule = cell.rule();
            return number(rule.shown(found.mean()), rule.shown(found.deviation()), 1)
                    + (found.data().isStandIn() ? STAND_IN : "");
        }

        /** Shares have as many decimals. */
        private String number(double value, double deviation, int decimals) {
            boolean share = cell.rule().unit().equals("share");
            String mean = share ? Numbers.fixed(value, decimals) : Numbers.significant(value, 5);
            if (Double.isNaN(deviation)) return mean;
            return share ? mean + " ± " + Numbers.fixed(deviation, 1) : Numbers.plusMinus(value, deviation);
        }

        private String difference(double off) {
            if (Double.isNaN(off) || off == 0) return "";
            ComparisonRule rule = cell.rule();
            boolean scaled = rule.relative() || rule.unit().equals("share");
            String shown = scaled ? Numbers.fixed(off, Math.abs(off) < 0.05 ? 2 : 1) : Numbers.significant(off, 2);
            return (off > 0 ? "+" : "") + shown + (rule.relative() ? " %" : "");
        }
    }

    /** What a table shows beside a published number. */
    private record Beside(String found, Integer runs, String difference, String verdict, String origin) {}

    private final Paper paper;
    private final String what;
    private final List<Line> lines;
    private final Map<String, Function<String, Found>> also = new LinkedHashMap<>();
    private ToDoubleFunction<PublishedCell> blind = cell -> Double.NaN;
    private KeptCells kept = KeptCells.shipped();
    private String reading = "", head = "", note = "";

    private Comparison(Paper paper, String what, List<Line> lines) {
        this.paper = paper;
        this.what = what;
        this.lines = new ArrayList<>(lines);
    }

    static Comparison of(Paper paper, String what, List<PublishedCell> numbers, Function<PublishedCell, Found> found) {
        if (numbers.isEmpty()) throw new IllegalArgumentException("numbers to compare must be one at least, were none");
        Map<PublishedCell, Found> ahead = new HashMap<>();
        RunPlan.of(numbers.stream()
                .<Runnable>map(n -> () -> ahead.put(n, found.apply(n)))
                .toList());
        return new Comparison(
                paper,
                what,
                numbers.stream()
                        .map(n -> new Line(n, ahead.containsKey(n) ? ahead.get(n) : found.apply(n), false))
                        .toList());
    }

    /** Says which numbers the paper itself or the public data rule out. */
    public Comparison refuted(Predicate<PublishedCell> byArithmetic) {
        lines.replaceAll(l -> new Line(l.cell, l.found, byArithmetic.test(l.cell)));
        return this;
    }

    /** Says what an answer that is blind to its input scores beside each published number; NaN where there is none. */
    public Comparison blind(ToDoubleFunction<PublishedCell> constant) {
        blind = constant;
        return this;
    }

    /** The scores of blind answers, as shown, each with its column. */
    private List<String> constants() {
        return lines.stream()
                .filter(l -> !guessed(l).isEmpty())
                .map(l -> l.number(l.cell.rule().shown(blind.applyAsDouble(l.cell)), Double.NaN, 1) + " ("
                        + l.cell.column() + ")")
                .distinct()
                .toList();
    }

    /** The verdict on the blind answer, empty where there is none. */
    private String guessed(Line line) {
        double score = line.found.isComparable() ? blind.applyAsDouble(line.cell) : Double.NaN;
        return Double.isNaN(score)
                ? ""
                : line.cell.rule().verdict(line.cell.value(), score).toString();
    }

    /** Says that it is not the column as written: one of the four names above. */
    public Comparison reading(String kind) {
        List<String> kinds = List.of(RELEASED, SECOND, READING, TRIED);
        if (!kind.isEmpty() && !kinds.contains(kind))
            throw new IllegalArgumentException("reading must be one of " + kinds + ", was '" + kind + "'");
        reading = kind;
        return this;
    }

    /** What the rows are: "method". */
    public Comparison head(String of) {
        head = of;
        return this;
    }

    /** What a reader has to know beside the numbers. */
    public Comparison note(String text) {
        note = text;
        return this;
    }

    /** A further row, of which the paper has no number. */
    public Comparison also(String row, Function<String, Found> byColumn) {
        also.put(row, byColumn);
        return this;
    }

    /** Looks for what was found on the paper's own data here, in place of what came with the notebooks. */
    Comparison kept(KeptCells cells) {
        kept = cells;
        return this;
    }

    /** Whether some of it ran on a stand-in. */
    public boolean isOnStandIn() {
        return lines.stream().anyMatch(l -> l.found.isThere() && l.found.data().isStandIn());
    }

    public List<Line> lines() {
        return List.copyOf(lines);
    }

    public String title() {
        return lines.get(0).cell.table() + ": " + what;
    }

    /** How many numbers have this verdict. */
    public int count(Verdict verdict) {
        return (int) lines.stream().filter(l -> l.verdict() == verdict).count();
    }

    /** The mean that was found for a number. */
    public double mean(String row, String column) {
        return found(row, column).mean();
    }

    /** What was found for a number. */
    public Found found(String row, String column) {
        return line(row, column)
                .orElseThrow(() -> new IllegalArgumentException(title() + " has no cell " + row + ", " + column))
                .found;
    }

    private Optional<Line> line(String row, String column) {
        return lines.stream()
                .filter(l -> l.cell.row().equals(row) && l.cell.column().equals(column))
                .findFirst();
    }

    List<String> rows() {
        return List.copyOf(
                new LinkedHashSet<>(lines.stream().map(l -> l.cell.row()).toList()));
    }

    List<String> columns() {
        return List.copyOf(
                new LinkedHashSet<>(lines.stream().map(l -> l.cell.column()).toList()));
    }

    /** How near it is, in a sentence: "14 of 18 within 3 points, 1 above and 3 below; mean difference -0.7 points." */
    public String sentence() {
        List<Line> held = lines.stream().filter(l -> l.found.isComparable()).toList();
        if (held.isEmpty()) return "Nothing ran on the paper's own data.";
        ComparisonRule rule = held.get(0).cell.rule();
        long above = held.stream()
                .filter(l -> l.verdict() != Verdict.WITHIN && l.off() > 0)
                .count();
        double mean = held.stream().mapToDouble(Line::off).average().orElseThrow();
        int within = count(Verdict.WITHIN);
        if (held.stream().anyMatch(l -> !l.cell.rule().equals(rule)))
            return String.format(
                    "%d of %d within their limits, %d above and %d below.",
                    within, held.size(), above, held.size() - within - above);
        return String.format(
                "%d of %d %s, %d above and %d below; mean difference %+.1f %s.",
                within, held.size(), rule.words(), above, held.size() - within - above, mean, rule.unitOfDifference());
    }

    /**
     * As a paper lays it out: a row for each row, and three columns for each column that something was found for: published, found and
     * the difference. Rows that end with their budget stand in blocks, where the best is bold.
     */
    public Table wide() {
        List<String> columns = shownColumns(),
                heads = new ArrayList<>(List.of(blocks().size() > 1 ? head.replaceFirst(", [^,]*epsilon$", "") : head));
        for (String column : columns)
            heads.addAll(List.of(column + ": published", column + ": found", column + ": off"));
        Table table =
                Table.columns(heads.toArray(String[]::new)).title(heading()).grouped();
        Map<String, List<String>> blocks = blocks();
        blocks.forEach((budget, rows) -> {
            if (!budget.isEmpty()) table.block("ε = " + budget);
            rows.forEach(row -> table.row(wideCells(row, row.substring(0, row.length() - budget.length()), columns)));
        });
        also.forEach((row, found) -> {
            List<Object> cells = new ArrayList<>(List.of(row));
            for (String column : columns) cells.addAll(List.of("", reference(found.apply(column)), ""));
            table.row(cells.toArray());
        });
        if (isPercent() && blocks.size() > 1)
            table.best(heads.stream()
                    .filter(h -> h.endsWith("published") || h.endsWith("found"))
                    .toArray(String[]::new));
        return noted(table);
    }

    private Object[] wideCells(String row, String name, List<String> columns) {
        boolean stood = isStoodInFor();
        List<Object> cells = new ArrayList<>(List.of(name.strip()));
        for (String column : columns) {
            Optional<Line> line = line(row, column);
            Optional<Beside> beside = line.map(l -> beside(l, stood));
            cells.add(line.map(Line::published).orElse(""));
            cells.add(beside.map(Beside::found).orElse(""));
            cells.add(beside.map(Beside::difference).orElse(""));
        }
        return cells.toArray();
    }

    /** Those in which a row shows something found; all where none does. */
    private List<String> shownColumns() {
        boolean stood = isStoodInFor();
        List<String> ran = columns().stream()
                .filter(c -> lines.stream()
                        .anyMatch(l -> l.cell.column().equals(c)
                                && !beside(l, stood).found().isEmpty()))
                .toList();
        return ran.isEmpty() ? columns() : ran;
    }

    /** Rows by their budget, smallest first, where every budget has several; else all of them under no name. */
    private Map<String, List<String>> blocks() {
        Map<String, List<String>> all = Map.of("", rows());
        if (!head.endsWith("epsilon")) return all;
        Map<String, List<String>> blocks = new TreeMap<>(Comparator.comparingDouble(Double::parseDouble));
        for (Line line : lines) {
            String budget = line.cell.key("epsilon", "");
            if (!line.cell.row().endsWith(" " + budget) || budget.isEmpty()) return all;
            List<String> rows = blocks.computeIfAbsent(budget, b -> new ArrayList<>());
            if (!rows.contains(line.cell.row())) rows.add(line.cell.row());
        }
        return blocks.size() < 2 || blocks.values().stream().anyMatch(rows -> rows.size() < 2) ? all : blocks;
    }

    /** Whether all numbers are scores in percent, of which the highest is the best. */
    private boolean isPercent() {
        return lines.stream()
                .map(l -> l.cell.rule())
                .allMatch(r -> r.unit().equals("share") && r.sort() == Sort.TRAINING);
    }

    private String heading() {
        return title() + (isPercent() && !title().contains("%") ? ", %" : "");
    }

    private String reference(Found found) {
        return new Line(lines.get(0).cell, found, false).shown();
    }

    /** Whether the data of a number that came with the notebooks are not at hand. */
    private boolean isStoodInFor() {
        return lines.stream()
                .filter(l -> l.found.isThere() && l.found.data().isStandIn())
                .anyMatch(l -> kept(l).filter(k -> isOfStandIn(l.found.data(), k.data()))
                        .isPresent());
    }

    /** Whether data stand in for these, of which a name may say how many graphs were taken; a part of them does not. */
    private static boolean isOfStandIn(ReadData data, ReadData real) {
        return data.name().startsWith(real.name().split(",")[0]) && !data.hash().equals(real.hash());
    }

    private Optional<KeptCells.Kept> kept(Line line) {
        return kept.find(paper, what, reading, line.cell);
    }

    private Beside beside(Line line, boolean stood) {
        Optional<KeptCells.Kept> came = stood && !line.found.isComparable() ? kept(line) : Optional.empty();
        if (came.isPresent()) {
            KeptCells.Kept k = came.get();
            return new Beside(
                    line.number(k.found(), k.deviation(), 1) + KEPT,
                    k.runs() == 0 ? null : k.runs(),
                    line.difference(k.off()),
                    k.verdict(),
                    k.data() + (k.runs() == 0 ? "" : "; seeds " + k.seeds()));
        }
        int runs = line.found.seeds().length;
        return new Beside(
                line.shown(),
                runs == 0 ? null : runs,
                line.difference(line.off()),
                line.found.missing().isEmpty()
                        ? line.verdict().toString()
                        : line.verdict() + ", " + line.found.missing(),
                !line.found.isThere() ? "" : line.found.data() + (runs == 0 ? "" : "; seeds " + line.found.seedList()));
    }

    /** A row for each number. */
    public Table narrow() {
        Table table = Table.columns(head, "of", "published", "found", "n", "difference", "verdict")
                .title(heading());
        boolean stood = isStoodInFor();
        for (Line l : lines) {
            Beside b = beside(l, stood);
            table.row(l.cell.row(), l.cell.column(), l.published(), b.found, b.runs, b.difference, b.verdict);
        }
        also.forEach((row, found) -> table.row(row, "", "", reference(found.apply("")), null, "", ""));
        return noted(table);
    }

    private Table noted(Table table) {
        if (lines.get(0).cell.rule().sort() != Sort.LEFT_OUT) table.note(sentence());
        List<String> guesses =
                lines.stream().map(this::guessed).filter(g -> !g.isEmpty()).toList();
        if (!guesses.isEmpty())
            table.note("A constant answer has " + String.join(", ", constants()) + "; it would be within the limit of "
                    + guesses.stream().filter(Verdict.WITHIN.toString()::equals).count() + " of " + guesses.size()
                    + ".");
        if (List.of(RELEASED, SECOND).contains(reading)) table.note("A column of its own: " + reading + ".");
        else if (!reading.isEmpty()) table.note("Not counted: " + reading + ".");
        if (!note.isEmpty()) table.note(note);
        boolean stood = isStoodInFor();
        List<Beside> all = lines.stream().map(l -> beside(l, stood)).toList();
        if (stood) table.note(CAME);
        if (all.stream().anyMatch(b -> b.found.endsWith(STAND_IN))) table.note(STOOD);
        if (isOnStandIn()) table.note(NEEDED);
        all.stream().map(b -> b.origin).filter(o -> !o.isEmpty()).distinct().forEach(table::note);
        return table;
    }

    /** Every cell with all that is known of it: what is kept beside the runs. */
    public Table cells() {
        return cells(lines);
    }

    /** Trainings of one unit and limit stand together. */
    private List<Line> byRule() {
        if (lines.get(0).cell.rule().sort() != Sort.TRAINING) return lines;
        Map<String, List<Line>> rules = new LinkedHashMap<>();
        for (Line l : lines) {
            ComparisonRule rule = l.cell.rule();
            rules.computeIfAbsent(rule.unitOfDifference() + rule.words(), r -> new ArrayList<>())
                    .add(l);
        }
        return rules.values().stream().flatMap(List::stream).toList();
    }

    private Table cells(List<Line> of) {
        Table all = Table.columns(COLUMNS.split(","));
        for (Line l : of) {
            ComparisonRule rule = l.cell.rule();
            boolean there = l.found.isThere();
            all.row(
                    paper.title(),
                    paper.name(),
                    l.cell.table(),
                    what,
                    l.cell.row(),
                    l.cell.column(),
                    rule.unitOfDifference(),
                    rule.sort(),
                    rule.words(),
                    number(l.cell.shown()),
                    number(rule.shown(l.cell.deviation())),
                    number(rule.shown(l.found.mean())),
                    number(rule.shown(l.found.deviation())),
                    l.found.seedList(),
                    there ? l.found.data().name() : "",
                    there ? l.found.data().hash() : "",
                    there ? l.found.data().standIn() : "",
                    number(l.off()),
                    l.verdict(),
                    l.found.missing(),
                    reading,
                    note,
                    title(),
                    guessed(l));
        }
        return all;
    }

    /** Without what binary fractions leave behind the ninth decimal. */
    private static Double number(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(Math.rint(1e9 * value) / 1e9);
    }

    /** Wide, if it has several columns of several rows, and at most a tenth of the places is empty. */
    public Table table() {
        int places = rows().size() * columns().size();
        return columns().size() > 1 && 10 * (places - lines.size()) <= places ? wide() : narrow();
    }

    @Override
    public Map<String, String> mime() {
        return table().mime();
    }

    @Override
    public void shown() {
        ReportFolder.keep(this, cells(), table());
        ShownCells.keep("cells", cells(byRule()));
    }

    @Override
    public String toString() {
        return table().text();
    }
}
