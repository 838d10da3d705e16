package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** Lemma 32 of docs/proofs.md: what a plan pays for the noise's sampler is what it is off by, and not far more. */
class VariationTest {
    @Test
    void roundedAndDiscreteGaussianAreAsNearAsIsPaidFor() {
        double paid = GaussianNoise.standard().variation() * 0x1.0p90;
        for (int s : new int[] {18, 32, 64, 128}) {
            NormalDistribution normal = new NormalDistribution(0, s);
            double total = 0, off = 0;
            int reach = 9 * s;
            for (int k = -reach; k <= reach; k++) total += Math.exp(-(double) k * k / (2.0 * s * s));
            for (int k = -reach; k <= reach; k++) {
                double rounded = k > 0
                        ? normal.cumulativeProbability(-k + 0.5) - normal.cumulativeProbability(-k - 0.5)
                        : normal.cumulativeProbability(k + 0.5) - normal.cumulativeProbability(k - 0.5);
                off += Math.abs(rounded - Math.exp(-(double) k * k / (2.0 * s * s)) / total) / 2;
            }
            assertTrue(off * s * s <= paid, "s = " + s + ": " + off * s * s + " is more than " + paid);
            assertTrue(off * s * s > paid / 4, "s = " + s + ": " + off * s * s);
        }
    }
}
