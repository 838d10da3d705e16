package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.dl4j.Dl4jModel;
import dpgnn.dl4j.Dl4jNetworks;
import dpgnn.graph.DenseFeatures;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gat;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.GradientContract;
import dpgnn.nn.HopMlps;
import dpgnn.nn.Jumping;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.nn.device.DeviceHere;
import dpgnn.nn.layer.Aggregation;
import dpgnn.nn.layer.NonFinite;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows that overflow in every product, and rows that vanish in it: no sum fails, an example that comes out as no number counts as
 * zero, no other example of the batch changes in any bit, and no term is longer than the threshold.
 */
class HostileRowsTest {
    private static final float MAX = Float.MAX_VALUE;

    /** What a row holds in its columns. */
    private static final List<IntFunction<Float>> KINDS = List.of(
            column -> MAX,
            column -> -MAX,
            column -> column % 2 == 0 ? MAX : -MAX,
            column -> column % 2 == 0 ? MAX : Float.MIN_VALUE,
            column -> column % 2 == 0 ? 1e38f : -1e30f,
            column -> Float.MIN_VALUE,
            column -> 0f);

    private static final int WIDTH = 8;

    static List<Model> models() {
        return List.of(
                Gcn.of(5),
                Gcn.layers(2, 5),
                Gcn.of(Recipe.layers(3, 4).withNormalisedLogits()),
                Gin.layers(2, 5),
                Gin.standardised(9),
                Gin.standardised(5),
                Sage.standardised(9),
                Sage.of(Recipe.encoded(5)),
                Sage.of(Recipe.of(5).withDense(2).withActivation(Activation.SELU)),
                Mlp.hidden(2, 5),
                Mlp.of(Recipe.of(5).withHops(0).withDense(1).withActivation(Activation.TANH)),
                new HopMlps(2, 5),
                Jumping.jumping(5),
                Gat.layers(2, 6, 2),
                Dl4jModel.of(Dl4jNetworks.perceptron(
                                WIDTH, 5, SmallData.CLASSES, org.nd4j.linalg.activations.Activation.TANH))
                        .over(Aggregation.MEAN));
    }

    private static DenseFeatures ordinary() {
        float[] values = new float[SmallData.NODES * WIDTH];
        var coins = Streams.seed(4).stream("features");
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        return DenseFeatures.of(SmallData.NODES, WIDTH, values);
    }

    /** Node k has the k-th kind of row. */
    private static DenseFeatures hostile() {
        DenseFeatures features = ordinary();
        for (int k = 0; k < KINDS.size(); k++) {
            float[] row = new float[WIDTH];
            for (int c = 0; c < WIDTH; c++) row[c] = KINDS.get(k).apply(c);
            features = features.withRow(k, row);
        }
        return features;
    }

    private static boolean holdsHostile(Batch batch, int example) {
        for (int r = batch.exampleStart(example); r < batch.exampleStart(example + 1); r++)
            if (batch.node(r) < KINDS.size()) return true;
        return false;
    }

    /** How gradients are clipped; normalised ones grow by all that is allowed. */
    private enum Way {
        FLAT,
        LAYERS,
        NORMALISED
    }

    private static final class Scaled {
        final Network network;
        final ExampleGradients gradients;
        final Parameters at;
        private final Subject subject;
        private final boolean exact;
        private double gamma;

        Scaled(Model model, DenseFeatures features, Kernels kernels, float scale) {
            this(model, new SmallData(features, SmallData.of(1).labels()), kernels, scale);
        }

        Scaled(Model model, SmallData data, Kernels kernels, float scale) {
            subject = Subject.of(model, data);
            network = subject.network();
            gradients = subject.on(kernels);
            at = subject.at();
            SmallData.change(at, v -> v * scale);
            exact = kernels.exact();
        }

        double[] sum(Batch batch, double... thresholds) {
            Clip.Limits limits = new Clip.Limits(thresholds, gamma, 0);
            return exact
                    ? subject.exactSum(gradients, batch, limits)
                    : GradientContract.widened(subject.sum(gradients, batch, null, limits));
        }

        double[][] alone(Batch batch, double... thresholds) {
            double[][] all = new double[batch.examples()][];
            // Experiments form the gradient of an example that has its batch for itself, and that overflows later.
            for (int e = 0; e < all.length; e++) {
                all[e] = sum(exact ? SmallData.select(batch, e) : SmallData.select(batch, e, e), thresholds);
                if (!exact) for (int i = 0; i < all[e].length; i++) all[e][i] /= 2;
            }
            return all;
        }

        double[] thresholds(Way way, double clip) {
            gamma = way == Way.NORMALISED ? 1e-6 * clip : 0;
            double[] each = new double[way == Way.LAYERS ? network.layers().size() : 1];
            Arrays.fill(each, clip / Math.sqrt(each.length));
            return each;
        }
    }

    /** Whether a gradient is within a threshold is a matter of its example alone; one that is no number is not. */
    @ParameterizedTest
    @MethodSource("models")
    void inAReleaseNoOtherExampleIsCountedOtherwise(Model model) {
        int within = 0, beyond = 0;
        for (float scale : new float[] {1, 1000}) {
            Scaled calm = new Scaled(model, ordinary(), new ExactKernels(), scale);
            Scaled subject = new Scaled(model, hostile(), new ExactKernels(), scale);
            for (Batch batch : List.of(SmallData.stars(2, 40), SmallData.rings(4, 12, 7))) {
                calm.sum(batch, 1);
                double[] sorted = calm.gradients.norms();
                Arrays.sort(sorted);
                double middle = sorted[sorted.length / 2];
                int all = 0;
                for (int e = 0; e < batch.examples(); e++) {
                    Batch one = SmallData.select(batch, e);
                    subject.sum(one, middle);
                    int own = subject.gradients.within(middle);
                    if (!Double.isFinite(subject.gradients.norms()[0])) {
                        assertEquals(0, own);
                        beyond++;
                    }
                    calm.sum(one, middle);
                    if (!holdsHostile(batch, e)) assertEquals(calm.gradients.within(middle), own);
                    all += own;
                }
                subject.sum(batch, middle);
                assertEquals(all, subject.gradients.within(middle));
                within += all;
            }
        }
        assertTrue(within > 0, "some gradient must be within a threshold");
        if (model.equals(Gcn.of(5))) assertTrue(beyond > 0, "some gradient must be no number");
    }

    /** Parameters as they begin, and so large that all overflows that can. */
    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(3)
    void inAReleaseNothingFailsAndNoOtherExampleChangesInAnyBit(Model model) {
        int nothing = 0;
        for (float scale : new float[] {1, 1000})
            for (double clip : new double[] {0.5, 1e-7})
                for (Way way : Way.values()) {
                    Way one = clip < 0.1 ? Way.NORMALISED : scale > 1 ? Way.LAYERS : Way.FLAT;
                    if (!Extent.ALL && way != one) continue;
                    Scaled calm = new Scaled(model, ordinary(), new ExactKernels(), scale);
                    Scaled subject = new Scaled(model, hostile(), new ExactKernels(), scale);
                    double[] thresholds = subject.thresholds(way, clip);
                    calm.thresholds(way, clip);
                    for (Batch batch :
                            List.of(SmallData.stars(2, 40), SmallData.paths(3, 30), SmallData.rings(4, 12, 7))) {
                        double[][] alone = subject.alone(batch, thresholds);
                        double[][] before = calm.alone(batch, thresholds);
                        double[] all = new double[subject.network.size()];
                        for (int e = 0; e < batch.examples(); e++) {
                            double norm = Math.sqrt(DoubleOracle.square(alone[e]));
                            assertTrue(norm <= clip, norm + " above " + clip);
                            if (norm == 0) nothing++;
                            if (!holdsHostile(batch, e)) assertArrayEquals(before[e], alone[e], 0.0);
                            for (int i = 0; i < all.length; i++) all[i] += alone[e][i];
                        }
                        assertArrayEquals(all, subject.sum(batch, thresholds), 0.0);
                    }
                }
        assertTrue(nothing > 20, "only " + nothing + " examples came to nothing: these rows are not hostile");
    }

    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(5)
    void inAnExperimentNothingFailsEither(Model model) {
        for (Kernels kernels : DeviceHere.kinds())
            for (float scale : new float[] {1, 1000})
                for (Way way : Way.values()) {
                    // ND4J is slow on so little.
                    if (!(kernels instanceof HostKernels) && way != (scale > 1 ? Way.LAYERS : Way.NORMALISED)) continue;
                    double clip = 0.5;
                    Scaled calm = new Scaled(model, ordinary(), kernels, scale);
                    Scaled subject = new Scaled(model, hostile(), kernels, scale);
                    double[] thresholds = subject.thresholds(way, clip);
                    for (Batch batch : List.of(SmallData.stars(2, 12), SmallData.rings(4, 6, 7))) {
                        double[][] alone = subject.alone(batch, thresholds);
                        double[][] before = calm.alone(batch, thresholds);
                        double[] all = new double[subject.network.size()];
                        for (int e = 0; e < batch.examples(); e++) {
                            double norm = Math.sqrt(DoubleOracle.square(alone[e]));
                            assertTrue(norm <= clip * (1 + 3e-6), norm + " above " + clip);
                            // A gradient near zero may be a million times as long after it, and its rounding, too.
                            if (way == Way.NORMALISED) continue;
                            if (!holdsHostile(batch, e)) assertArrayEquals(before[e], alone[e], 1e-6);
                            for (int i = 0; i < all.length; i++) all[i] += alone[e][i];
                        }
                        // Twice: what counts as zero once must not be taken for a row of zeros the next time.
                        for (int time = 0; time < 2; time++) {
                            double[] sum = subject.sum(batch, thresholds);
                            if (way != Way.NORMALISED) assertArrayEquals(all, sum, 1e-4);
                            else
                                assertTrue(Math.sqrt(DoubleOracle.square(sum)) <= clip * batch.examples() * (1 + 3e-6));
                        }
                    }
                }
    }

    /** At these norms a factor rounded to a float is subnormal, and up to twice what it stands for. */
    @ParameterizedTest
    @CsvSource({"1e-4", "1e-5", "1e-6", "1e-7", "1e-12"})
    void aSubnormalFactorTakesNoNormBeyondTheThreshold(double clip) {
        for (Model model : List.of(Mlp.hidden(0, 1), Mlp.of(5), Gcn.of(5)))
            for (float size : new float[] {1e38f, 3e38f, 1e37f, 1.8e19f, 1e19f, 1e-38f, Float.MIN_VALUE}) {
                float[] values = new float[SmallData.NODES * WIDTH];
                for (int i = 0; i < values.length; i++) values[i] = size * (1 - (i * 37 % 101) / 150f);
                DenseFeatures features = DenseFeatures.of(SmallData.NODES, WIDTH, values);
                for (Kernels kernels : List.of(new ExactKernels(), new HostKernels())) {
                    Scaled subject = new Scaled(model, features, kernels, 1e-38f);
                    Batch batch = SmallData.stars(2, 12);
                    for (double[] one : subject.alone(batch, clip)) {
                        double norm = Math.sqrt(DoubleOracle.square(one));
                        assertTrue(
                                norm <= clip * (kernels.exact() ? 1 : 1 + 3e-6),
                                model.name() + " at " + size + ": " + norm / clip + " of the clip");
                        if (kernels.exact() && size > 1 && model instanceof Mlp)
                            assertTrue(norm > 0.99 * clip, model.name() + " at " + size + ": " + norm / clip);
                    }
                }
            }
    }

    @Test
    void weightsThatAreNotFiniteMakeEveryExampleZero() {
        for (Kernels kernels : DeviceHere.allKinds())
            for (float broken : new float[] {Float.NaN, Float.POSITIVE_INFINITY})
                for (Model model : models()) {
                    Scaled subject = new Scaled(model, ordinary(), kernels, 1);
                    SmallData.change(subject.at, v -> broken);
                    double[] sum = subject.sum(SmallData.stars(2, 20), 1);
                    assertArrayEquals(new double[sum.length], sum, 0.0, model.name());
                }
    }

    /** The whole graph is one example: where it is not finite, the step has nothing but noise. */
    @Test
    void aSingleExampleThatIsNotFiniteGivesZeroAndIsStillThereTheNextTime() {
        Batch one = SmallData.rings(4, 1, 30);
        for (Kernels kernels : DeviceHere.allKinds()) {
            Scaled subject = new Scaled(Gcn.layers(2, 5), hostile(), kernels, 1000);
            for (int time = 0; time < 2; time++) {
                double[] sum = subject.sum(one, 1);
                assertArrayEquals(new double[sum.length], sum, 0.0);
            }
            Scaled host = new Scaled(Gcn.layers(2, 5), hostile(), new HostKernels(), 1000);
            assertThrows(NonFinite.class, () -> host.sum(one, Double.POSITIVE_INFINITY));
        }
    }

    /** Compressed features of one example have a product of their own. */
    @Test
    void compressedFeaturesAndSetsOfClassesGiveZeroToo() {
        float[] row = new float[40];
        Arrays.fill(row, MAX);
        SmallData calm = SmallData.sparse(1, row.length);
        SmallData broken = new SmallData(calm.features().withRow(0, row), calm.labels());
        Batch one = SmallData.rings(4, 1, 30);
        for (Kernels kernels : DeviceHere.allKinds())
            for (boolean sets : new boolean[] {false, true}) {
                Scaled subject = new Scaled(Gcn.layers(2, 5), sets ? broken.multi(2) : broken, kernels, 1000);
                double[] none = new double[subject.network.size()];
                for (int time = 0; time < 2; time++) assertArrayEquals(none, subject.sum(one, 1), 0.0);
                Scaled other = new Scaled(Gcn.layers(2, 5), sets ? calm.multi(2) : calm, kernels, 1);
                assertTrue(Math.sqrt(DoubleOracle.square(other.sum(one, 1))) > 0.01);
            }
    }

    /** A finite gradient of an infinite loss: the label's logit is -infinity, all others are finite. */
    @Test
    void anInfiniteLossCountsAsZeroToo() {
        float[] values = new float[SmallData.NODES * WIDTH];
        Arrays.fill(values, MAX);
        Set<Double> norms = new TreeSet<>();
        for (Kernels kernels : List.of(new ExactKernels(), new HostKernels())) {
            Scaled subject = new Scaled(Mlp.hidden(0, 1), DenseFeatures.of(SmallData.NODES, WIDTH, values), kernels, 0);
            Batch batch = SmallData.stars(2, 1);
            int label = SmallData.of(1).labels().of(batch.node(0));
            ParameterSlot weight = subject.at.slots().stream()
                    .filter(s -> s.name().equals("classes.weight"))
                    .findFirst()
                    .orElseThrow();
            float[] weights = subject.at.toArray();
            for (int r = 0; r < weight.rows(); r++) weights[weight.offset() + r * weight.columns() + label] = -1;
            subject.at.write(weights);
            for (double v : subject.sum(batch, 1)) norms.add(v);
        }
        assertEquals(Set.of(0.0), norms);
    }
}
