package dpgnn.study.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.privacy.account.PrecisionBound;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionBoundsTest {
    @Test
    void theFirstRowOfTableThreeIsRecomputed() {
        Comparison row = HeterPoissonPaper.bound();
        assertEquals(5, row.count(ComparisonRule.Verdict.WITHIN));
        assertEquals(0.71124, row.mean("bound of Theorem 3", "Facebook"), 5e-6);
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
        double[] said = PrecisionBounds.answers(data, 2, 40, 5);
        double most = PrecisionBounds.largest(shares);
        assertEquals(most, said[1], 0.02, "named as often as it occurs");
        assertEquals(PrecisionBounds.aligned(2, most)[0], said[0], 0.03);
        assertTrue(said[0] > PrecisionBound.published(2, 0, 4), "an aligned answer exceeds the published bound");
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
}
