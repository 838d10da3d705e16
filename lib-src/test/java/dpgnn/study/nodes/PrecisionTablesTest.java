package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.notebook.Lab;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.report.Table;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionTablesTest {
    @Test
    void theFirstRowOfTableThreeIsRecomputed() throws Exception {
        Table row = PrecisionBounds.of(Lab.of("tables", "ci", 1)).theorem3();
        assertEquals(5, row.rows());
        assertArrayEquals(new double[] {71.1, 88.1, 45.1, 78.7, 15.6}, row.numbers("printed, %"));
        assertEquals(71.124, row.numbers("recomputed, %")[0], 5e-4);
    }

    /** Randomised response on labels that are not balanced attains the corrected bound and passes the printed one. */
    @Test
    void randomisedResponseAttainsTheCorrectedBound() throws Exception {
        Dataset data = NodeData.of("small", "rows");
        double[] shares = PrecisionBounds.shares(data);
        assertEquals(1, Arrays.stream(shares).sum(), 1e-12);
        double[] r = PrecisionBounds.response(data, 2, 40, 5);
        assertEquals(PrecisionBound.macro(2, 0, shares), r[0], 0.02);
        assertEquals(PrecisionBound.weighted(2, 0, shares), r[1], 0.02);
        assertEquals(PrecisionBound.corrected(2, 0, PrecisionBounds.largest(shares)), r[2], 0.03);
        double[] none = PrecisionBounds.response(data, 0, 40, 5);
        assertEquals(PrecisionBounds.largest(shares), none[2], 0.03);
        Table attained = Table.columns("printed", "aligned").row(45.0, 81.0).row(80.0, 80.3);
        assertEquals(1, PrecisionBounds.exceeded(attained));
    }

    /** Theorem 3 speaks of answers that name a class as often as it occurs, so what refutes it must do that. */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.375, 0.5, 0.605, 0.95})
    void theAlignedAnswerIsAlignedAndPrivate(double share) {
        double factor = Math.exp(2);
        double[] a = PrecisionBounds.aligned(2, share);
        assertEquals(share, share * a[0] + (1 - share) * a[1], 1e-12, "named as often as the class occurs");
        assertTrue(a[0] <= factor * a[1] + 1e-12 && 1 - a[1] <= factor * (1 - a[0]) + 1e-12, "epsilon 2");
        double bound = PrecisionBound.corrected(2, 0, share);
        if (share <= 0.5) assertEquals(bound, a[0], 1e-12);
        else assertTrue(a[0] < bound);
        if (share == 0.605) assertEquals(1 - 0.395 / (0.605 + 0.395 * factor), a[0], 1e-12);
        assertEquals(share, PrecisionBounds.aligned(0, share)[0], 1e-12, "blind");
    }

    @Test
    void whatIsPrintedIsFoundByMethodAndNetwork() {
        assertEquals(48.6, PrecisionTables.printed(NodeStudy.NAIVE, "Facebook", ""));
        assertEquals(13.7, PrecisionTables.printed(NodeStudy.NDP, "Twitch", "GCN"));
        assertTrue(Double.isNaN(PrecisionTables.printed(NodeStudy.HOPS_PROVED, "Twitch", "")));
    }

    /** At the scale that only checks that tables can be made. */
    @Test
    void tablesAreWide() throws Exception {
        Lab lab = Lab.of("tables", "ci", 1);
        PrecisionTables study = PrecisionTables.of(lab);
        Table measured = study.measured();
        assertEquals(
                List.of("method", "epsilon", "small", "proved on all sets", "the bound applies"), measured.columns());
        assertEquals(PrecisionTables.methods().size() + 2, measured.rows());
        assertFalse(study.above().contains(NodeStudy.HOPS_PROVED));
        assertEquals(7, study.measuredFigure().points().rows() - 2);
    }
}
