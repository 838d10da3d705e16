package dpgnn.mechanism;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
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

    /** Against decimals of any length: no layer's threshold may be lost in rounding, and next to nothing added. */
    @Test
    void theNormOfLayersIsNeverBelowTheRootOfTheirSquares() {
        RandomStream coins = Streams.seed(4).stream("coins");
        for (int i = 0; i < 2000; i++) {
            double[] thresholds = new double[1 + coins.nextInt(5)];
            BigDecimal squares = BigDecimal.ZERO;
            for (int l = 0; l < thresholds.length; l++) {
                thresholds[l] = coins.nextOpenDouble();
                squares = squares.add(new BigDecimal(thresholds[l]).pow(2));
            }
            double norm = Clip.perLayer(thresholds).norm();
            assertTrue(new BigDecimal(norm).pow(2).compareTo(squares) >= 0, "squares of " + squares);
            assertEquals(Math.sqrt(squares.doubleValue()), norm, 1e-14 * norm);
        }
    }

    @Test
    void thresholdsReachTheSumsAsTheyWereGiven() {
        assertArrayEquals(new double[] {0.3, 0.4}, Clip.perLayer(0.3, 0.4).norms());
        assertArrayEquals(new double[] {0.5}, Clip.flat(0.5).norms());
        assertEquals(0.5, Clip.flat(0.5).noiseUnit());
        assertEquals(Clip.perLayer(3, 4).norm(), Clip.perLayer(3, 4).noiseUnit());
        Clip automatic = Clip.automatic(0.5, 0.01);
        assertArrayEquals(new double[] {0.5}, automatic.norms());
        assertEquals(0.01, automatic.gamma());
        assertEquals(0, Clip.flat(0.5).gamma());
        Clip none = Clip.noneNoPrivacy(2);
        assertEquals(2, none.noiseUnit());
        assertArrayEquals(new double[] {Double.POSITIVE_INFINITY}, none.norms());
    }

    @Test
    void thresholdsMustBePositive() {
        refused(() -> Clip.flat(0));
        refused(() -> Clip.flat(Double.NaN));
        refused(() -> Clip.perLayer());
        refused(() -> Clip.perLayer(1, -1));
        refused(() -> Clip.automatic(0, 1));
        refused(() -> Clip.automatic(1, Double.POSITIVE_INFINITY));
        assertEquals(
                "gamma must be at least a millionth of the norm 1.0, was 9.0E-7",
                refused(() -> Clip.automatic(1, 9e-7)));
        refused(() -> Clip.noneNoPrivacy(0));
        refused(() -> Clip.flat(1).sensitivity(Relation.REPLACE, -1));
    }
}
