package dpgnn.privacy;

import static dpgnn.privacy.Laws.stick;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

/** Lemma 14 of docs/proofs.md: all batches of small populations on a line, with terms that an adversary has chosen. */
class FixedSizePairTest {
    private static final double DEVIATION = 1.4;
    private static final double STEP = 0.02;

    /** The law of the noisy sum, the last of the terms being the one that is replaced. */
    private static double[] law(double[] terms, int batch, double changed) {
        double[] density = new double[(int) (24 / STEP)];
        int subsets = 0;
        for (int set = 0; set < 1 << terms.length; set++) {
            if (Integer.bitCount(set) != batch) continue;
            subsets++;
            double sum = 0;
            for (int i = 0; i < terms.length; i++)
                if ((set >> i & 1) == 1) sum += i == terms.length - 1 ? changed : terms[i];
            for (int k = 0; k < density.length; k++) {
                double x = (-12 + (k + 0.5) * STEP - sum) / DEVIATION;
                density[k] += Math.exp(-x * x / 2) / (DEVIATION * Math.sqrt(2 * Math.PI));
            }
        }
        for (int k = 0; k < density.length; k++) density[k] *= STEP / subsets;
        return density;
    }

    @Test
    void noPopulationShowsMoreThanThePair() {
        RandomStream coins = Streams.seed(4).stream("terms");
        for (int size = 2; size <= 5; size++)
            for (int batch = 1; batch < size; batch++) {
                double rate = (double) batch / size;
                Event event = new Event.WithoutReplacement(size, batch, DEVIATION / 2);
                for (double epsilon : new double[] {0, 0.1, 0.5, 1}) {
                    double gamma = Math.exp(epsilon);
                    double allowed = rate * new GaussianDp(2 / DEVIATION).delta(Math.log1p(Math.expm1(epsilon) / rate));
                    assertEquals(allowed, PldAccountant.standard().delta(event, epsilon), 2e-3 * allowed);
                    double worst = 0;
                    for (int run = 0; run < 12; run++) {
                        double[] terms = new double[size];
                        // first the instance that attains the bound: all others are as the term is in one of the worlds
                        for (int i = 0; i < size; i++)
                            terms[i] = run == 0 ? -1 : run == 1 ? 1 : 2 * coins.nextDouble() - 1;
                        double changed = run < 2 ? 1 : coins.nextBoolean() ? 1 : 2 * coins.nextDouble() - 1;
                        double[] p = law(terms, batch, changed), q = law(terms, batch, -changed);
                        worst = Math.max(worst, Math.max(stick(gamma, p, q), stick(gamma, q, p)));
                    }
                    assertTrue(worst <= allowed * (1 + 1e-4), size + ", " + batch + ", " + epsilon + ": " + worst);
                    assertEquals(allowed, worst, 1e-3 * allowed, "the bound is attained");
                }
            }
    }

    /** A smaller population for the same batch must cost no less: walks are counted by the fewest that any cover has. */
    @Test
    void fewerExamplesCostMore() {
        double before = Double.POSITIVE_INFINITY;
        for (int size = 3; size < 60; size += 4) {
            double delta = PldAccountant.standard().delta(new Event.WithoutReplacement(size, 2, 0.7), 0.5);
            assertTrue(delta < before, size + ": " + delta);
            before = delta;
        }
    }
}
