package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.Run;
import org.junit.jupiter.api.Test;

class DigitStudyTest {
    private static Run run(Mode mode, int epochs, double noise) throws Exception {
        return DigitStudy.run(DigitRun.of(DigitRun.Source.MADE, 200, mode)
                .with(DigitRun::parts, 10)
                .with(DigitRun::epochs, epochs)
                .with(DigitRun::noise, noise));
    }

    @Test
    void lotsProtectOneImageAtTwiceTheClipNorm() throws Exception {
        Run run = run(Mode.CLIPPED, 2, 4);
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
        assertTrue(run(Mode.CLIPPED, 30, 1e-3).metric("test") > 0.8);
    }

    @Test
    void withoutClippingNothingIsGuaranteed() throws Exception {
        assertEquals(
                Verdict.UNSOUND, run(Mode.UNCLIPPED, 1, 4).guarantees().get(0).verdict());
    }

    @Test
    void saysWhatWouldBeRight() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> run(Mode.PLAIN, 1, 4))
                .getMessage()
                .contains("clipped or unclipped"));
    }
}
