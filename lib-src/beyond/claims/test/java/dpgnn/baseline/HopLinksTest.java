package dpgnn.baseline;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.graph.Dataset;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemma 86 of docs/proofs.md. */
class HopLinksTest {
    private static final HopLinks LINKS = HopLinks.of();
    private static final double DELTA = 1e-5;
    private static final int WIDTH = 5;

    private final Dataset data = SyntheticGraphs.small();
    private final Graph graph = data.graph();

    private static RandomStream coins(String name) {
        return Streams.seed(4).stream(name);
    }

    /** One row in six of each kind: random, huge, subnormal, zero, of numbers far apart, and alike. */
    private static DenseFeatures hostile(int nodes) {
        RandomStream coins = coins("rows");
        float[] rows = new float[nodes * WIDTH];
        for (int i = 0; i < rows.length; i++)
            rows[i] = switch (i / WIDTH % 6) {
                case 0 -> (float) coins.nextGaussian();
                case 1 -> i % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE;
                case 2 -> Float.MIN_VALUE;
                case 3 -> -0f;
                case 4 -> i % WIDTH == 0 ? 1e30f : 1e-30f;
                default -> 1;
            };
        return DenseFeatures.of(nodes, WIDTH, rows);
    }

    private Graph flipped(int u, int v) {
        return graph.hasEdge(u, v) ? graph.withoutEdge(u, v) : graph.withEdge(u, v);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.2, 0.999})
    void rowsAreOnTheGridAndNeverLongerThanOne(double counted) {
        float[] rows = LINKS.with(HopLinks::counted, counted).rows(hostile(60));
        for (int v = 0; v < 60; v++) {
            BigDecimal squares = BigDecimal.ZERO;
            for (int c = 0; c <= WIDTH; c++) {
                float x = rows[v * (WIDTH + 1) + c];
                assertEquals(Math.rint(x * 0x1p21), x * 0x1p21, "a multiple of the grid");
                squares = squares.add(new BigDecimal(x).pow(2));
            }
            assertTrue(squares.compareTo(BigDecimal.ONE) <= 0, "row " + v + " has the squared norm " + squares);
            boolean empty = v % 6 == 3;
            assertEquals(empty ? counted : 1, squares.doubleValue(), 1e-5, "row " + v);
        }
    }

    @Test
    void anEdgeMovesSumsByAtMostItsSensitivityWhateverTheRows() {
        int nodes = 60;
        int[] hub = IntStream.range(1, nodes - 6).toArray();
        Graph star = Graph.undirected(nodes, new int[hub.length], hub);
        float[] rows = LINKS.rows(hostile(nodes));
        double[] sums = HopLinks.sums(star, rows);
        double worst = 0;
        for (int a = 0; a < nodes; a++)
            for (int b = 0; b < a; b++) {
                Graph other = star.hasEdge(a, b) ? star.withoutEdge(a, b) : star.withEdge(a, b);
                double[] moved = HopLinks.sums(other, rows);
                double squares = 0;
                for (int i = 0; i < sums.length; i++) squares += (moved[i] - sums[i]) * (moved[i] - sums[i]);
                worst = Math.max(worst, Math.sqrt(squares));
            }
        assertTrue(worst <= Math.sqrt(2), "the bound holds without any rounding: " + worst);
        assertEquals(Math.sqrt(2), worst, 1e-5, "and is reached");
    }

    /** Were an edge in both parts, or the coins of others moved by it, epsilon would be a sum. */
    @Test
    void anEdgePassesMessagesOrTrainsAndMovesNoOther() {
        int taught = 0, edges = 0;
        Graph[] parts = LINKS.with(HopLinks::taught, 0.3).parts(graph, coins("parts"));
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v)) {
                assertNotEquals(parts[0].hasEdge(u, v), parts[1].hasEdge(u, v), "one of the two, for " + u + ", " + v);
                edges++;
                if (parts[1].hasEdge(u, v)) taught++;
            }
        assertEquals(graph.edges(), parts[0].edges() + parts[1].edges());
        assertEquals(0.3, (double) taught / edges, 5 * Math.sqrt(0.3 * 0.7 / graph.edges()));
        int[] moved = new int[2];
        for (int u = 0; u < 12; u++)
            for (int v = 200; v < 212; v++) {
                Graph[] others = LINKS.with(HopLinks::taught, 0.3).parts(flipped(u, v), coins("parts"));
                boolean message = others[1].equals(parts[1]);
                moved[message ? 0 : 1]++;
                assertEquals(parts[message ? 1 : 0], others[message ? 1 : 0]);
                Graph before = parts[message ? 0 : 1], after = others[message ? 0 : 1];
                assertEquals(before, before.hasEdge(u, v) ? after.withEdge(u, v) : after.withoutEdge(u, v));
            }
        assertTrue(moved[0] > 50 && moved[1] > 20, Arrays.toString(moved));
    }

    /** Of an edge that trains, one record comes or goes: no sum, no scale and no other record changes in any bit. */
    @Test
    void anEdgeThatTrainsIsOneRecordAndChangesNoOther() {
        float[] rows = LINKS.rows(data.features()), heard = HopLinks.heard(graph, rows, 1, coins("noise"));
        int width = data.features().width() + 1, n = graph.nodes();
        Graph taught = LINKS.parts(graph, coins("parts"))[1];
        Dataset with = LINKS.records(data, taught, new HopLinks.Scorer(rows, heard, width), coins("pairs"));
        int k = 0, tried = 0;
        for (int v = 0; v < n && tried < 5; v++)
            for (int u : taught.inNeighbours(v)) {
                if (u >= v) continue;
                Graph less = taught.withoutEdge(u, v);
                Dataset without = LINKS.records(data, less, new HopLinks.Scorer(rows, heard, width), coins("pairs"));
                assertEquals(with.nodes() - 1, without.nodes());
                assertEquals(1, with.labels().of(n + k));
                for (int r = n; r < without.nodes(); r++) {
                    int same = r < n + k ? r : r + 1;
                    assertArrayEquals(
                            with.graph().inNeighbours(same), without.graph().inNeighbours(r));
                    assertEquals(with.labels().of(same), without.labels().of(r));
                    assertArrayEquals(row(with, same), row(without, r));
                }
                k++;
                tried++;
            }
        assertEquals(5, Math.min(5, tried));
    }

    private static float[] row(Dataset of, int node) {
        float[] row = new float[of.features().width()];
        of.features().copyRow(node, row, 0);
        return row;
    }

    @Test
    void noiseHasTheDeviationOfTheSensitivityFromASeedAndInARelease() {
        int nodes = 4000;
        Graph empty = Graph.undirected(nodes, new int[0], new int[0]);
        for (Streams streams : List.of(Streams.seed(5), Streams.secure())) {
            float[] noise = HopLinks.heard(empty, new float[nodes * 5], 3, streams.stream("messages"));
            double squares = 0;
            for (float x : noise) squares += (double) x * x;
            assertEquals(18, squares / noise.length, 5 * 18 * Math.sqrt(2.0 / noise.length), streams.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 4})
    void epsilonIsTheLargerOfTwoPartsAndEachHasItsCertificate(double epsilon) {
        HopLinks.Fitted fitted = LINKS.with(HopLinks::epochs, 3).train(data, epsilon, DELTA, Streams.seed(1));
        Guarantee held = fitted.guarantee();
        assertEquals(Verdict.IDEAL, held.verdict());
        assertEquals(Unit.EDGE, held.unit());
        assertEquals(Relation.ADD_REMOVE, held.relation());
        List<EpsilonCertificate> both = fitted.certificates();
        assertEquals(Math.max(both.get(0).epsilon(), both.get(1).epsilon()), held.epsilon());
        assertTrue(held.epsilon() <= epsilon && held.epsilon() > 0.999 * epsilon, held.summary());
        Event.Gaussian messages = (Event.Gaussian) both.get(0).event();
        double mu = 1 / messages.scale(), least = both.get(0).epsilon();
        assertTrue(GapEdgeTest.delta(mu, least) <= DELTA, "the closed form allows what is certified");
        assertTrue(GapEdgeTest.delta(mu, 0.999 * least) > DELTA * (1 - 1e-2), "and hardly less");
        assertEquals(fitted.decoder().spent(), both.get(1).event());
        Event.PoissonSampled step = both.get(1)
                .event()
                .parts()
                .map(Event.PoissonSampled.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals(Relation.ADD_REMOVE, step.relation());
        for (EpsilonCertificate one : both) assertEquals(one, EpsilonCertificate.parse(one.text()));
        for (String part : List.of("rows and labels", "both directions", "A coin for each pair", "any pairs"))
            assertTrue(held.statement().contains(part), held.statement());
    }

    @Test
    void aReleaseIsSound() {
        HopLinks.Fitted fitted = LINKS.with(HopLinks::epochs, 2).release(data, 4, DELTA);
        assertEquals(
                Verdict.SOUND, fitted.guarantee().verdict(), fitted.guarantee().statement());
        for (EpsilonCertificate one : fitted.certificates()) assertEquals(Verdict.SOUND, one.verdict());
        assertTrue(Double.isFinite(fitted.score(0, 1)));
    }

    /** By sums the larger of the two parts, by divergences both; a third release has no room, and nothing is drawn for it. */
    @Test
    void aReleaseIsChargedToABudget(@TempDir Path folder) throws Exception {
        HopLinks links = LINKS.with(HopLinks::epochs, 1);
        Budget sums = Budget.at(folder.resolve("private-sums"), 8, 2 * DELTA).bySums();
        HopLinks.Fitted fitted = links.release(data, 4, DELTA, sums);
        assertEquals(Verdict.SOUND, fitted.guarantee().verdict());
        String said = fitted.guarantee().statement();
        assertTrue(said.contains("Charged to a budget of epsilon 8.0"), said);
        assertTrue(!said.contains("which no budget counts"), said);
        assertEquals(fitted.guarantee().epsilon(), sums.used());
        links.release(data, 4, DELTA, sums);
        refused(IllegalStateException.class, () -> links.release(data, 0.1, DELTA, sums), "has no room");
        assertEquals(2, sums.runs().size());
        Budget renyi = Budget.at(folder.resolve("private-renyi"), 30, 2 * DELTA);
        HopLinks.Fitted other = links.release(data, 4, DELTA, renyi);
        Event both = new Event.Composed(
                List.of(other.certificates().get(0).event(), other.decoder().spent()));
        assertEquals(EventCounts.of(both), EventCounts.of(renyi.total()));
        assertTrue(renyi.used() > other.guarantee().epsilon());
    }

    @Test
    void dataThatLeakHaveNoGuaranteeAndNoRelease() {
        Dataset bounded = data.withGraph(DegreeBound.symmetric(graph, 3, coins("bound")));
        Guarantee none = LINKS.with(HopLinks::epochs, 1)
                .train(bounded, 4, DELTA, Streams.seed(1))
                .guarantee();
        assertEquals(Verdict.UNSOUND, none.verdict());
        assertTrue(Double.isInfinite(none.epsilon()) && none.statement().contains(Dataset.EDGES_CHOSEN));
        refused(() -> LINKS.release(bounded, 4, DELTA), "leak", Dataset.EDGES_CHOSEN);
        Dataset.Provenance told = data.provenance().with("Read.", List.of("Rows were made of edges."));
        Dataset leaking = new Dataset(graph, data.features(), data.labels(), told);
        refused(() -> LINKS.release(leaking, 4, DELTA), "leak", "Rows were made of edges.");
        Guarantee other = LINKS.with(HopLinks::epochs, 1)
                .train(leaking, 4, DELTA, Streams.seed(1))
                .guarantee();
        assertEquals(Verdict.UNSOUND, other.verdict());
        assertTrue(other.statement().contains("Rows were made of edges."), other.statement());
    }

    /** Pairs of nodes of one row that are linked or not; the attacker adds up what both heard along that row. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 0.5, 1e-6})
    void anAuditFindsMessagesWithoutTheirNoiseAndNoOther(double share) {
        int pairs = 60_000;
        double epsilon = 1, delta = 0.01;
        HopLinks.Fitted small = LINKS.with(HopLinks::epochs, 1).train(data, epsilon, delta, Streams.seed(1));
        double multiplier = share * small.certificates().get(0).event().scale();
        int[] even = IntStream.range(0, pairs).map(i -> 2 * i).toArray();
        int[] odd = IntStream.range(0, pairs).map(i -> 2 * i + 1).toArray();
        float[] ones = new float[2 * pairs];
        Arrays.fill(ones, 1);
        float[] rows = LINKS.rows(DenseFeatures.of(2 * pairs, 1, ones));
        double[][] scores = new double[2][pairs];
        for (int world = 0; world < 2; world++) {
            int[] none = new int[0];
            Graph linked = Graph.undirected(2 * pairs, world == 0 ? none : even, world == 0 ? none : odd);
            float[] heard = HopLinks.heard(linked, rows, multiplier, coins("world " + world));
            for (int i = 0; i < pairs; i++)
                for (int c = 0; c < 4; c++) scores[world][i] += heard[4 * i + c] * rows[4 * i + c];
        }
        double least =
                EpsilonLowerBound.ofScores(scores[0], scores[1], delta, 0.999).epsilon();
        assertTrue(least > 0.7, "an attack that shows nothing tests nothing: " + least);
        assertEquals(share < 1, least > small.guarantee().epsilon(), "at least " + least);
    }

    @Test
    void withEnoughEpsilonHiddenEdgesComeFirst() {
        EdgeList seen = new EdgeList(), hidden = new EdgeList();
        RandomStream held = coins("held");
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v)) if (u < v) (held.nextDouble() < 0.2 ? hidden : seen).add(u, v);
        Graph asked = hidden.undirected(graph.nodes());
        HopLinks.Fitted fitted = LINKS.train(data.withGraph(seen.undirected(graph.nodes())), 8, DELTA, Streams.seed(2));
        double ahead = 0, all = 0;
        RandomStream others = coins("others");
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : asked.inNeighbours(v)) {
                int a = others.nextInt(graph.nodes()), b = others.nextInt(graph.nodes());
                if (u > v || a == b || graph.hasEdge(a, b)) continue;
                all++;
                if (fitted.score(u, v) > fitted.score(a, b)) ahead++;
            }
        assertTrue(ahead / all > 0.6, ahead + " of " + all + " edges are ahead");
        assertEquals(fitted.score(3, 9), fitted.score(9, 3), 1e-9, "a pair has no direction");
    }

    @Test
    void whatIsNotProvedIsRefused() {
        float[] values = {1, 2, 3, 4};
        DenseFeatures spoilt = DenseFeatures.of(2, 2, values);
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            refused(() -> DenseFeatures.of(1, 2, new float[] {0, bad}), "(0, 1)", "finite");
            refused(() -> SparseFeatures.of(2, new int[] {0, 1}, new int[] {1}, new float[] {bad}), "(0, 1)", "finite");
            values[3] = bad; // behind the back of the features, which were finite
            refused(() -> LINKS.rows(spoilt), "features must be finite", "node 1");
        }
        refused(() -> LINKS.train(data, 4, DELTA, Streams.secure()), "seeded", "release");
        Dataset directed = data.withGraph(Graph.directed(graph.nodes(), new int[] {0}, new int[] {1}));
        refused(() -> LINKS.train(directed, 4, DELTA, Streams.seed(1)), "undirected");
        Dataset single = new Dataset(
                Graph.undirected(1, new int[0], new int[0]),
                DenseFeatures.of(1, 1, new float[1]),
                Labels.single(2, new int[1]),
                data.provenance());
        refused(() -> LINKS.train(single, 4, DELTA, Streams.seed(1)), "nodes");
        refused(() -> LINKS.with(HopLinks::taught, 1.0), "taught", "1.0");
        refused(() -> LINKS.with(HopLinks::counted, 0.0), "counted", "0.0");
        refused(() -> LINKS.train(data, 0, DELTA, Streams.seed(1)), "epsilon");
        refused(() -> LINKS.train(data, 4, 1, Streams.seed(1)), "delta");
        HopLinks.Fitted fitted = LINKS.with(HopLinks::epochs, 1).train(data, 4, DELTA, Streams.seed(1));
        refused(() -> fitted.score(0, graph.nodes()), "v must be", String.valueOf(graph.nodes()));
    }
}
