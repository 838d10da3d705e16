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
        assertArrayEquals(
                new double[] {0.3, 0.4}, Clip.perLayer(0.3, 0.4).limits().thresholds());
        assertArrayEquals(new double[] {0.5}, Clip.flat(0.5).limits().thresholds());
        assertEquals(0.5, Clip.flat(0.5).noiseUnit());
        assertEquals(Clip.perLayer(3, 4).norm(), Clip.perLayer(3, 4).noiseUnit());
        Clip automatic = Clip.automatic(0.5, 0.01);
        assertArrayEquals(new double[] {0.5}, automatic.limits().thresholds());
        assertEquals(0.01, automatic.limits().gamma());
        assertEquals(0, Clip.flat(0.5).limits().gamma());
        Clip none = Clip.noneNoPrivacy(2);
        assertEquals(2, none.noiseUnit());
        assertArrayEquals(new double[] {Double.POSITIVE_INFINITY}, none.limits().thresholds());
    }

    /** Against decimals: neither threshold nor count is lost in rounding, and next to nothing is added. */
    @Test
    void theNormOfAClipThatCountsIsNeverBelowThatOfGradientAndCount() {
        RandomStream coins = Streams.seed(5).stream("coins");
        for (int i = 0; i < 2000; i++) {
            double threshold = Math.exp(40 * coins.nextOpenDouble() - 20);
            double share = i % 3 == 0 ? 1e-12 * coins.nextOpenDouble() : coins.nextOpenDouble();
            Clip.Quantile clip = new Clip.Quantile(threshold, 0.5, 0.2, share);
            BigDecimal squares = new BigDecimal(threshold).pow(2).add(new BigDecimal(clip.count()).pow(2));
            assertTrue(new BigDecimal(clip.norm()).pow(2).compareTo(squares) >= 0, clip.toString());
            assertEquals(Math.sqrt(squares.doubleValue()), clip.norm(), 1e-14 * clip.norm());
            assertEquals(share, Math.pow(clip.count() / clip.norm(), 2), 1e-12 * share, clip.toString());
        }
    }

    /** The noise on gradients, in thresholds, by (z^-2 - (2 sigma_b)^-2)^-1/2 in forty decimals, sigma_b that on halves. */
    @Test
    void aCountIsPaidForAsPublished() {
        for (double[] known : new double[][] {
            // multiplier z, share, sigma_b, noise on gradients
            {1.3, 0.01, 6.5, 1.306549159836975698},
            {4, 0.2, 4.472135954999579393, 4.472135954999579393},
            {0.7, 0.0025, 7, 0.7008766440504624181},
            {1, 0.01, 5, 1.005037815259212075}
        }) {
            Clip.Quantile clip = new Clip.Quantile(0.37, 0.5, 0.2, known[1]);
            assertEquals(known[2], known[0] * clip.norm() / (2 * clip.count()), 1e-14 * known[2]);
            double noise = known[0] * clip.norm() / clip.threshold();
            assertEquals(known[3], noise, 1e-14 * known[3]);
        }
        assertEquals(Clip.quantile(0.5, 0.3, 0.2, 0.01), Clip.quantile(0.5, 0.3));
        for (Clip other : new Clip[] {Clip.flat(1), Clip.automatic(1, 1), Clip.perLayer(1, 2)})
            assertEquals(0, other.limits().count());
    }

    /** By exp(-rate (share - quantile)), three times, computed elsewhere; and it never leaves the range of thresholds. */
    @Test
    void aClipFollowsTheNoisyShare() {
        Clip.Quantile clip = new Clip.Quantile(0.5, 0.5, 0.2, 0.1);
        double[] known = {0.4615581731933179, 0.5, 0.495024916874584};
        double[] shares = {0.9, 0.1, 0.55};
        for (int i = 0; i < known.length; i++) {
            clip = clip.after((2 * shares[i] - 1) * clip.count());
            assertEquals(known[i], clip.threshold(), 1e-14);
        }
        assertEquals(1e-9, clip.after(Double.POSITIVE_INFINITY).threshold());
        assertEquals(1e9, clip.after(Double.NEGATIVE_INFINITY).threshold());
        assertEquals(1e9, new Clip.Quantile(1, 0.5, 0.2, 1e-300).after(-1).threshold());
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
        refused(() -> Clip.quantile(1e-10, 0.5), "threshold must be in");
        refused(() -> Clip.quantile(Double.NaN, 0.5), "threshold must be in");
        refused(() -> Clip.quantile(1, 1), "quantile must be in (0, 1)");
        refused(() -> Clip.quantile(1, 0.5, 0, 0.1), "rate must be positive");
        refused(() -> Clip.quantile(1, 0.5, 0.1, 1), "share must be in (0, 1)");
        refused(() -> Clip.flat(1).sensitivity(Relation.REPLACE, -1));
    }
}
