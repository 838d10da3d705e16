package dpgnn.privacy.loss;

import dpgnn.privacy.step.LossModel.Degrees;

/**
 * Guesses epsilon for one event after another, as a calibration asks for it: at the most promising degree alone, which is looked for
 * again where an answer is far from the last one. No bound rests on it.
 */
public final class DegreeGuess {
    /** Where epsilon changed by less than this factor, the most promising degree is still the same. */
    private static final double NEAR = 1.2;

    private final double delta;
    private int degree;

    /** Where the degree was found. */
    private double epsilon;

    private LatticeError[] error;

    public DegreeGuess(double delta) {
        this.delta = delta;
    }

    /** Epsilon of an event, exactly that where no degree matters. */
    public double epsilon(PldSearch search) {
        if (!search.hasDegrees()) return search.epsilon(delta);
        LatticeError[] own = LatticeError.directions();
        if (degree > 0) {
            double found = at(search, error);
            if (near(found, epsilon)) return found;
        }
        degree = search.degrees().promising(search.upper(delta, own)).low();
        error = own;
        epsilon = at(search, own);
        return epsilon;
    }

    private double at(PldSearch search, LatticeError[] known) {
        return search.upper(delta, known).at(new Degrees(degree, degree), search.tolerance(), 0);
    }

    private static boolean near(double one, double other) {
        return one < NEAR * other && other < NEAR * one;
    }
}
