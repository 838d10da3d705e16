package dpgnn.audit;

import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;

/**
 * The largest noise that is consistent with observations of single steps, and the epsilon that follows for all steps (Nasr et
 * al. 2023). The error rates of a test, at their upper confidence limits, lie below the trade-off curve of every larger
 * noise, so that no larger noise can have been added. The family of curves is that of the steps' {@link ShiftPair}.
 *
 * <p>It tests the hypothesis that every step adds Gaussian noise of at least some multiplier to these shifts; under it the
 * observations along disjoint directions are independent, and a multiplier above the limit is rejected wrongly with a
 * probability of at most 1 minus the confidence. Thresholds are fixed before any observation, and share the error
 * probability.
 *
 * @param multiplier every larger noise multiplier is rejected; infinite where nothing is, and 0 where no noise at all explains
 *     what was seen, since units occur more often than they should
 * @param threshold at which the test was best, in units of the clip norm
 */
public record NoiseLimit(
        ShiftPair shifts,
        double multiplier,
        double confidence,
        double threshold,
        double falsePositiveLimit,
        double falseNegativeLimit) {
    /** Thresholds, in deviations of the stated noise. */
    private static final double LOWEST = -1;

    private static final double HIGHEST = 6;
    private static final int THRESHOLDS = 15;

    /**
     * @param stated the multiplier that was announced; only where to put thresholds is taken from it
     */
    static NoiseLimit of(ShiftPair shifts, double[] without, double[] with, double stated, double confidence) {
        double level = (1 - confidence) / (2 * THRESHOLDS);
        NoiseLimit best = new NoiseLimit(shifts, Double.POSITIVE_INFINITY, confidence, Double.NaN, 1, 1);
        for (int i = 0; i < THRESHOLDS; i++) {
            double x = stated * (LOWEST + (HIGHEST - LOWEST) * i / (THRESHOLDS - 1));
            long alarms = 0;
            for (double o : without) if (o >= x) alarms++;
            long misses = 0;
            for (double o : with) if (o < x) misses++;
            double fpr = EpsilonLowerBound.upperLimit(alarms, without.length, level);
            double fnr = EpsilonLowerBound.upperLimit(misses, with.length, level);
            double limit = limit(shifts, fpr, fnr, stated);
            if (limit < best.multiplier) best = new NoiseLimit(shifts, limit, confidence, x, fpr, fnr);
        }
        return best;
    }

    /** The noise whose trade-off curve passes through these rates: misses grow with the noise. Rounded up. */
    private static double limit(ShiftPair shifts, double fpr, double fnr, double stated) {
        if (fpr + fnr >= 1) return Double.POSITIVE_INFINITY;
        double low = stated * 1e-6;
        double high = stated * 1e6;
        if (shifts.missed(fpr, high) <= fnr) return Double.POSITIVE_INFINITY;
        if (shifts.missed(fpr, low) > fnr) return 0;
        while (high / low > 1 + 1e-9) {
            double middle = Math.sqrt(low * high);
            if (shifts.missed(fpr, middle) <= fnr) low = middle;
            else high = middle;
        }
        return high;
    }

    /** Whether the shifts themselves are refuted, whatever the noise. */
    public boolean noNoiseFits() {
        return multiplier == 0;
    }

    /** These shifts under a limit of the noise that was found otherwise. */
    public NoiseLimit with(double most) {
        return new NoiseLimit(shifts, most, confidence, threshold, falsePositiveLimit, falseNegativeLimit);
    }

    /**
     * The epsilon that so many steps exceed: the proved lower end of what an accountant finds for the limit's noise, which
     * is not taken below {@code least}, where the answer is of no more use and only slow.
     */
    public double epsilon(long steps, double delta, double least) {
        if (Double.isInfinite(multiplier) || noNoiseFits()) return 0;
        Event event = shifts.events(Math.max(multiplier, least), steps / shifts.epoch());
        PldAccountant losses = PldAccountant.of(1e-3);
        return losses.supports(event) ? Math.max(0, losses.bounds(event, delta).lower()) : 0;
    }
}
