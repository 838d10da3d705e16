package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.numeric.GaussianDp;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.special.Beta;

/**
 * The epsilon that an attack proves to be exceeded, computed from the error rates of an observer who guesses which of two
 * worlds he is in. It uses no accountant and no claimed epsilon, so that it can be compared with them.
 *
 * <p>Any (epsilon, delta)-private mechanism obliges every test to 1 - delta - FPR &lt;= e^epsilon FNR and the same with the
 * rates exchanged (Kairouz, Oh and Viswanath 2015). With upper confidence limits in place of the rates the bound holds with
 * that confidence (docs/proofs.md, lemma 67).
 *
 * @param epsilon the lower bound; 0 when the attack shows nothing
 * @param confidence with which the bound holds
 * @param falsePositiveLimit upper limit of the rate of "with" guessed in the world without
 * @param falseNegativeLimit upper limit of the rate of "without" guessed in the world with
 */
public record EpsilonLowerBound(
        double epsilon, double confidence, double falsePositiveLimit, double falseNegativeLimit) {

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** Thresholds tried, at equal steps through the sorted scores of each world. */
    private static final int CANDIDATES = 200;

    /**
     * From counts of errors of a test that was fixed before the counting.
     *
     * @param falsePositives of {@code without} runs
     * @param falseNegatives of {@code with} runs
     */
    public static EpsilonLowerBound ofCounts(
            long falsePositives, long without, long falseNegatives, long with, double delta, double confidence) {
        Check.rightOpen("delta", delta, 0, 1);
        Check.open("confidence", confidence, 0, 1);
        double half = (1 - confidence) / 2;
        double fpr = upperLimit(falsePositives, without, half);
        double fnr = upperLimit(falseNegatives, with, half);
        double epsilon = Math.max(0, Math.max(Math.log((1 - delta - fpr) / fnr), Math.log((1 - delta - fnr) / fpr)));
        return new EpsilonLowerBound(Double.isNaN(epsilon) ? 0 : epsilon, confidence, fpr, fnr);
    }

    /**
     * From scores that are larger in the world with the unit: the first half of each chooses the threshold, the second half
     * is counted, so that the choice costs no confidence.
     */
    public static EpsilonLowerBound ofScores(double[] without, double[] with, double delta, double confidence) {
        Check.given("without", without);
        requireScores("without", without);
        requireScores("with", with);
        int w0 = without.length / 2;
        int w1 = with.length / 2;
        double[] choose0 = Arrays.copyOf(without, w0);
        double[] choose1 = Arrays.copyOf(with, w1);
        Arrays.sort(choose0);
        Arrays.sort(choose1);
        double best = -1;
        double threshold = Double.POSITIVE_INFINITY;
        for (double[] candidates : new double[][] {choose0, choose1})
            for (int i = 0; i < CANDIDATES; i++) {
                double t = candidates[(int) ((long) i * candidates.length / CANDIDATES)];
                double found = ofCounts(above(choose0, t), w0, w1 - above(choose1, t), w1, delta, confidence)
                        .epsilon();
                if (found > best) {
                    best = found;
                    threshold = t;
                }
            }
        return atThreshold(
                Arrays.copyOfRange(without, w0, without.length),
                Arrays.copyOfRange(with, w1, with.length),
                threshold,
                delta,
                confidence);
    }

    /**
     * The best of several thresholds that were fixed before anything was seen; they share the error probability (Bonferroni).
     */
    public static EpsilonLowerBound atThresholds(
            double[] without, double[] with, double[] thresholds, double delta, double confidence) {
        Check.given("without", without);
        requireScores("without", without);
        requireScores("with", with);
        Check.atLeast("thresholds", thresholds.length, 1);
        double each = 1 - (1 - confidence) / thresholds.length;
        EpsilonLowerBound best = null;
        for (double t : thresholds) {
            EpsilonLowerBound found = atThreshold(without, with, t, delta, each);
            if (best == null || found.epsilon > best.epsilon) best = found;
        }
        return new EpsilonLowerBound(best.epsilon, confidence, best.falsePositiveLimit, best.falseNegativeLimit);
    }

    /**
     * From scores that are larger in the world with the unit: the first half gives the Pareto front of error rates, of which
     * at most so many corners are thresholds for the second half, at equal distances along the front.
     */
    public static EpsilonLowerBound ofFront(
            double[] without, double[] with, int corners, double delta, double confidence) {
        Check.given("without", without);
        requireScores("without", without);
        requireScores("with", with);
        Check.atLeast("corners", corners, 1);
        int w0 = without.length / 2;
        int w1 = with.length / 2;
        double[] front = front(Arrays.copyOf(without, w0), Arrays.copyOf(with, w1));
        int count = Math.min(corners, front.length);
        double[] chosen = new double[count];
        for (int i = 0; i < count; i++) chosen[i] = front[(int) ((2L * i + 1) * front.length / (2L * count))];
        return atThresholds(
                Arrays.copyOfRange(without, w0, without.length),
                Arrays.copyOfRange(with, w1, with.length),
                chosen,
                delta,
                confidence);
    }

    /** The thresholds at the corners of the lower convex hull of (false alarms, misses), from the largest down. */
    static double[] front(double[] without, double[] with) {
        double[] all = java.util.stream.DoubleStream.concat(Arrays.stream(without), Arrays.stream(with))
                .distinct()
                .sorted()
                .toArray();
        Arrays.sort(without);
        Arrays.sort(with);
        double[][] hull = new double[all.length + 1][];
        int corners = 0;
        hull[corners++] = new double[] {0, 1, Double.POSITIVE_INFINITY};
        for (int i = all.length - 1; i >= 0; i--) {
            double alarms = above(without, all[i]) / (double) without.length;
            double misses = 1 - above(with, all[i]) / (double) with.length;
            double[] corner = {alarms, misses, all[i]};
            while (corners > 1 && !below(hull[corners - 2], hull[corners - 1], corner)) corners--;
            hull[corners++] = corner;
        }
        double[] thresholds = new double[Math.max(1, corners - 1)];
        for (int i = 0; i < thresholds.length; i++) thresholds[i] = hull[Math.min(corners - 1, i + 1)][2];
        return thresholds;
    }

    /** Whether the middle of three points, from left to right, lies below the line between the others. */
    private static boolean below(double[] a, double[] b, double[] c) {
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
    }

    /**
     * The epsilon at delta of the Gaussian trade-off curve on which both limits lie: a bound where the mechanism's own curve is
     * a Gaussian's, and not otherwise.
     */
    public double gaussian(double delta) {
        double mu = NORMAL.inverseCumulativeProbability(1 - falsePositiveLimit)
                - NORMAL.inverseCumulativeProbability(falseNegativeLimit);
        return mu > 0 && Double.isFinite(mu) ? new GaussianDp(mu).epsilon(delta) : 0;
    }

    /** From scores and a threshold that was not chosen on them: a score of at least the threshold means "with". */
    public static EpsilonLowerBound atThreshold(
            double[] without, double[] with, double threshold, double delta, double confidence) {
        Check.given("without", without);
        Check.given("with", with);
        Check.that(!Double.isNaN(threshold), "threshold", "a number", threshold);
        long positives = Arrays.stream(without).filter(s -> s >= threshold).count();
        long negatives = Arrays.stream(with).filter(s -> s < threshold).count();
        return ofCounts(positives, without.length, negatives, with.length, delta, confidence);
    }

    /**
     * The upper Clopper-Pearson limit of a rate of which {@code events} in {@code trials} were seen: the rate under which so
     * few or fewer would be seen with probability {@code level}. Rounded up.
     */
    static double upperLimit(long events, long trials, double level) {
        Check.atLeast("trials", trials, 1);
        Check.within("events", events, 0, trials);
        Check.open("level", level, 0, 1);
        if (events == trials) return 1;
        double low = (double) events / trials;
        double high = 1;
        for (int i = 0; i < 200 && Math.nextUp(low) < high; i++) {
            double middle = (low + high) / 2;
            double atMost = 1 - Beta.regularizedBeta(middle, events + 1.0, trials - (double) events, 1e-15, 100_000);
            if (atMost > level) low = middle;
            else high = middle;
        }
        return Math.min(1, high * (1 + 1e-12));
    }

    private static long above(double[] sorted, double threshold) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] >= threshold) high = middle;
            else low = middle + 1;
        }
        return sorted.length - low;
    }

    private static void requireScores(String name, double[] scores) {
        if (scores.length < 4)
            throw new IllegalArgumentException("scores " + name + " must be at least 4, were " + scores.length);
        for (double s : scores)
            if (Double.isNaN(s)) throw new IllegalArgumentException("scores " + name + " must be numbers, one was NaN");
    }
}
