package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaselineTablesTest {
    /** At the scale that only checks that tables can be made. */
    @Test
    void tablesAreWide() throws Exception {
        HeterPoissonGrid grid = HeterPoissonGrid.of(Lab.of("tables", "ci", 1), false);
        BaselineTables study = BaselineTables.of(grid);
        Table two = study.accuracy();
        assertEquals(List.of("method", "network", "epsilon", "small: published", "small: ours"), two.columns());
        assertEquals(List.of("HeterPoisson", "naive DP-SGD"), List.of(two.texts("method")));
        assertEquals(1, study.precision().rows());
        for (int number : new int[] {2, 3, 4}) {
            Table ndp = study.ndp(number);
            assertEquals(List.of("NDP"), List.of(ndp.texts("method")));
            String numeral = List.of("II", "III", "IV").get(number - 2);
            assertTrue(ndp.title().startsWith("Table " + numeral + ", NDP: test "), ndp.title());
        }
        assertNotEquals(study.ndp(2).get(0, "small: ours"), study.ndp(3).get(0, "small: ours"));
        for (LearningSetting learning : LearningSetting.values())
            assertEquals(learning, grid.ndp(learning).get(0).experiment().learning());
        assertTrue(study.lost().size() <= 2);
        assertEquals(0, study.observations().rows(), "nothing is printed of a synthetic graph");
        assertEquals(1, study.sameDeviations()[1]);
        variants(BaselineVariants.of(grid));
    }

    private static void variants(BaselineVariants study) throws Exception {
        assertEquals(1, study.smallRows(2).rows());
        assertTrue(study.smallRows(3).toString().contains("Table III"));
        assertEquals(0, study.precisionOfFives().rows(), "nothing is printed of a synthetic graph");
        for (Table hops : List.of(study.hopsAtTwo(), study.hopsFast())) {
            assertEquals(List.of("GAP hops (corrected)"), List.of(hops.texts("method")), "beside the print of GAP");
            assertEquals(List.of("4"), List.of(hops.texts("epsilon")), "the budget whose print stands there");
        }
        Table tried = study.hopsTried();
        assertEquals(5, tried.rows());
        double largest = Double.parseDouble(tried.get(3, "small").toString());
        double drawn = Double.parseDouble(tried.get(4, "small").toString());
        assertTrue(drawn <= largest, "a class drawn by its share is right less often than the largest");
    }

    /** Of NDP all deviations are printed three times, of GAP all figures, of HeterPoisson few; 13.7, 4.9 and 2.3 % are below any blind answer. */
    @Test
    void printedRowsShareTheirDeviationsWhichSaysNothingOfMeans() {
        Table table = BaselineTables.observations(List.of("Twitch"), set -> 39.5);
        assertEquals(5, table.rows());
        assertEquals("13.7, 32.7, 61.6, 63.7", table.get(0, "accuracy"));
        assertEquals("4 of 4", table.get(0, "same ± in II, III, IV"));
        assertEquals("equal deviations and below every class", table.get(0, "observed"));
        assertEquals("", table.get(3, "observed"));
        assertEquals("GAP hops (corrected)", table.get(4, "method"));
        assertEquals("4 of 4", table.get(4, "same ± in II, III, IV"));
        assertEquals("one number", table.get(4, "observed"));
        assertEquals(
                "equal deviations",
                BaselineTables.observations(List.of("Twitch"), set -> 1).get(0, "observed"));
    }
}
