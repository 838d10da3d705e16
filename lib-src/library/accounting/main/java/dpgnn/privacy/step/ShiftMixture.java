package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A mixture of N(c_j, 1) seen from N(0, 1): L(t) = sum_j p_j exp(c_j t - c_j^2/2), without cancellation near 1 and without
 * overflow far from it. All shifts have one sign, so L is monotone.
 */
final class ShiftMixture {
    static final ShiftMixture NONE = new ShiftMixture(new double[] {0}, new double[] {0});

    private final double[] shifts;
    private final double[] weights;
    private final double[] logWeights;
    final double least;
    final double greatest;

    /** Set by {@link #at}: ln L(t), and L(t) - 1 (NaN where it is not accurate). */
    double log;

    double excess;

    private ShiftMixture(double[] shifts, double[] logWeights) {
        this.shifts = shifts;
        this.logWeights = logWeights;
        weights = new double[logWeights.length];
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < shifts.length; j++) {
            weights[j] = Math.exp(logWeights[j]);
            low = Math.min(low, shifts[j]);
            high = Math.max(high, shifts[j]);
        }
        least = low;
        greatest = high;
    }

    /** Weights by their logarithms: what underflows as a probability can still carry a moment. */
    static ShiftMixture of(double multiplier, double[] shifts, double[] logWeights) {
        double[] possible = IntStream.range(0, shifts.length)
                .filter(j -> logWeights[j] > Double.NEGATIVE_INFINITY)
                .mapToDouble(j -> shifts[j] / multiplier)
                .toArray();
        return new ShiftMixture(
                possible,
                Arrays.stream(logWeights)
                        .filter(w -> w > Double.NEGATIVE_INFINITY)
                        .toArray());
    }

    /** The weights are made to sum to one. */
    static ShiftMixture of(Event.MixtureOfGaussians event) {
        double sum = event.probabilities().stream().mapToDouble(p -> p).sum();
        return of(
                event.scale(),
                event.shifts().stream().mapToDouble(c -> c).toArray(),
                event.probabilities().stream()
                        .mapToDouble(p -> Math.log(p / sum))
                        .toArray());
    }

    /** (1 - q) N(0, 1) + q N(shift, 1). */
    static ShiftMixture sampled(double rate, double shift) {
        return of(1, new double[] {shift, 0}, new double[] {Math.log(rate), Math.log1p(-rate)});
    }

    /** How far apart the shifts are. */
    double range() {
        return greatest - least;
    }

    double[] shifts() {
        return shifts;
    }

    /** A lower bound of ln E[L^a], from single components; what cannot be finite need not be summed. */
    double leastLogMoment(double order) {
        double most = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < shifts.length; j++)
            most = Math.max(most, order * logWeights[j] + order * (order - 1) / 2 * shifts[j] * shifts[j]);
        return most;
    }

    /** Without components whose sum of p e^{(a-1)c²/2} is below e^rest. */
    ShiftMixture without(double order, double rest) {
        double share = rest - Math.log(shifts.length);
        boolean[] keep = new boolean[shifts.length];
        int kept = 0;
        for (int j = 0; j < shifts.length; j++) {
            keep[j] = logWeights[j] + (order - 1) / 2 * shifts[j] * shifts[j] > share;
            if (keep[j]) kept++;
        }
        double[] c = new double[kept];
        double[] w = new double[kept];
        for (int j = 0, i = 0; j < shifts.length; j++) {
            if (!keep[j]) continue;
            c[i] = shifts[j];
            w[i++] = logWeights[j];
        }
        return new ShiftMixture(c, w);
    }

    /** The mean of a power of the shifts. */
    double mean(int power) {
        double sum = 0;
        for (int j = 0; j < shifts.length; j++) sum += weights[j] * Math.pow(shifts[j], power);
        return sum;
    }

    void at(double t) {
        double sum = 0;
        double top = Double.NEGATIVE_INFINITY;
        for (double c : shifts) top = Math.max(top, c * t - c * c / 2);
        if (top < 600) {
            for (int j = 0; j < shifts.length; j++) {
                double c = shifts[j];
                if (c != 0) sum += weights[j] * Math.expm1(c * t - c * c / 2);
            }
            if (sum > -0.5) {
                excess = sum;
                log = Math.log1p(sum);
                return;
            }
        }
        sum = 0;
        top = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < shifts.length; j++)
            top = Math.max(top, logWeights[j] + shifts[j] * t - shifts[j] * shifts[j] / 2);
        for (int j = 0; j < shifts.length; j++)
            sum += Math.exp(logWeights[j] + shifts[j] * t - shifts[j] * shifts[j] / 2 - top);
        log = top + Math.log(sum);
        excess = Double.NaN;
    }
}
