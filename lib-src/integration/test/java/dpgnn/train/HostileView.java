package dpgnn.train;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A small graph, in which one row may be hostile: it overflows in every product, or vanishes in it. */
final class HostileView {
    private static final int NODES = 24;
    static final int WIDTH = 6;
    static final int CLASSES = 3;
    /** The node whose row is hostile: a root, and a hub, so that it stands in many examples. */
    static final int NODE = 3;

    /** What a row holds in its columns. */
    private static final List<IntFunction<Float>> KINDS = List.of(
            column -> Float.MAX_VALUE,
            column -> -Float.MAX_VALUE,
            column -> column % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE,
            column -> column % 2 == 0 ? Float.MAX_VALUE : Float.MIN_VALUE,
            column -> Float.MIN_VALUE,
            column -> 0f);

    private HostileView() {}

    private static Graph graph() {
        List<int[]> edges = new ArrayList<>();
        for (int v = 0; v < NODES; v++) edges.add(new int[] {v, (v + 1) % NODES});
        for (int v = 6; v < NODES; v += 2) edges.add(new int[] {NODE, v});
        return Graph.undirected(
                NODES,
                edges.stream().mapToInt(e -> e[0]).toArray(),
                edges.stream().mapToInt(e -> e[1]).toArray());
    }

    static TrainingView ordinary(boolean sparse) {
        RandomStream coins = Streams.seed(2).stream("features");
        float[] values = new float[NODES * WIDTH];
        int[] columns = new int[values.length];
        int[] start = new int[NODES + 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) coins.nextGaussian();
            columns[i] = i % WIDTH;
            start[i / WIDTH + 1] = i + 1;
        }
        int[] labels = IntStream.range(0, NODES).map(v -> v % CLASSES).toArray();
        int[] roots =
                IntStream.range(0, NODES).filter(v -> v % 3 != 2 || v == NODE).toArray();
        Features features =
                sparse ? SparseFeatures.of(WIDTH, start, columns, values) : DenseFeatures.of(NODES, WIDTH, values);
        return new Dataset(
                        graph(),
                        features,
                        Labels.single(CLASSES, labels),
                        new Dataset.Provenance("hostile", List.of(), true, List.of()))
                .transductive(Split.of(NODES, roots, new int[0], new int[0]));
    }

    static TrainingView with(int kind, TrainingView view) {
        float[] row = new float[WIDTH];
        for (int c = 0; c < WIDTH; c++) row[c] = KINDS.get(kind % KINDS.size()).apply(c);
        return view.withFeatures(NODE, row);
    }
}
