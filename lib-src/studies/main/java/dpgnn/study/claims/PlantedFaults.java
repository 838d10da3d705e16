package dpgnn.study.claims;

import dpgnn.audit.Coupling;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Participants;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.ExampleGradients;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.util.Arrays;

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
            dpgnn.graph.TrainingView view,
            dpgnn.nn.Network network,
            dpgnn.nn.Parameters at,
            Batch batch,
            double[] thresholds,
            float[] into) {
        ExampleGradients.of(network, view.features(), view.labels())
                .clippedSum(at, batch, new double[] {Double.POSITIVE_INFINITY}, null, into);
    }

    /** The sum is divided by how many examples the batch has, not by how many are expected. */
    static Coupling.Sums meanOfBatch(double expected) {
        return (view, network, at, batch, thresholds, into) -> {
            ExampleGradients.of(network, view.features(), view.labels()).clippedSum(at, batch, thresholds, null, into);
            for (int i = 0; i < into.length; i++) into[i] *= (float) (expected / Math.max(1, batch.examples()));
        };
    }

    /** Features are standardised by the mean and deviation of all nodes, in every step. */
    static void standardised(
            dpgnn.graph.TrainingView view,
            dpgnn.nn.Network network,
            dpgnn.nn.Parameters at,
            Batch batch,
            double[] thresholds,
            float[] into) {
        ExampleGradients.of(network, standardised(view.features()), view.labels())
                .clippedSum(at, batch, thresholds, null, into);
    }

    private static Features standardised(Features features) {
        int n = features.rows();
        int width = features.width();
        float[] all = new float[Math.multiplyExact(n, width)];
        for (int r = 0; r < n; r++) features.copyRow(r, all, r * width);
        for (int c = 0; c < width; c++) {
            double mean = 0;
            double square = 0;
            for (int r = 0; r < n; r++) mean += all[r * width + c] / (double) n;
            for (int r = 0; r < n; r++) square += Math.pow(all[r * width + c] - mean, 2) / n;
            for (int r = 0; r < n; r++)
                all[r * width + c] = (float) ((all[r * width + c] - mean) / (Math.sqrt(square) + 1e-6));
        }
        return DenseFeatures.of(n, width, all);
    }

    /** A removed node leaves a row behind: every star gets a copy of its centre for each node that takes no part. */
    static void ghosts(Batch from, int example, Participants participants, Batch into) {
        int missing = 0;
        for (int v = 0; v < participants.graph().nodes(); v++) if (!participants.eligible(v)) missing++;
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
        for (int k = 0; k < participants.graph().inDegree(root); k++) {
            int u = participants.graph().inNeighbour(root, k);
            if (participants.outDegree(u) > participants.outDegree(hub)) hub = u;
        }
        MisdrawnSampler.copy(from, example, into, hub);
    }

    /** A part reads the neighbours of its targets that were dealt to other parts. */
    static void unfenced(Batch from, int example, Participants participants, Batch into) {
        into.beginExample();
        int begin = from.exampleStart(example);
        int end = from.exampleStart(example + 1);
        int outside = end - begin;
        int first = into.rows();
        java.util.List<Integer> added = new java.util.ArrayList<>();
        for (int r = begin; r < end; r++) {
            into.addRow(from.node(r));
            for (int k = from.edgeStart(r); k < from.edgeStart(r + 1); k++)
                into.addSource(first + from.source(k) - begin);
            int v = from.node(r);
            for (int k = 0; k < participants.graph().inDegree(v); k++) {
                int u = participants.graph().inNeighbour(v, k);
                boolean inside = false;
                for (int s = begin; s < end && !inside; s++) inside = from.node(s) == u;
                if (inside) continue;
                into.addSource(first + outside + added.size());
                added.add(u);
            }
        }
        for (int u : added) into.addRow(u);
        for (int k = from.targetStart(example); k < from.targetStart(example + 1); k++)
            into.addTarget(first + from.target(k) - begin);
    }
}
