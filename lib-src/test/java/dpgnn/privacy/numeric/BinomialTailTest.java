package dpgnn.privacy.numeric;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Lemma 37 of docs/proofs.md. */
class BinomialTailTest {
    @Test
    void whatIsDroppedIsGivenUp() {
        for (double cut : new double[] {1e-2, 1e-4, 1e-7, 1e-10})
            for (int n : new int[] {1, 3, 30, 400, 5000})
                for (double p : new double[] {1e-4, 0.03, 0.5, 0.9}) {
                    // up to what underflows
                    Binomial all = Binomial.of(n, p, 0);
                    Binomial kept = Binomial.of(n, p, cut);
                    int size = kept.probability.length, from = kept.first - all.first;
                    double below = 0, above = 0;
                    for (int i = 0; i < from; i++) below += all.probability[i];
                    for (int i = from + size; i < all.probability.length; i++) above += all.probability[i];
                    double most = 2 * cut / (1 - cut);
                    assertTrue(below <= most && above <= most, n + ", " + p + ", " + cut + ": " + below + ", " + above);
                    // the rest is scaled up, never down
                    for (int i = 0; i < size; i++)
                        assertTrue(kept.probability[i] >= all.probability[from + i] * (1 - 1e-12));
                }
    }
}
