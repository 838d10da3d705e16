package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import dpgnn.study.SweepResults;
import dpgnn.train.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeterPoissonTablesTest {
    private static final Run.Data DATA = new Run.Data("pubmed", false, List.of(), List.of());

    private static SweepResults<HeterPoissonRun> results(double... accuracies) {
        Map<HeterPoissonRun, Run> runs = new LinkedHashMap<>();
        for (int i = 0; i < accuracies.length; i++) {
            HeterPoissonRun run = HeterPoissonRun.of("PubMed")
                    .with(HeterPoissonRun::epsilon, new TargetEpsilon(2 << i))
                    .byRule();
            runs.put(run, Run.of(run, DATA, Map.of(), Map.of("test accuracy", accuracies[i])));
        }
        return new SweepResults<>(runs);
    }

    /** Table II prints 78.0, 78.7 and 79.4 % for GCN on PubMed at epsilon 2, 4 and 8. */
    @Test
    void agreementCountsWhatIsNearAboveAndBelow() {
        var found = HeterPoissonTables.agreement(results(0.80, 0.82, 0.75));
        assertEquals(new HeterPoissonTables.Agreement(1, 1, 1), found);
        assertEquals("of 3 cells 1 within 3 points of the published accuracy, 1 above, 1 below", found.toString());
        assertEquals(
                "of 0 cells 0 within",
                HeterPoissonTables.agreement(results()).toString().substring(0, 19));
        assertEquals(1, HeterPoissonTables.agreement(results(0.8104)).within(), "as shown, to the tenth");
        var cell = HeterPoissonTables.cells(results(0.80)).get(0);
        assertEquals(78.0, cell.printed());
        assertEquals(2.0, cell.difference(), 1e-9);
    }

    @Test
    void tableThreeIsPrintedForItsOwnMetric() {
        assertEquals(
                74.1,
                PrintedColumns.printed(3, "HeterPoisson", "Facebook", "GCN", 2).numbers("value")[0]);
        assertEquals(
                71.1,
                PrintedColumns.printed(3, "upper-bound (Theorem 3)", "Facebook", "", 2)
                        .numbers("value")[0]);
        assertNull(PrintedColumns.printed(3, "HeterPoisson", "small", "GCN", 2));
        assertNull(PrintedColumns.printed(2, "HeterPoisson", "Facebook", "", 2), "three networks are no cell");
    }

    /** All tables at the scale that only checks that they can be made. */
    @Test
    void tablesAreMadeOnceAndAreWide() throws Exception {
        Lab lab = Lab.of("tables", "ci", 1);
        HeterPoissonGrid grid = HeterPoissonGrid.of(lab, false);
        HeterPoissonTables study = HeterPoissonTables.of(grid);
        HeterPoissonFindings findings = HeterPoissonFindings.of(grid);
        Table two = study.table2();
        assertEquals(List.of("model", "epsilon", "small: published", "small: ours"), two.columns());
        assertEquals(1, two.rows());
        assertEquals(grid.claimed(), grid.claimed());
        assertFalse(grid.real());
        assertTrue(study.table2Proved().rows() == 1
                && study.table3().rows() == 1
                && study.table4().rows() == 1
                && study.table2Strangers().rows() == 1
                && study.table3Strangers().rows() == 1
                && study.table4Tested().rows() == 1
                && study.table4Strangers().rows() == 1);
        assertEquals(1, study.table1().rows());
        assertEquals(0, study.table1Loops().rows(), "nothing is printed of a synthetic graph");
        assertEquals(0, study.falls()[1]);
        assertEquals(2, findings.samplers().rows());
        assertEquals(1, findings.features().rows());
        assertEquals(2, findings.aloneOverProof().cells());
        assertTrue(findings.noise().numbers("ratio")[0] >= 1);
        assertTrue(findings.provable().points().rows() > 3);
        assertEquals(18, findings.renyi().points().rows());
    }

    /** A run that was made before a figure was measured has a blank in that figure's table, and no error. */
    @Test
    void aFigureThatWasNotMeasuredLeavesABlank() {
        var measured = results(0.80, 0.76).over("test accuracy").get(0);
        assertTrue(measured.isWhole());
        assertFalse(measured.of("test precision weighted with strangers").isWhole());
    }

    @Test
    void everythingWantsTheScalePaper() {
        Lab quick = Lab.of("tables", "quick", 1);
        assertThrows(IllegalArgumentException.class, () -> HeterPoissonGrid.of(quick, true));
    }
}
