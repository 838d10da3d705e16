package dpgnn.notebook;

import dpgnn.report.Display;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.report.render.Numbers;
import dpgnn.study.StudentInterval;
import dpgnn.study.SweepResults;
import dpgnn.study.SweepResults.Summary;
import dpgnn.study.Variation;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Paper;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The runs of {@link Variations}. It shows itself as a table with a row for each choice of parameters, 95 % intervals over seeds, and
 * a figure.
 *
 * @param varied the parameters that differ
 */
public record VariedRuns(SweepResults<Variation> results, List<String> varied) implements Display.Rich {
    private static final Pattern NAMED = Pattern.compile("\\{([^{}]+)}");

    public VariedRuns {
        varied = List.copyOf(varied);
    }

    /** One figure of each choice of parameters, over its seeds. */
    public List<Summary<Variation>> of(String metric) {
        return results.over(metric);
    }

    /** The figure of a run that says how good it is: a test's before a validation's, else the first. */
    static String score(Run run) {
        for (String start : List.of("test", "validation", "")) {
            for (String name : run.metrics().keySet())
                if (name.startsWith(start) && !name.matches("steps|noise multiplier|(.* )?seconds|.*loss.*"))
                    return name;
        }
        throw new IllegalArgumentException("a run must have a figure such as \"test accuracy\", has "
                + run.metrics().keySet());
    }

    /** These runs, then others. */
    public VariedRuns and(VariedRuns others) {
        Set<String> all = new LinkedHashSet<>(varied);
        all.addAll(others.varied);
        return new VariedRuns(results.and(others.results), List.copyOf(all));
    }

    private static Object shown(Variation p, String parameter) {
        return p.values().getOrDefault(parameter, "");
    }

    private String score() {
        return score(results.runs().get(0));
    }

    public Table table() {
        return table(score());
    }

    /** The table of one figure. */
    public Table table(String metric) {
        List<String> names = new ArrayList<>(varied);
        names.addAll(List.of(shown(metric), "95 % interval", "seeds", "epsilon proved", "epsilon claimed", "seconds"));
        Table table = Table.columns(names.toArray(String[]::new)).title(name() + ": " + metric);
        for (Summary<Variation> s : of(metric)) {
            StudentInterval interval = StudentInterval.of(s.values());
            double unit = unit(metric);
            List<Object> row =
                    varied.stream().map(v -> shown(s.experiment(), v)).collect(Collectors.toCollection(ArrayList::new));
            row.add(Numbers.significant(unit * interval.mean(), 4));
            row.add(interval.exists() ? "± " + Numbers.significant(unit * interval.half(), 2) : "");
            row.add(s.values().length);
            Run first = s.runs().get(0);
            row.add(Lab.epsilon(first, true));
            row.add(Lab.epsilon(first, false));
            double seconds = s.runs().stream()
                    .mapToDouble(r -> r.metrics().getOrDefault("seconds", Double.NaN))
                    .average()
                    .orElse(Double.NaN);
            row.add(Numbers.significant(seconds, 2));
            table.row(row.toArray());
        }
        return table;
    }

    private String name() {
        return results.runs().get(0).experiment();
    }

    static double unit(String metric) {
        return metric.matches(".*(accuracy|F1|precision).*") ? 100 : 1;
    }

    static String shown(String metric) {
        return unit(metric) > 1 ? metric + ", %" : metric;
    }

    /** A figure of the runs against the first parameter that is a number, one line for each choice of the others. */
    public Figure figure() {
        String metric = score();
        String x = varied.stream()
                .filter(v -> results.of().keySet().stream().allMatch(p -> shown(p, v) instanceof Number))
                .findFirst()
                .orElse("seed");
        Map<String, Map<Double, double[]>> lines = new LinkedHashMap<>();
        for (Summary<Variation> s : of(metric)) {
            String line = varied.stream()
                    .filter(v -> !v.equals(x))
                    .map(v -> v + " = " + shown(s.experiment(), v))
                    .collect(Collectors.joining(", "));
            double[] scaled = s.values();
            for (int i = 0; i < scaled.length; i++) scaled[i] *= unit(metric);
            Map<Double, double[]> points = lines.computeIfAbsent(line.isEmpty() ? metric : line, l -> new TreeMap<>());
            if (x.equals("seed"))
                for (int i = 0; i < scaled.length; i++) points.put((double) s.seeds()[i], new double[] {scaled[i]});
            else points.put(s.experiment().number(x), scaled);
        }
        Figure figure = Figure.of(name() + " by " + x).x(x).y(shown(metric));
        lines.forEach(figure::runs);
        return figure;
    }

    /** What was followed during the runs, mean over seeds, a line for each choice of parameters. */
    public Figure curves(String metric) {
        Figure figure = Figure.of(name() + ", step by step").x("step").y(shown(metric));
        for (Summary<Variation> s : of(metric)) {
            Map<Long, List<Double>> points = new TreeMap<>();
            for (Run run : s.runs())
                run.history().getOrDefault(metric, List.of()).forEach(p -> points.computeIfAbsent(
                                p.step(), step -> new ArrayList<>())
                        .add(unit(metric) * p.value()));
            String line = varied.stream()
                    .map(v -> v + " = " + shown(s.experiment(), v))
                    .collect(Collectors.joining(", "));
            Map<Long, double[]> values = new TreeMap<>();
            points.forEach((step, all) ->
                    values.put(step, all.stream().mapToDouble(v -> v).toArray()));
            if (!values.isEmpty()) figure.runs(line.isEmpty() ? metric : line, values);
        }
        return figure;
    }

    /**
     * Holds the runs against a table of a paper. A row and a column name a run by its parameters: the row "GCN 2" that of "{model}
     * {epsilon}".
     *
     * @param metric the figure of a run that the table prints
     */
    public Comparison published(Paper paper, String table, String row, String column, String metric) {
        Function<PublishedCell, Found> found = found(row, column, metric);
        List<PublishedCell> cells =
                paper.table(table).stream().filter(c -> matches(row, c.row())).toList();
        if (cells.isEmpty())
            throw new IllegalArgumentException("row must name rows of " + table + ", was \"" + row + "\"; there are "
                    + paper.table(table).stream()
                            .map(PublishedCell::row)
                            .distinct()
                            .toList());
        return paper.compare(cells, name(), found);
    }

    /** What was found for a number of a paper, by the names of its row and column, in letters of any case; what no run is of was not run. */
    public Function<PublishedCell, Found> found(String row, String column, String metric) {
        return found(p -> filled(row, p), p -> filled(column, p), metric);
    }

    /** What is found for a published number, where the names of rows and columns are made of parameters in another way. */
    public Function<PublishedCell, Found> found(
            Function<Variation, String> row, Function<Variation, String> column, String metric) {
        Map<String, Found> byKey = new LinkedHashMap<>();
        for (Summary<Variation> s : of(metric)) {
            String key = row.apply(s.experiment()) + "\n" + column.apply(s.experiment());
            if (byKey.put(key.toLowerCase(Locale.ROOT), Found.of(s)) != null)
                throw new IllegalArgumentException("row and column must name every choice of " + varied + ", but \""
                        + key.replace("\n", "\", \"") + "\" are two");
        }
        return c -> byKey.getOrDefault(
                (c.row() + "\n" + c.column()).toLowerCase(Locale.ROOT), Found.notRun("not at this scale"));
    }

    /** Whether a printed name may be one of this pattern: words stand where braces do. */
    private static boolean matches(String pattern, String name) {
        String regex = NAMED.splitAsStream(pattern).map(Pattern::quote).collect(Collectors.joining("\\S+"));
        return name.matches(pattern.endsWith("}") ? regex + "\\S+" : regex);
    }

    private static String filled(String pattern, Variation p) {
        return NAMED.matcher(pattern).replaceAll((MatchResult m) -> text(p.value(m.group(1))));
    }

    private static String text(Object value) {
        return value instanceof Double d && d == Math.rint(d) ? String.valueOf(d.longValue()) : value.toString();
    }

    @Override
    public Map<String, String> mime() {
        return Map.of("text/html", DialGrid.html(table()) + DialGrid.html(figure()), "text/plain", table().text());
    }
}
