package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.PoissonOwners;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sets the clip norm to a share of the mean gradient norm at the start of training, as papers do.
 *
 * <p><b>Guarantee.</b> {@link #synthetic} measures on standard normal features and random labels. Where the sampler protects
 * features alone, edges and roots are public, and batches are drawn from them. For every other unit they are private. Batches
 * then come from a lattice with the announced numbers of nodes and roots, each node joined to its eight nearest, so that no
 * protected data are read. {@link #measured} measures on the private data, as published code does. Its {@link #leak} must be
 * passed to {@link Plan#leaking}; {@link #plan} does this.
 *
 * @param norm the clip norm
 * @param leak what was read without noise, where anything was
 */
public record ClipThreshold(double norm, Optional<String> leak) {
    /** Examples over which the mean is taken, about as many as published codes take. */
    private static final int EXAMPLES = 10;

    private static final int REACH = 4;

    public static ClipThreshold synthetic(
            Model model, Sampler sampler, TrainingView view, double share, Streams streams) {
        check(model, sampler, view, share, streams);
        if (sampler instanceof PoissonRecords || sampler instanceof PoissonOwners)
            throw new IllegalArgumentException(
                    "a threshold is measured on a ring of nodes, which are no records and have no owners; take Clip.automatic");
        int nodes = view.graph().nodes();
        int width = view.features().width();
        int classes = view.labels().classes();
        RandomStream coins = streams.stream("synthetic");
        float[] values = new float[Math.multiplyExact(nodes, width)];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        Labels labels;
        if (view.labels().isMulti()) {
            boolean[] sets = new boolean[Math.multiplyExact(nodes, classes)];
            for (int i = 0; i < sets.length; i++) sets[i] = coins.nextBoolean();
            labels = Labels.multi(classes, sets);
        } else if (view.labels().isValues()) {
            float[] numbers = new float[Math.multiplyExact(nodes, classes)];
            for (int i = 0; i < numbers.length; i++) numbers[i] = (float) coins.nextGaussian();
            labels = Labels.values(classes, numbers);
        } else {
            int[] single = new int[nodes];
            for (int v = 0; v < nodes; v++) single[v] = coins.nextInt(classes);
            labels = Labels.single(classes, single);
        }
        Participants drawnFrom = sampler.unit() == Unit.FEATURE
                ? view.participants()
                : lattice(nodes, view.participants().announcedRoots());
        double norm =
                share * meanNorm(model, sampler, drawnFrom, DenseFeatures.of(nodes, width, values), labels, streams);
        return new ClipThreshold(norm, Optional.empty());
    }

    private static void check(Model model, Sampler sampler, TrainingView view, double share, Streams streams) {
        Check.given("model", model);
        Check.given("sampler", sampler);
        Check.given("view", view);
        Check.given("streams", streams);
        Check.positive("share", share);
    }

    /** A ring in which each node is joined to its nearest on both sides, with its roots spread evenly: made of two numbers. */
    private static Participants lattice(int nodes, int roots) {
        Graph ring = Graph.undirected(nodes, sink -> {
            for (int v = 0; v < nodes; v++)
                for (int reach = 1; reach <= Math.min(REACH, (nodes - 1) / 2); reach++)
                    sink.edge(v, (v + reach) % nodes);
        });
        int[] spread = new int[roots];
        for (int i = 0; i < roots; i++) spread[i] = (int) ((long) i * nodes / roots);
        return Participants.of(ring, spread);
    }

    public static ClipThreshold measured(
            Model model, Sampler sampler, TrainingView view, double share, Streams streams) {
        check(model, sampler, view, share, streams);
        double norm = share * meanNorm(model, sampler, view.participants(), view.features(), view.labels(), streams);
        return new ClipThreshold(
                norm, Optional.of("The clip norm was measured on private gradients and nothing was paid for it."));
    }

    /** Makes a plan that clips at this norm and declares what was read for it. */
    public Plan plan(Sampler sampler, dpgnn.mechanism.Noise noise) {
        Plan plan = Plan.of(sampler, Clip.flat(norm), noise);
        return leak.map(plan::leaking).orElse(plan);
    }

    private static double meanNorm(
            Model model,
            Sampler sampler,
            Participants participants,
            Features features,
            Labels labels,
            Streams streams) {
        Network network = model.network(features.width(), labels.classes());
        Sampler.Draws draws = sampler.draws(participants, streams.stream("sampler"));
        Batch batch = new Batch();
        ExampleGradients gradients = ExampleGradients.of(network, features, labels);
        double[] norms = new double[0];
        for (long step = 0; norms.length < EXAMPLES && step < 100; step++) {
            draws.draw(step, batch);
            gradients.clippedSum(
                    network.initial(streams.stream("init")),
                    batch,
                    new double[] {Double.POSITIVE_INFINITY},
                    null,
                    new float[network.size()]);
            double[] more = gradients.norms();
            int have = norms.length;
            norms = Arrays.copyOf(norms, have + more.length);
            System.arraycopy(more, 0, norms, have, more.length);
        }
        return Arrays.stream(norms)
                .limit(EXAMPLES)
                .average()
                .orElseThrow(() -> new IllegalArgumentException("the sampler " + sampler + " draws no example"));
    }
}
