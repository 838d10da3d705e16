package dpgnn.nn.device;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Backend;
import dpgnn.nn.DeviceFailure;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gat;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.HopMlps;
import dpgnn.nn.Jumping;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.Sgd;
import dpgnn.nn.SmallData;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sums of releases have the same bits on a device as on the host, and so have the weights that they lead to. */
class DeviceReleaseTest {
    private static final int STEPS = 4;

    static List<Model> models() {
        return List.of(
                Gcn.of(5),
                Gcn.layers(2, 70),
                Gin.layers(2, 5),
                Gin.standardised(9),
                Sage.of(Recipe.encoded(5)),
                Sage.of(Recipe.of(33).withDense(1)),
                Sage.of(Recipe.of(5).withDense(1).withActivation(Activation.SELU)),
                Gcn.of(Recipe.layers(3, 4).withNormalisedLogits()),
                Jumping.jumping(5),
                Gat.layers(2, 6, 2),
                Mlp.hidden(2, 5));
    }

    /** Steps without noise on the exact sums, which would hide every difference. */
    private static float[] weights(
            Model model, SmallData data, Kernels kernels, List<Batch> batches, boolean perLayer) {
        Network network = model.network(data.features().width(), SmallData.CLASSES);
        ExampleGradients gradients = ExampleGradients.of(network, data.features(), data.labels(), kernels);
        Parameters at = network.initial(Streams.seed(3).stream("init"));
        double[] thresholds = new double[perLayer ? network.layers().size() : 1];
        Arrays.fill(thresholds, 0.3);
        double[] sum = new double[network.size()];
        float[] rounded = new float[sum.length];
        for (int step = 0; step < STEPS; step++) {
            ExactSum whole = new ExactSum(sum.length);
            gradients.exactSum(at, batches.get(step % batches.size()), Clip.Limits.of(thresholds), null, whole);
            for (ParameterSlot slot : at.slots()) whole.read(slot, sum);
            for (int i = 0; i < sum.length; i++) rounded[i] = (float) sum[i];
            Sgd.of(0.1).step(at, rounded);
        }
        return at.toArray();
    }

    @ParameterizedTest
    @MethodSource("models")
    @Extent.OneIn(2)
    void releasesAreEqualBitForBit(Model model) {
        List<Batch> batches = List.of(
                SmallData.stars(5, 300), SmallData.paths(3, 40), SmallData.rings(4, 3, 40), SmallData.stars(6, 1));
        for (SmallData data : List.of(
                SmallData.of(1), SmallData.sparse(1, 12), SmallData.of(1).multi(2)))
            for (boolean perLayer : new boolean[] {false, true}) {
                float[] host = weights(model, data, new ExactKernels(), batches, perLayer);
                float[] device = weights(model, data, DeviceHere.backend().exactKernels(), batches, perLayer);
                assertArrayEquals(host, device, model.name());
            }
    }

    @Test
    void hopsAreEqualToo() {
        SmallData data = SmallData.sparse(2, 12);
        List<Batch> batches = List.of(SmallData.stars(5, 60));
        assertArrayEquals(
                weights(new HopMlps(3, 6), data, new ExactKernels(), batches, false),
                weights(new HopMlps(3, 6), data, DeviceHere.backend().exactKernels(), batches, false));
    }

    /** Sums of more than one block, lanes and products, and the width of a paper's network. */
    @Test
    @Tag("nightly")
    void aLargeBatchIsEqualBitForBit() {
        Model wide = Sage.of(Recipe.of(128).withDense(1));
        List<Batch> batches = List.of(SmallData.stars(7, 9000));
        SmallData data = SmallData.sparse(1, 300);
        float[] host = weights(wide, data, new ExactKernels(), batches, false);
        float[] device = weights(wide, data, DeviceHere.backend().exactKernels(), batches, false);
        assertTrue(host.length > 50_000, "there are " + host.length + " weights");
        int equal = 0;
        for (int i = 0; i < host.length; i++)
            if (Float.floatToIntBits(host[i]) == Float.floatToIntBits(device[i])) equal++;
        assertEquals(host.length, equal);
    }

    @Test
    void aDeviceWithoutDoublesIsRefusedForReleasesAlone() {
        DeviceHere.backend();
        OpenClDevice single = OpenClDevice.find(true).withoutDoubles();
        Backend backend = DeviceHere.on("opencl", single);
        String message = refused(DeviceFailure.class, backend::exactKernels);
        assertTrue(message.startsWith("A release needs double precision (cl_khr_fp64), which "), message);
        assertTrue(message.endsWith(" has not; train it with -Ddpgnn.device=cpu, which gives the same sums."), message);
        assertEquals(
                ExactKernels.class, DeviceHere.on("auto", single).exactKernels().getClass());
        for (Model model : models()) {
            SmallData data = SmallData.of(1);
            Network network = model.network(data.features().width(), SmallData.CLASSES);
            Parameters at = network.initial(Streams.seed(3).stream("init"));
            float[][] sums = new float[2][network.size()];
            Kernels[] both = {new HostKernels(), backend.kernels()};
            for (int i = 0; i < 2; i++)
                ExampleGradients.of(network, data.features(), data.labels(), both[i])
                        .clippedSum(at, SmallData.paths(3, 40), new double[] {0.3}, null, sums[i]);
            assertArrayEquals(sums[0], sums[1], 2e-5f, model.name());
        }
    }
}
