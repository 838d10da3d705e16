package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Table;
import dpgnn.train.Run;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HardCaseFiguresTest {
    /** Of 200 documents 20 are hard, and the second seed has two more; others get half of them wrong, and a fifth of all. */
    private static Run run(TextRun run) {
        boolean reference = run.mode() == TextRun.Mode.PLAIN && run.percent() == 100;
        double hard = 18 + 2 * run.seed();
        return PretendedBench.run(
                run,
                Map.of(
                        "test",
                        reference ? 1 - hard / 200 : 0.8,
                        "share",
                        reference ? 1.0 : 0.5,
                        "hard cases",
                        hard,
                        "tested",
                        200.0));
    }

    private static HardCaseFigures figures() throws Exception {
        return HardCaseFigures.of(new PretendedBench(run -> run((TextRun) run)));
    }

    @Test
    void hardCasesAreCountedOverSeeds() throws Exception {
        Table cases = figures().cases();
        assertEquals("21.0 ± 1.4", cases.texts("hard cases")[0]);
        assertEquals("10.5 ± 0.7", cases.texts("share, %")[0]);
        assertTrue(cases.notes().toString().contains("seeds 1 2"), cases.notes().toString());
    }

    @Test
    void sharesStandBesideTheErrorsAmongAll() throws Exception {
        HardCaseFigures figures = figures();
        assertFalse(figures.real());
        assertEquals(50, HardCaseFigures.share(figures.fewer("small").get(0)), 1e-9);
        assertEquals(20, HardCaseFigures.errors(figures.fewer("small").get(0)), 1e-9);
        Table points = figures.figure3().points();
        assertArrayEquals(
                new double[] {20, 90},
                points.where("series", "small, hard cases").numbers("x"));
        assertArrayEquals(
                new double[] {20, 20},
                points.where("series", "small, all documents").numbers("y"),
                1e-9);
        assertEquals(2, figures.figure4().points().rows(), "one noise, two lines");
        Table numbers = figures.table4();
        assertEquals("50.0 ± 0.0", numbers.texts("small: hard cases")[0]);
        assertArrayEquals(new double[] {344.451}, numbers.numbers("provable epsilon"), 0.001);
    }

    @Test
    void aNetworkThatDoesNotShareItsOwnErrorsIsNoReference() throws Exception {
        HardCaseFigures wrong = HardCaseFigures.of(new PretendedBench(
                run -> PretendedBench.run(run, Map.of("test", 0.9, "share", 0.9, "hard cases", 2.0, "tested", 20.0))));
        assertThrows(AssertionError.class, wrong::cases);
    }
}
