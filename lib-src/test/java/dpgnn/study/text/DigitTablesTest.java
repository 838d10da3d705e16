package dpgnn.study.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.report.Table;
import dpgnn.sampling.Sampler;
import dpgnn.study.text.DigitTables.Lot;
import dpgnn.study.text.TextGrid.Noisy;
import dpgnn.study.text.TextRun.Mode;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DigitTablesTest {
    /** Rises to 0.9 in the first epoch, and ends lower the more noise there is, and the less is clipped or dropped. */
    private static Run run(DigitRun run) {
        double end =
                0.8 - run.noise() / 500 - (run.mode() == Mode.CLIPPED ? 0.3 : 0) - (run.dropout() == null ? 0.1 : 0);
        var points = List.of(new Run.Point(run.parts(), 0.9), new Run.Point(2L * run.parts(), end));
        return PretendedBench.run(run, Map.of("test", end, "steps", 2.0 * run.parts()))
                .followed(Map.of("test", points))
                .guaranteed(List.of(DigitStudy.plan(run)
                        .schedule(new Sampler.Facts(200, 200), 100)
                        .provable()));
    }

    private static DigitTables tables() throws Exception {
        return DigitTables.of(new PretendedBench(run -> run((DigitRun) run)));
    }

    /** The printed epsilons are those of 100 epochs, but for the last one, which is that of 85. */
    @Test
    void epsilonsAreThePapersToThePrintedDigits() {
        List<Lot> lots = DigitTables.lots();
        assertEquals(5, lots.size());
        for (int i = 0; i < 5; i++)
            assertEquals(lots.get(i).epsilon(), lots.get(i).claimed(i < 4 ? 100 : 85), 0.0055, "row " + i);
        assertEquals(33.10, lots.get(2).provable(100), 0.005, "one lot of everything, at 2C");
        assertEquals(0.7255, lots.get(4).provable(100), 0.0001);
    }

    @Test
    void rowsAreThePapersAndColumnsSayWhatRan() throws Exception {
        DigitTables tables = tables();
        assertFalse(tables.real());
        Table four = tables.table4();
        assertArrayEquals(new double[] {600, 6000, 60000, 60000, 60000}, four.numbers("lot"));
        assertArrayEquals(new double[] {4, 4, 4, 50, 100}, four.numbers("noise"));
        assertEquals("0.90", four.texts("as released: published")[0]);
        assertEquals("0.792 ± 0.000* (-0.108)", four.texts("as released: ours")[0]);
        assertEquals("0.692 ± 0.000*", four.texts("with dropout")[0]);
        assertEquals("0.392 ± 0.000*", four.texts("clipped")[0]);
        for (double epsilon : four.numbers("provable, clipped")) assertTrue(epsilon > 0 && Double.isFinite(epsilon));
        Table readings = tables.readings();
        assertEquals("0.792 ± 0.000*", readings.texts("ended by patience")[0]);
        assertEquals("2 2", readings.texts("after epochs")[4]);
        assertTrue(tables.falls(false) && tables.falls(true), "here the score falls with the noise");
        Table tripled = tables.table4Tripled();
        assertEquals("0.90", tripled.texts("micro F1: published")[0]);
        assertEquals("0.792 ± 0.000* (-0.108)", tripled.texts("micro F1: ours")[0]);
        assertArrayEquals(new double[] {0.02, 0.01, 0.04, 0.15, 0.01}, tripled.numbers("printed deviation"));
        assertEquals("0.79 0.79", tripled.texts("seed by seed")[0]);
        assertEquals("2 2", tripled.texts("after epochs")[4]);
        for (var s : tables.tripled()) assertEquals(3, s.experiment().clip());
        assertArrayEquals(new double[] {4, 50}, tables.table4Fourfold().numbers("noise"));
        for (var s : tables.fourfold()) assertEquals(4, s.experiment().clip());
        Table norms = tables.norms();
        assertArrayEquals(new double[] {4, 50, 100}, norms.numbers("noise"));
        assertEquals("0.600 ± 0.000*", norms.texts("C = 3")[2]);
        assertTrue(tables.epsilons().texts("provable, 100 epochs")[0].isEmpty(), "it takes too long at ci");
        assertTrue(DigitTables.proved(tables.runs(Noisy.UNCLIPPED).get(0)).epsilon() == Double.POSITIVE_INFINITY);
    }

    @Test
    void theWayIsFollowedByEpochs() throws Exception {
        DigitTables tables = tables();
        Table ends = tables.ends();
        assertArrayEquals(new double[] {0.9, 0.9, 0.9, 0.9, 0.9}, ends.numbers("at most"));
        assertArrayEquals(new double[] {0.792, 0.792, 0.792, 0.7, 0.6}, ends.numbers("in the end"), 1e-9);
        assertEquals(0.9, tables.best(DigitTables.lots().get(0)));
        assertArrayEquals(
                new double[] {1, 2},
                tables.way().points().where("series", "lots of 1 %, noise 4").numbers("x"));
        assertEquals(4 * 3, tables.shares().points().rows());
    }
}
