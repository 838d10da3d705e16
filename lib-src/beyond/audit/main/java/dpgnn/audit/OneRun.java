package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.numeric.GaussianDp;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoublePredicate;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Guesses at canaries that were included by fair coins in one training, and the epsilon that so many right ones exceed.
 * Nothing is supposed of how the training treats canaries together: only the coins are random to it (docs/proofs.md, lemma 68).
 *
 * @param canaries whose coins were tossed
 * @param guesses how many of them were guessed; a number that was fixed before anything was seen
 * @param right how many guesses were right
 */
public record OneRun(int canaries, int guesses, int right) {
    /** Shares of the canaries that are guessed, those of the most extreme scores; each has a part of the error probability. */
    private static final double[] SHARES = {1, 0.5, 0.25, 0.125, 0.0625};

    private static final double MOST = 100;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    public OneRun {
        Check.atLeast("canaries", canaries, 1);
        Check.within("guesses", guesses, 0, canaries);
        Check.within("right", right, 0, guesses);
    }

    /** Guesses "present" for the highest scores and "absent" for the lowest, so many in all. */
    static OneRun of(double[] without, double[] with, int guesses) {
        int n = without.length + with.length;
        double[][] all = new double[n][];
        for (int i = 0; i < n; i++)
            all[i] = i < without.length ? new double[] {without[i], 0} : new double[] {with[i - without.length], 1};
        // Of equal scores those are taken that make the guess wrong.
        Comparator<double[]> byScore = Comparator.comparingDouble(a -> a[0]);
        Arrays.sort(all, byScore.thenComparingDouble(a -> -a[1]));
        int low = guesses / 2;
        int right = 0;
        for (int i = 0; i < low; i++) if (all[i][1] == 0) right++;
        for (int i = n - (guesses - low); i < n; i++) if (all[i][1] == 1) right++;
        return new OneRun(n, guesses, right);
    }

    /** The bound of {@link #epsilon} for the best of five numbers of guesses, which share the error probability. */
    static double epsilon(double[] without, double[] with, double delta, double confidence) {
        return best(without, with, confidence, (run, each) -> run.epsilon(delta, each));
    }

    /** The bound of {@link #mu}, likewise. */
    static double mu(double[] without, double[] with, double confidence) {
        return best(without, with, confidence, OneRun::mu);
    }

    @FunctionalInterface
    private interface Bound {
        double at(OneRun run, double confidence);
    }

    private static double best(double[] without, double[] with, double confidence, Bound bound) {
        double each = 1 - (1 - confidence) / SHARES.length;
        double best = 0;
        for (double share : SHARES) {
            int guesses = (int) (share * (without.length + with.length));
            if (guesses > 0) best = Math.max(best, bound.at(of(without, with, guesses), each));
        }
        return best;
    }

    /**
     * The epsilon that an (epsilon, delta)-private training would exceed with a probability of at most 1 minus the confidence
     * (Steinke, Nasr and Jagielski 2023, theorem 5.2).
     */
    public double epsilon(double delta, double confidence) {
        Check.rightOpen("delta", delta, 0, 1);
        Check.open("confidence", confidence, 0, 1);
        return largest(epsilon -> chance(epsilon, delta) <= 1 - confidence);
    }

    /** How probable so many right guesses, or more, are at most. */
    double chance(double epsilon, double delta) {
        if (guesses == 0) return 1;
        var law = new BinomialDistribution(null, guesses, 1 / (1 + Math.exp(-epsilon)));
        double chance = right == 0 ? 1 : 1 - law.cumulativeProbability(right - 1);
        double steepest = 0;
        double sum = 0;
        for (int i = 1; delta > 0 && i <= right; i++) {
            sum += law.probability(right - i);
            steepest = Math.max(steepest, sum / i);
        }
        return Math.min(1, chance + 2 * canaries * delta * steepest);
    }

    /**
     * The mu of Gaussian differential privacy that a training with the trade-off curve of that mu would exceed with a
     * probability of at most 1 minus the confidence (Mahloujifar, Melis and Chaudhuri 2024, algorithm 3).
     */
    public double mu(double confidence) {
        Check.open("confidence", confidence, 0, 1);
        return largest(mu -> refutes(mu, 1 - confidence));
    }

    /** The epsilon of a mu at a delta. */
    static double ofMu(double mu, double delta) {
        return mu > 0 ? new GaussianDp(mu).epsilon(delta) : 0;
    }

    private boolean refutes(double mu, double level) {
        if (right == 0) return false;
        double r = level * right / canaries;
        double h = level * (guesses - right) / canaries;
        for (int i = right - 1; i >= 0; i--) {
            double next = Math.max(h, NORMAL.cumulativeProbability(NORMAL.inverseCumulativeProbability(r) - mu));
            if (next == h) break;
            r = Math.min(1, r + (double) i / (guesses - i) * (next - h));
            h = next;
        }
        return r + h > (double) guesses / canaries;
    }

    private static double largest(DoublePredicate refuted) {
        if (!refuted.test(1e-6)) return 0;
        double low = 1e-6;
        double high = MOST;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (refuted.test(middle)) low = middle;
            else high = middle;
        }
        return low;
    }
}
