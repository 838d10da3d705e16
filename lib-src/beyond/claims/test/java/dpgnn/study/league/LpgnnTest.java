package dpgnn.study.league;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.BlackBoxAudit;
import dpgnn.baseline.PublicEdges;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Lemma 96 of docs/proofs.md. */
class LpgnnTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Split SPLIT = DATA.publicSplit().orElseThrow();
    private static final TrainingView VIEW = DATA.transductive();
    private static final int CLASSES = VIEW.labels().classes(),
            WIDTH = VIEW.features().width();
    private static final Lpgnn METHOD = new Lpgnn(0, 1);
    private static final double DELTA = 1e-5;
    private static final MathContext DIGITS = new MathContext(60);
    private static final float[] HOSTILE = {
        Float.NaN,
        Float.NEGATIVE_INFINITY,
        Float.POSITIVE_INFINITY,
        -Float.MAX_VALUE,
        Float.MAX_VALUE,
        -0f,
        0,
        1,
        Float.MIN_VALUE,
        0.25f,
        Math.nextDown(1f),
        Math.nextUp(1f),
        1e30f
    };

    private static Lpgnn.Heard heard(TrainingView view, double epsilon, long seed) {
        return METHOD.experiment(view, epsilon, DELTA, Streams.seed(seed));
    }

    /** e^epsilon by its series, rounded down. */
    private static BigDecimal exp(double epsilon) {
        BigDecimal sum = BigDecimal.ONE, term = BigDecimal.ONE;
        for (int n = 1; n < 400; n++) {
            term = term.multiply(new BigDecimal(epsilon)).divide(BigDecimal.valueOf(n), DIGITS);
            sum = sum.add(term);
        }
        return sum.multiply(BigDecimal.ONE.subtract(new BigDecimal("1e-50")));
    }

    /** The published law, 1/(e^a + 1) + x (e^a - 1)/(e^a + 1) for the epsilon a of a bit, of numbers that are clipped by hand. */
    @Test
    void aBitHasThePublishedLawWhateverTheNumberIs() {
        Map<Float, Double> places = new TreeMap<>(Map.of(Float.NaN, 0.0, -5f, 0.0, 0.25f, 0.25, 0.5f, 0.5, 1f, 1.0));
        places.putAll(
                Map.of(Float.NEGATIVE_INFINITY, 0.0, Float.POSITIVE_INFINITY, 1.0, 3e38f, 1.0, 0f, 0.0, -3e38f, 0.0));
        for (double epsilon : new double[] {0.01, 1, 4, 16, 30}) {
            int bits = METHOD.bits(epsilon, WIDTH);
            RandomisedAnswer bit = METHOD.bit(epsilon, WIDTH);
            double each = Math.exp(epsilon / 2 / bits);
            places.forEach((number, place) -> assertEquals(
                    1 / (each + 1) + place * (each - 1) / (each + 1),
                    METHOD.ones(bit, number) * 0x1p-53,
                    1e-11,
                    number + " at " + epsilon));
            Lpgnn signed = new Lpgnn(-1, 1);
            assertEquals(0.5, signed.ones(bit, 0) * 0x1p-53, 1e-15);
            assertEquals(METHOD.ones(bit, 0.25f), signed.ones(bit, -0.5f));
        }
        assertEquals(1, METHOD.bits(4, 100));
        assertEquals(3, METHOD.bits(16, 100));
        assertEquals(2, METHOD.bits(16, 2));
    }

    /** Whatever two rows and labels are, what is said is at most e^epsilon times as likely, in exact arithmetic. */
    @Test
    void nothingThatIsSaidIsLikelierThanEpsilonSaysInExactArithmetic() {
        RandomStream coins = Streams.seed(1).stream("epsilons");
        BigDecimal whole = new BigDecimal(2).pow(53);
        for (int i = 0; i < 100; i++) {
            double epsilon = i < 3 ? new double[] {2e-6, 30, 1}[i] : Math.exp(-9 + 12.3 * coins.nextDouble());
            int classes = 2 + coins.nextInt(40), width = 1 + coins.nextInt(20), bits = METHOD.bits(epsilon, width);
            RandomisedAnswer bit = METHOD.bit(epsilon, width);
            BigDecimal worst = BigDecimal.ONE;
            for (float x : HOSTILE)
                for (float y : HOSTILE) {
                    BigDecimal p = new BigDecimal(METHOD.ones(bit, x)), q = new BigDecimal(METHOD.ones(bit, y));
                    worst = worst.max(p.divide(q, DIGITS)).max(whole.subtract(p).divide(whole.subtract(q), DIGITS));
                }
            BigDecimal truth = new BigDecimal(
                    PublicEdges.event(Lpgnn.SHARE * epsilon, classes).truth());
            BigDecimal label =
                    truth.multiply(BigDecimal.valueOf(classes - 1)).divide(BigDecimal.ONE.subtract(truth), DIGITS);
            BigDecimal all = worst.pow(bits, DIGITS).multiply(label);
            assertTrue(all.compareTo(exp(epsilon)) <= 0, epsilon + ", " + classes + ", " + bits);
            assertTrue(all.doubleValue() > Math.exp(epsilon * (1 - 1e-4)), epsilon + ", " + classes);
            BigDecimal one = new BigDecimal(Lpgnn.event(epsilon).truth());
            BigDecimal odds = one.divide(BigDecimal.ONE.subtract(one), DIGITS);
            assertTrue(odds.compareTo(exp(epsilon)) >= 0 && odds.compareTo(all) >= 0, "one answer for all, " + epsilon);
        }
    }

    /** The hockey stick of all outcomes of a label and two bits, enumerated, is nowhere above that of the one answer. */
    @Test
    void oneAnswerDominatesAllThatANodeSays() {
        for (double epsilon : new double[] {0.5, 2, 8}) {
            RandomisedAnswer label = PublicEdges.event(epsilon / 2, 5), bit = PublicEdges.event(epsilon / 4, 2);
            double t = Lpgnn.event(epsilon).truth();
            double[] labels = {label.truth(), label.lie(), 3 * label.lie()};
            for (double gamma = 0.001; gamma < 2 * Math.exp(epsilon); gamma *= 1.1) {
                double sum = 0;
                for (int said = 0; said < 12; said++) {
                    double p = labels[said % 3], q = labels[said % 3 == 2 ? 2 : 1 - said % 3];
                    for (int one = 3; one < 12; one *= 2) {
                        boolean honest = said / one % 2 == 0;
                        p *= honest ? bit.truth() : bit.lie();
                        q *= honest ? bit.lie() : bit.truth();
                    }
                    sum += Math.max(0, p - gamma * q);
                }
                double most = Math.max(0, t - gamma * (1 - t)) + Math.max(0, 1 - t - gamma * t);
                assertTrue(sum <= most + 1e-12, epsilon + " at " + gamma + ": " + sum + " and " + most);
            }
        }
        assertEquals(4, PldAccountant.standard().epsilon(Lpgnn.event(4), 1e-5), 1e-3);
    }

    /** All twelve outcomes of two bits of three numbers, enumerated, against 60,000 draws: five deviations each. */
    @Test
    void outcomesHaveTheirEnumeratedProbabilities() {
        RandomisedAnswer bit = PublicEdges.event(1, 2);
        float[][] worlds = {{Float.NaN, 7, 0.3f}, {Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0.3f}};
        double low = 1 / (Math.E + 1), high = Math.E / (Math.E + 1), mid = low + 0.3 * (high - low);
        double[][] one = {{low, high, mid}, {high, low, mid}};
        int draws = 60_000;
        List<Map<String, Integer>> seen = new ArrayList<>();
        for (float[] world : worlds) {
            Map<String, Integer> count = new TreeMap<>();
            RandomStream coins = Streams.seed(9).stream("world " + seen.size());
            for (int i = 0; i < draws; i++)
                count.merge(Arrays.toString(METHOD.said(bit, 2, world, coins.fork(i))), 1, Integer::sum);
            assertEquals(12, count.size(), "two of three places, a bit each");
            seen.add(count);
        }
        double most = 0;
        for (int a = 0; a < 3; a++)
            for (int b = a + 1; b < 3; b++)
                for (int said = 0; said < 4; said++) {
                    float[] out = new float[3];
                    out[a] = said % 2 == 1 ? 1 : -1;
                    out[b] = said > 1 ? 1 : -1;
                    double[] chance = new double[2];
                    for (int w = 0; w < 2; w++) {
                        chance[w] =
                                (out[a] > 0 ? one[w][a] : 1 - one[w][a]) * (out[b] > 0 ? one[w][b] : 1 - one[w][b]) / 3;
                        double share = (double) seen.get(w).get(Arrays.toString(out)) / draws;
                        assertEquals(chance[w], share, 5 * Math.sqrt(chance[w] / draws), Arrays.toString(out));
                    }
                    most = Math.max(most, Math.abs(Math.log(chance[0] / chance[1])));
                }
        assertEquals(2, most, 1e-9, "two bits at 1 each are attained");
    }

    /** The same coins: another row moves nothing but its own bits, and another label no bit at all. */
    @Test
    void aRowMovesItsOwnBitsAndALabelNone() {
        float[] hostile = new float[WIDTH];
        int moved = 0;
        for (int i = 0; i < 12; i++) {
            int z = i % 2 == 0 ? VIEW.participants().roots()[17 * i] : SPLIT.test()[i];
            Arrays.fill(hostile, i % 3 == 0 ? 3e38f : -3e38f);
            Lpgnn.Heard here = heard(VIEW, 16, i), there = heard(VIEW.withFeatures(z, hostile), 16, i);
            for (int at = 0; at < here.rows().length; at++) {
                if (here.rows()[at] == there.rows()[at]) continue;
                assertEquals(z, at / WIDTH, "the node whose bits differ");
                moved++;
            }
            assertArrayEquals(here.labels(), there.labels(), "no row is read for labels");
            if (!VIEW.participants().isRoot(z)) continue;
            TrainingView labelled = VIEW.withLabel(z, (VIEW.labels().of(z) + 1) % CLASSES);
            assertArrayEquals(here.rows(), heard(labelled, 16, i).rows());
        }
        assertTrue(moved > 0, "rows are read");
    }

    /** Given what was said, neither a row nor a training node's label changes what the network learns from. */
    @Test
    void theTrainingReadsWhatWasSaidAlone() {
        Lpgnn.Heard said = heard(VIEW, 8, 1);
        Dataset here = METHOD.learned(DATA, VIEW, said);
        float[] other = new float[DATA.nodes() * WIDTH];
        Arrays.fill(other, 5);
        int[] labels = new int[DATA.nodes()];
        for (int v = 0; v < labels.length; v++)
            labels[v] = (DATA.labels().of(v) + (VIEW.participants().isRoot(v) ? 1 : 0)) % CLASSES;
        Dataset worse = new Dataset(
                DATA.graph(),
                DenseFeatures.of(DATA.nodes(), WIDTH, other),
                dpgnn.graph.Labels.single(CLASSES, labels),
                DATA.provenance());
        Dataset there = METHOD.learned(worse, worse.transductive(SPLIT), said);
        assertEquals(here.features(), there.features());
        for (int v : VIEW.participants().roots()) {
            assertEquals(said.labels()[v], here.labels().of(v));
            assertEquals(said.labels()[v], there.labels().of(v));
        }
        for (int v : SPLIT.test())
            assertEquals(DATA.labels().of(v), here.labels().of(v), "a test node is tested");
    }

    /** Over 40,000 rows: five deviations of the mean. */
    @Test
    void estimatesOfARowAreUnbiased() {
        Lpgnn method = new Lpgnn(-1, 3);
        float[] row = {-1, 0, 1.5f, 3, 2};
        RandomisedAnswer bit = PublicEdges.event(1, 2);
        int draws = 40_000;
        double scale = (3 - -1) * row.length / (2 * 2 * (Math.E - 1) / (Math.E + 1)); // as published
        double[] mean = new double[row.length];
        for (int i = 0; i < draws; i++) {
            float[] said =
                    method.said(bit, 2, row, Streams.seed(3).stream("rows").fork(i));
            for (int c = 0; c < row.length; c++) mean[c] += scale * said[c] / draws;
        }
        for (int c = 0; c < row.length; c++) assertEquals(row[c] - 1, mean[c], 5 * scale / Math.sqrt(draws));
    }

    @Test
    void verdictsFollowCoinsAndLeaks() {
        assertEquals(Verdict.IDEAL, heard(VIEW, 4, 1).guarantee().verdict());
        Lpgnn.Heard shown = METHOD.release(VIEW, 4, DELTA);
        assertEquals(Verdict.SOUND, shown.guarantee().verdict());
        assertEquals(4, shown.guarantee().epsilon());
        assertEquals(Unit.FEATURE, shown.guarantee().unit());
        assertEquals(Relation.REPLACE, shown.guarantee().relation());
        assertTrue(shown.certificate().text().contains("\"pair\": \"RandomisedAnswer\", \"noise\": 0.0"));
        assertNotEquals(
                Arrays.toString(shown.rows()),
                Arrays.toString(METHOD.release(VIEW, 4, DELTA).rows()),
                "secure coins are fresh");
        Split chosen = Split.perClass(DATA.labels(), 10, 20, 20, Streams.seed(1).stream("split"));
        Lpgnn.Heard leaking = heard(DATA.transductive(chosen), 4, 1);
        assertEquals(Verdict.UNSOUND, leaking.guarantee().verdict());
        assertEquals(Double.POSITIVE_INFINITY, leaking.guarantee().epsilon());
    }

    /** The fault: each of three bits spends what all three may. */
    @Test
    void anAuditFindsBitsThatSpendTheWholeEpsilonEach() {
        int z = SPLIT.test()[0];
        float[] low = new float[WIDTH], high = new float[WIDTH];
        Arrays.fill(high, 1);
        for (boolean fault : new boolean[] {true, false}) {
            RandomisedAnswer bit = PublicEdges.event(fault ? 1.5 : 0.5, 2);
            BlackBoxAudit.Report report = BlackBoxAudit.of((view, seed) -> {
                        float[] row = new float[WIDTH];
                        view.features().copyRow(z, row, 0);
                        double sum = 0;
                        for (float one : METHOD.said(bit, 3, row, Streams.seed(seed).stream("bits"))) sum += one;
                        return new double[] {sum, seed % 7};
                    })
                    .worlds(VIEW.withFeatures(z, low), VIEW.withFeatures(z, high))
                    .trainings(400)
                    .claiming(1.5, DELTA)
                    .run();
            assertEquals(fault, report.caught(), report.toString());
        }
    }

    @Test
    void whatItDoesNotSupportIsRefused() {
        refused(() -> new Lpgnn(1, 1), "highest must be above lowest, 1.0");
        refused(() -> new Lpgnn(Double.NaN, 1), "lowest");
        refused(() -> new Lpgnn(0, Double.POSITIVE_INFINITY), "highest");
        for (double epsilon : new double[] {0, -1, Double.NaN, 31, 51})
            refused(() -> heard(VIEW, epsilon, 1), "epsilon must be in");
        refused(() -> METHOD.experiment(VIEW, 4, DELTA, Streams.secure()), "release(...)");
        refused(() -> METHOD.release(VIEW, 4, 1), "delta");
        refused(() -> METHOD.said(METHOD.bit(4, 3), 4, new float[3], Streams.seed(1).stream("bits")), "bits");
        Dataset directed = DATA.withGraph(Graph.directed(600, new int[] {0}, new int[] {1}));
        refused(() -> heard(directed.transductive(SPLIT), 4, 1), "undirected");
    }
}
