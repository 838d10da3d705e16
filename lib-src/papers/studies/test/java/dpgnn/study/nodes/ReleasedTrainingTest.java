package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.study.SingleExamples;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReleasedTrainingTest {
    private static final int NODES = 12, CLASSES = 3;

    /** The last node has a row of zeros. */
    private static DenseFeatures features(int width) {
        RandomStream coins = Streams.seed(5).stream("features");
        float[] values = new float[(NODES + 1) * width];
        for (int i = 0; i < NODES * width; i++) values[i] = (float) coins.nextGaussian();
        return DenseFeatures.of(NODES + 1, width, values);
    }

    private static Labels labels() {
        return Labels.single(
                CLASSES, IntStream.rangeClosed(0, NODES).map(v -> v % CLASSES).toArray());
    }

    /** A star a row: the centre first. Padded, every star has as many rows as the largest, of zeros. */
    private static Batch batch(boolean padded, int[]... stars) {
        int most = Arrays.stream(stars).mapToInt(s -> s.length).max().orElseThrow();
        Batch batch = new Batch();
        for (int[] star : stars) {
            batch.beginExample();
            int rows = padded ? most : star.length;
            int root = batch.addRow(star[0]);
            for (int k = 1; k < rows; k++) batch.addSource(root + k);
            for (int k = 1; k < rows; k++) batch.addRow(k < star.length ? star[k] : NODES);
            batch.addTarget(root);
        }
        return batch;
    }

    private static final int[][] EQUAL = {{0, 1, 2}, {3, 3, 4}, {5, 0, 0}};
    private static final int[][] UNEQUAL = {{0, 1, 2, 7}, {3}, {5, 0}, {6, 6, 8}};

    @Test
    void withoutPaddingItIsTheLibrarysNetwork() {
        for (String model : HeterPoissonPaper.MODELS)
            for (int width : new int[] {5, 9}) assertSame(model, width, batch(false, EQUAL), batch(false, EQUAL));
    }

    /** A sum is blind to rows of zeros, so that a GIN may be given them. */
    @Test
    void paddingIsRowsOfZerosThatCount() {
        for (int width : new int[] {5, 9}) assertSame("GIN", width, batch(false, UNEQUAL), batch(true, UNEQUAL));
    }

    private static void assertSame(String model, int width, Batch released, Batch plain) {
        ReleasedNetwork network = new ReleasedNetwork(model, 8, features(width), labels());
        Network librarys = HeterPoissonRun.model(model, "code", 8).network(width, CLASSES);
        Parameters parameters = librarys.initial(Streams.seed(7).stream("initial"));
        ExampleGradients gradients = ExampleGradients.of(librarys, features(width), labels());
        float[] logits = gradients.logits(parameters, plain);
        double[] losses = network.losses(parameters, released);
        int[] found = network.classes(parameters, released);
        for (int e = 0; e < losses.length; e++) {
            float[] own = Arrays.copyOfRange(logits, e * CLASSES, (e + 1) * CLASSES);
            double all = 0;
            for (float x : own) all += Math.exp(x);
            int label = plain.node(plain.exampleStart(e)) % CLASSES;
            assertEquals(Math.log(all) - own[label], losses[e], 1e-5, model);
            for (float x : own) assertTrue(x <= own[found[e]], model);
        }
        for (double clip : new double[] {0.1, 100}) {
            float[] sum = new float[parameters.size()];
            network.addClipped(parameters, released, 2 * clip, sum);
            assertArrayEquals(SingleExamples.of(plain).sum(gradients, parameters, clip), sum, 2e-5f, model);
        }
    }

    @Test
    void gradientsAreThoseOfTheLossWithPaddingToo() {
        for (String model : HeterPoissonPaper.MODELS)
            for (int width : new int[] {5, 9}) {
                ReleasedNetwork network = new ReleasedNetwork(model, 8, features(width), labels());
                Parameters parameters = network.network().initial(Streams.seed(8).stream("initial"));
                Batch batch = batch(false, UNEQUAL);
                float[] sum = new float[parameters.size()];
                network.addClipped(parameters, batch, 1e6, sum);
                float[] at = parameters.toArray();
                for (int i = 0; i < at.length; i++) {
                    double slope = (loss(network, parameters, batch, at, i, 4e-3f)
                                    - loss(network, parameters, batch, at, i, -4e-3f))
                            / 8e-3;
                    assertEquals(slope, sum[i], 4e-3 * Math.max(1, Math.abs(slope)), model + " " + i);
                }
            }
    }

    private static double loss(ReleasedNetwork network, Parameters p, Batch batch, float[] at, int i, float by) {
        float[] moved = at.clone();
        moved[i] += by;
        Parameters there = Parameters.of(p.slots(), moved);
        return Arrays.stream(network.losses(there, batch)).sum();
    }

    @Test
    void oneStarOfManyRowsChangesTheGradientOfAnother() {
        ReleasedNetwork network = new ReleasedNetwork("GCN", 8, features(9), labels());
        Parameters parameters = network.network().initial(Streams.seed(9).stream("initial"));
        double alone = network.losses(parameters, batch(false, new int[][] {{3, 1}}))[0];
        double beside = network.losses(parameters, batch(false, new int[][] {{3, 1}, {0, 1, 2, 4, 5, 6}}))[0];
        assertTrue(Math.abs(alone - beside) > 1e-3, alone + " and " + beside);
    }

    private static Dataset path(Split split) {
        int n = split.nodes();
        Graph graph = Graph.undirected(
                n,
                IntStream.range(0, n - 2).toArray(),
                IntStream.range(1, n - 1).toArray());
        return new Dataset(
                graph,
                DenseFeatures.of(n, 1, new float[n]),
                Labels.single(2, new int[n]),
                new Dataset.Provenance("path", List.of(), true, List.of()));
    }

    private static int[] star(Batch batch, int e) {
        return IntStream.range(batch.exampleStart(e), batch.exampleStart(e + 1))
                .map(batch::node)
                .toArray();
    }

    /** A path of 0 to 38, and 39 without an edge; node 3 has a loop twice. */
    @Test
    void starsLoseCentresThatCameBeforeAndLonelyOnesReadStrangers() {
        Split split = Split.of(
                40,
                IntStream.concat(IntStream.range(0, 30), IntStream.of(39)).toArray(),
                new int[0],
                IntStream.range(30, 39).toArray());
        int[] loops = new int[40];
        loops[3] = 2;
        ReleasedStars stars = ReleasedStars.training(path(split), loops, split, LearningSetting.TRANSDUCTIVE);
        Batch batch = new Batch();
        boolean kept = false, own = false, strangers = false;
        for (int step = 0; step < 200; step++) {
            stars.draw(0.5, 2, Streams.seed(1).stream("coins").fork(step), batch);
            List<Integer> centres = IntStream.range(0, batch.examples())
                    .mapToObj(e -> star(batch, e)[0])
                    .toList();
            for (int e = 0; e < batch.examples(); e++) {
                int[] star = star(batch, e);
                assertTrue(split.role(star[0]) == Split.Role.TRAIN);
                for (int k = 1; k < star.length; k++) {
                    int at = centres.indexOf(star[k]);
                    assertFalse(at >= 0 && at < e, "a centre that came before");
                    kept |= at > e;
                    if (star[0] == 39) strangers |= Math.abs(star[k] - 39) > 1;
                    else assertTrue(Math.abs(star[k] - star[0]) == 1 || star[k] == 3 && star[0] == 3);
                    own |= star[k] == star[0];
                }
                // Degrees are 2 at most, 3 with the loop: with M = 2 whoever did not come before is there.
                if (e == 0 && star[0] > 4 && star[0] < 38) assertEquals(3, star.length);
            }
        }
        assertTrue(kept && own && strangers, "a later centre, a loop, a stranger");
    }

    @Test
    void inductiveStarsAndTestsReadTheirOwnNodesAlone() {
        Split split = Split.of(
                40,
                IntStream.range(0, 20).map(i -> 2 * i).toArray(),
                new int[0],
                IntStream.range(0, 20).map(i -> 2 * i + 1).toArray());
        Batch batch = new Batch();
        ReleasedStars.training(path(split), new int[40], split, LearningSetting.INDUCTIVE)
                .draw(1, 3, Streams.seed(2).stream("coins"), batch);
        assertEquals(20, batch.examples());
        for (int r = 0; r < batch.rows(); r++) assertEquals(0, batch.node(r) % 2);
        List<Batch> tests =
                ReleasedStars.test(path(split), new int[40], split).batches(13, Streams.seed(3).stream("t"));
        assertEquals(1, tests.size());
        for (int e = 0; e < 20; e++)
            assertEquals(14, star(tests.get(0), e).length, "no test node has a test neighbour");
        for (int r = 0; r < tests.get(0).rows(); r++)
            assertEquals(1, tests.get(0).node(r) % 2);
    }

    @Test
    void featuresHaveOneMeanAndOneDeviation() throws Exception {
        Dataset data = NodeData.of("small", "whole"), raw = NodeData.of("small", "raw");
        int width = data.features().width();
        float[] now = new float[width], before = new float[width];
        double sum = 0, squares = 0;
        Double slope = null;
        for (int v = 0; v < data.nodes(); v++) {
            data.features().copyRow(v, now, 0);
            raw.features().copyRow(v, before, 0);
            for (int c = 0; c < width; c++) {
                sum += now[c];
                squares += now[c] * now[c];
                if (c == 0 || Math.abs(before[c] - before[0]) < 0.1) continue;
                double here = (now[c] - now[0]) / (before[c] - before[0]);
                if (slope == null) slope = here;
                assertEquals(slope, here, 1e-3 * slope);
            }
        }
        long entries = (long) data.nodes() * width;
        assertEquals(0, sum / entries, 1e-4);
        assertEquals(1, squares / entries, 1e-3);
        assertFalse(data.provenance().leaks().isEmpty());
    }

    @Test
    void aRunIsTheReleasedCodesAndRepeats() throws Exception {
        HeterPoissonRun run =
                HeterPoissonRun.of("small").with(HeterPoissonRun::batch, 120).released();
        var made = HeterPoissonRun.run(run);
        int train = NodeData.split(NodeData.of("small"), 1).train().length;
        assertEquals(9 * Math.ceil(train / 120.0), made.metric("steps"));
        assertTrue(made.guarantees().isEmpty());
        assertEquals(
                made.metric("test accuracy"),
                HeterPoissonRun.STUDY.repetition().run(run, made).metric("test accuracy"));
    }
}
