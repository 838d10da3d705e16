package dpgnn.generate.net;

import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;

/** Vectors of nodes from uniform random walks by skip-gram with five negative samples (node2vec with p = q = 1, DeepWalk). */
public record NodeVectors(int dimension, int length, int walks, int window) {
    private static final int NEGATIVES = 5;
    private static final double RATE = 0.025;

    public Matrix learn(Graph graph, RandomStream coins) {
        int n = graph.nodes();
        Matrix in = Matrix.of(n, dimension);
        for (int i = 0; i < in.values().length; i++) in.values()[i] = (coins.nextDouble() - 0.5) / dimension;
        Matrix out = Matrix.of(n, dimension);
        int[] noise = noiseTable(graph);
        if (noise.length == 0) return in;
        long total = (long) walks * n;
        long done = 0;
        int[] walk = new int[length];
        for (int w = 0; w < walks; w++)
            for (int root : SharedDraws.permutation(n, coins)) {
                double rate = Math.max(1e-4, RATE * (1 - (double) done++ / total));
                int size = walk(graph, root, walk, coins);
                for (int c = 0; c < size; c++) {
                    int reach = 1 + coins.nextInt(window);
                    for (int o = Math.max(0, c - reach); o < Math.min(size, c + reach + 1); o++)
                        if (o != c) pair(in, out, walk[c], walk[o], noise, rate, coins);
                }
            }
        return in;
    }

    private static int walk(Graph graph, int root, int[] walk, RandomStream coins) {
        walk[0] = root;
        for (int i = 1; i < walk.length; i++) {
            int degree = graph.inDegree(walk[i - 1]);
            if (degree == 0) return i;
            walk[i] = graph.inNeighbour(walk[i - 1], coins.nextInt(degree));
        }
        return walk.length;
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
