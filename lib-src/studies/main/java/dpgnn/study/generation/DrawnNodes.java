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
 * Holds printed rows against graphs whose nodes are drawn. A decoder of codes from the prior draws its nodes one by one. Of such a
 * method's row this names the figures among CPL, GINI and REDE that are less than half of what they are in any set of ours whose
 * nodes are drawn, of resampled nodes ({@link ReferenceGraphs#resampled}) among others, for which the graph is known by heart. That
 * is a yardstick and no theorem; a row that is beyond it may be of graphs that were made otherwise.
 */
public final class DrawnNodes {
    private static final double SLACK = 2;
    private static final List<String> NEAR = List.of("CPL", "GINI", "REDE");

    /** Methods whose nodes are drawn independently of one another. */
    private static final Set<String> DRAWN = Set.of("GVAE", "GGAN", "DPGVAE", "DPGGAN", "Erdős–Rényi");

    private final String set;
    private final List<Map<String, Double>> sets = new ArrayList<>();

    private DrawnNodes(String set) {
        this.set = set;
    }

    public static DrawnNodes of(GenerationGrid grid, String set) {
        DrawnNodes all = new DrawnNodes(set);
        for (MakerScores scores : grid.published(set).measured()) {
            if (!DRAWN.contains(scores.maker().name())) continue;
            for (int i = 0; i < scores.seeds().length; i++) {
                int at = i;
                all.add(name -> scores.of(name)[at]);
            }
        }
        GraphCollection graphs = grid.published(set).study().part();
        for (long seed : grid.bench().seeds()) {
            List<GraphComparison> compared = resampled(graphs, seed);
            all.add(name -> compared.stream()
                    .mapToDouble(c -> c.difference(name))
                    .average()
                    .orElseThrow());
        }
        return all;
    }

    private void add(ToDoubleFunction<String> figure) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String name : NEAR) figures.put(name, figure.applyAsDouble(name));
        sets.add(figures);
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

    private Map<String, Double> printed(PrintedScores.Row row) {
        return PrintedScores.of("dpggan-table1", set).values().get(row);
    }

    /** The least difference in any set whose nodes are drawn. */
    private double nearestDrawn(String name) {
        return sets.stream().mapToDouble(s -> s.get(name)).min().orElseThrow();
    }

    /** The figures of a printed row that are less than half of those of any drawn set; none of a method that does not draw them. */
    List<String> beyondDrawn(PrintedScores.Row row) {
        if (!DRAWN.contains(row.method())) return List.of();
        Map<String, Double> printed = printed(row);
        return NEAR.stream()
                .filter(name -> nearestDrawn(name) > SLACK * printed.get(name))
                .toList();
    }

    /** How many of the printed rows have such figures. */
    public int beyondDrawn() {
        return (int) rows().stream().filter(row -> !beyondDrawn(row).isEmpty()).count();
    }

    public List<PrintedScores.Row> rows() {
        return PrintedScores.of("dpggan-table1", set).generated();
    }

    /** The printed rows of methods that draw their nodes, beside the nearest graphs that are drawn so. */
    public Table drawn() {
        List<String> heads = new ArrayList<>(List.of("method", "epsilon"));
        for (String name : NEAR) heads.addAll(List.of(name + ": printed", name + ": drawn"));
        heads.add("less than half of drawn");
        Table table = Table.columns(heads.toArray(String[]::new))
                .title("published rows of " + set + " and the nearest graphs with drawn nodes");
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
                sets.size()));
    }

    private static String text(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
