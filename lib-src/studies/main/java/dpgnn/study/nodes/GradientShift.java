package dpgnn.study.nodes;

import dpgnn.base.Check;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;

/**
 * Runs the experiment that motivates HeterPoisson (Xiang, Wang and Wang 2024, figure 1): how far the gradient of a whole
 * graph's mean loss moves when one node with many out-edges joins. It uses a random graph with Gaussian features and uniform
 * labels, a random network by the formulas of appendix A.1, and a node without in-edges.
 *
 * @param nodes of the graph before the node joins
 * @param width of the features
 * @param probability of each edge
 */
public record GradientShift(int nodes, int width, int classes, double probability) {
    public GradientShift {
        Check.atLeast("nodes", nodes, 2);
        Check.atLeast("width", width, 1);
        Check.atLeast("classes", classes, 2);
        Check.closed("probability", probability, 0, 1);
    }

    /** 100 nodes and 10 classes as in the paper; features of width 128 and an edge probability of 0.1, which it leaves open. */
    public static GradientShift standard() {
        return new GradientShift(100, 128, 10, 0.1);
    }

    /**
     * The Euclidean distance of the two gradients.
     *
     * @param model GCN, GIN or SAGE
     * @param share how many of the nodes the new one has an edge to
     */
    public double of(String model, double share, long seed) {
        Check.closed("share", share, 0, 1);
        RandomStream coins = Streams.seed(seed).stream("gradient shift");
        RandomStream numbers = coins.fork("features");
        float[] values = new float[Math.multiplyExact(nodes + 1, width)];
        for (int i = 0; i < values.length; i++) values[i] = (float) numbers.nextGaussian();
        int[] labels = new int[nodes + 1];
        for (int v = 0; v <= nodes; v++) labels[v] = numbers.nextInt(classes);
        Network network = HeterPoissonStudy.model(model, "plain").network(width, classes);
        Parameters parameters = network.initial(coins.fork("init"));
        ExampleGradients gradients = ExampleGradients.of(
                network, DenseFeatures.of(nodes + 1, width, values), Labels.single(classes, labels));
        Graph graph = SyntheticGraphs.erdosRenyi(nodes, probability, seed);
        int[] reached = reached((int) Math.round(share * nodes), coins.fork("edges"));
        float[] before = gradient(gradients, parameters, batch(graph, null));
        float[] after = gradient(gradients, parameters, batch(graph, reached));
        double sum = 0;
        for (int i = 0; i < before.length; i++)
            sum += ((double) after[i] - before[i]) * ((double) after[i] - before[i]);
        return Math.sqrt(sum);
    }

    private static float[] gradient(ExampleGradients gradients, Parameters parameters, Batch batch) {
        float[] into = new float[gradients.network().size()];
        gradients.clippedSum(parameters, batch, new double[] {Double.POSITIVE_INFINITY}, null, into);
        return into;
    }

    /** So many distinct nodes. */
    private int[] reached(int count, RandomStream coins) {
        int[] all = new int[nodes];
        for (int v = 0; v < nodes; v++) all[v] = v;
        for (int k = 0; k < count; k++) {
            int other = k + coins.nextInt(nodes - k);
            int held = all[k];
            all[k] = all[other];
            all[other] = held;
        }
        return java.util.Arrays.copyOf(all, count);
    }

    /** The graph as one example whose loss is the mean over all nodes; with the node that joins where its edges are given. */
    private Batch batch(Graph graph, int[] edges) {
        boolean[] reads = new boolean[nodes];
        if (edges != null) for (int v : edges) reads[v] = true;
        Batch batch = new Batch();
        batch.beginExample();
        for (int v = 0; v < nodes; v++) {
            batch.addRow(v);
            for (int k = 0; k < graph.inDegree(v); k++) batch.addSource(graph.inNeighbour(v, k));
            if (reads[v]) batch.addSource(nodes);
        }
        if (edges != null) batch.addRow(nodes);
        int rows = batch.rows();
        for (int r = 0; r < rows; r++) batch.addTarget(r);
        return batch;
    }
}
