package dpgnn.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.nn.kernel.DoubleOracle;
import dpgnn.nn.kernel.Kernels;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What the clipped sum of every model must satisfy, on every kind of kernels. */
public final class GradientContract {
    /** Relative: single precision against double. */
    static final double CLOSE = 1e-6;

    private final ExampleGradients gradients;
    private final Network network;
    private final Parameters parameters;
    private final DoubleOracle oracle;

    public GradientContract(DoubleOracle.Family family, Recipe recipe, Model model, SmallData data, Kernels kernels) {
        network = model.network(data.features().width(), SmallData.CLASSES);
        parameters = network.initial(Streams.seed(3).stream("init"));
        gradients = ExampleGradients.of(network, data.features(), data.labels(), kernels);
        oracle = new DoubleOracle(family, recipe, network, data.features(), data.labels());
    }

    public void check(Batch batch) {
        double[][] each = agreesWithTheOracle(batch);
        double[] norms = Arrays.stream(each)
                .mapToDouble(g -> Math.sqrt(DoubleOracle.square(g)))
                .sorted()
                .toArray();
        double threshold = 0.7 * norms[norms.length / 2];
        examplesDoNotMeet(batch, threshold);
        orderDoesNotMatter(batch, threshold);
        eachIsClipped(batch, threshold);
        anEmptyBatchIsZero();
    }

    private double[][] agreesWithTheOracle(Batch batch) {
        double[] at = widened(parameters.toArray());
        double[][] each = oracle.gradients(parameters.slots(), at, batch);
        double loss = 0;
        for (int e = 0; e < batch.examples(); e++) loss += oracle.loss(parameters.slots(), at, batch, e);
        float[] sum = new float[network.size()];
        double[] infinite = {Double.POSITIVE_INFINITY};
        assertEquals(
                loss,
                gradients.clippedSum(parameters, batch, infinite, null, sum),
                CLOSE * Math.abs(loss),
                "the sum of losses");
        close(oracle.clippedSum(parameters.slots(), each, infinite), sum, "the plain gradient");
        double[] norms = new double[each.length];
        for (int e = 0; e < norms.length; e++) norms[e] = Math.sqrt(DoubleOracle.square(each[e]));
        double[] ghost = gradients.norms();
        for (int e = 0; e < norms.length; e++)
            assertEquals(norms[e], ghost[e], CLOSE * norms[e], "the norm of example " + e);
        double[] flat = {0.7 * median(norms)};
        close(oracle.clippedSum(parameters.slots(), each, flat), sum(batch, flat), "the sum clipped by one norm");
        double[] perLayer = new double[network.layers().size()];
        for (int l = 0; l < perLayer.length; l++) perLayer[l] = 0.6 * median(gradients.norms(l));
        close(
                oracle.clippedSum(parameters.slots(), each, perLayer),
                sum(batch, perLayer),
                "the sum clipped layer by layer");
        for (double gamma : new double[] {1e-4 * flat[0], flat[0], 20 * flat[0]}) {
            double[] expected = new double[network.size()];
            for (int e = 0; e < each.length; e++)
                for (int i = 0; i < expected.length; i++) expected[i] += flat[0] / (norms[e] + gamma) * each[e][i];
            gradients.automatic(gamma);
            close(expected, sum(batch, flat), "the sum of normalised gradients, gamma " + gamma);
            gradients.automatic(0);
        }
        return each;
    }

    public void examplesDoNotMeet(Batch batch, double threshold) {
        double[] alone = new double[network.size()];
        for (int e = 0; e < batch.examples(); e++) {
            float[] one = sum(SmallData.select(batch, e), threshold);
            for (int i = 0; i < alone.length; i++) alone[i] += one[i];
        }
        close(alone, sum(batch, threshold), "the sum of what the examples give alone");
    }

    private void orderDoesNotMatter(Batch batch, double threshold) {
        int n = batch.examples();
        int[] turned = IntStream.range(0, n).map(e -> n - 1 - e).toArray();
        close(
                widened(sum(batch, threshold)),
                sum(SmallData.select(batch, turned), threshold),
                "the sum in another order");
    }

    public void eachIsClipped(Batch batch, double... thresholds) {
        for (int e = 0; e < batch.examples(); e++) {
            double norm = Math.sqrt(DoubleOracle.square(widened(sum(SmallData.select(batch, e), thresholds))));
            assertTrue(
                    norm <= thresholds[0] * (1 + CLOSE),
                    "the clipped gradient of example " + e + " must have at most norm " + thresholds[0] + ", had "
                            + norm);
        }
    }

    private void anEmptyBatchIsZero() {
        assertArrayEquals(new float[network.size()], sum(new Batch(), 1), "the sum over an empty batch");
    }

    private float[] sum(Batch batch, double... thresholds) {
        float[] sum = new float[network.size()];
        Arrays.fill(sum, 7);
        gradients.clippedSum(parameters, batch, thresholds, null, sum);
        return sum;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    public static void close(double[] expected, float[] actual, String what) {
        double difference = 0;
        for (int i = 0; i < expected.length; i++) difference += Math.pow(expected[i] - actual[i], 2);
        double relative = Math.sqrt(difference / DoubleOracle.square(expected));
        assertTrue(relative <= CLOSE, what + " is off by a relative " + relative);
    }

    public static double[] widened(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < wide.length; i++) wide[i] = values[i];
        return wide;
    }
}
