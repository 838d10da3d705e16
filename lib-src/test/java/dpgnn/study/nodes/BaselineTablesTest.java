package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaselineTablesTest {
    /** At the scale that only checks that tables can be made. */
    @Test
    void tablesAreWide() throws Exception {
        BaselineTables study = BaselineTables.of(HeterPoissonGrid.of(Lab.of("tables", "ci", 1), false));
        Table two = study.accuracy();
        assertEquals(List.of("method", "network", "epsilon", "small: published", "small: ours"), two.columns());
        assertEquals(List.of("HeterPoisson", "naive DP-SGD"), List.of(two.texts("method")));
        assertEquals(1, study.precision().rows());
        assertEquals(1, study.smallRows(2).rows());
        assertTrue(study.smallRows(3).toString().contains("Table III"));
        assertEquals(0, study.precisionBySeed().rows(), "one seed has no spread");
        assertTrue(study.lost().size() <= 1);
        assertEquals(0, study.contradictions().rows(), "nothing is printed of a synthetic graph");
        assertEquals(0, study.sameDeviations()[1]);
    }

    /** Of NDP all deviations are printed three times, of HeterPoisson few are; 13.7, 4.9 and 2.3 % are below any blind answer. */
    @Test
    void printedRowsContradictThemselves() {
        Table table = BaselineTables.contradictions(List.of("Twitch"), set -> 39.5);
        assertEquals(4, table.rows());
        assertEquals("13.7, 32.7, 61.6, 63.7", table.get(0, "accuracy"));
        assertEquals("4 of 4", table.get(0, "same ± in II, III, IV"));
        assertEquals("deviations and accuracy", table.get(0, "contradicted by"));
        assertEquals("", table.get(3, "contradicted by"));
        assertEquals(
                "deviations",
                BaselineTables.contradictions(List.of("Twitch"), set -> 1).get(0, "contradicted by"));
    }
}
