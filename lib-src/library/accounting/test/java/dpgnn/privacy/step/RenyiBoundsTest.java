package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.Normal;
import org.junit.jupiter.api.Test;

/** Lemmas 43 and 44 of docs/proofs.md. */
class RenyiBoundsTest {
    @Test
    void theMixtureAgainstTheGaussianIsTheLargerDirection() {
        for (double rate : new double[] {0.001, 0.05, 0.5, 0.95})
            for (double shift : new double[] {0.1, 1, 3})
                for (double order : new double[] {1.1, 1.5, 2, 7.3, 40}) {
                    ShiftMixture mixture = ShiftMixture.sampled(rate, shift);
                    double forward = MixtureDivergence.upper(mixture, ShiftMixture.NONE, order);
                    double backward = MixtureDivergence.upper(ShiftMixture.NONE, mixture, order);
                    assertTrue(forward >= backward * (1 - 1e-10), rate + ", " + shift + ", " + order);
                }
    }

    /** Three normal laws on a line, no two of them further apart than the shift. */
    @Test
    void noTripleShowsMoreThanFourPairs() {
        double largest = 0;
        for (double shift : new double[] {0.3, 1, 1.5})
            for (int power = 2; power <= 6; power++) {
                double lower = CentralMoment.log(1 / shift, power - power % 2);
                double upper = CentralMoment.log(1 / shift, power + power % 2);
                double pair = Math.exp((lower + upper) / 2), raw = power * (power - 1.0) * shift * shift / 2;
                for (double one : new double[] {0, 0.4, 1})
                    for (double other : new double[] {-1, -0.6, 0, 0.5}) {
                        if (one - other > 1) continue;
                        double triple = triple(one * shift, other * shift, power);
                        assertTrue(triple <= 4 * pair * (1 + 1e-9), shift + ", " + power + ": " + triple);
                        assertTrue(triple <= 2 * Math.exp(raw) * (1 + 1e-9));
                        largest = Math.max(largest, triple / pair);
                    }
            }
        assertTrue(largest > 0.99, "was " + largest);
    }

    /** The integral of |p - p'|^j r^(1-j), the mean of r being 0. */
    private static double triple(double one, double other, int power) {
        double sum = 0, h = 0.01;
        for (double x = -30; x < 30; x += h) {
            double difference = Math.exp(one * x - one * one / 2) - Math.exp(other * x - other * other / 2);
            sum += h * Math.pow(Math.abs(difference), power) * Normal.density(x);
        }
        return sum;
    }
}
