package dpgnn.privacy.account;

import dpgnn.privacy.step.LossModel.Degrees;

/**
 * Guesses epsilon for one event after another, as a calibration to a target asks for it: at the most promising degree alone, which
 * is looked for again where an answer is far from the last one. Far from the target an answer is rough, but on the right side
 * of it. No bound rests on it.
 */
final class DegreeGuess {
    /** How many times as large or as small as the target an answer may be rough, and as an answer whose degree is still the best. */
    private static final double FAR = 1.25;

    private final double target;
    private final double delta;
    private int degree;

    /** Where the degree was found. */
    private double epsilon;

    private LatticeError[] error;

    public DegreeGuess(double target, double delta) {
        this.target = target;
        this.delta = delta;
    }

    /** About the epsilon of an event; exactly that where no degree matters. */
    public double epsilon(PldSearch search) {
        if (!search.hasDegrees()) return search.epsilon(delta);
        LatticeError[] own = LatticeError.directions();
        if (degree > 0) {
            double found = at(search, new Degrees(degree, degree), error);
            if (near(found, epsilon) || far(found)) return found;
        }
        double rough = at(search, search.likely(delta), LatticeError.directions());
        if (far(rough)) return rough;
        degree = search.degrees().promising(search.upper(delta, own)).low();
        error = own;
        epsilon = at(search, new Degrees(degree, degree), own);
        return epsilon;
    }

    private double at(PldSearch search, Degrees degree, LatticeError[] known) {
        return search.upper(delta, known).at(degree, search.tolerance(), target / FAR, target * FAR);
    }

    private boolean far(double found) {
        return found <= target / FAR || found >= target * FAR;
    }

    private static boolean near(double one, double other) {
        return one < FAR * other && other < FAR * one;
    }
}
