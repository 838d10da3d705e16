package dpgnn.study.text;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.study.text.TextRun.Descent;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import org.junit.jupiter.api.Test;

class HardCasesTest {
    private static TextRun with(TextRun run) {
        return run.with(TextRun::epochs, 60).with(TextRun::seed, 2L);
    }

    private static final TextRun PLAIN = with(TextRun.plain("small", Descent.ADAM));

    @Test
    void theModelOnAllDataSharesAllItsErrors() throws Exception {
        Run run = HardCases.run(PLAIN);
        assertEquals(1, run.metric("share"));
        assertEquals(1 - run.metric("test"), run.metric("hard cases") / run.metric("tested"), 1e-12);
    }

    @Test
    void anotherModelIsComparedWithIt() throws Exception {
        HardCases hard = HardCases.of(TextRun.train(PLAIN).wrong());
        TextRun noisy = with(TextRun.clipped("small", Descent.ADAM, 30)).with(TextRun::percent, 50);
        Run run = HardCases.run(noisy);
        double share = hard.shareOf(TextRun.train(noisy).wrong());
        assertEquals(share, run.metric("share"));
        assertEquals(hard.count(), run.metric("hard cases"));
        assertTrue(share > 0 && share < 1, "share " + share);
        assertEquals(Setting.of(noisy), run.setting());
    }

    @Test
    void hardCasesAreTheSharedErrors() {
        HardCases hard = HardCases.of(new int[] {3, 5, 9, 11});
        assertEquals(0.5, hard.shareOf(new int[] {1, 3, 4, 11}));
        assertEquals(0, hard.shareOf(new int[0]));
        assertEquals(1, hard.shareOf(new int[] {3, 5, 9, 11, 12, 13}));
        refused(() -> HardCases.of(new int[0]), "no error");
    }
}
