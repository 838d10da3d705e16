package dpgnn.privacy.account;

/**
 * Estimates how far upper bounds lie above their limit: by the square of the lattice's step, times a number that changes
 * little from one interval of degrees to the next. It foretells which step will do, and which intervals are too wide; no
 * bound rests on it.
 */
final class LatticeError {
    /** How many times the step that should do is tried first. */
    static final double FIRST = 4;

    /** The part of what may be missing that the next step aims at. */
    private static final double AIM = 0.7;

    /** A first bound so many times the second one says nothing of the error. */
    private static final double WILD = 1.5;

    private static final int MOST = 6;

    /** Where the next step would have to be smaller by this factor, a narrower interval is cheaper. */
    private static final double DEAR = 0.5;

    /** Error over value, at the factor 1; NaN where nothing is known. */
    private double known = Double.NaN;

    private double factor = FIRST;

    /** The degree that this was seen at. */
    private int seen;

    /** A bound at a part of the step that should do, where epsilon is about this value. */
    interface Finer {
        double at(double value, double factor);
    }

    /** One for either direction of a pair. */
    static LatticeError[] directions() {
        return new LatticeError[] {new LatticeError(), new LatticeError()};
    }

    /** The part of the step that should do that a first bound of this degree is best made at: what did nearby. */
    double factor(int degree) {
        if (degree < seen / 2 || degree / 2 > seen) {
            known = Double.NaN;
            factor = FIRST;
        }
        return factor;
    }

    /**
     * The least of several bounds that are made until they are as tight as wanted, or at most enough, or until it is clear that no
     * cheap one will be at most what is asked for.
     *
     * @param value the bound at {@link #factor}
     * @param most what a bound must not exceed to be of use
     * @param degree the one that {@link #factor} was asked of
     */
    double narrowed(double value, double wanted, double enough, double most, int degree, Finer finer) {
        if (Double.isInfinite(value)) {
            factor = FIRST;
            return value;
        }
        double best = value, last = value, at = factor;
        for (int i = 0; i < MOST; i++) {
            double error = known * at * at * best, limit = last - error, next = Math.min(1, at / 2);
            if (error > 0) {
                if (limit > most) return best;
                double may = Math.max(wanted * best, limit < enough ? enough - limit : 0);
                next = at * Math.sqrt(AIM * may / error);
                factor = Math.min(FIRST, next);
                if (error <= wanted * best || best > most && next < DEAR * at) return best;
                next = Math.max(0.125 * at, next);
            }
            if (best <= enough) return best;
            double found = finer.at(best, next), ratio = at / next;
            if (last > found && last < WILD * found) {
                known = (last - found) / (ratio * ratio - 1) / (next * next * found);
                seen = degree;
            } else if (i > 0) return Math.min(best, found);
            best = Math.min(best, found);
            last = found;
            at = next;
        }
        return best;
    }

    /** Every answer is a bound, so the best is kept; the error falls with the square of the step. */
    static double refined(double first, boolean upper, double wanted, double enough, Finer finer) {
        if (Double.isInfinite(first) || upper && first <= enough) return first;
        double best = first, factor = 1, ratio = FIRST;
        for (int i = 0; i < 5; i++, factor /= ratio) {
            double next = finer.at(best, factor), change = Math.abs(best - next);
            best = upper ? Math.min(best, next) : Math.max(best, next);
            // what is left is this part of the change
            if (change <= (ratio * ratio - 1) * wanted * best || upper && best <= enough) break;
            ratio = 2;
        }
        return best;
    }
}
