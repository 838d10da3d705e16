package dpgnn.nn.kernel;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Labels;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.HopMlps;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.nn.device.DeviceHere;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import org.junit.jupiter.api.Test;

class HopMlpsTest {
    private static final int PARTS = 3;
    private static final int EACH = 4;
    private static final int NODES = 9;
    private static final double UNCLIPPED = Double.POSITIVE_INFINITY;

    private final RandomStream stream = Streams.seed(4).stream("data");
    private final DenseFeatures features = features();
    private final Labels labels = Labels.single(3, new int[] {0, 1, 2, 0, 1, 2, 0, 1, 2});
    private final Network network = new HopMlps(PARTS, 5).network(PARTS * EACH, 3);
    private final Parameters parameters = network.initial(Streams.seed(2).stream("init"));

    private DenseFeatures features() {
        float[] values = new float[NODES * PARTS * EACH];
        for (int i = 0; i < values.length; i++) values[i] = (float) stream.nextGaussian();
        return DenseFeatures.of(NODES, PARTS * EACH, values);
    }

    private float[] sum(Kernels kernels, double threshold, int... nodes) {
        float[] sum = new float[network.size()];
        ExampleGradients.of(network, features, labels, kernels)
                .clippedSum(parameters, SmallData.rows(nodes), new double[] {threshold}, null, sum);
        return sum;
    }

    @Test
    void theGradientIsThatOfTheLoss() {
        for (Kernels kernels : DeviceHere.kinds()) {
            Subject subject = new Subject(network, new SmallData(features, labels), parameters);
            ExampleGradients gradients = subject.on(kernels);
            Batch all = SmallData.rows(0, 1, 2, 3, 4, 5, 6, 7, 8);
            float[] sum = subject.sum(gradients, all, null, UNCLIPPED);
            for (int i = 0; i < sum.length; i++)
                assertEquals(subject.slope(gradients, all, i, UNCLIPPED, 1e-3f), sum[i], 4e-3, "parameter " + i);
        }
    }

    @Test
    void everyExampleIsClippedByTheNormOfItsOwnGradient() {
        for (Kernels kernels : DeviceHere.kinds()) {
            double threshold = 0.2;
            float[] together = sum(kernels, threshold, 0, 4, 8);
            float[] added = new float[network.size()];
            for (int v : new int[] {0, 4, 8}) {
                float[] whole = sum(kernels, Double.POSITIVE_INFINITY, v);
                double norm = 0;
                for (float x : whole) norm += (double) x * x;
                double factor = Math.min(1, threshold / Math.sqrt(norm));
                assertTrue(factor < 1, "the test must clip");
                for (int i = 0; i < added.length; i++) added[i] += (float) (factor * whole[i]);
            }
            assertArrayEquals(added, together, 1e-5f);
        }
    }

    @Test
    void badShapesAreRefused() {
        refused(() -> new HopMlps(0, 3));
        refused(() -> new HopMlps(3, 0));
        refused(() -> new HopMlps(3, 3).network(10, 2));
    }
}
