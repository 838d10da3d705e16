package dpgnn.audit;

import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.PerExample;
import dpgnn.sampling.Batch;
import java.util.Arrays;

/**
 * What clipping every document's own gradient bounds in a graph network: equation (5) of Igamberdiev and Habernal (2022) sums
 * the gradients of the documents' losses, each clipped to C, and takes C for what one document can change. But a document is
 * read by its neighbours. Without it the losses of others change too: of those within as many hops as the network has
 * layers, and, where degrees are in the weights, of those one hop further out.
 *
 * <p>This is measured, not estimated: both sums are formed, with the same weights and no dropout. It is a counter-example to
 * the claimed bound, and no guarantee of any other.
 */
public final class DocumentClip {
    private final Network network;
    private final Parameters parameters;
    private final TrainingView view;
    private final double clip;

    private DocumentClip(Network network, Parameters parameters, TrainingView view, double clip) {
        if (!(clip > 0) || Double.isInfinite(clip))
            throw new IllegalArgumentException("clip must be positive and finite, was " + clip);
        this.network = network;
        this.parameters = parameters;
        this.view = view;
        this.clip = clip;
    }

    /** With these weights, every document's gradient clipped to this norm. */
    public static DocumentClip of(Network network, Parameters parameters, TrainingView view, double clip) {
        return new DocumentClip(network, parameters, view, clip);
    }

    /**
     * One document leaves.
     *
     * @param readers how many other training documents' gradients change
     * @param distance how far apart the two sums of clipped gradients are
     * @param claimed what the equation takes for the most: C
     */
    public record Gap(int document, int readers, double distance, double claimed) {
        /** How many times the claimed bound. */
        public double times() {
            return distance / claimed;
        }
    }

    /** Takes one document out and compares the sums. Only documents that can read it are computed: all others cancel. */
    public Gap without(int document) {
        TrainingView less = view.without(document);
        PerExample before = PerExample.of(network, view.features(), view.labels());
        PerExample after = PerExample.of(network, less.features(), less.labels());
        int[] near = ball(view.graph(), document, network.hops() + 1);
        double[] difference = new double[network.size()];
        float[] first = new float[network.size()];
        float[] second = new float[network.size()];
        int readers = 0;
        for (int v : near) {
            if (!view.participants().isRoot(v)) continue;
            gradient(before, view.graph(), v, first);
            if (v == document) Arrays.fill(second, 0);
            else gradient(after, less.graph(), v, second);
            if (v != document && !Arrays.equals(first, second)) readers++;
            for (int i = 0; i < difference.length; i++) difference[i] += (double) first[i] - second[i];
        }
        double squares = 0;
        for (double d : difference) squares += d * d;
        return new Gap(document, readers, Math.sqrt(squares), clip);
    }

    private void gradient(PerExample of, Graph graph, int document, float[] into) {
        of.clippedSum(parameters, around(graph, document), new double[] {clip}, null, into);
    }

    /** The document as the only target among all that it reads, and one hop more, so that every degree that counts is whole. */
    private Batch around(Graph graph, int document) {
        int[] nodes = ball(graph, document, network.hops() + 1);
        Batch batch = new Batch();
        batch.beginExample();
        for (int v : nodes) {
            batch.addRow(v);
            for (int k = 0; k < graph.inDegree(v); k++) {
                int row = Arrays.binarySearch(nodes, graph.inNeighbour(v, k));
                if (row >= 0) batch.addSource(row);
            }
        }
        batch.addTarget(Arrays.binarySearch(nodes, document));
        return batch;
    }

    /** The nodes within so many hops, ascending. */
    private static int[] ball(Graph graph, int centre, int radius) {
        java.util.TreeSet<Integer> found = new java.util.TreeSet<>(java.util.List.of(centre));
        java.util.List<Integer> rim = java.util.List.of(centre);
        for (int step = 0; step < radius; step++) {
            java.util.List<Integer> next = new java.util.ArrayList<>();
            for (int v : rim) {
                for (int k = 0; k < graph.inDegree(v); k++)
                    if (found.add(graph.inNeighbour(v, k))) next.add(graph.inNeighbour(v, k));
                for (int k = 0; k < graph.outDegree(v); k++)
                    if (found.add(graph.outNeighbour(v, k))) next.add(graph.outNeighbour(v, k));
            }
            rim = next;
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }
}
