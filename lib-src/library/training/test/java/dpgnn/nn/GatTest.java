package dpgnn.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.kernel.DoubleOracle;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Attention against its own definition in double precision, which knows nothing of batches, layers or ghost norms. */
class GatTest {
    private static final int WIDTH = 6;
    private static final List<Batch> BATCHES =
            List.of(SmallData.stars(2, 5), SmallData.paths(3, 5), SmallData.rings(4, 1, 7));

    private final SmallData data = SmallData.of(1);

    /** The network as its paper writes it: weights by name, one example, rows by recursion over their sources. */
    private final class Reference {
        private final Map<String, ParameterSlot> slots = new HashMap<>();
        private final double[] weights;
        private final int layers;
        private final int heads;
        private final Batch batch;

        Reference(Parameters at, double[] weights, int layers, int heads, Batch batch) {
            for (ParameterSlot slot : at.slots()) slots.put(slot.name(), slot);
            this.weights = weights;
            this.layers = layers;
            this.heads = heads;
            this.batch = batch;
        }

        private double[] map(String name, double[] x, int columns) {
            double[] y = new double[columns];
            ParameterSlot weight = slots.get(name + ".weight"), bias = slots.get(name + ".bias");
            for (int i = 0; i < weight.size(); i++) y[i % columns] += weights[weight.offset() + i] * x[i / columns];
            for (int i = 0; bias != null && i < bias.size(); i++) y[i] += weights[bias.offset() + i];
            return y;
        }

        double[] row(int layer, int r) {
            if (layer > 0) return attended(layer, r);
            float[] features = new float[SmallData.WIDTH];
            data.features().copyRow(batch.node(r), features, 0);
            double[] x = new double[features.length];
            for (int c = 0; c < x.length; c++) x[c] = features[c];
            return x;
        }

        private double[] attended(int layer, int r) {
            int sources = batch.edgeStart(r + 1) - batch.edgeStart(r);
            double[][] h = new double[sources + 1][];
            for (int j = 0; j <= sources; j++)
                h[j] = map(
                        "linear" + layer, row(layer - 1, j == 0 ? r : batch.source(batch.edgeStart(r) + j - 1)), WIDTH);
            double[] out = new double[WIDTH];
            int each = WIDTH / heads;
            for (int k = 0; k < heads; k++) {
                String name = "attention" + layer + (heads == 1 ? "" : "." + (k + 1));
                double[] share = new double[h.length];
                double total = 0;
                for (int j = 0; j < h.length; j++) {
                    double score = map(name, Arrays.copyOfRange(h[j], k * each, (k + 1) * each), 2)[0]
                            + map(name, Arrays.copyOfRange(h[0], k * each, (k + 1) * each), 2)[1];
                    total += share[j] = Math.exp(score > 0 ? score : 0.2 * score);
                }
                for (int j = 0; j < h.length; j++)
                    for (int c = k * each; c < (k + 1) * each; c++) out[c] += share[j] / total * h[j][c];
            }
            for (int c = 0; c < WIDTH; c++) if (out[c] < 0) out[c] = Math.expm1(out[c]);
            return out;
        }

        double loss(int example) {
            double loss = 0;
            int from = batch.targetStart(example), to = batch.targetStart(example + 1);
            for (int k = from; k < to; k++) {
                double[] z = map("classes", row(layers, batch.target(k)), SmallData.CLASSES);
                double own = z[data.labels().of(batch.node(batch.target(k)))];
                loss += (Math.log(Arrays.stream(z).map(Math::exp).sum()) - own) / (to - from);
            }
            return loss;
        }
    }

    /** Each example by itself: its gradient is the slope of the definition, and its norm, taken without it, clips it to the threshold. */
    @Test
    void gradientsAreSlopesOfTheDefinitionAndNormsAreTheirs() {
        for (int layers = 1; layers <= 2; layers++)
            for (int heads : new int[] {1, 3}) {
                Network network = Gat.layers(layers, WIDTH, heads).network(SmallData.WIDTH, SmallData.CLASSES);
                Parameters at = network.initial(Streams.seed(3).stream("init"));
                SmallData.change(at, v -> 1.5f * v);
                for (Batch batch : BATCHES)
                    for (boolean exact : new boolean[] {false, true}) agree(network, at, layers, heads, batch, exact);
            }
    }

    private void agree(Network network, Parameters at, int layers, int heads, Batch batch, boolean exact) {
        Subject subject = new Subject(network, data, at);
        ExampleGradients gradients = exact ? subject.exact() : subject.on(new HostKernels());
        float[] values = at.toArray();
        double[] weights = GradientContract.widened(values);
        Reference reference = new Reference(at, weights, layers, heads, batch);
        double[] clipped = new double[weights.length];
        double shortest = Double.POSITIVE_INFINITY;
        double[][] slopes = new double[batch.examples()][weights.length];
        for (int e = 0; e < slopes.length; e++) {
            for (int i = 0; i < weights.length; i++) {
                double step = 1e-5;
                weights[i] = values[i] + step;
                double more = reference.loss(e);
                weights[i] = values[i] - step;
                slopes[e][i] = (more - reference.loss(e)) / (2 * step);
                weights[i] = values[i];
            }
            shortest = Math.min(shortest, Math.sqrt(DoubleOracle.square(slopes[e])));
        }
        double threshold = shortest / 2;
        for (double[] slope : slopes) {
            double norm = Math.sqrt(DoubleOracle.square(slope));
            for (int i = 0; i < clipped.length; i++) clipped[i] += threshold / norm * slope[i];
        }
        float[] sum = new float[clipped.length];
        double loss = gradients.clippedSum(at, batch, new double[] {threshold}, null, sum);
        double expected = 0;
        for (int e = 0; e < slopes.length; e++) expected += reference.loss(e);
        assertEquals(expected, loss, 1e-5 * slopes.length);
        double[] wide = GradientContract.widened(sum);
        // A release clips by its margin less.
        assertArrayEquals(clipped, wide, threshold * slopes.length * (exact ? 2e-3 : 2e-5), network.name());
        assertTrue(DoubleOracle.square(clipped) > 0);
    }

    @Test
    void aReleaseIsSoundAndANetworkHasThePartsOfThePaper() throws Exception {
        var small = dpgnn.graph.synthetic.SyntheticGraphs.small();
        Plan plan = Plans.within(HomeStars.of(0.2, 2), Clip.automatic(1, 0.01), 3, 8, 1e-4);
        var trained = plan.release(Gat.of(8, 2)).train(small.transductive());
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        Network network = Gat.of(8, 2).network(5, 3);
        assertEquals(List.of("linear1", "attention1.1", "attention1.2", "classes"), network.layers());
        // W and its bias, two vectors a head without one, and the classes.
        assertEquals(5 * 8 + 8 + 2 * (2 * 4) + 8 * 3 + 3, network.size());
        assertEquals(
                "Gat: 0 features, 1 linear 8 [0], 2 attended 2 [1], 3 activated ELU [2], 4 classes [3]",
                Gat.of(8, 2).name());
    }
}
