package dpgnn.study.text;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Split;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.study.text.TextRun.Descent;
import dpgnn.train.Run;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextGcnTest {
    private static TextRun with(TextRun run, int epochs) {
        return run.with(TextRun::epochs, epochs).with(TextRun::seed, 3L);
    }

    private static TextRun clipped(Descent optimizer, int epochs, double noise) {
        return with(TextRun.clipped("small", optimizer, noise), epochs);
    }

    @Test
    void withoutPrivacyItLearnsAndStopsEarly() throws Exception {
        Run run = TextRun.run(with(TextRun.plain("small", Descent.ADAM), 500));
        assertTrue(run.metric("test") > 0.8, "test " + run.metric("test"));
        assertTrue(run.metric("steps") < 500, "steps " + run.metric("steps"));
        assertTrue(run.guarantees().isEmpty());
    }

    /** Table 3's plan: twice the sensitivity that the paper took, composed exactly. */
    @ParameterizedTest
    @CsvSource({"SGD, 112, 2000, 3.380, 1.552", "ADAM, 56, 500, 3.380, 1.552"})
    @Extent.OneIn(2)
    void clippedRunsAreSoundAtTwiceTheSensitivity(
            Descent optimizer, double noise, int epochs, double provable, double claimed) throws Exception {
        Run run = TextRun.run(clipped(optimizer, epochs, noise));
        Guarantee last = run.guarantees().get(run.guarantees().size() - 1);
        assertEquals(Verdict.IDEAL, last.verdict());
        assertEquals(Unit.GRAPH, last.unit());
        assertEquals(provable, last.epsilon(), 0.0006);
        assertEquals(
                claimed,
                run.guarantees().stream()
                        .filter(g -> g.verdict() == Verdict.CLAIMED)
                        .findFirst()
                        .orElseThrow()
                        .epsilon(),
                0.0006);
    }

    @Test
    void dropoutIsThePapersUnlessItIsSaid() throws Exception {
        float[] half = trained(null);
        assertArrayEquals(half, trained(0.5));
        assertFalse(Arrays.equals(half, trained(0.0)));
    }

    private static float[] trained(Double dropout) throws Exception {
        return TextRun.train(clipped(Descent.SGD, 5, 1).with(TextRun::dropout, dropout))
                .trained()
                .parameters()
                .toArray();
    }

    @Test
    void withoutClippingNothingIsGuaranteed() throws Exception {
        Run run = TextRun.run(with(TextRun.unclipped("small", Descent.SGD, 112), 5));
        assertEquals(1, run.guarantees().size());
        assertEquals(Verdict.UNSOUND, run.guarantees().get(0).verdict());
        assertEquals(Double.POSITIVE_INFINITY, run.guarantees().get(0).epsilon());
    }

    @Test
    void partsOfTheGraphProtectADocument() throws Exception {
        Run run = TextRun.run(with(TextRun.budget("small", Descent.ADAM, 2), 10)
                .with(TextRun::rate, 0.05)
                .with(TextRun::parts, 100)
                .with(TextRun::lots, 100));
        Guarantee last = run.guarantees().get(run.guarantees().size() - 1);
        assertEquals(Verdict.IDEAL, last.verdict());
        assertEquals(Unit.NODE, last.unit());
        assertTrue(last.epsilon() <= 2 && last.epsilon() > 1.99, "epsilon " + last.epsilon());
    }

    @Test
    void wrongNodesAreTestNodesOfTheWholeDataSet() throws Exception {
        Split split = TextData.of("small").split();
        TextRun part = with(TextRun.plain("small", Descent.ADAM), 30).with(TextRun::percent, 20);
        TextRun.Outcome outcome = TextRun.train(part);
        for (int v : outcome.wrong()) assertEquals(Split.Role.TEST, split.role(v));
        assertEquals(
                1 - outcome.trained().metric("test"), (double) outcome.wrong().length / split.test().length, 1e-12);
    }

    @Test
    void theSameSeedGivesTheSameRun() throws Exception {
        TextRun run = clipped(Descent.SGD, 20, 4);
        assertEquals(withoutTimes(TextRun.run(run)), withoutTimes(TextRun.run(run)));
        assertArrayEquals(TextRun.train(run).wrong(), TextRun.train(run).wrong());
    }

    private static Map<String, Double> withoutTimes(Run run) {
        Map<String, Double> left = new HashMap<>(run.metrics());
        double seconds = left.remove("seconds");
        double busy = left.remove("cpu seconds");
        assertTrue(seconds > 0 && busy > 0 && busy < seconds + 0.1, seconds + " s, " + busy + " of them busy");
        return left;
    }

    @Test
    void saysWhatWouldBeRight() {
        refused(
                () -> clipped(Descent.SGD, 5, 1).with(TextRun::noise, null),
                "noise must be given in mode clipped, was null");
        refused(
                () -> TextRun.plain("small", Descent.SGD).with(TextRun::noise, 1.0),
                "noise must be null in mode plain");
        refused(() -> TextData.of("cora"), "Cora");
    }
}
