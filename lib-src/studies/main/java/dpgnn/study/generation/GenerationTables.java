package dpgnn.study.generation;

import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.GraphCollection;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import dpgnn.study.ReadData;
import dpgnn.study.generation.GenerationGrid.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Tables 1 and 2 of Yang et al. (2021) as the paper lays them out, the printed numbers beside ours. */
public final class GenerationTables {
    /** The statistics of Table 1. */
    public static final List<String> STATISTICS = List.of("LCC", "TC", "CPL", "GINI", "REDE");

    /** The measures of Table 2, as its file and as our scores call them. */
    static final Map<String, String> USES = uses();

    /** After the budgets of printed rows that are one run of ours. */
    private static final String ONE_RUN = " (one run)";

    private final GenerationGrid grid;

    private GenerationTables(GenerationGrid grid) {
        this.grid = grid;
    }

    public static GenerationTables of(GenerationGrid grid) {
        return new GenerationTables(grid);
    }

    private static Map<String, String> uses() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("degree_distribution_cosine", MakerScores.DEGREES);
        all.put("motif_count_cosine", MakerScores.MOTIFS);
        all.put("gin_accuracy", MakerScores.ACCURACY);
        return all;
    }

    /** The row "Original" of Table 1: means over all graphs. */
    public Table originals() {
        List<String> heads = new ArrayList<>(List.of("data", "graphs"));
        for (String name : STATISTICS) heads.addAll(List.of(name + ": published", name + ": ours"));
        Table table = Table.columns(heads.toArray(String[]::new)).title("Table 1, row Original");
        for (String set : grid.sets()) {
            GraphCollection all = grid.collection(set);
            Map<String, Double> printed = PrintedScores.of("dpggan-table1", set).row(PrintedScores.ORIGINAL, "");
            List<Object> row = new ArrayList<>(List.of(set, all.size()));
            for (String name : STATISTICS) {
                double ours = mean(all, name);
                row.add(number(printed.get(name)));
                row.add(String.format(
                        Locale.ROOT, "%.4f%s", ours, all.provenance().standIn() ? "*" : ""));
            }
            table.row(row.toArray()).note(note(GraphCollections.data(all, all)));
        }
        return table;
    }

    private static double mean(GraphCollection all, String statistic) {
        return all.graphs().stream()
                .mapToDouble(g -> GraphStatistics.of(g).get(statistic))
                .average()
                .orElseThrow();
    }

    /** The largest difference from a printed digit's half, in such halves: at most 1 where all digits agree; signs do not count. */
    public double originalsOff(String set) {
        GraphCollection all = grid.collection(set);
        double worst = 0;
        for (Map.Entry<String, Double> each : PrintedScores.of("dpggan-table1", set)
                .row(PrintedScores.ORIGINAL, "")
                .entrySet()) {
            double unit = Math.pow(10, -decimals(set, each.getKey()));
            double off = Math.abs(Math.abs(mean(all, each.getKey())) - each.getValue());
            worst = Math.max(worst, (off - 1e-9) / (unit / 2));
        }
        return worst;
    }

    /** How many decimals the paper prints of an original's statistic. */
    private static int decimals(String set, String statistic) {
        boolean sparse = set.equals("DBLP");
        return switch (statistic) {
            case "LCC" -> sparse ? 1 : 3;
            case "TC" -> sparse ? 2 : 1;
            default -> 4;
        };
    }

    /** Table 1 of one data set: mean absolute differences, of private methods those of the published variant. */
    public Table table1(String set) {
        return differences("Table 1, " + set + ": mean absolute differences", set, "");
    }

    /** The same where generated nodes without an edge are dropped first, as in the released code. */
    public Table table1Linked(String set) {
        return differences("Table 1, " + set + ", generated nodes without edges dropped", set, MakerScores.LINKED);
    }

    private Table differences(String title, String set, String suffix) {
        return differences(title, set, (part, m, name) -> m.find(name + suffix));
    }

    private Table differences(String title, String set, Ours ours) {
        Map<String, String> figures = new LinkedHashMap<>();
        STATISTICS.forEach(name -> figures.put(name, name));
        return printed(title, PrintedScores.of("dpggan-table1", set), figures, ours, grid.printed(set));
    }

    /**
     * The same as differences of the means over all graphs, which is what the released evaluation forms: smaller than means of
     * differences wherever graphs err to both sides. Generated nodes without an edge are dropped.
     */
    public Table table1Means(String set) {
        return differences("Table 1, " + set + ": differences of the means", set, (part, m, name) -> {
            double original = mean(part.study().part(), name);
            double[] levels = m.find(MakerScores.LEVEL + name + MakerScores.LINKED);
            return levels == null
                    ? null
                    : Arrays.stream(levels).map(v -> Math.abs(v - original)).toArray();
        });
    }

    /** The degrees of Table 2, for which the graphs of Table 1 are enough. */
    public Table degrees(String set) {
        return degrees("Table 2, " + set + ", degrees", set, "");
    }

    /** The same where generated nodes without an edge are dropped first. */
    public Table degreesLinked(String set) {
        return degrees("Table 2, " + set + ", degrees, generated nodes without edges dropped", set, MakerScores.LINKED);
    }

    private Table degrees(String title, String set, String suffix) {
        Map<String, String> figures = Map.of("degree_distribution_cosine", MakerScores.DEGREES);
        return printed(
                title,
                PrintedScores.of("dpggan-table2", set),
                figures,
                (part, m, name) -> m.find(name + suffix),
                grid.printed(set));
    }

    /** Table 2 of one data set: cosines, and the accuracy of a classifier. */
    public Table table2(String set) {
        PrintedScores scores = PrintedScores.of("dpggan-table2", set);
        return printed("Table 2, " + set, scores, USES, (part, m, name) -> m.find(name), grid.used(set));
    }

    /** A figure of a method by seed; null where it was not measured. */
    @FunctionalInterface
    private interface Ours {
        double[] of(Part part, MakerScores scores, String figure);
    }

    private Table printed(
            String title, PrintedScores scores, Map<String, String> figures, Ours measured, List<Part> parts) {
        List<String> heads = new ArrayList<>(List.of("method", "claimed", "provable"));
        for (String name : figures.values()) heads.addAll(List.of(name + ": published", name + ": ours"));
        Table table = Table.columns(heads.toArray(String[]::new)).title(title);
        boolean use = figures == USES;
        String runBefore = "";
        List<List<String>> rows = new ArrayList<>();
        for (PrintedScores.Row row : use ? scores.values().keySet() : scores.generated()) {
            Part part = row.part(parts);
            MakerScores ours = row.in(List.of(part));
            List<String> published = new ArrayList<>(List.of(row.method(), row.claimed(), epsilon(ours.provable())));
            StringBuilder run = new StringBuilder(row.method());
            for (Map.Entry<String, String> figure : figures.entrySet()) {
                // Kept runs on parts of the data are older than what is measured without lonely nodes.
                double[] values = measured.of(part, ours, figure.getValue());
                Double value = values == null ? null : scores.values().get(row).get(figure.getKey());
                published.add(value == null ? "" : number(value));
                published.add(value == null ? "" : spread(values, digits(figure.getKey())) + star(parts));
                if (value != null) run.append(Arrays.toString(values));
            }
            // Budgets that are larger than what is spent leave the training as it is.
            if (run.toString().equals(runBefore)) joined(rows.get(rows.size() - 1), published);
            else rows.add(published);
            runBefore = run.toString();
        }
        for (List<String> row : rows) table.row((Object[]) row.toArray(String[]::new));
        for (Part part : parts) table.note(note(part));
        return table.note("A mean and its deviation over seeds of means over graphs. Claimed and provable: epsilon.");
    }

    /** Adds the published numbers of another row that is the same run of ours. */
    private static void joined(List<String> row, List<String> other) {
        row.set(1, row.get(1).replace(ONE_RUN, "") + ", " + other.get(1) + ONE_RUN);
        for (int i = 3; i < row.size(); i += 2) row.set(i, row.get(i) + ", " + other.get(i));
    }

    static String star(List<Part> parts) {
        return parts.get(0).data().standIn().isEmpty() ? "" : "*";
    }

    static String number(double value) {
        return java.math.BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static int digits(String figure) {
        return switch (figure) {
            case "TC" -> 2;
            case "LCC", "CPL" -> 3;
            default -> 4;
        };
    }

    /** Our differences against the printed ones, a point for each cell of Table 1. */
    public Figure agreement(String set) {
        PrintedScores scores = PrintedScores.of("dpggan-table1", set);
        Figure figure = Figure.of("Table 1, " + set)
                .x("printed difference")
                .y("ours")
                .logX()
                .logY();
        for (String name : STATISTICS) {
            List<double[]> points = new ArrayList<>();
            for (PrintedScores.Row row : scores.generated()) {
                double ours = row.in(grid.printed(set)).mean(name);
                // No logarithm has a place for a perfect copy.
                if (ours > 0) points.add(new double[] {scores.values().get(row).get(name), ours});
            }
            if (points.isEmpty()) continue;
            figure.points(
                    name,
                    points.stream().mapToDouble(p -> p[0]).toArray(),
                    points.stream().mapToDouble(p -> p[1]).toArray());
        }
        return figure.curve("equal", new double[] {1e-3, 200}, new double[] {1e-3, 200});
    }

    /** How many pairs of rows of Table 1 stand in the printed order, by statistic; what is printed as equal is left out. */
    public Table ranks() {
        List<String> heads = new ArrayList<>(List.of("data", "pairs of rows"));
        heads.addAll(STATISTICS);
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("Table 1 by ranks: share of the pairs of rows that ours put in the printed order");
        for (String set : grid.sets()) {
            List<Object> row = new ArrayList<>(List.of(set, ""));
            int most = 0;
            for (String name : STATISTICS) {
                int[] order = order(set, name);
                most = Math.max(most, order[1] / 2);
                row.add(String.format(Locale.ROOT, "%d %%", Math.round(100.0 * order[0] / order[1])));
            }
            row.set(1, "up to " + most);
            table.row(row.toArray());
        }
        return table.note("Chance gives 50 %; of equal ones of ours half are counted.");
    }

    /** Twice the pairs in the printed order, and twice all pairs, so that an equal one of ours counts half. */
    int[] order(String set, String statistic) {
        PrintedScores scores = PrintedScores.of("dpggan-table1", set);
        List<PrintedScores.Row> rows = scores.generated();
        int same = 0, all = 0;
        for (int i = 0; i < rows.size(); i++)
            for (int j = 0; j < i; j++) {
                double printed = scores.values().get(rows.get(i)).get(statistic)
                        - scores.values().get(rows.get(j)).get(statistic);
                if (printed == 0) continue;
                double ours = rows.get(i).in(grid.printed(set)).mean(statistic)
                        - rows.get(j).in(grid.printed(set)).mean(statistic);
                all += 2;
                same += ours == 0 ? 1 : Math.signum(ours) == Math.signum(printed) ? 2 : 0;
            }
        return new int[] {same, all};
    }

    /** What the paper says of the order of its rows: on how many of the five statistics it holds, in print and for ours. */
    public Table orderings() {
        List<String> heads = new ArrayList<>(List.of("nearer to the original", "than"));
        for (String set : grid.sets()) heads.addAll(List.of(set + ", in print", set + ", ours", set + ", where"));
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("orderings of Table 1: on how many of the five statistics");
        for (String[] claim : new String[][] {
            {"GGAN", "", "GVAE", ""},
            {"DPGGAN", "10", "DPGVAE", "10"},
            {"DPGGAN", "1", "DPGVAE", "1"},
            {"DPGGAN", "0.1", "DPGVAE", "0.1"},
            {"DPGVAE", "10", "DPGVAE", "0.1"},
            {"DPGGAN", "10", "DPGGAN", "0.1"},
            {"GVAE", "", "DPGVAE", "1"},
            {"GGAN", "", "DPGGAN", "1"}
        }) {
            PrintedScores.Row near = new PrintedScores.Row(claim[0], claim[1]);
            PrintedScores.Row far = new PrintedScores.Row(claim[2], claim[3]);
            List<Object> row = new ArrayList<>(List.of(near, far));
            for (String set : grid.sets()) {
                PrintedScores scores = PrintedScores.of("dpggan-table1", set);
                long print = STATISTICS.stream()
                        .filter(s -> scores.values().get(near).get(s)
                                < scores.values().get(far).get(s))
                        .count();
                List<String> ours = where(set, near, far);
                row.addAll(List.of(print, ours.size(), String.join(" ", ours)));
            }
            table.row(row.toArray());
        }
        return table;
    }

    /** On how many of the five statistics privacy as published makes our GVAE worse. */
    public int priceOfNoise(String set) {
        return where(set, new PrintedScores.Row("GVAE", ""), new PrintedScores.Row("DPGVAE", "1"))
                .size();
    }

    /** The statistics on which ours put one row nearer to the original than another. */
    private List<String> where(String set, PrintedScores.Row near, PrintedScores.Row far) {
        List<Part> parts = grid.printed(set);
        return STATISTICS.stream()
                .filter(s -> near.in(parts).mean(s) < far.in(parts).mean(s))
                .toList();
    }

    /** Table 2 by ranks: methods, best first. */
    public Table rankings() {
        Table table = Table.columns("data", "measure", "ordering of the paper", "ours")
                .title("orderings of Table 2, best first");
        for (String set : grid.sets()) {
            PrintedScores scores = PrintedScores.of("dpggan-table2", set);
            USES.forEach((printed, ours) -> table.row(
                    set,
                    ours,
                    ranked(scores, row -> -scores.values().get(row).get(printed)),
                    ranked(scores, row -> -row.in(grid.used(set)).mean(ours))));
            grid.used(set).forEach(part -> table.note(note(part)));
        }
        return table;
    }

    private static String ranked(PrintedScores scores, ToDoubleFunction<PrintedScores.Row> by) {
        return scores.generated().stream()
                .sorted(Comparator.comparingDouble(by))
                .map(PrintedScores.Row::method)
                .collect(Collectors.joining(" > "));
    }

    /** Data, their hash, methods and seeds. */
    static String note(Part part) {
        String names =
                part.measured().stream().map(m -> m.maker().name()).distinct().collect(Collectors.joining(", "));
        String seeds = Arrays.stream(part.measured().get(0).seeds())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
        return note(part.data()) + "; seeds " + seeds + "; " + names;
    }

    static String note(ReadData data) {
        String hash = data.hash().substring(0, Math.min(12, data.hash().length()));
        return data.name() + ": hash " + hash
                + (data.standIn().isEmpty() ? "" : " (* stand-in: " + data.standIn() + ")");
    }

    /** Rounded up, as a bound must be. */
    static String epsilon(double value) {
        if (Double.isInfinite(value)) return "none";
        return String.format(Locale.ROOT, "%.3f", Math.ceil(value * 1000) / 1000);
    }

    /** Mean and deviation with n - 1. */
    static String spread(double[] values, int digits) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        String format = "%." + digits + "f";
        if (values.length < 2) return String.format(Locale.ROOT, format, mean);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return String.format(Locale.ROOT, format + " ± " + format, mean, Math.sqrt(squares / (values.length - 1)));
    }
}
