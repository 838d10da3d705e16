package dpgnn.nn.kernel;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.GradientContract;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Predictions;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.nn.device.DeviceHere;
import dpgnn.nn.layer.NonFinite;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExampleGradientsTest {
    record Case(String name, DoubleOracle.Family family, Recipe recipe, Model model, SmallData data, Kernels kernels) {
        @Override
        public String toString() {
            return name + " on " + kernels.getClass().getSimpleName();
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Kernels kernels : DeviceHere.kinds()) {
            for (Recipe recipe : List.of(
                    Recipe.of(5),
                    Recipe.of(5).withDense(2).withActivation(Activation.SELU),
                    Recipe.layers(1, 5),
                    Recipe.layers(2, 5),
                    Recipe.layers(3, 4).withActivation(Activation.TANH),
                    Recipe.layers(2, 5).withNormalisedLogits(),
                    Recipe.standardised(5),
                    Recipe.standardised(9)))
                for (DoubleOracle.Family family :
                        List.of(DoubleOracle.Family.GCN, DoubleOracle.Family.GIN, DoubleOracle.Family.SAGE))
                    cases.add(of(family, recipe, SmallData.of(1), kernels));
            cases.add(of(DoubleOracle.Family.SAGE, Recipe.encoded(5), SmallData.of(1), kernels));
            cases.add(of(
                    DoubleOracle.Family.GCN,
                    Recipe.layers(2, 5),
                    SmallData.of(1).multi(1),
                    kernels));
            cases.add(of(DoubleOracle.Family.GCN, Recipe.layers(2, 5), SmallData.sparse(1, 12), kernels));
            cases.add(of(DoubleOracle.Family.MLP, Recipe.of(5).withHops(0).withDense(2), SmallData.of(1), kernels));
        }
        return cases;
    }

    private static Case of(DoubleOracle.Family family, Recipe recipe, SmallData data, Kernels kernels) {
        Model model =
                switch (family) {
                    case GCN -> Gcn.of(recipe);
                    case GIN -> Gin.of(recipe);
                    case SAGE -> Sage.of(recipe);
                    case MLP -> Mlp.of(recipe);
                };
        return new Case(model.name(), family, recipe, model, data, kernels);
    }

    private static void keeps(Case c, Batch batch) {
        new GradientContract(c.family, c.recipe, c.model, c.data, c.kernels).check(batch);
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Extent.OneIn(5)
    void starsKeepTheContract(Case c) {
        keeps(c, SmallData.stars(2, 6));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Extent.OneIn(5)
    void pathsKeepTheContract(Case c) {
        keeps(c, SmallData.paths(3, 6));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Extent.OneIn(5)
    void examplesOfManyRowsAndTargetsKeepTheContract(Case c) {
        // Long enough that forming a gradient is cheaper than the Gram matrices.
        keeps(c, SmallData.rings(4, 2, 20));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Extent.OneIn(3)
    void oneExampleKeepsTheContract(Case c) {
        keeps(c, SmallData.rings(4, 1, 30));
    }

    @Test
    void withoutAClipWhatIsNotFiniteStopsTheStepWithLayerAndExamples() {
        Batch batch = SmallData.paths(3, 6);
        Subject subject = Subject.of(Gcn.layers(2, 5), SmallData.huge(batch.node(batch.exampleStart(4))));
        SmallData.change(subject.at(), v -> v * 100);
        for (Kernels kernels : DeviceHere.kinds()) {
            ExampleGradients gradients = subject.on(kernels);
            NonFinite stopped =
                    assertThrows(NonFinite.class, () -> subject.sum(gradients, batch, null, Double.POSITIVE_INFINITY));
            assertTrue(
                    subject.network().layers().stream().anyMatch(stopped.getMessage()::contains), stopped.getMessage());
            assertTrue(stopped.firstExample() <= 4 && 4 <= stopped.lastExample(), stopped.getMessage());
        }
    }

    /** Dropout masks come from the stream alone, and without a stream there is none. */
    @Test
    void dropoutIsForTrainingOnly() {
        SmallData data = SmallData.of(1);
        Model with = Gcn.of(Recipe.layers(2, 40).withDropout(0.5));
        Network network = with.network(SmallData.WIDTH, SmallData.CLASSES);
        Parameters parameters = network.initial(Streams.seed(3).stream("init"));
        ExampleGradients gradients = ExampleGradients.of(network, data.features(), data.labels(), new HostKernels());
        Batch batch = SmallData.paths(3, 20);
        Network plain = Gcn.layers(2, 40).network(SmallData.WIDTH, SmallData.CLASSES);
        ExampleGradients none = ExampleGradients.of(plain, data.features(), data.labels(), new HostKernels());
        assertArrayEquals(none.logits(parameters, batch), gradients.logits(parameters, batch));
        float[] off = sum(none, parameters, batch, null);
        assertArrayEquals(off, sum(gradients, parameters, batch, null));
        float[] mean = new float[off.length];
        for (int i = 0; i < 3000; i++) {
            float[] one = sum(gradients, parameters, batch, Streams.seed(i).stream("dropout"));
            // The last bias's gradient is p - y: its mean over masks is near that without masks, not equal to it.
            for (int j = 0; j < mean.length; j++) mean[j] += one[j] / 3000;
        }
        assertArrayEquals(
                sum(gradients, parameters, batch, Streams.seed(5).stream("dropout")),
                sum(gradients, parameters, batch, Streams.seed(5).stream("dropout")));
        double difference = 0;
        double size = 0;
        for (int j = 0; j < mean.length; j++) {
            difference += Math.pow(mean[j] - off[j], 2);
            size += off[j] * off[j];
        }
        assertTrue(Math.sqrt(difference / size) < 0.15, "off by " + Math.sqrt(difference / size));
    }

    private static float[] sum(
            ExampleGradients gradients, Parameters at, Batch batch, dpgnn.random.RandomStream dropout) {
        float[] sum = new float[gradients.network().size()];
        gradients.clippedSum(at, batch, new double[] {Double.POSITIVE_INFINITY}, dropout, sum);
        return sum;
    }

    @Test
    void whatDoesNotFitIsRefused() {
        SmallData data = SmallData.of(1);
        Network network = Gcn.of(5).network(3, SmallData.CLASSES);
        assertEquals(
                "the network takes 3 features per node, the data have 7",
                refused(() -> ExampleGradients.of(network, data.features(), data.labels())));
        Network fits = Gcn.of(5).network(SmallData.WIDTH, SmallData.CLASSES);
        Parameters at = fits.initial(Streams.seed(1).stream("init"));
        ExampleGradients gradients = ExampleGradients.of(fits, data.features(), data.labels());
        Batch batch = SmallData.stars(1, 2);
        float[] sum = new float[fits.size()];
        refused(() -> gradients.clippedSum(at, batch, new double[3], null, sum));
        refused(() -> gradients.clippedSum(at, batch, new double[] {0}, null, sum));
        refused(() -> Recipe.layers(0, 5));
        refused(() -> Mlp.of(Recipe.of(5)));
    }

    @Test
    void predictionsFollowTheLogits() {
        assertArrayEquals(new int[] {1, 0}, Predictions.classes(new float[] {0, 2, 1, 5, 5, 4}, 3));
        assertArrayEquals(new boolean[] {true, false}, Predictions.sets(new float[] {0.1f, 0}));
        refused(() -> Predictions.classes(new float[4], 3));
    }
}
