package dpgnn.study.walks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.study.SingleExamples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the proof of the random-walk paper rests on, gradient by gradient: two worlds that differ in one row of the features. */
class WalkCouplingTest {
    private static final double CLIP = 1e-3;
    private static final TrainingView VIEW = Views.HALF;

    private static Sampler sampler(String method, int layers) {
        DisjointWalks walks = DisjointWalks.of(layers, 40);
        return switch (method) {
            case "DRW-R" -> walks.restarts(2);
            case "DRW-D" -> walks.redrawnEvery(1);
            default -> walks;
        };
    }

    @ParameterizedTest
    @CsvSource({"DRW, 1", "DRW, 2", "DRW-R, 1", "DRW-R, 2", "DRW-D, 1", "DRW-D, 2"})
    void oneRowChangesExactlyOneClippedGradientAndNotByMoreThanTwiceTheClip(String method, int layers) {
        Network network = Gcn.layers(layers, 8)
                .network(VIEW.features().width(), VIEW.labels().classes());
        Parameters at = network.initial(Streams.seed(2).stream("init"));
        Sampler.Draws draws = sampler(method, layers).draws(VIEW.participants(), Streams.seed(3).stream("sampler"));
        float[] row = new float[VIEW.features().width()];
        for (int c = 0; c < row.length; c++) row[c] = c % 2 == 0 ? 50 : -50;
        ExampleGradients here = ExampleGradients.of(network, VIEW.features(), VIEW.labels());
        Batch batch = new Batch();
        Batch single = new Batch();
        float[] a = new float[network.size()];
        float[] b = new float[network.size()];
        int met = 0;
        int asNeighbour = 0;
        double largest = 0;
        for (int t = 0; t < 6; t++) {
            draws.draw(t, batch);
            for (int pick = 0; pick < batch.rows(); pick += 11) {
                int victim = batch.node(pick);
                TrainingView other = VIEW.withFeatures(victim, row);
                ExampleGradients there = ExampleGradients.of(network, other.features(), other.labels());
                int changed = 0;
                for (int e = 0; e < batch.examples(); e++) {
                    single.clear();
                    single.add(batch, e);
                    here.clippedSum(at, single, new double[] {CLIP}, null, a);
                    there.clippedSum(at, single, new double[] {CLIP}, null, b);
                    double distance = SingleExamples.distance(a, b);
                    if (distance == 0) continue;
                    changed++;
                    largest = Math.max(largest, distance);
                    assertTrue(distance <= 2 * CLIP * (1 + 1e-6), method + ": changed by " + distance / CLIP + " C");
                    if (single.node(0) != victim) asNeighbour++;
                }
                assertEquals(1, changed, method + " with " + layers + " layers, node " + victim);
                met++;
            }
        }
        assertTrue(met >= 20 && asNeighbour >= 3, met + " nodes, " + asNeighbour + " of them not roots");
        assertTrue(largest > CLIP, "a row of this size must move a gradient far, moved " + largest / CLIP + " C");
    }
}
