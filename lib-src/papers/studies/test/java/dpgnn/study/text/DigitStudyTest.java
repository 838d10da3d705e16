package dpgnn.study.text;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DigitStudyTest {
    private static Run run(Mode mode, int epochs, double noise) throws Exception {
        return DigitRun.run(DigitRun.of(DigitRun.Source.MADE, 200, mode)
                .with(DigitRun::parts, 10)
                .with(DigitRun::epochs, epochs)
                .with(DigitRun::noise, noise));
    }

    @Test
    @Tag("nightly")
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
    @Tag("nightly")
    void withLittleNoiseItLearns() throws Exception {
        assertTrue(run(Mode.CLIPPED, 30, 1e-3).metric("test") > 0.8);
    }

    @Test
    void withoutClippingNothingIsGuaranteed() throws Exception {
        assertEquals(
                Verdict.UNSOUND, run(Mode.UNCLIPPED, 1, 4).guarantees().get(0).verdict());
    }

    /** The released code does not clip: there its norm scales the noise and nothing else. */
    @Test
    @Tag("nightly")
    void withoutClippingTheNormScalesTheNoise() throws Exception {
        DigitRun one = DigitRun.of(DigitRun.Source.MADE, 200, Mode.UNCLIPPED)
                .with(DigitRun::parts, 10)
                .with(DigitRun::epochs, 3);
        Run small = DigitRun.run(one.with(DigitRun::clip, 0.01).with(DigitRun::noise, 4.0));
        Run less = DigitRun.run(one.with(DigitRun::noise, 0.04));
        assertEquals(less.history(), small.history());
        assertNotEquals(less.history(), DigitRun.run(one).history());
    }

    /** Lots of 20 images; of 33 tested ones the last batch has 13, others each time, so that its loss is not that of all of them. */
    @Test
    @Tag("nightly")
    void patienceLooksAtTheLastTestBatchAlone() throws Exception {
        DigitRun all = DigitRun.of(DigitRun.Source.MADE, 200, Mode.UNCLIPPED)
                .with(DigitRun::epochs, 40)
                .with(DigitRun::noise, 1e-9)
                .with(DigitRun::dropout, 0.0)
                .with(DigitRun::patience, 2);
        Run few = DigitRun.run(all.with(DigitRun::parts, 10));
        assertTrue(few.metric("steps") < 400, "the loss of 13 images rises twice in a row by chance");
        assertEquals(0, few.metric("steps") % 10, "it ends after an epoch");
        Run whole = DigitRun.run(all.with(DigitRun::parts, 1));
        assertEquals(40, whole.metric("steps"), "the loss of all 33 falls from epoch to epoch");
    }

    @Test
    void saysWhatWouldBeRight() {
        refused(
                () -> DigitRun.of(DigitRun.Source.MADE, 200, Mode.UNCLIPPED).with(DigitRun::clip, 0.0),
                "clip must be above 0");
        refused(() -> run(Mode.PLAIN, 1, 4), "clipped or unclipped");
    }
}
