package dpgnn.study.generation;

import dpgnn.generate.measure.GraphComparison;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.report.figure.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures differences in rewired edges. A share of a graph's edges is moved to random pairs; the differences that this makes
 * grow with the share. A printed difference is thus that of a certain share; one that no share reaches is that of graphs
 * further from the original than random ones. Generators err in other ways too: {@link DenserGraphs} are a counter-example.
 */
public final class EdgeRewiring {
    static final double[] SHARES = {0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1};

    private final String set;
    private final GraphCollection graphs;
    private final Map<String, double[]> curves = new LinkedHashMap<>();

    private EdgeRewiring(String set, GraphCollection graphs) {
        this.set = set;
        this.graphs = graphs;
        for (String name : GenerationTables.STATISTICS) curves.put(name, new double[SHARES.length]);
        curves.put(MakerScores.DEGREES, new double[SHARES.length]);
    }

    /** @param set whose printed rows are read, DBLP or IMDB */
    public static EdgeRewiring of(String set, GraphCollection graphs, long seed) {
        EdgeRewiring all = new EdgeRewiring(set, graphs);
        for (int i = 0; i < SHARES.length; i++)
            for (int g = 0; g < graphs.size(); g++) {
                Graph original = graphs.graphs().get(g);
                RandomStream coins =
                        Streams.seed(seed).stream("rewiring").fork(i).fork(g);
                Graph moved = rewired(original, SHARES[i], coins);
                GraphComparison compared = GraphComparison.of(original, moved);
                for (String name : GenerationTables.STATISTICS)
                    all.curves.get(name)[i] += compared.difference(name) / graphs.size();
                all.curves.get(MakerScores.DEGREES)[i] += compared.degreeCosine() / graphs.size();
            }
        return all;
    }

    /** Every edge moves with this probability to a random pair that is free; the number of edges stays. */
    static Graph rewired(Graph graph, double share, RandomStream coins) {
        return ScoredPairs.largest(graph.nodes(), graph.edges(), (u, v) -> {
            double score = coins.nextDouble();
            return graph.hasEdge(u, v) && coins.nextDouble() >= share ? 2 : score;
        });
    }

    /** The mean over graphs at every share. */
    double[] curve(String figure) {
        return curves.get(figure).clone();
    }

    /** The share of moved edges that makes this mean; infinite where none does. */
    double share(String figure, double value) {
        double[] curve = curves.get(figure);
        double sign = figure.equals(MakerScores.DEGREES) ? -1 : 1;
        if (sign * value <= sign * curve[0]) return 0;
        for (int i = 1; i < curve.length; i++)
            if (sign * curve[i] >= sign * value)
                return SHARES[i - 1] + (SHARES[i] - SHARES[i - 1]) * (value - curve[i - 1]) / (curve[i] - curve[i - 1]);
        return Double.POSITIVE_INFINITY;
    }

    /** The shares that one printed row names, by figure: those of Table 1, and the cosine of degrees where Table 2 has it. */
    Map<String, Double> shares(PrintedScores.Row row) {
        Map<String, Double> all = new LinkedHashMap<>();
        PrintedScores first = PrintedScores.of("dpggan-table1", set), second = PrintedScores.of("dpggan-table2", set);
        for (String name : GenerationTables.STATISTICS)
            all.put(name, share(name, first.values().get(row).get(name)));
        if (second.values().containsKey(row))
            all.put(
                    MakerScores.DEGREES,
                    share(MakerScores.DEGREES, second.values().get(row).get("degree_distribution_cosine")));
        return all;
    }

    public Table table() {
        List<String> heads = new ArrayList<>(List.of("printed row"));
        heads.addAll(curves.keySet());
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("printed differences of " + set + " as the share of edges that would have to be moved");
        for (PrintedScores.Row row : PrintedScores.of("dpggan-table1", set).generated()) {
            List<Object> cells = new ArrayList<>(List.of(row));
            Map<String, Double> found = shares(row);
            for (String figure : curves.keySet()) cells.add(found.containsKey(figure) ? text(found.get(figure)) : "");
            table.row(cells.toArray());
        }
        return table.note(GenerationTables.note(GraphCollections.data(graphs, graphs)) + "; seed 1")
                .note("beyond: further from the original than graphs of as many edges put at random.");
    }

    private static String text(double share) {
        if (Double.isInfinite(share)) return "beyond";
        return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    /** A figure over the share of moved edges, with the printed numbers as lines. */
    public Figure figure(String statistic) {
        PrintedScores printed = PrintedScores.of("dpggan-table1", set);
        Figure figure = Figure.of(set + ", " + statistic)
                .x("share of edges moved")
                .y("mean absolute difference")
                .curve("moved at random", SHARES, curve(statistic));
        for (String method : List.of("GVAE", "GGAN"))
            figure.horizontal(printed.row(method, "").get(statistic), method);
        return figure;
    }
}
