package dpgnn.dl4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.DenseFeatures;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.GradientContract;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.nn.kernel.DoubleOracle;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.nn.layer.Aggregation;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.misc.FrozenLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class Dl4jModelTest {
    private static final double UNCLIPPED = Double.POSITIVE_INFINITY;

    private static SmallData data() {
        RandomStream coins = Streams.seed(5).stream("features");
        float[] values = new float[SmallData.NODES * Dl4jNetworks.WIDTH];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        return new SmallData(
                DenseFeatures.of(SmallData.NODES, Dl4jNetworks.WIDTH, values),
                SmallData.of(1).labels());
    }

    static Set<String> kinds() {
        return Dl4jNetworks.models().keySet();
    }

    private static Subject subject(String kind) {
        return Subject.of(Dl4jNetworks.models().get(kind), data());
    }

    private static float[] sum(Subject subject, Batch batch, double threshold, RandomStream dropout) {
        return subject.sum(gradients(subject), batch, dropout, threshold);
    }

    private static ExampleGradients gradients(Subject subject) {
        return ExampleGradients.of(
                subject.network(), subject.data().features(), subject.data().labels());
    }

    /** The weights of a network of ours in DL4J's order: a layer's map column by column, then its bias. */
    private static float[] reordered(Network ours, Parameters at) {
        float[] values = at.toArray();
        float[] all = new float[values.length];
        int place = 0;
        for (ParameterSlot slot : at.slots())
            for (int c = 0; c < slot.columns(); c++)
                for (int r = 0; r < slot.rows(); r++) all[place++] = values[slot.offset() + r * slot.columns() + c];
        assertEquals(ours.size(), place);
        return all;
    }

    /** In double precision, as the difference of two floats that are nearly the same says little. */
    private static void assertClose(float[] expected, float[] actual, String what) {
        GradientContract.close(GradientContract.widened(expected), actual, what);
    }

    /** An oracle that shares no line with us: DL4J's own softmax, loss and backward pass, example by example. */
    @ParameterizedTest
    @CsvSource({"RELU, RELU", "TANH, TANH", "ELU, ELU"})
    void dl4jGivesTheGradientOfOurOwnPerceptron(Activation theirs, dpgnn.nn.kernel.Activation ours) {
        SmallData data = SmallData.of(2);
        Mlp model = Mlp.of(Recipe.of(6).withHops(0).withDense(1).withActivation(ours));
        Subject own = Subject.of(model, data);
        MultiLayerNetwork oracle =
                new MultiLayerNetwork(Dl4jNetworks.perceptron(SmallData.WIDTH, 6, SmallData.CLASSES, theirs));
        oracle.init();
        oracle.setParams(Nd4j.createFromArray(reordered(own.network(), own.at()))
                .reshape(oracle.params().shape()));
        for (int v = 0; v < 20; v++) {
            float[] row = new float[SmallData.WIDTH];
            data.features().copyRow(v, row, 0);
            INDArray label = Nd4j.zeros(1, SmallData.CLASSES);
            label.putScalar(0, data.labels().of(v), 1);
            oracle.setInput(Nd4j.createFromArray(new float[][] {row}));
            oracle.setLabels(label);
            oracle.computeGradientAndScore();
            Parameters mine = own.at().copy();
            mine.write(sum(own, SmallData.rows(v), UNCLIPPED, null));
            assertClose(oracle.gradient().gradient().toFloatVector(), reordered(own.network(), mine), "node " + v);
        }
    }

    /** On own rows, and on what our networks of one round aggregate: the same clipped sums, whatever the shape of examples. */
    @ParameterizedTest
    @CsvSource({"SELF", "SYMMETRIC", "MEAN"})
    void theSameNetworkOfOursGivesTheSameClippedSums(Aggregation how) {
        SmallData data = SmallData.of(2);
        Model ours =
                switch (how) {
                    case SELF -> Mlp.of(6);
                    case SYMMETRIC -> Gcn.of(6);
                    default -> Sage.of(6);
                };
        Subject own = Subject.of(ours, data);
        Subject theirs = Subject.of(
                Dl4jModel.of(Dl4jNetworks.perceptron(SmallData.WIDTH, 6, SmallData.CLASSES, Activation.RELU))
                        .over(how),
                data);
        theirs.at().write(reordered(own.network(), own.at()));
        for (Batch batch : List.of(SmallData.stars(2, 25), SmallData.paths(3, 20), SmallData.rings(4, 6, 7)))
            for (double threshold : new double[] {0.3, 1, Double.POSITIVE_INFINITY}) {
                Parameters mine = own.at().copy();
                mine.write(sum(own, batch, threshold, null));
                assertClose(
                        reordered(own.network(), mine),
                        sum(theirs, batch, threshold, null),
                        how + ", threshold " + threshold);
            }
        Batch batch = SmallData.rings(4, 6, 7);
        assertClose(gradients(own).logits(own.at(), batch), gradients(theirs).logits(theirs.at(), batch), "logits");
    }

    /** Each value alone, by the loss that training follows. */
    @ParameterizedTest
    @MethodSource("kinds")
    @Extent.OneIn(4)
    void theGradientIsTheSlopeOfTheLoss(String kind) {
        Subject subject = subject(kind);
        Batch batch = SmallData.rings(4, 2, 5);
        ExampleGradients gradients = gradients(subject);
        float[] sum = subject.sum(gradients, batch, null, UNCLIPPED);
        assertArrayEquals(sum, sum(subject, batch, UNCLIPPED, null), "a second network must give the same");
        for (int i : Extent.places(sum.length, 1, 6))
            assertEquals(subject.slope(gradients, batch, i, UNCLIPPED, 1e-2f), sum[i], 2e-3, kind + ", value " + i);
    }

    /** Releases: wherever an example stands, whatever came before it, and with other memory, it gives the same bits. */
    @ParameterizedTest
    @MethodSource("kinds")
    @Extent.OneIn(4)
    void aSumIsTheSumOfWhatItsExamplesGiveAloneToTheLastBit(String kind) {
        Subject subject = subject(kind);
        ExampleGradients gradients = subject.exact();
        Batch batch = SmallData.rings(4, 12, 7);
        double threshold = 0.3;
        double[] all = new double[subject.network().size()];
        int clipped = 0;
        for (int e = 0; e < batch.examples(); e++) {
            Batch one = SmallData.select(batch, e);
            double[] alone = subject.exactSum(subject.exact(), one, threshold);
            assertArrayEquals(alone, subject.exactSum(gradients, one, threshold), 0.0, "a second network");
            double norm = Math.sqrt(DoubleOracle.square(alone));
            assertTrue(norm <= threshold, "example " + e + " has norm " + norm);
            if (norm > 0.99 * threshold) clipped++;
            for (int i = 0; i < all.length; i++) all[i] += alone[i];
        }
        assertTrue(clipped > 0, "some example must be clipped");
        assertArrayEquals(all, subject.exactSum(gradients, batch, threshold), 0.0);
        int[] turned = new int[batch.examples()];
        for (int e = 0; e < turned.length; e++) turned[e] = turned.length - 1 - e;
        assertArrayEquals(all, subject.exactSum(gradients, SmallData.select(batch, turned), threshold), 0.0);
    }

    @Test
    void dropoutTakesItsCoinsFromTheStreamAndEveryExampleHasItsOwn() {
        Subject subject = subject("dropout layer");
        Batch batch = SmallData.stars(1, 1);
        float[] first = sum(subject, batch, UNCLIPPED, Streams.seed(1).stream("dropout"));
        assertArrayEquals(first, sum(subject, batch, UNCLIPPED, Streams.seed(1).stream("dropout")));
        assertFalse(Arrays.equals(first, sum(subject, batch, UNCLIPPED, Streams.seed(2).stream("dropout"))));
        float[] twice = sum(subject, SmallData.select(batch, 0, 0), UNCLIPPED, Streams.seed(1).stream("dropout"));
        float[] doubled = first.clone();
        for (int i = 0; i < doubled.length; i++) doubled[i] *= 2;
        assertFalse(Arrays.equals(doubled, twice), "both examples had the same masks");
    }

    /** Neither the sum nor what is released knows of frozen values: noise on them would only do harm. */
    @Test
    void frozenValuesAreNoParametersAndStay() {
        Dl4jModel model = Dl4jNetworks.models().get("frozen");
        Subject subject = Subject.of(model, data());
        assertEquals(5 * 6 + 6 + 6 * 4 + 4, subject.network().size());
        MultiLayerNetwork before = model.trained(subject.at());
        Parameters moved = subject.at().copy();
        SmallData.change(moved, v -> v + 1);
        MultiLayerNetwork after = model.trained(moved);
        assertEquals(before.getParam("0_W"), after.getParam("0_W"));
        assertEquals(before.getParam("1_W").add(1), after.getParam("1_W"));
        assertEquals(
                subject.network().size(),
                Subject.of(model, data()).at().size(),
                "a second network has the same frozen values, and so the same name");
        assertEquals(model.name(), subject.network().name());
    }

    @Test
    void trainingGoesOnFromANetworkThatIsGiven() {
        MultiLayerNetwork given = new MultiLayerNetwork(
                Dl4jNetworks.perceptron(Dl4jNetworks.WIDTH, 5, SmallData.CLASSES, Activation.TANH));
        given.init();
        Dl4jModel model = Dl4jModel.of(given);
        Network network = model.network(Dl4jNetworks.WIDTH, SmallData.CLASSES);
        Parameters at = network.initial(Streams.seed(9).stream("init"));
        assertArrayEquals(given.params().toFloatVector(), at.toArray());
        assertEquals(given.params(), model.trained(at).params());
        Dl4jModel fresh = Dl4jModel.of(given.getLayerWiseConfigurations());
        Network other = fresh.network(Dl4jNetworks.WIDTH, SmallData.CLASSES);
        assertFalse(Arrays.equals(
                at.toArray(), other.initial(Streams.seed(9).stream("init")).toArray()));
        assertArrayEquals(
                other.initial(Streams.seed(9).stream("init")).toArray(),
                other.initial(Streams.seed(9).stream("init")).toArray());
        assertNotEquals(model.name(), fresh.name());
    }

    /** A checkpoint of one network is refused by another by its name, so that it must tell them apart and last. */
    @Test
    void theNameTellsSettingsAndFrozenValuesApartAndNothingElse() {
        var first = Dl4jNetworks.perceptron(8, 5, 4, Activation.TANH);
        var again = Dl4jNetworks.perceptron(8, 5, 4, Activation.TANH);
        assertEquals(Dl4jModel.of(first).name(), Dl4jModel.of(again).name());
        assertTrue(
                Dl4jModel.of(first).name().startsWith("Dl4j[SELF, Dense 5, Output 4, "),
                Dl4jModel.of(first).name());
        assertNotEquals(
                Dl4jModel.of(first).name(),
                Dl4jModel.of(Dl4jNetworks.perceptron(8, 5, 4, Activation.RELU)).name());
        assertNotEquals(
                Dl4jModel.of(first).name(),
                Dl4jModel.of(first).over(Aggregation.MEAN).name());
        InputType row = InputType.feedForward(8);
        DenseLayer dense = Dl4jNetworks.dense(5, Activation.TANH);
        assertNotEquals(
                Dl4jModel.of(Dl4jNetworks.of(b -> b.seed(1), row, 4, new FrozenLayer(dense)))
                        .name(),
                Dl4jModel.of(Dl4jNetworks.of(b -> b.seed(2), row, 4, new FrozenLayer(dense)))
                        .name());
    }
}
