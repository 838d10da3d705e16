package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Split;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextGcnTest {
    private static Setting setting(String mode, String optimizer, int epochs, Object... more) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "dataset", "small", "percent", 100, "mode", mode, "optimizer", optimizer, "epochs", epochs, "seed", 3));
        for (int i = 0; i < more.length; i += 2) all.put((String) more[i], more[i + 1]);
        return Setting.of("test", all);
    }

    @Test
    void withoutPrivacyItLearnsAndStopsEarly() throws Exception {
        Run run = TextGcn.run(setting("plain", "Adam", 500));
        assertTrue(run.metric("test") > 0.8, "test " + run.metric("test"));
        assertTrue(run.metric("steps") < 500, "steps " + run.metric("steps"));
        assertTrue(run.guarantees().isEmpty());
    }

    /** Table 3's plan: twice the sensitivity that the paper took, composed exactly. */
    @ParameterizedTest
    @CsvSource({"SGD, 112, 2000, 3.380, 1.552", "Adam, 56, 500, 3.380, 1.552"})
    void clippedRunsAreSoundAtTwiceTheSensitivity(
            String optimizer, double noise, int epochs, double provable, double claimed) throws Exception {
        Run run = TextGcn.run(setting("clipped", optimizer, epochs, "noise", noise));
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
        float[] half = trained("noise", 1.0);
        assertArrayEquals(half, trained("noise", 1.0, "dropout", 0.5));
        assertFalse(Arrays.equals(half, trained("noise", 1.0, "dropout", 0.0)));
    }

    private static float[] trained(Object... more) throws Exception {
        return TextGcn.train(setting("clipped", "SGD", 5, more))
                .trained()
                .parameters()
                .toArray();
    }

    @Test
    void withoutClippingNothingIsGuaranteed() throws Exception {
        Run run = TextGcn.run(setting("unclipped", "SGD", 5, "noise", 112));
        assertEquals(1, run.guarantees().size());
        assertEquals(Verdict.UNSOUND, run.guarantees().get(0).verdict());
        assertEquals(Double.POSITIVE_INFINITY, run.guarantees().get(0).epsilon());
    }

    @Test
    void partsOfTheGraphProtectADocument() throws Exception {
        Run run = TextGcn.run(
                setting("budget", "Adam", 10, "epsilon", 2, "rate", 0.05, "layers", 1, "parts", 100, "lots", 100));
        Guarantee last = run.guarantees().get(run.guarantees().size() - 1);
        assertEquals(Verdict.IDEAL, last.verdict());
        assertEquals(Unit.NODE, last.unit());
        assertTrue(last.epsilon() <= 2 && last.epsilon() > 1.99, "epsilon " + last.epsilon());
    }

    @Test
    void wrongNodesAreTestNodesOfTheWholeDataSet() throws Exception {
        Split split = TextData.of("small").split();
        Setting part = Setting.of(
                "test",
                Map.of(
                        "dataset",
                        "small",
                        "percent",
                        20,
                        "mode",
                        "plain",
                        "optimizer",
                        "Adam",
                        "epochs",
                        30,
                        "seed",
                        3));
        TextGcn.Outcome outcome = TextGcn.train(part);
        for (int v : outcome.wrong()) assertEquals(Split.Role.TEST, split.role(v));
        assertEquals(
                1 - outcome.trained().metric("test"), (double) outcome.wrong().length / split.test().length, 1e-12);
    }

    @Test
    void theSameSeedGivesTheSameRun() throws Exception {
        Setting setting = setting("clipped", "SGD", 20, "noise", 4);
        assertEquals(withoutTimes(TextGcn.run(setting)), withoutTimes(TextGcn.run(setting)));
        assertArrayEquals(TextGcn.train(setting).wrong(), TextGcn.train(setting).wrong());
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
        assertTrue(assertThrows(IllegalArgumentException.class, () -> TextGcn.run(setting("private", "SGD", 5)))
                .getMessage()
                .contains("clipped, unclipped"));
        assertThrows(IllegalArgumentException.class, () -> TextGcn.run(setting("plain", "Rprop", 5)));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> TextGcn.run(setting("clipped", "SGD", 5)))
                .getMessage()
                .contains("noise"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> TextData.of("cora"))
                .getMessage()
                .contains("Cora"));
    }
}
