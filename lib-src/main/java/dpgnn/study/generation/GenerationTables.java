package dpgnn.study.generation;

import dpgnn.report.Table;
import dpgnn.report.figure.PaperTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Shows the results of a {@link GenerationStudy} beside those that the paper printed. */
public final class GenerationTables {
    public static final List<String> STATISTICS = List.of("LCC", "TC", "CPL", "GINI", "REDE");

    private GenerationTables() {}

    /**
     * Table 1 for one data set: published beside ours, for the published variant of private methods.
     *
     * @param dataset as the paper calls it, DBLP or IMDB
     * @param parts methods of these ran on a part of the graphs that the others saw; each has its own data
     */
    public static Table statistics(String dataset, List<Part> parts) {
        PaperTable table = PaperTable.of("dpggan-table1")
                .where("dataset", dataset)
                .where("kind", "mean_abs_diff")
                .keys("method", "epsilon", "statistic")
                .digits(4)
                .title("Table 1, " + dataset + ": mean absolute differences (private rows: the published variant)");
        for (Part part : parts)
            for (MakerScores m : inPaper(part.measured))
                for (String name : m.maker().name().equals("Original") ? List.<String>of() : STATISTICS)
                    table.ours(
                            part.data,
                            m.seeds(),
                            m.of(name),
                            m.maker().name(),
                            m.maker().epsilon(),
                            name);
        return withEpsilons(table, parts);
    }

    /** Table 2 for one data set: cosines, and the accuracy of GIN where it was measured. */
    public static Table usefulness(String dataset, List<Part> parts) {
        PaperTable table = PaperTable.of("dpggan-table2")
                .where("dataset", dataset)
                .keys("method", "epsilon", "metric")
                .digits(4)
                .title("Table 2, " + dataset + " (private rows: the published variant)");
        List<List<String>> metrics = List.of(
                List.of("degree_distribution_cosine", MakerScores.DEGREES),
                List.of("motif_count_cosine", MakerScores.MOTIFS),
                List.of("gin_accuracy", MakerScores.ACCURACY));
        for (Part part : parts)
            for (MakerScores m : inPaper(part.measured)) {
                if (!List.of("", "1").contains(m.maker().epsilon())) continue;
                boolean original = m.maker().name().equals("Original");
                for (List<String> metric : metrics)
                    if (m.has(metric.get(1)) && (!original || metric.get(0).equals("gin_accuracy")))
                        table.ours(
                                part.data,
                                m.seeds(),
                                m.of(metric.get(1)),
                                m.maker().name(),
                                m.maker().epsilon(),
                                metric.get(0));
            }
        return withEpsilons(table, parts);
    }

    /** Methods that were measured on the same graphs. */
    public record Part(PaperTable.Data data, List<MakerScores> measured) {}

    /** The comparison with a column more: what is provable of the method as it ran, count of edges and all. */
    private static Table withEpsilons(PaperTable paper, List<Part> parts) {
        Table from = paper.compact();
        List<String> columns = new ArrayList<>(from.columns());
        columns.set(columns.indexOf("epsilon"), "claimed");
        columns.add(columns.indexOf("claimed") + 1, "provable");
        Table table = Table.columns(columns.toArray(String[]::new))
                .title(from.title())
                .digits("difference", 4);
        for (int i = 0; i < from.rows(); i++) {
            List<Object> cells = new ArrayList<>();
            for (String column : from.columns()) cells.add(from.get(i, column));
            int at = from.columns().indexOf("epsilon");
            String method = Objects.toString(cells.get(0), "");
            String epsilon = from.texts("epsilon")[i];
            if (epsilon.isEmpty()) cells.set(at, "not private");
            cells.add(at + 1, epsilon.isEmpty() ? "none" : provable(method, epsilon, parts));
            table.row(cells.toArray());
        }
        from.notes().forEach(table::note);
        for (Part part : parts) table.note(seeds(part));
        return table;
    }

    private static String provable(String method, String epsilon, List<Part> parts) {
        return parts.stream()
                .flatMap(p -> inPaper(p.measured).stream())
                .filter(m -> m.maker().name().equals(method)
                        && Double.parseDouble("0" + m.maker().epsilon()) == Double.parseDouble(epsilon))
                .map(m -> epsilon(m.provable()))
                .findFirst()
                .orElse("not run");
    }

    private static List<MakerScores> inPaper(List<MakerScores> measured) {
        List<String> open = List.of("Original", "GVAE", "GGAN", "NetGAN", "GraphRNN");
        return measured.stream()
                .filter(m ->
                        open.contains(m.maker().name()) || m.maker().variant().equals("published"))
                .toList();
    }

    /** All methods and variants: what is claimed, what is provable, and every measure as mean and deviation over seeds. */
    public static Table all(String title, List<Part> parts) {
        List<MakerScores> every =
                parts.stream().flatMap(p -> p.measured.stream()).toList();
        boolean motifs = every.stream().anyMatch(m -> m.has(MakerScores.MOTIFS));
        boolean accuracy = every.stream().anyMatch(m -> m.has(MakerScores.ACCURACY));
        List<String> columns =
                new ArrayList<>(List.of("method", "variant", "epsilon claimed", "epsilon provable", "claim"));
        columns.addAll(STATISTICS);
        columns.add(MakerScores.DEGREES);
        if (motifs) columns.add(MakerScores.MOTIFS);
        if (accuracy) columns.add(MakerScores.ACCURACY);
        columns.addAll(List.of("graphs", "CPU s"));
        Table table = Table.columns(columns.toArray(String[]::new)).title(title);
        for (MakerScores m : every) {
            boolean open = m.maker().epsilon().isEmpty();
            List<Object> cells = new ArrayList<>(List.of(
                    m.maker().name(),
                    m.maker().variant(),
                    open ? "none" : m.maker().epsilon(),
                    epsilon(m.provable()),
                    open ? "not private" : m.verdict().name()));
            for (String name : STATISTICS)
                cells.add(spread(m.of(name), List.of("LCC", "TC").contains(name) ? 2 : name.equals("CPL") ? 3 : 4));
            cells.add(spread(m.of(MakerScores.DEGREES), 4));
            if (motifs) cells.add(m.has(MakerScores.MOTIFS) ? spread(m.of(MakerScores.MOTIFS), 4) : "-");
            if (accuracy) cells.add(m.has(MakerScores.ACCURACY) ? spread(m.of(MakerScores.ACCURACY), 4) : "-");
            cells.add((int) m.mean(MakerScores.GRAPHS));
            cells.add(m.mean(MakerScores.TRAINING) + m.mean(MakerScores.GENERATING));
            table.row(cells.toArray());
        }
        for (Part part : parts)
            table.note(part.data.name() + ", hash " + part.data.hash() + standIn(part) + "; " + seeds(part));
        return table.digits("CPU s", 1)
                .note(
                        "Mean ± deviation over seeds of means over graphs. LCC to REDE are mean absolute differences (0 is best),"
                                + " cosines are similarities (1 is best). Provable epsilon is the largest over graphs, at delta 1e-5;"
                                + " the published variant also takes the exact number of edges, so that nothing is provable of it as"
                                + " a whole. CPU s: processor time to train and generate on all graphs, one seed.");
    }

    /**
     * Seconds beside the paper's. The paper does not say whether its seconds are for a graph or for a data set: both are given.
     *
     * @param dataset as the paper calls it
     */
    public static Table times(String dataset, List<Part> parts) {
        Table published = PaperTable.published("dpggan-runtimes").where("dataset", dataset);
        String[] methods = published.texts("method");
        String[] phases = published.texts("phase");
        String[] seconds = published.texts("seconds");
        Table table = Table.columns(
                        "method",
                        "phase",
                        "published, s",
                        "ours, all graphs, CPU s",
                        "graphs",
                        "ours, one graph, CPU s")
                .title(dataset + ": run times");
        TreeSet<String> processors = new TreeSet<>();
        for (int i = 0; i < methods.length; i++)
            for (String method : methods[i].split(";"))
                for (Part part : parts)
                    for (MakerScores m : part.measured) {
                        if (!m.maker().name().equals(method)
                                || !List.of("", "1").contains(m.maker().epsilon())) continue;
                        if (!m.maker().epsilon().isEmpty()
                                && !m.maker().variant().equals("published")) continue;
                        String figure = phases[i].equals("train") ? MakerScores.TRAINING : MakerScores.GENERATING;
                        double graphs = m.mean(MakerScores.GRAPHS);
                        double[] each =
                                Arrays.stream(m.of(figure)).map(s -> s / graphs).toArray();
                        table.row(
                                method, phases[i], seconds[i], spread(m.of(figure), 2), (int) graphs, spread(each, 4));
                        processors.add(m.processor());
                    }
        return table.note("Published: four GTX 1080. Ours: processor time of one thread on "
                + String.join(", ", processors) + ", mean ± deviation over seeds; from the records of the runs.");
    }

    private static String standIn(Part part) {
        return part.data.standIn().isEmpty() ? "" : "; stand-in: " + part.data.standIn();
    }

    private static String seeds(Part part) {
        if (part.measured.isEmpty()) return part.data.name() + ": nothing ran";
        String names =
                part.measured.stream().map(m -> m.maker().name()).distinct().collect(Collectors.joining(", "));
        String seeds = Arrays.stream(part.measured.get(0).seeds())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
        return names + ": " + (int) part.measured.get(0).mean(MakerScores.GRAPHS) + " graphs, seeds " + seeds + ".";
    }

    /** Rounded up, as a bound must be. */
    static String epsilon(double value) {
        if (Double.isInfinite(value)) return "none";
        return String.format(Locale.ROOT, "%.3f", Math.ceil(value * 1000) / 1000);
    }

    /** Mean and deviation with n - 1. */
    public static String spread(double[] values, int digits) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        String format = "%." + digits + "f";
        if (values.length < 2) return String.format(Locale.ROOT, format, mean);
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return String.format(Locale.ROOT, format + " ± " + format, mean, Math.sqrt(squares / (values.length - 1)));
    }
}
