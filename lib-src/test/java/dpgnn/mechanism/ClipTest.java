package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Relation;
import org.junit.jupiter.api.Test;

class ClipTest {
    @Test
    void sensitivityCountsOccurrencesAndReplacementTwice() {
        Clip clip = Clip.flat(0.5);
        assertEquals(0.5, clip.sensitivity(Relation.ADD_REMOVE, 1));
        assertEquals(3, clip.sensitivity(Relation.REPLACE, 3));
        assertEquals(0, Clip.noneNoPrivacy(1).sensitivity(Relation.REPLACE, 0));
        assertTrue(Double.isInfinite(Clip.noneNoPrivacy(1).sensitivity(Relation.REPLACE, 1)));
    }

    @Test
    void layersAddUpInSquaresAndNeverBelow() {
        double norm = Clip.perLayer(0.3, 0.4).norm();
        assertTrue(norm >= 0.5 && norm < 0.5 + 1e-12, "was " + norm);
    }

    @Test
    void thresholdsMustBePositive() {
        assertThrows(IllegalArgumentException.class, () -> Clip.flat(0));
        assertThrows(IllegalArgumentException.class, () -> Clip.flat(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Clip.perLayer());
        assertThrows(IllegalArgumentException.class, () -> Clip.perLayer(1, -1));
        assertThrows(IllegalArgumentException.class, () -> Clip.flat(1).sensitivity(Relation.REPLACE, -1));
    }
}
