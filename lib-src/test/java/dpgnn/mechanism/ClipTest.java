package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Relation;
import org.junit.jupiter.api.Test;

class ClipTest {
    @Test
    void sensitivityCountsOccurrencesAndRelation() {
        assertEquals(0.5, Clip.flat(0.5).sensitivity(Relation.ADD_REMOVE, 1));
        assertEquals(1, Clip.flat(0.5).sensitivity(Relation.REPLACE, 1));
        assertEquals(6, Clip.flat(0.5).sensitivity(Relation.REPLACE, 6));
        assertEquals(0, Clip.flat(0.5).sensitivity(Relation.REPLACE, 0));
        assertEquals(10, Clip.perLayer(3, 4).sensitivity(Relation.REPLACE, 1));
    }

    @Test
    void withoutClippingNothingIsBounded() {
        assertEquals(Double.POSITIVE_INFINITY, Clip.noPrivacy().sensitivity(Relation.ADD_REMOVE, 1));
        assertEquals(0, Clip.noPrivacy().sensitivity(Relation.ADD_REMOVE, 0));
    }

    @Test
    void thresholdsAreCopiedAndChecked() {
        double[] given = {1, 2};
        Clip clip = Clip.perLayer(given);
        given[0] = 9;
        clip.thresholds()[1] = 9;
        assertEquals(Clip.perLayer(1, 2), clip);
        for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> Clip.flat(bad));
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> Clip.perLayer(1, bad));
            assertTrue(refused.getMessage().contains("layer 1"), refused.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> Clip.flat(1).sensitivity(Relation.REPLACE, -1));
    }
}
