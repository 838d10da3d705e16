package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Estimates an epsilon from scores by resampling them: what the Gaussian trade-off curve through the observed error rates
 * gives, at a fixed threshold. It is no bound: its quantiles cover the truth for many scores and where the curve is a
 * Gaussian's, and nobody can say how well for few.
 *
 * @param low quantile
 * @param middle of the resampled values
 * @param high quantile
 */
public record BootstrapEstimate(double low, double middle, double high) {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** @param share of the resampled values that lie between low and high */
    public static BootstrapEstimate of(
            double[] without,
            double[] with,
            double threshold,
            double delta,
            double share,
            int times,
            RandomStream coins) {
        Check.open("share", share, 0, 1);
        Check.atLeast("times", times, 10);
        double[] found = new double[times];
        for (int i = 0; i < times; i++) {
            double alarms = resampled(without, threshold, coins);
            double misses = 1 - resampled(with, threshold, coins);
            double mu = NORMAL.inverseCumulativeProbability(1 - alarms) - NORMAL.inverseCumulativeProbability(misses);
            found[i] = mu > 0 ? new GaussianDp(mu).epsilon(delta) : 0;
        }
        Arrays.sort(found);
        int cut = (int) (times * (1 - share) / 2);
        return new BootstrapEstimate(found[cut], found[times / 2], found[times - 1 - cut]);
    }

    /** The share of as many draws with replacement that reach the threshold, kept half a draw away from none and from all. */
    private static double resampled(double[] scores, double threshold, RandomStream coins) {
        int n = scores.length;
        int reached = 0;
        for (int i = 0; i < n; i++) if (scores[coins.nextInt(n)] >= threshold) reached++;
        return Math.min(n - 0.5, Math.max(0.5, reached)) / n;
    }
}
