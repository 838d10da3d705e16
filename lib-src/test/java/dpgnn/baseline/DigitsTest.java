package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.PaperBounds;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DigitsTest {
    private static Run run(String mode, int parts, int epochs, double noise) throws Exception {
        return Digits.run(Setting.of(
                "test",
                Map.of(
                        "data", "made", "images", 200, "parts", parts, "epochs", epochs, "noise", noise, "mode", mode,
                        "seed", 1)));
    }

    @Test
    void lotsProtectOneImageAtTwiceTheClipNorm() throws Exception {
        Run run = run("clipped", 10, 2, 4);
        var last = run.guarantees().get(run.guarantees().size() - 1);
        assertEquals(Verdict.IDEAL, last.verdict());
        assertEquals(Unit.NODE, last.unit());
        double claimed = PaperBounds.textClassification(4, 20, 0.1, 1e-5).epsilon();
        double atTwice = PaperBounds.textClassification(2, 20, 0.1, 1e-5).epsilon();
        assertTrue(last.epsilon() > 0.3 * claimed && last.epsilon() < 1.2 * atTwice, "epsilon " + last.epsilon());
        assertEquals(20, run.metric("steps"));
    }

    @Test
    void withLittleNoiseItLearns() throws Exception {
        assertTrue(run("clipped", 10, 30, 1e-3).metric("test") > 0.8);
    }

    @Test
    void withoutClippingNothingIsGuaranteed() throws Exception {
        assertEquals(
                Verdict.UNSOUND, run("unclipped", 10, 1, 4).guarantees().get(0).verdict());
    }

    @Test
    void saysWhatWouldBeRight() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> run("plain", 10, 1, 4))
                .getMessage()
                .contains("clipped or unclipped"));
    }
}
