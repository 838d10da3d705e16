package dpgnn.nn.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Predictions;
import dpgnn.nn.SmallData;
import dpgnn.nn.device.DeviceHere;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.Kernels;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole graph as one example: sparse features, kept from step to step. */
class OneExampleTest {
    private static final int NODES = 40;
    private static final int WIDTH = 60;
    private static final int CLASSES = 3;

    private final TrainingView view = view(2, true);
    private final Network network = Gcn.layers(2, 8).network(WIDTH, CLASSES);
    private final Parameters parameters = network.initial(Streams.seed(4).stream("init"));
    private final Batch batch = new Batch();

    /** @param friends undirected edges that every node begins */
    private static TrainingView view(int friends, boolean sparse) {
        RandomStream coins = Streams.seed(9).stream("data");
        int[] start = new int[NODES + 1];
        int[] columns = new int[NODES * 2];
        float[] values = new float[NODES * 2];
        int[] labels = new int[NODES];
        int[] from = new int[NODES * friends];
        int[] to = new int[NODES * friends];
        for (int v = 0; v < NODES; v++) {
            columns[2 * v] = coins.nextInt(WIDTH / 2);
            columns[2 * v + 1] = WIDTH / 2 + coins.nextInt(WIDTH / 2 - 1);
            values[2 * v] = 1;
            values[2 * v + 1] = (float) coins.nextDouble();
            start[v + 1] = 2 * v + 2;
            labels[v] = coins.nextInt(CLASSES);
            for (int k = 0; k < friends; k++) {
                from[friends * v + k] = v;
                to[friends * v + k] = (v + 1 + coins.nextInt(NODES - 1)) % NODES;
            }
        }
        SparseFeatures words = SparseFeatures.of(WIDTH, start, columns, values);
        Features features = sparse ? words : dense(words);
        Split.Role[] roles = new Split.Role[NODES];
        Arrays.fill(roles, Split.Role.TRAIN);
        return new Dataset(
                        Graph.undirected(NODES, from, to),
                        features,
                        Labels.single(CLASSES, labels),
                        new Dataset.Provenance("made", List.of(), false, List.of()))
                .transductive(Split.byRole(roles));
    }

    private static Features dense(SparseFeatures words) {
        float[] rows = new float[NODES * WIDTH];
        for (int v = 0; v < NODES; v++) words.copyRow(v, rows, v * WIDTH);
        return DenseFeatures.of(NODES, WIDTH, rows);
    }

    private ExampleGradients fresh(Kernels kernels) {
        return fresh(view, kernels);
    }

    private ExampleGradients fresh(TrainingView view, Kernels kernels) {
        return ExampleGradients.of(Gcn.layers(2, 8).network(WIDTH, CLASSES), view.features(), view.labels(), kernels);
    }

    private float[] gradient(ExampleGradients of, double clip) {
        return gradient(view, of, clip);
    }

    private float[] gradient(TrainingView view, ExampleGradients of, double clip) {
        Sampler.Draws draws = WholeGraph.of().draws(view.participants(), Streams.seed(1).stream("sampler"));
        draws.draw(0, batch);
        float[] gradient = new float[network.size()];
        of.clippedSum(parameters, batch, new double[] {clip}, null, gradient);
        return gradient;
    }

    private double loss(ExampleGradients of, Parameters at) {
        return of.clippedSum(at, batch, new double[] {1}, null, new float[network.size()]);
    }

    /** The third step takes the transposed features, the first does not: the numbers are the same. */
    @Test
    void keptFeaturesGiveTheSameGradient() {
        ExampleGradients kept = fresh(new HostKernels());
        float[] first = gradient(kept, 1e9);
        gradient(kept, 1e9);
        assertArrayEquals(first, gradient(kept, 1e9), 1e-6f);
        assertArrayEquals(first, gradient(fresh(DeviceHere.backend().kernels()), 1e9), 1e-5f);
    }

    /** What was made of a batch is made anew when the batch has other content, and only then. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void anEditedBatchIsReadAgain(int friends) {
        ExampleGradients kept = fresh(new HostKernels());
        Sampler.Draws ours = WholeGraph.of().draws(view.participants(), Streams.seed(1).stream("sampler"));
        Sampler.Draws others =
                WholeGraph.of().draws(view(friends, true).participants(), Streams.seed(1).stream("sampler"));
        for (Sampler.Draws draws : List.of(ours, ours, others, others, ours)) {
            draws.draw(0, batch);
            assertArrayEquals(clippedSum(fresh(new HostKernels())), clippedSum(kept), 1e-6f);
        }
        batch.addSource(0);
        assertArrayEquals(clippedSum(fresh(new HostKernels())), clippedSum(kept), 1e-6f);
    }

    private float[] clippedSum(ExampleGradients of) {
        float[] sum = new float[network.size()];
        of.clippedSum(parameters, batch, new double[] {1e9}, null, sum);
        return sum;
    }

    /** Without edges S·X is kept, with some S and X, and with many S and X where S·X would be dense. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void compressedFeaturesGiveTheGradientOfDenseOnes(int friends) {
        TrainingView words = view(friends, true);
        TrainingView rows = view(friends, false);
        for (Kernels kernels : DeviceHere.kinds()) {
            ExampleGradients sparse = fresh(words, kernels);
            float[] wanted = gradient(rows, fresh(rows, new HostKernels()), 1e9);
            assertTrue(norm(wanted) > 0.1, "norm " + norm(wanted));
            for (int step = 0; step < 3; step++) assertArrayEquals(wanted, gradient(words, sparse, 1e9), 1e-5f);
            assertArrayEquals(
                    fresh(rows, new HostKernels()).logits(parameters, batch), sparse.logits(parameters, batch), 1e-5f);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 2", "4, 2"})
    void keepsTheFewerNumbers(int friends, int factors) {
        TrainingView words = view(friends, true);
        WholeGraph.of()
                .draws(words.participants(), Streams.seed(1).stream("sampler"))
                .draw(0, batch);
        BatchLayout layout = new BatchLayout();
        layout.read(batch, 0, 1, 2);
        InputLayer input = new InputLayer(WIDTH, true, (l, s) -> l.fromNodes(Aggregation.SYMMETRIC, l.reach(1), s));
        Kernels kernels = new HostKernels();
        input.prepare(kernels);
        input.forward(new PassContext(kernels, words.features(), layout, new BatchPart(batch, 0, 1, null, true, true)));
        assertEquals(factors, input.factors().size());
    }

    @Test
    void theGradientIsTheSlopeOfTheLoss() {
        ExampleGradients kept = fresh(new HostKernels());
        gradient(kept, 1e9);
        float[] slope = gradient(kept, 1e9);
        RandomStream coins = Streams.seed(3).stream("direction");
        float[] at = parameters.toArray();
        for (int trial = 0; trial < 5; trial++) {
            float[] there = at.clone();
            float[] back = at.clone();
            double along = 0;
            double h = 2e-3;
            for (int i = 0; i < at.length; i++) {
                double d = coins.nextGaussian();
                along += slope[i] * d;
                there[i] += (float) (h * d);
                back[i] -= (float) (h * d);
            }
            Parameters moved = parameters.copy();
            moved.write(there);
            double up = loss(kept, moved);
            moved.write(back);
            double measured = (up - loss(kept, moved)) / (2 * h);
            assertEquals(measured, along, 0.03 * Math.max(0.1, Math.abs(measured)));
        }
    }

    @Test
    void clippingBoundsTheNormAndKeepsTheDirection() {
        ExampleGradients kept = fresh(new HostKernels());
        float[] whole = gradient(kept, 1e9);
        double norm = norm(whole);
        float[] clipped = gradient(kept, norm / 10);
        assertTrue(norm(clipped) <= norm / 10 * (1 + 1e-6));
        for (int i = 0; i < whole.length; i++) assertEquals(whole[i] / 10, clipped[i], 1e-6);
    }

    /** With the first layer times c and its biases too, the second layer's input is times c: divided by c nothing changes. */
    @Test
    void theNetworkIsPositivelyHomogeneous() {
        ExampleGradients kept = fresh(new HostKernels());
        gradient(kept, 1);
        float[] before = kept.logits(parameters, batch);
        Parameters scaled = parameters.copy();
        SmallData.change(scaled, "conv1.weight", v -> v * 7);
        SmallData.change(scaled, "conv1.bias", v -> v * 7);
        SmallData.change(scaled, "conv2.weight", v -> v * 3);
        float[] after = kept.logits(scaled, batch);
        for (int i = 0; i < before.length; i++) assertEquals(21 * before[i], after[i], 1e-4 * 21);
        assertArrayEquals(Predictions.classes(before, CLASSES), Predictions.classes(after, CLASSES));
    }

    private static double norm(float[] values) {
        double squares = 0;
        for (float v : values) squares += (double) v * v;
        return Math.sqrt(squares);
    }
}
