package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.account.PaperBounds;
import dpgnn.report.Table;
import dpgnn.sampling.Sampler;
import dpgnn.study.Workbench;
import dpgnn.study.text.TextGrid.Noisy;
import dpgnn.train.Plan;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTablesTest {
    /** The printed epsilons, and what the two accountants have at C and at 2C. */
    @Test
    void table3IsThePapersToThePrintedDigits() {
        Table table = TextTables.table3();
        double[] printed = table.numbers("printed"), claimed = table.numbers("claimed: moments, C");
        assertArrayEquals(printed, claimed, 0.0055);
        double[][] expected = {
            {136.513, 9.755, 4.907, 1.996},
            {109.337, 8.315, 4.034, 1.552},
            {511.513, 23.347, 10.782, 4.151},
            {344.451, 19.941, 9.166, 3.380}
        };
        String[] columns = {"claimed: moments, C", "exact, C", "moments, 2C", "provable: exact, 2C"};
        for (int k = 0; k < 4; k++) assertArrayEquals(expected[k], table.numbers(columns[k]), 0.00051, columns[k]);
        double[] adam = table.numbers("noise (Adam)");
        for (int i = 0; i < adam.length; i++) {
            var row = PaperBounds.wholeGraph(adam[i], 500, TextGcn.DELTA);
            assertEquals(row.exactReplaced(), table.numbers("provable: exact, 2C")[i], 1e-9, "a quarter of the steps");
            assertTrue(row.exact() <= row.published() && row.exactReplaced() <= row.momentsReplaced());
        }
    }

    /** Trains nothing: a share of the documents and half of the noise have their price in micro-F1. */
    private static Workbench bench(List<String> made) {
        return new PretendedBench(each -> {
            TextRun run = (TextRun) each;
            made.add(run.toString());
            double noise = run.noise() == null ? 0 : run.noise() / 500;
            double score = 0.5 + run.percent() / 1000.0 + run.seed() / 100.0 - noise;
            Run plain = PretendedBench.run(run, Map.of("test", score, "validation", score, "steps", 21.0));
            if (run.mode() == TextRun.Mode.PLAIN) return plain;
            Plan plan = TextGcn.plan(run);
            if (run.percent() < 100) plan = plan.leaking("Documents were counted.");
            return plain.guaranteed(
                    List.of(plan.schedule(new Sampler.Facts(600, 300), 100).provable()));
        });
    }

    @Test
    void oursStandBesideThePrintedAndEveryRunIsMadeOnce() throws Exception {
        List<String> made = new ArrayList<>();
        TextGrid grid = TextGrid.of(bench(made));
        assertFalse(grid.real());
        TextTables tables = TextTables.of(grid);
        assertEquals(1, tables.table1().rows());
        assertEquals("", tables.guesses().texts("random: published")[0]);
        Table left = tables.table2Left();
        assertEquals("0.615 ± 0.007", left.texts("Adam: ours")[0]);
        assertEquals("0.615 ± 0.007", left.texts("SGD, no dropout")[0]);
        assertTrue(left.notes().toString().contains("seeds 1 2"), left.notes().toString());
        for (Noisy what : Noisy.values()) {
            Table right = tables.table2Right(what);
            assertEquals(List.of("optimizer", "epsilon", "small: published", "small: ours"), right.columns());
            assertArrayEquals(new double[] {137, 2, 137, 2}, right.numbers("epsilon"), "the ends of the noises");
            assertEquals("0.391 ± 0.007", right.texts("small: ours")[1], "noise 112");
        }
        Table worth = tables.worth();
        assertArrayEquals(new double[] {344.451, 3.380, 344.451, 3.380}, worth.numbers("provable, clipped"), 0.0006);
        Table ended = tables.ended();
        assertEquals(4, ended.rows(), "two optimisers at the ends of the noises");
        assertEquals(List.of("optimizer", "epsilon", "small: published", "small: ours"), ended.columns());
        Table bySeed = tables.endedBySeed();
        assertEquals("21 to 21", bySeed.texts("steps")[0]);
        assertEquals("0 of 2", bySeed.texts("one class for all")[0]);
        assertEquals(4, bySeed.rows());
        Table fair = tables.withoutLuck();
        assertEquals(2, fair.rows(), "both ends of the noises");
        assertEquals("", fair.get(0, "small: published"), "nothing is printed of a small graph");
        assertTrue(fair.notes().get(0).startsWith("small: noise alone has "), fair.notes() + "");
        assertArrayEquals(
                new double[] {0.35, 0.25}, TextTables.fair(new double[] {0.5, 0.1}, new double[] {0.4, 0.1}, 4), 1e-12);
        assertTrue(made.stream().anyMatch(run -> run.contains("noise=1000000.0")), "no gradient is heard");
        assertTrue(made.stream().anyMatch(run -> run.contains("mode=unclipped") && run.contains("patience=20")));
        int before = made.size();
        tables.table2Left();
        tables.worth();
        assertEquals(before, made.size(), "nothing is run twice");
    }

    @Test
    void figuresAndFindingsAreOfTheSameRuns() throws Exception {
        TextGrid grid = TextGrid.of(bench(new ArrayList<>()));
        TextFigures figures = TextFigures.of(grid);
        TextFindings findings = TextFindings.of(grid);
        assertEquals(2 * 2, figures.figure1().points().rows(), "two optimisers, two shares");
        assertEquals(0, figures.figure1Text().rows());
        assertEquals(2 * (2 * 2 + 1), figures.figure2().points().rows(), "two noises, two shares, the majority, twice");
        assertEquals(0.216, findings.lossByNoise(Noisy.CLIPPED), 1e-9);
        assertEquals(2 * 2 + 1, findings.homogeneity().points().rows());
        Table parts = findings.parts();
        assertEquals(10, parts.numbers("epsilon")[0]);
        assertEquals(1, parts.numbers("candidates")[0]);
        assertEquals(1 + 2 * 2 + 1, findings.provable().points().rows());
    }

    @Test
    void onlyWhatIsNotClippedMayBeEndedByItsLoss() throws Exception {
        TextRun clipped = TextRun.clipped("small", TextRun.Descent.SGD, 4);
        assertThrows(IllegalArgumentException.class, () -> clipped.with(TextRun::patience, 20));
        TextRun run = TextRun.unclipped("small", TextRun.Descent.SGD, 112)
                .with(TextRun::patience, 1)
                .with(TextRun::epochs, 200);
        assertTrue(TextGcn.run(run).metric("steps") < 200, "under noise the loss soon rises");
    }

    /** Equation (5) clips the gradient of every document, and does not bound what one of them changes. */
    @Test
    void whatIsClippedByDocumentMovesFurther() throws Exception {
        var moved = TextFindings.of(TextGrid.of(bench(new ArrayList<>()))).oneDocument();
        assertTrue(moved.asOne().holds(), "" + moved.asOne().worst());
        assertTrue(moved.each().worst() > 1.5, "" + moved.each().worst());
        assertTrue(moved.beyond() > 0);
        Table table = moved.table(3);
        assertEquals(3, table.rows());
        assertEquals(moved.each().worst(), table.numbers("ratio")[0], 1e-12);
    }

    /** Who no longer trains has left the graph, and nobody else has. */
    @Test
    void documentsThatDoNotTrainLeaveTheGraph() throws Exception {
        var whole = TextData.of("small");
        var part = whole.part(20, 1);
        int gone = whole.split().train().length - part.split().train().length;
        assertTrue(gone > 0.7 * whole.split().train().length, "a fifth is left");
        assertEquals(gone, whole.data().nodes() - part.data().nodes());
        assertEquals(whole.split().test().length, part.split().test().length);
        assertEquals(whole.split().validation().length, part.split().validation().length);
    }

    @Test
    void cellsSayHowFarTheyAreOff() {
        double[] two = {0.74, 0.76};
        assertEquals("0.750 ± 0.014* (-0.020)", ScoreCells.text(two, true, 0.77));
        assertEquals("0.740", ScoreCells.text(new double[] {0.74}, false, null));
        assertEquals(0.39, ScoreCells.published("Cora", "GCN-DP", "SGD", 2));
        assertEquals(0.15, ScoreCells.published("Cora", "random", null, null));
        assertNull(ScoreCells.published("small", "GCN-DP", "SGD", 2));
        Table table = Table.columns("data", "a: published", "a: ours", "b: ours")
                .row("x", 0.5, "0.520 (+0.020)", "0.9* (+0.400)")
                .row("y", 0.5, "0.4 ± 0.1 (-0.100)", "");
        assertEquals(new ScoreCells.Nearness(2, 1), ScoreCells.nearness(table));
        assertArrayEquals(new double[] {0.02, -0.1}, ScoreCells.differences(table), 1e-12);
    }
}
