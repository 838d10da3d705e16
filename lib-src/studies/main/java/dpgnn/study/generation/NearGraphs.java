package dpgnn.study.generation;

import dpgnn.generate.ReferenceGraphs;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Holds a printed row against graphs that are as near to the originals as it says. GINI, REDE and CPL of a row are differences
 * of degrees and paths; the cosine of degrees and the triangles of the same row are about the same graphs. Of all sets of graphs
 * that we have, moved edges, random graphs, and those of every generator, the near ones are taken: whose GINI, REDE and CPL are
 * off by at most twice the printed differences. A row contradicts itself where its other figures are more than twice as far from
 * a perfect copy as those of any near set.
 *
 * <p>A decoder of codes from the prior draws its nodes one by one. A row of such a method contradicts the paper's text where
 * CPL, GINI or REDE is less than half of what it is in any set whose nodes are drawn, of resampled nodes
 * ({@link ReferenceGraphs#resampled}) among others, for which the graph is known by heart.
 */
public final class NearGraphs {
    private static final double SLACK = 2;
    private static final List<String> NEAR = List.of("CPL", "GINI", "REDE");

    /** Methods whose nodes are drawn independently of one another. */
    private static final Set<String> DRAWN = Set.of("GVAE", "GGAN", "DPGVAE", "DPGGAN", "Erdős–Rényi");

    private final String set;
    private final List<Measured> sets = new ArrayList<>();

    /** The figures of a set of graphs, and whether their nodes are drawn. */
    private record Measured(boolean drawn, Map<String, Double> figures) {
        double of(String name) {
            return figures.get(name);
        }
    }

    private NearGraphs(String set) {
        this.set = set;
    }

    /** @param moves edges of the same graphs, moved */
    public static NearGraphs of(GenerationGrid grid, EdgeRewiring moves, String set) {
        NearGraphs all = new NearGraphs(set);
        for (int i = 0; i < EdgeRewiring.SHARES.length; i++) {
            int at = i;
            all.add(false, name -> moves.curve(name)[at]);
        }
        for (MakerScores scores : grid.published(set).measured())
            for (int i = 0; i < scores.seeds().length; i++) {
                int at = i;
                all.add(DRAWN.contains(scores.maker().name()), name -> scores.of(name)[at]);
            }
        GraphCollection graphs = grid.published(set).study().part();
        for (long seed : grid.bench().seeds()) {
            List<GraphComparison> compared = resampled(graphs, seed);
            all.add(true, name -> compared.stream()
                    .mapToDouble(c -> name.equals(MakerScores.DEGREES) ? c.degreeCosine() : c.difference(name))
                    .average()
                    .orElseThrow());
        }
        return all;
    }

    private void add(boolean drawn, ToDoubleFunction<String> figure) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String name : figures()) figures.put(name, figure.applyAsDouble(name));
        sets.add(new Measured(drawn, figures));
    }

    private static List<GraphComparison> resampled(GraphCollection graphs, long seed) {
        RandomStream coins = Streams.seed(seed).stream("resampled");
        List<GraphComparison> compared = new ArrayList<>();
        for (int g = 0; g < graphs.size(); g++) {
            Graph original = graphs.graphs().get(g);
            compared.add(GraphComparison.of(original, ReferenceGraphs.resampled(original, coins.fork(g))));
        }
        return compared;
    }

    private static List<String> figures() {
        List<String> all = new ArrayList<>(GenerationTables.STATISTICS);
        all.add(MakerScores.DEGREES);
        return all;
    }

    /** How far a figure is from that of a copy. */
    private static double gap(String name, double value) {
        return name.equals(MakerScores.DEGREES) ? 1 - value : value;
    }

    /** What a printed row says: Table 1, and the cosine of degrees where Table 2 has it. */
    private Map<String, Double> printed(PrintedScores.Row row) {
        Map<String, Double> all = new LinkedHashMap<>(
                PrintedScores.of("dpggan-table1", set).values().get(row));
        Map<String, Double> used =
                PrintedScores.of("dpggan-table2", set).values().get(row);
        if (used != null) all.put(MakerScores.DEGREES, used.get("degree_distribution_cosine"));
        return all;
    }

    private List<Measured> near(Map<String, Double> printed) {
        return sets.stream()
                .filter(s -> NEAR.stream().allMatch(name -> s.of(name) <= SLACK * printed.get(name)))
                .toList();
    }

    /** The largest gap of a figure among near sets; the copy is always one of them. */
    private static double furthest(List<Measured> near, String name) {
        return near.stream().mapToDouble(s -> gap(name, s.of(name))).max().orElseThrow();
    }

    /** The figures of a printed row that no near set has. */
    List<String> contradictions(PrintedScores.Row row) {
        Map<String, Double> printed = printed(row);
        List<Measured> near = near(printed);
        return List.of("TC", MakerScores.DEGREES).stream()
                .filter(printed::containsKey)
                .filter(name -> gap(name, printed.get(name)) > SLACK * furthest(near, name))
                .toList();
    }

    /** How many of the printed rows contradict themselves. */
    public int contradictions() {
        return (int)
                rows().stream().filter(row -> !contradictions(row).isEmpty()).count();
    }

    /** The least difference in any set whose nodes are drawn. */
    private double nearestDrawn(String name) {
        return sets.stream()
                .filter(Measured::drawn)
                .mapToDouble(s -> s.of(name))
                .min()
                .orElseThrow();
    }

    /** The figures of a printed row that no set whose nodes are drawn comes near; none of a method that does not draw them. */
    List<String> beyondDrawn(PrintedScores.Row row) {
        if (!DRAWN.contains(row.method())) return List.of();
        Map<String, Double> printed = printed(row);
        return NEAR.stream()
                .filter(name -> nearestDrawn(name) > SLACK * printed.get(name))
                .toList();
    }

    /** How many of the printed rows no set whose nodes are drawn comes near. */
    public int beyondDrawn() {
        return (int) rows().stream().filter(row -> !beyondDrawn(row).isEmpty()).count();
    }

    public List<PrintedScores.Row> rows() {
        return PrintedScores.of("dpggan-table1", set).generated();
    }

    public Table table() {
        Table table = Table.columns(
                        "method",
                        "epsilon",
                        "near sets",
                        "TC: printed",
                        "near sets: at most",
                        "degree cosine: printed",
                        "near sets: at least",
                        "contradicted by")
                .title("printed rows of " + set + " beside graphs as near in CPL, GINI and REDE");
        for (PrintedScores.Row row : rows()) {
            Map<String, Double> printed = printed(row);
            List<Measured> near = near(printed);
            Double cosine = printed.get(MakerScores.DEGREES);
            table.row(
                    row.method(),
                    row.claimed(),
                    near.size(),
                    printed.get("TC"),
                    text("%.1f", furthest(near, "TC")),
                    cosine == null ? "" : text("%.3f", cosine),
                    text("%.3f", 1 - furthest(near, MakerScores.DEGREES)),
                    String.join(", ", contradictions(row)));
        }
        return table.note(String.format(
                Locale.ROOT,
                "Of %d sets of graphs: edges moved, random graphs, and every generator and seed on these graphs.",
                sets.size()));
    }

    /** The printed rows of methods that draw their nodes, beside the nearest graphs that are drawn so. */
    public Table drawn() {
        List<String> heads = new ArrayList<>(List.of("method", "epsilon"));
        for (String name : NEAR) heads.addAll(List.of(name + ": printed", name + ": drawn"));
        heads.add("contradicted by");
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("printed rows of " + set + " and the nearest graphs with drawn nodes");
        for (PrintedScores.Row row : rows()) {
            if (!DRAWN.contains(row.method())) continue;
            Map<String, Double> printed = printed(row);
            List<Object> cells = new ArrayList<>(List.of(row.method(), row.claimed()));
            for (String name : NEAR) {
                cells.add(printed.get(name));
                cells.add(text("%.4f", nearestDrawn(name)));
            }
            cells.add(String.join(", ", beyondDrawn(row)));
            table.row(cells.toArray());
        }
        return table.note(String.format(
                Locale.ROOT,
                "The least of %d sets, for each figure on its own: resampled nodes, random graphs, and all generators that draw nodes.",
                sets.stream().filter(Measured::drawn).count()));
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
