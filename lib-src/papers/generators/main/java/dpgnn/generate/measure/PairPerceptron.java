package dpgnn.generate.measure;

import dpgnn.generate.net.DenseLayer;
import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.NetParameter;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Three dense layers on two nodes' vectors side by side; learns edges against one and a half times as many absent pairs. */
final class PairPerceptron {
    private static final int WIDTH = 128;
    private static final int BATCH = 128;

    private final Matrix vectors;
    private final DenseLayer first;
    private final DenseLayer second;
    private final DenseLayer third;
    private final List<NetParameter> parameters = new ArrayList<>();

    private PairPerceptron(Matrix vectors, RandomStream coins) {
        this.vectors = vectors;
        first = new DenseLayer(2 * vectors.columns(), WIDTH, coins.fork("first"));
        second = new DenseLayer(WIDTH, WIDTH, coins.fork("second"));
        third = new DenseLayer(WIDTH, 1, coins.fork("third"));
        parameters.addAll(first.parameters());
        parameters.addAll(second.parameters());
        parameters.addAll(third.parameters());
    }

    /**
     * Learns a graph's edges.
     *
     * @param leftOut pairs that are not taught to be absent, such as those that it will be asked about: a small dense graph has few others
     * @param bothOrders whether pairs are turned at random, so that the order of their nodes says nothing
     * @param afterEpoch looks at what was learned so far
     */
    static PairPerceptron learn(
            Graph graph,
            int[][] leftOut,
            Matrix vectors,
            int epochs,
            boolean bothOrders,
            Consumer<PairPerceptron> afterEpoch,
            RandomStream coins) {
        PairPerceptron p = new PairPerceptron(vectors, coins.fork("init"));
        List<int[]> pairs = new ArrayList<>();
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++)
                if (graph.inNeighbour(v, i) < v) pairs.add(new int[] {graph.inNeighbour(v, i), v});
        int edges = pairs.size();
        long free = graph.nodes() * (graph.nodes() - 1L) / 2 - edges - leftOut.length;
        int absent = (int) Math.max(0, Math.min(free, Math.round(1.5 * edges)));
        pairs.addAll(List.of(HiddenLinks.absent(graph, absent, leftOut, coins.fork("absent"))));
        AdamSteps adam = AdamSteps.of(0.01);
        RandomStream order = coins.fork("order");
        for (int e = 0; e < epochs; e++) {
            int[] shuffled = SharedDraws.permutation(pairs.size(), order);
            for (int from = 0; from < shuffled.length; from += BATCH)
                p.step(
                        pairs,
                        edges,
                        shuffled,
                        from,
                        Math.min(shuffled.length, from + BATCH),
                        adam,
                        bothOrders ? order::nextBoolean : () -> true);
            afterEpoch.accept(p);
        }
        return p;
    }

    private void step(
            List<int[]> pairs, int edges, int[] order, int from, int to, AdamSteps adam, BooleanSupplier asIs) {
        int[][] chosen = new int[to - from][];
        for (int i = from; i < to; i++) {
            int[] pair = pairs.get(order[i]);
            chosen[i - from] = asIs.getAsBoolean() ? pair : new int[] {pair[1], pair[0]};
        }
        Matrix a = first.forward(input(chosen)).relu();
        Matrix b = second.forward(a).relu();
        Matrix d = third.forward(b);
        for (int i = 0; i < chosen.length; i++)
            d.values()[i] = (Discriminator.sigmoid(d.values()[i]) - (order[from + i] < edges ? 1 : 0)) / chosen.length;
        first.backward(second.backward(third.backward(d).where(b)).where(a));
        NetParameter.step(adam, parameters);
    }

    /** The mean of both orders' logits. */
    double[] scores(int[][] pairs) {
        int[][] turned = new int[pairs.length][];
        for (int i = 0; i < pairs.length; i++) turned[i] = new int[] {pairs[i][1], pairs[i][0]};
        double[] one = logits(pairs);
        double[] two = logits(turned);
        for (int i = 0; i < one.length; i++) one[i] = (one[i] + two[i]) / 2;
        return one;
    }

    /** Those of one order. */
    double[] logits(int[][] pairs) {
        return third.apply(second.apply(first.apply(input(pairs)).relu()).relu())
                .values();
    }

    private Matrix input(int[][] pairs) {
        int width = vectors.columns();
        Matrix x = Matrix.of(pairs.length, 2 * width);
        for (int i = 0; i < pairs.length; i++)
            for (int side = 0; side < 2; side++)
                System.arraycopy(vectors.values(), pairs[i][side] * width, x.values(), (2 * i + side) * width, width);
        return x;
    }
}
