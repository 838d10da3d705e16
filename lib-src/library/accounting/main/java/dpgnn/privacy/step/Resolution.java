package dpgnn.privacy.step;

/**
 * Sets how finely a pair is cut. It decides how tight a bound is, never whether it holds.
 *
 * @param step the change of loss that a cell in the bulk should not exceed by much; infinite for a first look
 * @param tail mass under either distribution that may stay uncut at each end
 * @param tilt the tilt under which the bulk is meant
 * @param moment the log moment at that tilt
 * @param reversed whether the tilt belongs to the pair (B, A)
 * @param states into how many different pairs one that is revealed to the observer should be reduced
 * @param relative the width, as a share of the loss itself, that a cell may always have
 */
public record Resolution(
        double step, double tail, double tilt, double moment, boolean reversed, int states, double relative) {

    public Resolution(double step, double tail, double tilt, double moment, boolean reversed, int states) {
        this(step, tail, tilt, moment, reversed, states, 0);
    }

    public static Resolution coarse(double tail, int states) {
        return new Resolution(Double.POSITIVE_INFINITY, tail, 0, 0, false, states);
    }

    /**
     * The width that a cell may have at this loss, where A and B have these masses per standard deviation. Spreading a cell of
     * width w costs its tilted mass times w², so width grows with the inverse third root of the density.
     */
    double width(double loss, double densityA, double densityB) {
        if (Double.isInfinite(step)) return step;
        if (relative > 0) return Math.max(step, relative * Math.abs(loss));
        double log = reversed
                ? Math.log(Math.max(densityB, 1e-300)) - tilt * loss - moment
                : Math.log(Math.max(densityA, 1e-300)) + tilt * loss - moment;
        return log > -4
                ? step
                : Math.max(step, Math.min(Math.abs(loss) * 1e-3, 1)) * Math.exp(Math.min(200, (-4 - log) / 3));
    }

    /** Into how many pairs one that is revealed is reduced at this tolerance. */
    public static int states(double tolerance) {
        return tolerance > 1e-3 ? 12 : 40;
    }
}
