package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.DiscreteGaussianNoise;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sgd;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.privacy.AccountantLike;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a trainer makes of a sum: noise of the stated deviation, fresh in every number and step, and the sampler's divisor, which no
 * batch changes. Seen from outside, in the weights that descent with a known rate gives.
 */
@Tag("jdk")
@Tag("vectors")
class ReleasedNoiseTest {
    private static final int NODES = 41;
    private static final int WIDTH = 48;
    private static final double MULTIPLIER = 1e6;
    private static final int STEPS = 13;
    /**
     * A quadratic form z'Az of standard Gaussians is more than 2 |A|_F sqrt(x) + 2 |A| x from its mean, on one side, with a
     * probability of at most e^-x (Laurent and Massart 2000, lemma 1). A run makes fewer than 60,000 such comparisons and there are 8:
     * in all a false alarm has a probability below 2 * 480,000 * e^-45 = 2.8e-14.
     */
    private static final double X = 45;

    /** No accountant is asked anything here. */
    record Anything() implements AccountantLike {}

    private record Case(Sampler sampler, Clip clip, Noise noise, Streams streams, double unit, double expected) {
        @Override
        public String toString() {
            return sampler + ", " + clip + ", " + noise.name() + ", " + streams;
        }
    }

    static List<Case> cases() {
        Clip flat = Clip.flat(0.5);
        Clip layers = Clip.perLayer(0.3, 0.4, 1.2);
        Sampler whole = WholeGraph.of();
        // So slow that it stays where it is, whatever the noise on its count.
        Clip counting = Clip.quantile(0.5, 0.5, 1e-15, 0.36);
        Noise gaussian = GaussianNoise.standard();
        Noise discrete = DiscreteGaussianNoise.of(20);
        return List.of(
                new Case(PoissonNodes.of(0.45), flat, gaussian, Streams.secure(), 0.5, 0.45 * NODES),
                new Case(PoissonNodes.of(0.45), layers, gaussian, Streams.secure(), 1.3, 0.45 * NODES),
                // No batch has an example: there is noise all the same, over the same divisor.
                new Case(PoissonNodes.of(1e-12), flat, gaussian, Streams.secure(), 0.5, 1e-12 * NODES),
                new Case(whole, flat, discrete, Streams.secure(), 0.5, 1),
                new Case(whole, layers, discrete, Streams.secure(), 1.3, 1),
                new Case(PoissonNodes.of(0.45), counting, gaussian, Streams.secure(), 0.625, 0.45 * NODES),
                new Case(PoissonNodes.of(0.45), counting, gaussian, Streams.seed(6), 0.625, 0.45 * NODES),
                new Case(PoissonNodes.of(0.45), layers, gaussian, Streams.seed(5), 1.3, 0.45 * NODES));
    }

    /** All nodes alike, or each with a row of its own. */
    private static TrainingView view(boolean alike) {
        RandomStream coins = Streams.seed(2).stream("features");
        float[] values = new float[NODES * WIDTH];
        for (int i = 0; i < values.length; i++)
            values[i] = alike && i >= WIDTH ? values[i - WIDTH] : (float) coins.nextGaussian();
        return AllTrain.rows(NODES, values, 3, v -> alike ? 0 : v % 3);
    }

    /** The weights after each step. */
    private static List<float[]> weights(Trainer trainer, double rate, TrainingView view) throws Exception {
        List<float[]> weights = new ArrayList<>();
        Trainer.Metric noted = (network, parameters) -> {
            if (weights.size() < STEPS) weights.add(parameters.toArray());
            return 0;
        };
        trainer.followed.put("step", new Trainer.Followed(noted, step -> true)); // a release has no follow
        trainer.optimizer(() -> Sgd.of(rate)).train(view);
        assertEquals(STEPS, weights.size());
        return weights;
    }

    private static void near(double form, double mean, double frobenius, double largest, String what) {
        double most = 2 * frobenius * Math.sqrt(X) + 2 * largest * X;
        assertTrue(Math.abs(form - mean) <= most, what + ": " + form + ", expected " + mean + " +- " + most);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theNoiseIsAsStatedInEveryNumberLayerAndStep(Case c) throws Exception {
        Model model = Mlp.of(Recipe.of(40).withHops(0).withDense(2));
        Plan plan =
                Plans.fixed(c.sampler, c.clip, c.noise, STEPS, MULTIPLIER, 1e-5).accountant(new Anything());
        // One unit of a weight is one deviation: sums are at most 41 clips, 4e-5 deviations.
        double rate = c.expected / (MULTIPLIER * c.unit);
        List<float[]> weights = weights(plan.trainer(model, c.streams), rate, view(false));
        int d = weights.get(0).length;
        double[][] z = new double[STEPS - 1][d];
        for (int t = 0; t < z.length; t++)
            for (int i = 0; i < d; i++) z[t][i] = (double) weights.get(t)[i] - weights.get(t + 1)[i];

        TreeMap<Integer, List<ParameterSlot>> layers = new TreeMap<>();
        Network network = model.network(WIDTH, 3);
        for (ParameterSlot slot :
                network.initial(Streams.seed(1).stream("init")).slots())
            layers.computeIfAbsent(slot.layer(), l -> new ArrayList<>()).add(slot);
        for (List<ParameterSlot> layer : layers.values()) {
            double squares = 0;
            double sum = 0;
            int n = 0;
            for (ParameterSlot slot : layer)
                for (double[] step : z)
                    for (int i = slot.offset(); i < slot.offset() + slot.size(); i++, n++) {
                        squares += step[i] * step[i];
                        sum += step[i];
                    }
            String where = " in layer " + layer.get(0).name();
            near(squares, n, Math.sqrt(n), 1, "squares" + where);
            near(sum * sum / n, 1, 1, 1, "square of the mean" + where);
        }
        for (int t = 0; t < z.length; t++) {
            near(dot(z[t], z[t], 0), d, Math.sqrt(d), 1, "squares in step " + t);
            for (int s = 0; s < t; s++)
                near(dot(z[t], z[s], 0), 0, Math.sqrt(d / 2.0), 0.5, "steps " + s + " and " + t);
            for (int lag = 1; lag < d; lag++)
                near(dot(z[t], z[t], lag), 0, Math.sqrt((d - lag) / 2.0), 1, "lag " + lag + " in step " + t);
        }
    }

    private static double dot(double[] a, double[] b, int lag) {
        double sum = 0;
        for (int i = lag; i < a.length; i++) sum += a[i] * b[i - lag];
        return sum;
    }

    static List<Streams> streams() {
        return List.of(Streams.secure(), Streams.seed(3));
    }

    /** All examples are alike, so that a step without noise shows how many there were, over what they were divided by. */
    @ParameterizedTest
    @MethodSource("streams")
    void theDivisorIsTheExpectedNumberOfExamplesWhateverTheBatchHas(Streams streams) throws Exception {
        TrainingView view = view(true);
        Model model = Mlp.of(8);
        Sampler sampler = PoissonNodes.of(0.45);
        double clip = 100;
        // So small that gradients do not vanish on the way.
        double rate = 0.005;
        Plan plan = Plans.fixed(sampler, Clip.flat(clip), new Silence(), STEPS, 1, 1e-5)
                .accountant(new Anything());
        List<float[]> weights = weights(plan.trainer(model, streams), rate, view);
        Network network = model.network(WIDTH, 3);
        ExampleGradients gradients = ExampleGradients.exact(network, view.features(), view.labels());
        Parameters at = network.initial(Streams.seed(1).stream("init"));
        ExactSum whole = new ExactSum(network.size());
        double[] one = new double[network.size()];
        Batch single = new Batch();
        single.beginExample();
        single.addTarget(single.addRow(0));
        Batch drawn = new Batch();
        TreeSet<Long> counts = new TreeSet<>();
        for (int t = 0; t + 1 < STEPS; t++) {
            at.write(weights.get(t));
            gradients.exactSum(at, single, Clip.Limits.of(clip), null, whole);
            for (ParameterSlot slot : at.slots()) whole.read(slot, one);
            double along = 0;
            double square = 0;
            for (int i = 0; i < one.length; i++) {
                along += one[i] * ((double) weights.get(t)[i] - weights.get(t + 1)[i]) / rate;
                square += one[i] * one[i];
            }
            double count = along / square * 0.45 * NODES;
            assertEquals(Math.rint(count), count, 1e-3, "examples in step " + (t + 1));
            counts.add(Math.round(count));
            if (streams.isSecure()) continue;
            sampler.draws(view.participants(), streams.stream("sampler")).draw(t + 1, drawn);
            assertEquals(drawn.examples(), Math.round(count));
        }
        // Twelve batches of one size have a probability below 0.13^11 = 2e-10.
        assertTrue(counts.size() > 1 && counts.first() >= 0 && counts.last() <= NODES, counts.toString());
    }
}
