package dpgnn.generate.measure;

import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Vectors of nodes from uniform random walks by skip-gram with five negative samples (node2vec with p = q = 1, DeepWalk).
 *
 * @param frequent the share of all visits above which a node is frequent: it is left out of walks, the more often the more frequent
 *     it is (Mikolov et al. 2013); 0 leaves out none
 */
record NodeVectors(int dimension, int length, int walks, int window, double frequent) {
    private static final int NEGATIVES = 5;
    private static final double RATE = 0.025;

    public Matrix learn(Graph graph, RandomStream coins) {
        int n = graph.nodes();
        Matrix in = Matrix.of(n, dimension);
        for (int i = 0; i < in.values().length; i++) in.values()[i] = (coins.nextDouble() - 0.5) / dimension;
        Matrix out = Matrix.of(n, dimension);
        int[] noise = noiseTable(graph);
        if (noise.length == 0) return in;
        long[] done = {0};
        // One after the other: the coins of a walk are drawn after those of the lessons from the last one.
        Stream<int[]> each = IntStream.range(0, walks).boxed().flatMap(w -> Arrays.stream(
                        SharedDraws.permutation(n, coins))
                .mapToObj(root -> walk(graph, root, coins)));
        if (frequent > 0) each = thinned(each.toList(), n, coins);
        each.forEachOrdered(walk -> {
            double rate = Math.max(1e-4, RATE * (1 - (double) done[0]++ / ((long) walks * n)));
            for (int c = 0; c < walk.length; c++) {
                int reach = 1 + coins.nextInt(window);
                for (int o = Math.max(0, c - reach); o < Math.min(walk.length, c + reach + 1); o++)
                    if (o != c) pair(in, out, walk[c], walk[o], noise, rate, coins);
            }
        });
        return in;
    }

    private int[] walk(Graph graph, int root, RandomStream coins) {
        int[] walk = new int[length];
        walk[0] = root;
        for (int i = 1; i < length; i++) {
            int degree = graph.inDegree(walk[i - 1]);
            if (degree == 0) return Arrays.copyOf(walk, i);
            walk[i] = graph.inNeighbour(walk[i - 1], coins.nextInt(degree));
        }
        return walk;
    }

    private Stream<int[]> thinned(List<int[]> all, int nodes, RandomStream coins) {
        long[] visits = new long[nodes];
        for (int[] walk : all) for (int v : walk) visits[v]++;
        double few = frequent * LongStream.of(visits).sum();
        return all.stream().map(walk -> Arrays.stream(walk)
                .filter(v -> coins.nextDouble() < Math.sqrt(few / visits[v]) + few / visits[v])
                .toArray());
    }

    private void pair(Matrix in, Matrix out, int centre, int context, int[] noise, double rate, RandomStream coins) {
        double[] change = new double[dimension];
        int a = centre * dimension;
        for (int s = 0; s <= NEGATIVES; s++) {
            int target = s == 0 ? context : noise[coins.nextInt(noise.length)];
            if (s > 0 && target == context) continue;
            int b = target * dimension;
            double dot = 0;
            for (int k = 0; k < dimension; k++) dot += in.values()[a + k] * out.values()[b + k];
            double step = rate * ((s == 0 ? 1 : 0) - Discriminator.sigmoid(dot));
            Matrix.axpy(step, out.values(), b, change, 0, dimension);
            Matrix.axpy(step, in.values(), a, out.values(), b, dimension);
        }
        Matrix.axpy(1, change, 0, in.values(), a, dimension);
    }

    /** Nodes by their degree to the power 3/4 (Mikolov et al. 2013). */
    private static int[] noiseTable(Graph graph) {
        int size = 0;
        int[] share = new int[graph.nodes()];
        for (int v = 0; v < share.length; v++)
            size += share[v] = (int) Math.ceil(8 * Math.pow(graph.inDegree(v), 0.75));
        int[] table = new int[size];
        int at = 0;
        for (int v = 0; v < share.length; v++) for (int k = 0; k < share[v]; k++) table[at++] = v;
        return table;
    }
}
