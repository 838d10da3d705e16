package dpgnn.mpc;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A small graph of communities whose words tell the community, as citation networks do. */
public final class Sample {
    private Sample() {}

    /** What a party sees in each epoch. */
    static <T> List<T> seen(
            String name, PpgnnSettings settings, VerticalData data, Function<VerticalGnn.View, T> what) {
        List<T> seen = new ArrayList<>();
        VerticalGnn.of(settings)
                .watch((party, epoch, view) -> {
                    if (party.equals(name)) seen.add(what.apply(view));
                })
                .train(data, Streams.seed(3));
        return seen;
    }

    public static Dataset citations(int nodes, int words, int classes, long seed) {
        RandomStream stream = Streams.seed(seed).stream("sample");
        int[] label = new int[nodes];
        for (int v = 0; v < nodes; v++) label[v] = v % classes;
        int edges = 2 * nodes;
        int[] from = new int[edges];
        int[] to = new int[edges];
        for (int e = 0; e < edges; e++) {
            from[e] = stream.nextInt(nodes);
            to[e] = stream.nextInt(nodes);
            if (stream.nextDouble() < 0.8) to[e] = to[e] - label[to[e]] + label[from[e]];
            to[e] = Math.min(to[e], nodes - 1);
        }
        int[] start = new int[nodes + 1];
        int[] columns = new int[nodes * words];
        int count = 0;
        for (int v = 0; v < nodes; v++) {
            for (int w = 0; w < words; w++)
                if (stream.nextDouble() < (w % classes == label[v] ? 18.0 : 6.0) / words) columns[count++] = w;
            start[v + 1] = count;
        }
        float[] ones = new float[count];
        java.util.Arrays.fill(ones, 1);
        return new Dataset(
                Graph.undirected(nodes, from, to),
                SparseFeatures.of(words, start, java.util.Arrays.copyOf(columns, count), ones),
                Labels.single(classes, label),
                new Dataset.Provenance("sample", List.of(), true, List.of()));
    }

    public static VerticalData split(Dataset data, long seed, double... proportions) {
        int n = data.nodes();
        return VerticalData.of(
                data,
                proportions,
                IntStream.range(0, n / 5).toArray(),
                IntStream.range(n / 5, n / 2).toArray(),
                IntStream.range(n / 2, n).toArray(),
                Streams.seed(seed).stream("partition"));
    }

    static double[] even(int holders) {
        double[] equal = new double[holders];
        java.util.Arrays.fill(equal, 1);
        return equal;
    }

    /** The same data with other features: entry by entry, what a function makes of column and value. */
    static VerticalData map(VerticalData data, int holder, java.util.function.DoubleUnaryOperator change) {
        List<HolderData> all = new java.util.ArrayList<>(data.holders());
        SparseMatrix x = all.get(holder).features();
        int[] start = IntStream.rangeClosed(0, x.rows()).map(x::start).toArray();
        int[] columns = IntStream.range(0, x.nonZeros()).map(x::column).toArray();
        double[] values = IntStream.range(0, x.nonZeros())
                .mapToDouble(x::value)
                .map(change)
                .toArray();
        all.set(
                holder,
                new HolderData(
                        SparseMatrix.of(x.columns(), start, columns, values),
                        all.get(holder).edges(),
                        all.get(holder).supervision()));
        return new VerticalData(data.sizes(), all);
    }

    /** Binary words of which a node has few, as in real texts. */
    static Dataset sparse(int nodes, int words, double density, long seed) {
        Dataset base = citations(nodes, words, 3, 5);
        RandomStream stream = Streams.seed(seed).stream("sparse");
        int[] start = new int[nodes + 1];
        int[] columns = new int[nodes * words];
        int count = 0;
        for (int v = 0; v < nodes; v++) {
            for (int w = 0; w < words; w++)
                if (stream.nextDouble() < density * (w % 3 == v % 3 ? 2 : 0.5)) columns[count++] = w;
            start[v + 1] = count;
        }
        float[] ones = new float[count];
        java.util.Arrays.fill(ones, 1);
        return new Dataset(
                base.graph(),
                SparseFeatures.of(words, start, java.util.Arrays.copyOf(columns, count), ones),
                base.labels(),
                base.provenance());
    }

    public static Matrix random(int rows, int columns, RandomStream stream) {
        Matrix m = Matrix.of(rows, columns);
        for (int i = 0; i < m.values().length; i++) m.values()[i] = stream.nextGaussian();
        return m;
    }
}
