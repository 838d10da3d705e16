package dpgnn.nn;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Labels;
import dpgnn.random.Streams;
import dpgnn.report.Display;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Against numbers by hand, and by brute force over all pairs of a node and a class. */
class ScoresTest {
    /** Two rows have ties, and no node has class 3. */
    private static final float[] LOGITS = {2, 0, 0, 0, 1, 1, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};

    private static final Labels FIVE = Labels.single(4, new int[] {0, 2, 1, 1, 0});
    private static final Scores HAND = Scores.of(FIVE, new int[] {0, 1, 2, 3, 4}, LOGITS);

    @Test
    void classesAndConfusionAreThoseByHand() {
        assertEquals(5, HAND.nodes());
        assertEquals(0.6, HAND.accuracy(), 1e-15);
        assertEquals(0.6, HAND.microF1(), 1e-15);
        assertEquals((0.8 + 2 / 3.0) / 4, HAND.macroF1(), 1e-15);
        assertEquals((2 / 3.0 + 1) / 4, HAND.macroPrecision(), 1e-15);
        assertEquals((2 * 2 / 3.0 + 2 * 1) / 5, HAND.weightedPrecision(), 1e-15);
        int[][] confusion = {{2, 0, 0, 0}, {0, 1, 1, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}};
        assertArrayEquals(confusion, HAND.confusion());
        double[][] each = {{2 / 3.0, 1, 0.8, 2}, {1, 0.5, 2 / 3.0, 2}, {0, 0, 0, 1}, {0, 0, 0, 0}};
        for (int c = 0; c < 4; c++) {
            Scores.OfClass of = HAND.classes().get(c);
            assertEquals(c, of.label());
            assertArrayEquals(
                    each[c], new double[] {of.precision(), of.recall(), of.f1(), of.count()}, 1e-15, "class " + c);
        }
    }

    @Test
    void theCalibrationIsThatByHand() {
        double e = Math.E, e2 = e * e, e3 = e2 * e;
        double[] sure = {e2 / (e2 + 3), e / (2 * e + 2), e3 / (e3 + 3), e / (e + 3), 0.25};
        double[] right = {1, 0, 1, 0, 1};
        double off = IntStream.range(0, 5)
                .mapToDouble(k -> Math.abs(right[k] - sure[k]))
                .sum();
        assertEquals(off / 5, HAND.calibrationError(), 1e-12, "each of the five is alone in its range");
        assertEquals(
                List.of(0.2, 0.3, 0.4, 0.7, 0.8),
                HAND.calibration().stream().map(Scores.Range::from).toList());
        assertEquals(sure[4], HAND.calibration().get(0).confidence(), 1e-15);
        Scores counted = Scores.of(FIVE, new int[] {0, 1}, new int[] {0, 0});
        assertTrue(counted.calibration().isEmpty() && Double.isNaN(counted.calibrationError()), "not known");
        assertFalse(counted.description().containsKey("calibration"));
    }

    @Test
    void manyNodesAgreeWithBruteForce() {
        var coins = Streams.seed(5).stream("scores");
        int nodes = 700, classes = 6;
        int[] labels =
                IntStream.range(0, nodes).map(v -> coins.nextInt(classes - 1)).toArray(); // the last is absent
        float[] logits = new float[nodes * classes];
        for (int i = 0; i < logits.length; i++)
            logits[i] = coins.nextInt(5) + (labels[i / classes] == i % classes ? 1.5f : 0); // many ties
        Scores scores = Scores.of(
                Labels.single(classes, labels), IntStream.range(0, nodes).toArray(), logits);
        List<double[]> sure = new ArrayList<>(); // probability, right
        int[] chosen = new int[nodes];
        for (int v = 0; v < nodes; v++) {
            double all = 0;
            for (int c = classes - 1; c >= 0; c--) {
                all += Math.exp(logits[v * classes + c]);
                if (logits[v * classes + c] >= logits[v * classes + chosen[v]]) chosen[v] = c;
            }
            sure.add(new double[] {Math.exp(logits[v * classes + chosen[v]]) / all, chosen[v] == labels[v] ? 1 : 0});
        }
        int[][] confusion = scores.confusion();
        double f1 = 0;
        for (int c = 0; c < classes; c++) {
            int own = c;
            double hits = count(nodes, v -> labels[v] == own && chosen[v] == own);
            double precision = hits / Math.max(1, count(nodes, v -> chosen[v] == own));
            double recall = hits / Math.max(1, count(nodes, v -> labels[v] == own));
            if (hits > 0) f1 += 2 * precision * recall / (precision + recall) / classes;
            assertEquals(precision, scores.classes().get(c).precision(), 1e-12);
            assertEquals(recall, scores.classes().get(c).recall(), 1e-12);
            for (int d = 0; d < classes; d++) {
                int other = d;
                assertEquals(count(nodes, v -> labels[v] == own && chosen[v] == other), confusion[c][d]);
            }
        }
        assertEquals(f1, scores.macroF1(), 1e-12);
        assertEquals(sure.stream().mapToDouble(s -> s[1]).sum() / nodes, scores.accuracy(), 1e-12);
        double error = 0;
        for (int r = 0; r < 10; r++) {
            double from = r / 10.0, to = (r + 1) / 10.0;
            double[][] in = sure.stream().filter(s -> s[0] > from && s[0] <= to).toArray(double[][]::new);
            if (in.length == 0) continue;
            double mean = Arrays.stream(in).mapToDouble(s -> s[0]).sum() / in.length;
            double right = Arrays.stream(in).mapToDouble(s -> s[1]).sum() / in.length;
            error += in.length * Math.abs(mean - right) / nodes;
        }
        assertEquals(error, scores.calibrationError(), 1e-12);
        assertTrue(error > 0.01, "the case tells ranges apart, was " + error);
    }

    private static int count(int nodes, IntPredicate which) {
        return (int) IntStream.range(0, nodes).filter(which).count();
    }

    @Test
    void oneClassIsAlwaysRight() {
        Scores one = Scores.of(Labels.single(1, new int[] {0, 0}), new int[] {0, 1}, new float[] {-3, 5});
        assertEquals(1, one.accuracy());
        assertEquals(1, one.macroF1());
        assertEquals(0, one.calibrationError());
        assertArrayEquals(new int[][] {{2}}, one.confusion());
    }

    /** A decision that a class is absent is as probable as the class is not. A logit of zero says that it is absent. */
    @Test
    void setsOfClassesAreScoredByDecision() {
        Labels sets = Labels.multi(3, new boolean[] {true, false, true, false, false, true});
        float[] logits = {2, -1, -1, 0, 3, 1};
        Scores scores = Scores.of(sets, new int[] {0, 1}, logits);
        assertEquals(4 / 6.0, scores.accuracy(), 1e-15);
        assertEquals(2.0 * 2 / (3 + 3), scores.microF1(), 1e-15);
        assertEquals((1 + 0 + 2 / 3.0) / 3, scores.macroF1(), 1e-15);
        double[] sure = {p(2), p(1), p(1), 0.5, p(3), p(1)};
        double three = 3 * Math.abs(2 / 3.0 - p(1)); // those of 1 and -1: one of three is wrong
        assertEquals((1 - sure[0] + three + 0.5 + sure[4]) / 6, scores.calibrationError(), 1e-7);
        refused(IllegalStateException.class, scores::confusion, "a set of classes");
        assertFalse(scores.description().containsKey("confusion"));
        Predictions predicted = Predictions.of(sets, new int[] {0, 1}, logits);
        assertTrue(predicted.has(0, 0) && !predicted.has(1, 0) && predicted.has(1, 2));
        assertArrayEquals(new double[] {0.5, p(3), p(1)}, predicted.probabilities(1), 1e-7);
        assertEquals("{0=1, 1=1, 2=1}", predicted.description().get("predicted, by class"));
        refused(IllegalStateException.class, predicted::classes, "ask has(node, class)");
        refused(IllegalStateException.class, () -> predicted.of(0), "ask has(node, class)");
        assertTrue(Display.render(predicted).get("text/plain").contains("[1, 2]"), "the set of node 1");
    }

    private static double p(double logit) {
        return 1 / (1 + Math.exp(-logit));
    }

    @Test
    void predictionsAreByNode() {
        Predictions of = Predictions.of(FIVE, new int[] {4, 1, 3}, Arrays.copyOf(LOGITS, 12));
        assertArrayEquals(new int[] {4, 1, 3}, of.nodes());
        assertArrayEquals(new int[] {0, 0, 1}, of.classes());
        assertEquals(1, of.of(3));
        assertEquals("{0=2, 1=1}", of.description().get("predicted, by class"));
        assertEquals(1, Arrays.stream(of.probabilities(3)).sum(), 1e-12);
        assertEquals(Math.exp(3) / (Math.exp(3) + 3), of.probabilities(3)[1], 1e-12);
        refused(() -> of.of(0), "evaluated", "0");
        refused(() -> of.probabilities(5), "evaluated", "5");
        refused(() -> of.has(3, 4), "c");
        refused(() -> Predictions.of(FIVE, new int[] {0}, LOGITS), "a row for each of 1 nodes", "5 rows");
    }

    @Test
    void numbersAreNoClasses() {
        Labels numbers = Labels.values(1, new float[] {1, 2});
        refused(() -> Scores.of(numbers, new int[] {0, 1}, new float[] {1, 2}), "were numbers", "rmse()");
        Labels some = Labels.single(2, new int[] {0, Labels.NONE});
        refused(() -> Scores.of(some, new int[] {0, 1}, new float[4]), "nodes must be of a label each", "was node 1");
    }

    /** A diverged network has no probabilities, which is said; so is that a class is absent, and what no guarantee covers. */
    @Test
    void aReaderSeesAllOfIt() {
        String html = Display.render(HAND).get("text/html"),
                text = Display.render(HAND).get("text/plain");
        for (String word :
                List.of("precision", "confusion", "as 3", "mean probability", "No node has class 3", "No guarantee"))
            assertTrue(html.contains(word) && text.contains(word), word + " is not in " + text);
        assertTrue(html.contains("<td") && html.split("<table").length == 5, "three tables stand in one: " + html);
        Scores diverged = Scores.of(FIVE, new int[] {0}, new float[] {Float.NaN, 0, 0, 0});
        assertTrue(Double.isNaN(diverged.calibrationError()));
        assertTrue(diverged.description()
                .get("expected calibration error")
                .toString()
                .contains("diverged"));
        Scores many = Scores.of(Labels.single(30, new int[] {7}), new int[] {0}, new float[30]);
        assertTrue(many.description().get("confusion").toString().contains("30 rows"));
        assertTrue(Display.render(Predictions.of(FIVE, new int[] {0, 1, 2, 3, 4}, LOGITS))
                .get("text/html")
                .contains("No guarantee"));
    }
}
