package dpgnn.generate;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.random.Streams;
import dpgnn.report.PaperTable;
import dpgnn.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Figure 3 of Yang et al. (2021): attacks on what generators release when they have seen four fifths of the links. Areas under
 * the ROC curve, averaged over graphs, one per repetition.
 */
public final class LinkStudy {
    /** The released graph is the visible one itself. */
    public static final String ORIGINAL = "Original";

    private record Release(String label, String epsilon, double claimed, double provable) {}

    private final Map<Release, Map<String, double[]>> areas = new LinkedHashMap<>();
    private final int repeats;
    private final long seed;

    private LinkStudy(int repeats, long seed) {
        this.repeats = repeats;
        this.seed = seed;
    }

    /** Graphs on which the question makes sense: at least so many edges, and as many pairs that are none. */
    public static GraphCollection eligible(GraphCollection all, int count, int maxNodes, int minEdges) {
        int[] chosen = IntStream.range(0, all.size())
                .filter(i -> {
                    Graph g = all.graphs().get(i);
                    long free = g.nodes() * (g.nodes() - 1L) / 2 - g.edges();
                    return g.edges() >= minEdges && free >= g.edges();
                })
                .toArray();
        GraphCollection fitting = new GraphCollection(
                IntStream.of(chosen).mapToObj(all.graphs()::get).toList(),
                IntStream.of(chosen).map(i -> all.labels()[i]).toArray(),
                all.classes(),
                List.of(),
                all.provenance());
        return GraphCollections.spread(fitting, count, maxNodes);
    }

    /** @param hidden share of the edges that nobody but the judge sees */
    public static LinkStudy run(
            List<Graph> graphs,
            List<GraphMaker> makers,
            List<LinkPrediction> attacks,
            double hidden,
            int repeats,
            long seed) {
        Checks.atLeast("repeats", repeats, 1);
        LinkStudy study = new LinkStudy(repeats, seed);
        List<HiddenLinks> links = new ArrayList<>();
        for (int r = 0; r < repeats; r++)
            for (int g = 0; g < graphs.size(); g++)
                links.add(HiddenLinks.of(graphs.get(g), hidden, study.streams(r, g).stream("hidden")));
        study.attack(
                new Release(ORIGINAL, "", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY),
                graphs.size(),
                links,
                attacks,
                null);
        for (GraphMaker maker : makers) study.attack(null, graphs.size(), links, attacks, maker);
        return study;
    }

    private Streams streams(int repeat, int graph) {
        return Streams.seed((seed + repeat) * 1_000_003 + graph);
    }

    private void attack(
            Release release, int graphs, List<HiddenLinks> links, List<LinkPrediction> attacks, GraphMaker maker) {
        double[][] sums = new double[attacks.size()][repeats];
        double[][] found = new double[links.size()][];
        double[] provable = new double[links.size()];
        double[] claimed = new double[links.size()];
        IntStream.range(0, links.size()).parallel().forEach(job -> {
            Streams streams = streams(job / graphs, job % graphs);
            HiddenLinks asked = links.get(job);
            GraphPublisher.Published made = maker == null ? null : maker.make(asked.visible(), streams);
            found[job] = attacks.stream()
                    .mapToDouble(a -> made == null
                            ? a.named(asked.visible(), asked, streams)
                            : maker.named()
                                    ? a.named(made.graph(), asked, streams)
                                    : a.aligned(made.graph(), asked, streams))
                    .toArray();
            if (made != null) {
                provable[job] = made.provable().epsilon();
                claimed[job] = made.claimed().epsilon();
            }
        });
        for (int job = 0; job < found.length; job++)
            for (int a = 0; a < attacks.size(); a++) sums[a][job / graphs] += found[job][a] / graphs;
        Map<String, double[]> byAttack = new LinkedHashMap<>();
        for (int a = 0; a < attacks.size(); a++) byAttack.put(attacks.get(a).name(), sums[a]);
        Release row = release != null
                ? release
                : new Release(
                        maker.label(),
                        maker.epsilon(),
                        java.util.Arrays.stream(claimed).max().orElse(0),
                        java.util.Arrays.stream(provable).max().orElse(0));
        areas.put(row, byAttack);
    }

    /** Areas of one method and one attack, one per repetition. */
    public double[] perRepeat(String label, String attack) {
        return areas.entrySet().stream()
                .filter(e -> e.getKey().label().equals(label))
                .map(e -> e.getValue().get(attack))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown method \"" + label + "\"; there are "
                        + areas.keySet().stream().map(Release::label).toList()))
                .clone();
    }

    public double mean(String label, String attack) {
        return java.util.Arrays.stream(perRepeat(label, attack)).average().orElseThrow();
    }

    public Table table(String title, PaperTable.Data data) {
        List<String> columns = new ArrayList<>(List.of("released graph", "epsilon claimed", "epsilon provable"));
        columns.addAll(areas.values().iterator().next().keySet());
        Table table = Table.columns(columns.toArray(String[]::new)).title(title);
        areas.forEach((release, byAttack) -> {
            List<Object> cells = new ArrayList<>();
            cells.add(release.label());
            cells.add(release.epsilon().isEmpty() ? "none" : release.epsilon());
            cells.add(GenerationTables.epsilon(release.provable()));
            byAttack.values().forEach(v -> cells.add(GenerationTables.spread(v, 4)));
            table.row(cells.toArray());
        });
        return table.note(data.name() + ", hash " + data.hash()
                + (data.standIn().isEmpty() ? "" : "; stand-in: " + data.standIn()) + "; seeds " + seed + " to "
                + (seed + repeats - 1) + "; mean ± deviation over repetitions of means over graphs.");
    }
}
