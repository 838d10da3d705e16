package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

/** Lemmas 7 to 9 of docs/proofs.md in the plane, by sums over a grid: nothing is drawn but the vectors. */
class MixtureOnALineTest {
    private static final double[] GAMMAS = {0.3, 0.8, 1, 1.2, 2, 8};

    /** Weights, lengths and angles of the means of a mixture of unit normal laws in the plane. */
    private record Mixture(double[] weights, double[] lengths, double[] angles) {
        double density(double x, double y) {
            double sum = 0;
            for (int i = 0; i < weights.length; i++) {
                double dx = x - lengths[i] * Math.cos(angles[i]), dy = y - lengths[i] * Math.sin(angles[i]);
                sum += weights[i] * Math.exp(-(dx * dx + dy * dy) / 2);
            }
            return sum / (2 * Math.PI);
        }

        Mixture turned(double angle) {
            double[] all = new double[angles.length];
            java.util.Arrays.fill(all, angle);
            return new Mixture(weights, lengths, all);
        }
    }

    private static double[] sticks(Mixture p, Mixture q) {
        double[] found = new double[GAMMAS.length];
        double h = 0.08;
        for (double x = -9; x <= 9; x += h)
            for (double y = -9; y <= 9; y += h) {
                double a = p.density(x, y), b = q.density(x, y);
                for (int g = 0; g < GAMMAS.length; g++) found[g] += h * h * Math.max(0, a - GAMMAS[g] * b);
            }
        return found;
    }

    private static Mixture mixture(int size, RandomStream coins) {
        double[] weights = new double[size], lengths = new double[size], angles = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += weights[i] = 0.05 + coins.nextDouble();
            lengths[i] = coins.nextInt(3) == 0 ? 0 : 2.5 * coins.nextDouble();
            angles[i] = coins.nextInt(2) * Math.PI + (coins.nextInt(3) == 0 ? 0 : 2 * Math.PI * coins.nextDouble());
        }
        for (int i = 0; i < size; i++) weights[i] /= sum;
        return new Mixture(weights, lengths, angles);
    }

    private static double worst(Mixture p, Mixture q, Mixture lineP, Mixture lineQ) {
        double[] shown = sticks(p, q), allowed = sticks(lineP, lineQ);
        double worst = 0;
        for (int g = 0; g < GAMMAS.length; g++)
            if (shown[g] > 1e-6) worst = Math.max(worst, shown[g] / Math.max(allowed[g], 1e-12));
        return worst;
    }

    @Test
    void noArrangementOfVectorsShowsMoreThanTheLine() {
        RandomStream coins = Streams.seed(3).stream("vectors");
        double near = 0;
        for (int run = 0; run < 30; run++) {
            Mixture p = mixture(2 + run % 2, coins);
            Mixture q = run % 3 == 0
                    ? new Mixture(new double[] {1}, new double[] {0}, new double[] {0})
                    : mixture(1 + run % 3, coins);
            double ratio = worst(p, q, p.turned(0), q.turned(Math.PI));
            assertTrue(ratio <= 1 + 1e-3, p + " and " + q + ": " + ratio);
            near = Math.max(near, ratio);
        }
        assertTrue(near > 0.95, "some must come near the line, came to " + near);
    }

    /** What the lemma needs: the lengths, and that the two mixtures point away from each other on the line. */
    @Test
    void aLongerVectorOrACommonDirectionIsSeen() {
        Mixture p = new Mixture(new double[] {0.8, 0.2}, new double[] {0, 1.5}, new double[] {0, 1});
        Mixture q = new Mixture(new double[] {0.8, 0.2}, new double[] {0, 1.5}, new double[] {0, 1 + Math.PI});
        Mixture shorter = new Mixture(p.weights, new double[] {0, 1.4}, p.angles);
        assertTrue(worst(p, q, shorter.turned(0), q.turned(Math.PI)) > 1.02);
        assertTrue(worst(p, q, p.turned(0), q.turned(0)) > 1.5);
        Mixture second = new Mixture(new double[] {0.5, 0.5}, new double[] {1.5, 1.5}, new double[] {0, Math.PI / 2});
        Mixture none = new Mixture(new double[] {1}, new double[] {0}, new double[] {0});
        assertTrue(worst(second.turned(0), none, second, none) > 1.05, "orthogonal vectors must show less");
    }

    @Test
    void stochasticallyLargerShiftsShowMore() {
        double[] shifts = {0, 1, 2, 3};
        double[][] laws = {{0.5, 0.3, 0.2, 0}, {0.4, 0.4, 0.1, 0.1}, {0.4, 0.1, 0.3, 0.2}};
        for (double e = 0; e < 3; e += 0.25) {
            double before = 0, back = 0;
            for (double[] law : laws) {
                LossCells cells = new LossCells();
                GaussianMixture.against(1.3, shifts, law).cut(cells, 1, Resolution.coarse(1e-12, 1));
                double forward = Cells.stick(cells, Math.exp(e)), backward = Cells.stick(cells.reversed(), Math.exp(e));
                assertTrue(forward >= before - 1e-3 && backward >= back - 1e-3, "at " + e);
                before = forward;
                back = backward;
            }
        }
    }
}
