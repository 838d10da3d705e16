package dpgnn.baseline;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.graph.Dataset;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.nn.Scores;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Evaluation;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Trained;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemma 93 of docs/proofs.md. */
class NeighbourLabelsTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Split SPLIT = DATA.publicSplit().orElseThrow();
    private static final TrainingView VIEW = DATA.transductive();
    private static final double DELTA = 1e-5;

    private static RandomStream coins(String name) {
        return Streams.seed(4).stream(name);
    }

    private static NeighbourLabels seeded(TrainingView view, double epsilon) {
        return NeighbourLabels.experiment(view, epsilon, DELTA, Streams.seed(1));
    }

    private static double moved(TrainingView view, Graph other) {
        double[] with = HopLinks.sums(view.graph(), NeighbourLabels.said(view)),
                without = HopLinks.sums(other, NeighbourLabels.said(view.on(other)));
        double squares = 0;
        for (int i = 0; i < with.length; i++) squares += (with[i] - without[i]) * (with[i] - without[i]);
        return Math.sqrt(squares);
    }

    /** Every edge of the graph, a new edge at a hub and at a lonely node; whatever the rows hold. */
    @Test
    void anEdgeMovesOneCountAtEitherEndByOne() {
        Graph graph = VIEW.graph();
        float[] huge = new float[graph.nodes()];
        Arrays.fill(huge, Float.MAX_VALUE);
        TrainingView hostile = new Dataset(
                        graph, DenseFeatures.of(graph.nodes(), 1, huge), DATA.labels(), DATA.provenance())
                .transductive(SPLIT);
        int both = 0;
        for (TrainingView view : new TrainingView[] {VIEW, hostile})
            for (int v = 0; v < graph.nodes(); v++) {
                int u = graph.inDegree(v) > 0 ? graph.inNeighbour(v, 0) : (v + 1) % graph.nodes();
                Graph other = graph.hasEdge(v, u) ? graph.withoutEdge(v, u) : graph.withEdge(v, u);
                int train = (view.participants().isRoot(u) ? 1 : 0)
                        + (view.participants().isRoot(v) ? 1 : 0);
                assertEquals(Math.sqrt(train), moved(view, other), u + ", " + v);
                if (train == 2) both++;
            }
        assertTrue(both > 20, "edges that move all that they may: " + both);
    }

    @Test
    void nothingReadsAnEdgeButNoisyCounts() {
        NeighbourLabels heard = seeded(VIEW, 4);
        int width = DATA.features().width(), classes = DATA.labels().classes();
        float[] counts = heard.counts();
        int[] columns = IntStream.range(0, width).toArray();
        int[] start = IntStream.rangeClosed(0, DATA.nodes()).map(v -> v * width).toArray();
        int[] repeated = IntStream.range(0, DATA.nodes() * width)
                .map(i -> columns[i % width])
                .toArray();
        float[] values = new float[repeated.length], row = new float[width + classes];
        for (int v = 0; v < DATA.nodes(); v++) DATA.features().copyRow(v, values, v * width);
        Dataset sparse = new Dataset(
                DATA.graph(), SparseFeatures.of(width, start, repeated, values), DATA.labels(), DATA.provenance());
        for (Dataset of : new Dataset[] {DATA, sparse}) {
            Dataset own = heard.data(of);
            assertEquals(0, own.graph().edges());
            for (int v = 0; v < own.nodes(); v++) {
                own.features().copyRow(v, row, 0);
                assertArrayEquals(Arrays.copyOfRange(values, v * width, (v + 1) * width), Arrays.copyOf(row, width));
                double squares = 0, own2 = 0;
                for (int c = 0; c < classes; c++) {
                    squares += (double) counts[v * classes + c] * counts[v * classes + c];
                    own2 += (double) row[width + c] * row[width + c];
                }
                assertEquals(classes, own2, 1e-4);
                for (int c = 0; c < classes; c++)
                    assertEquals(counts[v * classes + c] * Math.sqrt(classes / squares), row[width + c], 1e-4);
            }
        }
        refused(() -> heard.data(smaller()));
    }

    private static Dataset smaller() {
        return new Dataset(
                Graph.undirected(2, new int[0], new int[0]),
                DenseFeatures.of(2, 1, new float[2]),
                Labels.single(2, new int[2]),
                DATA.provenance());
    }

    /** Against the closed form of a Gaussian, in the test of GAP's edges. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 4, 16})
    void epsilonIsThatOfOneGaussian(double epsilon) {
        NeighbourLabels heard = seeded(VIEW, epsilon);
        assertEquals(new Event.Gaussian(heard.multiplier()), heard.certificate().event());
        double mu = 1 / heard.multiplier(), least = heard.guarantee().epsilon();
        assertTrue(
                least <= epsilon && least > 0.999 * epsilon, heard.guarantee().summary());
        assertTrue(GapEdgeTest.delta(mu, least) <= DELTA, "the closed form allows what is certified");
        assertTrue(GapEdgeTest.delta(mu, 0.999 * least) > DELTA * (1 - 1e-2), "and hardly less");
        assertEquals(least, heard.certificate().epsilon(), 1e-12);
    }

    @Test
    void noiseHasTheDeviationOfTheSensitivityFromASeedAndInARelease() {
        int nodes = 4000, classes = 5;
        Graph empty = Graph.undirected(nodes, new int[0], new int[0]);
        for (Streams streams : new Streams[] {Streams.seed(5), Streams.secure()}) {
            float[] noise = NeighbourLabels.noisy(empty, new float[nodes * classes], 3, streams.stream("labels"));
            double squares = 0;
            for (float x : noise) squares += (double) x * x;
            assertEquals(18, squares / noise.length, 5 * 18 * Math.sqrt(2.0 / noise.length), streams.toString());
        }
    }

    @Test
    void verdictsFollowCoinsAndLeaks() {
        assertEquals(Verdict.IDEAL, seeded(VIEW, 1).guarantee().verdict());
        NeighbourLabels released = NeighbourLabels.release(VIEW, 1, DELTA);
        assertEquals(Verdict.SOUND, released.guarantee().verdict());
        assertEquals(Unit.EDGE, released.guarantee().unit());
        assertEquals(Relation.ADD_REMOVE, released.guarantee().relation());
        Dataset bounded = DATA.withGraph(DegreeBound.symmetric(DATA.graph(), 3, coins("bound")));
        assertEquals(
                Verdict.UNSOUND,
                seeded(bounded.transductive(SPLIT), 1).guarantee().verdict());
        refused(() -> NeighbourLabels.experiment(VIEW, 1, DELTA, Streams.secure()));
        refused(() -> NeighbourLabels.release(VIEW, 60, DELTA));
        Graph directed = Graph.directed(DATA.nodes(), new int[] {0}, new int[] {1});
        refused(() -> seeded(DATA.withGraph(directed).transductive(SPLIT), 1));
        Dataset numbers = new Dataset(
                DATA.graph(), DATA.features(), Labels.values(1, new float[DATA.nodes()]), DATA.provenance());
        refused(() -> seeded(numbers.transductive(SPLIT), 1));
    }

    @Test
    void aBudgetIsChargedBeforeACoinIsDrawn(@TempDir Path folder) throws Exception {
        Budget budget =
                Budget.at(folder.resolve("private-budget"), 5, 2 * DELTA).bySums();
        NeighbourLabels heard = NeighbourLabels.release(VIEW, 4, DELTA, budget);
        assertEquals(heard.guarantee().epsilon(), budget.used());
        String said = heard.guarantee().statement();
        assertTrue(said.contains("Charged to a budget of epsilon 5.0"), said);
        refused(IllegalStateException.class, () -> NeighbourLabels.release(VIEW, 4, DELTA, budget), "has no room");
        Dataset bounded = DATA.withGraph(DegreeBound.symmetric(DATA.graph(), 3, coins("bound")));
        refused(
                IllegalArgumentException.class,
                () -> NeighbourLabels.release(bounded.transductive(SPLIT), 0.1, DELTA / 10, budget),
                "leak nothing");
        assertEquals(1, budget.runs().size());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.5, 1e-6})
    void anAuditFindsCountsWithoutTheirNoiseAndNoOther(double share) {
        double epsilon = 1, delta = 0.01;
        double multiplier = share
                * NeighbourLabels.experiment(VIEW, epsilon, delta, Streams.seed(1))
                        .multiplier();
        double[][] scores = NeighbourLabels.lookAt(60_000, multiplier, coins("pairs"));
        double least =
                EpsilonLowerBound.ofScores(scores[0], scores[1], delta, 0.999).epsilon();
        assertTrue(least > 0.7, "an attack that shows nothing tests nothing: " + least);
        assertEquals(share < 1, least > epsilon, "at least " + least);
    }

    @Test
    void withEnoughEpsilonNeighboursHelp() {
        double[] right = new double[2];
        for (int seed = 1; seed <= 3; seed++)
            for (int w = 0; w < 2; w++) {
                Dataset own = NeighbourLabels.experiment(VIEW, w == 0 ? 0.01 : 16, DELTA, Streams.seed(seed))
                        .data(DATA);
                Trained trained = PlainTrainer.of(Mlp.of(16), PoissonNodes.of(0.5), 100, Streams.seed(seed))
                        .optimizer(() -> Adam.of(0.01))
                        .train(own.transductive(SPLIT));
                Scores scores = Evaluation.wholeGraph(own.evaluation(SPLIT, Split.Role.TEST))
                        .scores(trained.network(), trained.parameters());
                right[w] += scores.microF1() / 3;
            }
        assertTrue(right[1] > right[0] + 0.02, right[1] + " and " + right[0]);
    }
}
