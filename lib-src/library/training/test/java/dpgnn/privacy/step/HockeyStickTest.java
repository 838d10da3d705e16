package dpgnn.privacy.step;

import static dpgnn.privacy.Laws.mixed;
import static dpgnn.privacy.Laws.stick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.numeric.Normal;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

/** The rules of docs/proofs.md, sections 1 and 7, on finite sets, where every divergence is a sum. */
class HockeyStickTest {
    private static final double[] GAMMAS = {0, 0.2, 0.7, 0.95, 1, 1.1, 1.5, 3, 10};

    private final RandomStream coins = Streams.seed(11).stream("laws");

    /** A law, some of whose outcomes are impossible. */
    private double[] law(int size) {
        double[] p = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++)
            sum += p[i] = i > 0 && coins.nextInt(4) == 0 ? 0 : Math.exp(2 * coins.nextGaussian());
        for (int i = 0; i < size; i++) p[i] /= sum;
        return p;
    }

    private static double[] through(double[][] kernel, double[] p) {
        double[] out = new double[kernel[0].length];
        for (int i = 0; i < p.length; i++) for (int j = 0; j < out.length; j++) out[j] += p[i] * kernel[i][j];
        return out;
    }

    private double[][] kernel(int from, int to) {
        double[][] kernel = new double[from][];
        for (int i = 0; i < from; i++) kernel[i] = law(to);
        return kernel;
    }

    @Test
    void rules() {
        for (int run = 0; run < 200; run++) {
            double[] p = law(5), q = law(5), other = law(5), another = law(5);
            double[][] kernel = kernel(5, 4);
            double share = coins.nextDouble(), before = 1, slope = -1;
            for (int i = 0; i < GAMMAS.length; i++) {
                double g = GAMMAS[i], h = stick(g, p, q);
                assertTrue(stick(g, through(kernel, p), through(kernel, q)) <= h + 1e-12, "post-processing");
                assertTrue(
                        stick(g, mixed(share, p, other), mixed(share, q, another))
                                <= (1 - share) * h + share * stick(g, other, another) + 1e-12,
                        "convexity");
                if (g > 0) assertEquals(1 - g + g * stick(1 / g, q, p), h, 1e-12);
                assertTrue(h >= Math.max(0, 1 - g) - 1e-12 && h <= before + 1e-12);
                if (i > 0) {
                    double next = (h - before) / (g - GAMMAS[i - 1]);
                    assertTrue(next >= slope - 1e-9, "a profile is convex");
                    slope = next;
                }
                before = h;
            }
        }
    }

    @Test
    void revealingSharedCoinsShowsMore() {
        boolean strictly = false;
        for (int run = 0; run < 100; run++) {
            double[] p = law(4), q = law(4), other = law(4), another = law(4);
            for (double g : GAMMAS) {
                double hidden = stick(g, mixed(0.3, p, other), mixed(0.3, q, another));
                double seen = 0.7 * stick(g, p, q) + 0.3 * stick(g, other, another);
                assertTrue(hidden <= seen + 1e-12);
                strictly |= hidden < 0.9 * seen;
            }
        }
        assertTrue(strictly);
    }

    /** Every later mechanism is chosen by what the former showed, and dominated by the same pair. */
    @Test
    void adaptivePairsStayBelowTheProductOfTheirBounds() {
        double nearest = 0;
        for (int run = 0; run < 200; run++) {
            double[] a = law(3), b = law(3);
            double[][] first = kernel(3, 3);
            double[] p = through(first, a), q = through(first, b);
            double[] jointP = new double[9], jointQ = new double[9];
            for (int y = 0; y < 3; y++) {
                double[][] next = kernel(3, 3);
                double[] p2 = through(next, a), q2 = through(next, b);
                if (y == run % 3) {
                    p2 = a;
                    q2 = b;
                }
                for (int z = 0; z < 3; z++) {
                    jointP[3 * y + z] = p[y] * p2[z];
                    jointQ[3 * y + z] = q[y] * q2[z];
                }
            }
            double[] bothA = new double[9], bothB = new double[9];
            for (int i = 0; i < 9; i++) {
                bothA[i] = a[i / 3] * a[i % 3];
                bothB[i] = b[i / 3] * b[i % 3];
            }
            for (double g : GAMMAS) {
                double joint = stick(g, jointP, jointQ), product = stick(g, bothA, bothB);
                assertTrue(joint <= product + 1e-12, joint + " above " + product);
                if (g > 1 && product > 1e-3) nearest = Math.max(nearest, joint / product);
            }
        }
        assertTrue(nearest > 0.9, "some adversary must come near the bound, came to " + nearest);
    }

    /** A mechanism that is nearly constant, but fails for one of the data sets now and then. */
    @Test
    void anAbortThatDependsOnTheDataIsAnOutput() {
        double failing = 1e-3;
        double[] with = {failing, 0.5 * (1 - failing), 0.5 * (1 - failing)}, without = {0, 0.5, 0.5};
        assertTrue(stick(Math.exp(30), with, without) >= failing, "no epsilon covers a failure of one data set alone");
        double[] always = {failing, 0.5 * (1 - failing), 0.5 * (1 - failing)};
        assertEquals(0, stick(1, with, always), 0.0);
    }

    @Test
    void advancedJointConvexityIsAnIdentity() {
        for (int run = 0; run < 200; run++) {
            double[] common = law(5), p = law(5), q = law(5);
            double eta = 0.01 + 0.99 * coins.nextDouble();
            for (double wanted : new double[] {1, 1.01, 1.3, 4, 50}) {
                double gamma = 1 + (wanted - 1) / eta, beta = wanted / gamma;
                double whole = stick(wanted, mixed(eta, common, p), mixed(eta, common, q));
                assertEquals(eta * stick(gamma, p, mixed(beta, common, q)), whole, 1e-12);
                assertTrue(whole <= eta * ((1 - beta) * stick(gamma, p, common) + beta * stick(gamma, p, q)) + 1e-12);
            }
        }
    }

    @Test
    void aDeviationCostsItsVariationTwice() {
        for (int run = 0; run < 200; run++) {
            double[] p = law(5), q = law(5);
            double share = 0.1 * coins.nextDouble();
            double[] realP = mixed(share, p, law(5)), realQ = mixed(share, q, law(5));
            double off = Math.max(stick(1, realP, p), stick(1, realQ, q));
            for (double g : GAMMAS)
                assertTrue(stick(g, realP, realQ) <= stick(g, p, q) + (1 + g) * off + 1e-12, "at " + g);
        }
    }

    /** Points at or above the profile of some pair, as two proofs might give them. */
    @Test
    void theHullIsAProfileAtOrAboveTheTruth() {
        for (int run = 0; run < 60; run++) {
            double[] p = law(6), q = law(6);
            int count = 40;
            double[] epsilon = new double[count], forward = new double[count], backward = new double[count];
            for (int i = 0; i < count; i++) {
                epsilon[i] = 0.15 * i;
                double g = Math.exp(epsilon[i]);
                forward[i] = Math.min(1, stick(g, p, q) * (1 + 0.3 * coins.nextDouble()) + 1e-9);
                backward[i] = Math.min(1, stick(g, q, p) * (1 + 0.3 * coins.nextDouble()) + 1e-9);
            }
            LossCells hull = ProfileHull.atoms(epsilon, forward, backward, count);
            assertEquals(1, Cells.massA(hull), 1e-9);
            assertEquals(1, Cells.massB(hull), 1e-9);
            for (double e = -8; e <= 8; e += 0.037) {
                double g = Math.exp(e);
                assertTrue(Cells.stick(hull, g) >= stick(g, p, q) - 1e-12 * Math.max(1, g), "at " + e);
            }
        }
    }

    /**
     * Two Gaussian steps, the second taken only where the loss of the first is not large: with the epsilon of those steps that ran,
     * the probability of a larger loss is well above delta.
     */
    @Test
    void stoppingWhereTheLossIsLargeBreaksWhatTheStepsAloneWouldCost() {
        double delta = 0.01, one = new GaussianDp(1).epsilon(delta), two = new GaussianDp(Math.sqrt(2)).epsilon(delta);
        double excess = 0, h = 0.01;
        for (double x = -9; x < 10; x += h) {
            double loss = x - 0.5, density = Normal.density(x - 1);
            if (loss > one) excess += h * density * -Math.expm1(one - loss);
            else excess += h * density * second(two - loss);
        }
        assertTrue(excess > 1.5 * delta, "was " + excess);
    }

    /** H of one more step of N(1, 1) against N(0, 1), at e^epsilon of either sign. */
    private static double second(double epsilon) {
        double x = epsilon + 0.5;
        return Normal.upper(x - 1) - Math.exp(epsilon) * Normal.upper(x);
    }

    /** Where nothing is known of one direction the hull is that of the other one, from the worst that can be below. */
    @Test
    void aHullOfOneDirectionIsAPairToo() {
        oneDirection(false);
        // nor of the first point: what is known of it is above the chord from the start to the next
        oneDirection(true);
    }

    private void oneDirection(boolean blind) {
        double[] p = law(6), q = law(6);
        int count = 40;
        double[] epsilon = new double[count], forward = new double[count], backward = new double[count];
        for (int i = 0; i < count; i++) {
            epsilon[i] = 0.15 * i;
            forward[i] = stick(Math.exp(epsilon[i]), p, q);
            backward[i] = 1;
        }
        if (blind) forward[0] = 1;
        LossCells hull = ProfileHull.atoms(epsilon, forward, backward, count);
        assertEquals(1, Cells.massA(hull), 1e-12);
        assertEquals(1, Cells.massB(hull), 1e-12);
        for (int k = blind ? 1 : 0; k < count; k++) {
            double sum = Cells.stick(hull, Math.exp(epsilon[k]));
            assertTrue(sum >= forward[k] * (1 - 1e-12) && sum <= forward[k] + 0.02, "at " + epsilon[k]);
        }
    }
}
