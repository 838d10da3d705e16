package dpgnn.study.claims;

import dpgnn.audit.Coupling;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.Sampler;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Wrong ways to add noise and to compute clipped sums, each of which was seen in published code or is one slip away from it. They
 * are planted to learn whether an audit would notice; no training uses them.
 */
final class PlantedFaults {
    private PlantedFaults() {}

    /** Says that it adds its noise, and adds so large a part of it, to so large a part of the numbers. */
    record Weak(double share, double part) implements Noise {
        @Override
        public String name() {
            return "Gaussian";
        }

        @Override
        public Event event(Event gaussian, long dimension) {
            return gaussian;
        }

        @Override
        public void add(float[] sum, double deviation, double clip, RandomStream coins) {
            float[] first = Arrays.copyOf(sum, (int) (sum.length * part));
            GaussianNoise.standard().add(first, share * deviation, clip, coins);
            System.arraycopy(first, 0, sum, 0, first.length);
        }
    }

    /** Noise of which a share is there. */
    static Noise share(double of) {
        return new Weak(of, 1);
    }

    /** Noise on so many of the parameters only, as where biases are forgotten. */
    static Noise onPart(double part) {
        return new Weak(1, part);
    }

    /** The clip factor is found and not applied. */
    static void unclipped(
            TrainingView view, Network network, Parameters at, Batch batch, double[] thresholds, float[] into) {
        ExampleGradients.of(network, view.features(), view.labels())
                .clippedSum(at, batch, new double[] {Double.POSITIVE_INFINITY}, null, into);
    }

    /** The sum is divided by how many examples the batch has, not by how many are expected. */
    static Coupling.Sums meanOfBatch(Sampler sampler) {
        return (view, network, at, batch, thresholds, into) -> {
            double expected = sampler.expectedExamples(Sampler.Facts.of(view.participants()));
            ExampleGradients.of(network, view.features(), view.labels()).clippedSum(at, batch, thresholds, null, into);
            for (int i = 0; i < into.length; i++) into[i] *= (float) (expected / Math.max(1, batch.examples()));
        };
    }

    /** Features are standardised by the mean and deviation of all nodes, in every step. */
    static void standardised(
            TrainingView view, Network network, Parameters at, Batch batch, double[] thresholds, float[] into) {
        ExampleGradients.of(network, standardised(view.features()), view.labels())
                .clippedSum(at, batch, thresholds, null, into);
    }

    private static Features standardised(Features features) {
        int n = features.rows(), width = features.width();
        float[] all = new float[Math.multiplyExact(n, width)];
        for (int r = 0; r < n; r++) features.copyRow(r, all, r * width);
        for (int c = 0; c < width; c++) {
            double mean = 0, square = 0;
            for (int r = 0; r < n; r++) mean += all[r * width + c] / (double) n;
            for (int r = 0; r < n; r++) square += Math.pow(all[r * width + c] - mean, 2) / n;
            for (int r = 0; r < n; r++)
                all[r * width + c] = (float) ((all[r * width + c] - mean) / (Math.sqrt(square) + 1e-6));
        }
        return DenseFeatures.of(n, width, all);
    }

    /** A removed node leaves a row behind: every star gets a copy of its centre for each node that takes no part. */
    static void ghosts(Batch from, int example, Participants participants, Batch into) {
        int missing = (int) IntStream.range(0, participants.graph().nodes())
                .filter(v -> !participants.eligible(v))
                .count();
        int[] more = new int[missing];
        Arrays.fill(more, from.node(from.exampleStart(example)));
        MisdrawnSampler.copy(from, example, into, more);
    }

    /** Every example enters twice. */
    static void twice(Batch from, int example, Participants participants, Batch into) {
        MisdrawnSampler.copy(from, example, into);
        MisdrawnSampler.copy(from, example, into);
    }

    /** Every sub-graph reads its root's neighbour of the largest degree, whoever else has taken it. */
    static void shared(Batch from, int example, Participants participants, Batch into) {
        int root = from.node(from.exampleStart(example));
        int hub = root;
        for (int u : participants.graph().inNeighbours(root))
            if (participants.outDegree(u) > participants.outDegree(hub)) hub = u;
        MisdrawnSampler.copy(from, example, into, hub);
    }

    /** A part reads the neighbours of its targets that were dealt to other parts. */
    static void unfenced(Batch from, int example, Participants participants, Batch into) {
        int begin = from.exampleStart(example), end = from.exampleStart(example + 1);
        int[] inside = IntStream.range(begin, end).map(from::node).sorted().toArray();
        MisdrawnSampler.copy(
                from, example, into, r -> Arrays.stream(participants.graph().inNeighbours(from.node(r)))
                        .filter(u -> Arrays.binarySearch(inside, u) < 0)
                        .toArray());
    }

    /**
     * How many more neighbourhoods keep their sender without a node z, over the K + 1 that z is said to be in by bounded degrees,
     * whatever the coins: every sender has a few receivers of its own, and in one world an edge to z as well. An edge is kept
     * with probability K / (2 out-degree), so that with z fewer receivers keep theirs, in every coupling of the worlds.
     */
    static double keptEdges(int degree, int senders, long seed) {
        return (kept(degree, senders, 0, seed) - kept(degree, senders, 1, seed + 1)) / (degree + 1.0);
    }

    /** How many receivers have their sender in their neighbourhood. */
    private static long kept(int degree, int senders, int toZ, long seed) {
        int each = (degree + 1) / 2, out = each + toZ, z = senders * (each + 1);
        Graph graph = Graph.directed(
                z + 1,
                IntStream.range(0, senders * out).map(e -> e / out).toArray(),
                IntStream.range(0, senders * out)
                        .map(e -> e % out == each ? z : senders + e / out * each + e % out)
                        .toArray());
        int[] roots = IntStream.rangeClosed(senders, z).toArray();
        Batch batch = new Batch();
        BoundedDegree.nodes(degree, 1, roots.length)
                .draws(Participants.of(graph, roots), Streams.seed(seed).stream("kept"))
                .draw(0, batch);
        return IntStream.range(0, batch.examples())
                .filter(e ->
                        batch.node(batch.exampleStart(e)) != z && batch.exampleStart(e + 1) - batch.exampleStart(e) > 1)
                .count();
    }
}
