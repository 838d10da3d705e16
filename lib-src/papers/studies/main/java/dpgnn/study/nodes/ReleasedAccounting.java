package dpgnn.study.nodes;

import dpgnn.base.Check;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The accountant of the authors' second code (PNPiGNNs, commit 5786ca85), made again from a description, since that commit was not at
 * hand: Rényi divergences of the printed pair at orders 1.1 to 29, each an average over quantiles 1e-8 to 1 - 1e-8 of the normal
 * distribution. Shifts less probable than e^-30 are left out and not paid for, and beyond the last quantile nothing is counted. How many
 * quantiles there were is not known; with these its noise for Facebook comes out to the second decimal.
 *
 * <p><b>Guarantee.</b> None. It shows what was claimed.
 */
public record ReleasedAccounting(double[] shifts, double[] logWeights) {
    private static final int QUANTILES = 100_000;
    private static final double NOTHING = 1e-290, TAIL = 1e-8, DROPPED = -30, LEAST_ORDER = 1.1, ORDER_STEP = 0.1;
    private static final int ORDERS = 280;
    private static final double[] GRID = grid();

    private static double[] grid() {
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        double step = (1 - 2 * TAIL) / (QUANTILES - 1);
        return IntStream.range(0, QUANTILES)
                .mapToDouble(i -> normal.inverseCumulativeProbability(TAIL + i * step))
                .toArray();
    }

    /** For batches of a rate, M peripherals, and out-degrees of at most D; of these the degree that is worst at order 1.3 and σ = 1. */
    public static ReleasedAccounting of(double rate, double peripherals, int maxOutDegree) {
        Check.open("rate", rate, 0, 1);
        Check.positive("peripherals", peripherals);
        Check.atLeast("maxOutDegree", maxOutDegree, 1);
        ReleasedAccounting worst = null;
        double most = Double.NEGATIVE_INFINITY;
        for (long d = 1; ; d *= 2) {
            int degree = (int) Math.min(d, maxOutDegree);
            ReleasedAccounting here = pair(rate, peripherals, degree);
            double divergence = here.divergences(1, 3)[2];
            if (divergence > most) {
                most = divergence;
                worst = here;
            }
            if (degree == maxOutDegree) return worst;
        }
    }

    private static ReleasedAccounting pair(double rate, double peripherals, int degree) {
        BinomialDistribution stars = new BinomialDistribution(null, degree, rate * Math.min(1, peripherals / degree));
        double[] logs = IntStream.rangeClosed(0, Math.min(degree, 200))
                .mapToDouble(k -> Math.log1p(-rate) + stars.logProbability(k))
                .takeWhile(w -> w > DROPPED)
                .toArray();
        double[] shifts = IntStream.rangeClosed(-1, logs.length - 1)
                .mapToDouble(k -> k < 0 ? 0.5 : k)
                .toArray();
        double[] all = new double[shifts.length];
        all[0] = Math.log(rate);
        System.arraycopy(logs, 0, all, 1, logs.length);
        return new ReleasedAccounting(shifts, all);
    }

    /** What is claimed for so many steps with noise of deviation σ, the clip being 1/2. */
    public double epsilon(double sigma, long steps, double delta) {
        Check.positive("sigma", sigma);
        Check.atLeast("steps", steps, 1);
        Check.open("delta", delta, 0, 1);
        double[] divergences = divergences(sigma, ORDERS);
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ORDERS; i++) {
            double a = LEAST_ORDER + i * ORDER_STEP;
            double epsilon = steps * divergences[i] - Math.log(delta * a) / (a - 1) + Math.log1p(-1 / a);
            least = Math.min(least, epsilon);
        }
        return least;
    }

    private double[] divergences(double sigma, int orders) {
        double[][] logs = Arrays.stream(shifts)
                .mapToObj(s ->
                        Arrays.stream(GRID).map(u -> loss(s + sigma * u, sigma)).toArray())
                .toArray(double[][]::new);
        double top = Arrays.stream(logs).flatMapToDouble(Arrays::stream).max().orElseThrow();
        double[] sums = new double[orders];
        for (int s = 0; s < shifts.length; s++)
            for (double log : logs[s]) {
                double factor = Math.exp(ORDER_STEP * (log - top)), power = Math.exp(logWeights[s]);
                for (int i = 0; i < sums.length && power > NOTHING; i++) sums[i] += power *= factor;
            }
        return IntStream.range(0, orders)
                .mapToDouble(i -> top + Math.log(sums[i] / QUANTILES) / (ORDER_STEP * (i + 1)))
                .toArray();
    }

    private double loss(double x, double sigma) {
        double sum = 0;
        for (int s = 0; s < shifts.length; s++)
            sum += Math.exp(logWeights[s] + shifts[s] * (2 * x - shifts[s]) / (2 * sigma * sigma));
        return Math.log(sum);
    }
}
