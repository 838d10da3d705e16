package dpgnn.privacy.account;

import java.util.List;
import java.util.function.IntFunction;

/**
 * A proved bound of a pair's privacy profile, a curve of which epsilon and delta are two readings: it falls, and is never below the
 * divergence at e^epsilon (an upper bound) or never above it (a lower one).
 *
 * <p>Discretisations are made for the deltas of a geometric grid and read for all deltas of a {@link #cell}. Who knows an epsilon
 * alone thus comes upon the same curve as who knew the delta, so that the delta at the epsilon of d is at most d. Cells are so
 * narrow that a curve is as tight at their other end.
 *
 * <p>Proofs: docs/proofs.md, lemmas 38 and 39.
 */
interface ProfileBound {
    /** Cells of the grid in a factor of two. */
    int PER_OCTAVE = 8;

    /** By how much one bound of a delta may lie below another, at most. */
    double NEAR = 1.05;

    /** What bounds everything. */
    ProfileBound NOTHING = new ProfileBound() {
        @Override
        public double delta(double epsilon) {
            return 1;
        }

        @Override
        public double epsilon(double delta) {
            return Double.POSITIVE_INFINITY;
        }
    };

    double delta(double epsilon);

    /** The least epsilon, not below zero, at which this delta is reached; infinite if none. */
    double epsilon(double delta);

    /**
     * The end of a narrow bracket of the epsilon at which a curve reaches delta: the upper one keeps it, the lower one does not.
     * Regula falsi on ln delta, with a bisection now and then.
     *
     * @param low an epsilon whose delta is above this one
     * @param high one whose delta is not
     * @param width of the bracket, as a share of epsilon
     */
    default double crossing(double delta, double low, double high, double width, boolean upper) {
        double from = low, to = high, above = Math.log(delta(from) / delta), below = Math.log(delta(to) / delta);
        for (int i = 0, kept = 0; i < 200 && to - from > width * to; i++) {
            double share = above / (above - below), least = Math.min(0.5, 0.4 * width * to / (to - from));
            if (i % 4 == 3 || !(share >= 0 && share <= 1)) share = 0.5;
            double next = from + (to - from) * Math.max(least, Math.min(1 - least, share));
            if (!(next > from && next < to)) break;
            double value = delta(next), log = Math.log(value / delta);
            if (value <= delta) {
                to = next;
                below = log;
                if (kept == 1) above /= 2;
                kept = 1;
            } else {
                from = next;
                above = log;
                if (kept == -1) below /= 2;
                kept = -1;
            }
        }
        return upper ? to : from;
    }

    /** The cell that holds this delta; the larger the number, the smaller the deltas. */
    static int cell(double delta) {
        return Math.max(1, (int) Math.ceil(-PER_OCTAVE * Math.log(delta) / Math.log(2)));
    }

    /** The lower end of a cell. */
    static double least(int cell) {
        return Math.max(Double.MIN_NORMAL, Math.pow(2, -(double) cell / PER_OCTAVE));
    }

    /**
     * The least of a delta that was found for this epsilon and of what the bounds of cells about it say.
     *
     * @param bound the upper bound that a cell's epsilons are read from
     */
    static double delta(double epsilon, double found, IntFunction<? extends ProfileBound> bound) {
        double least = found;
        for (int cell = 0; least > 0; ) {
            cell = Math.max(cell + 1, cell(least));
            // a smaller delta that this epsilon was read for would be in the next cell at most
            if (cell > cell(least / NEAR)) break;
            least = Math.min(least, bound.apply(cell).delta(epsilon));
        }
        return least;
    }

    /** The worst of several curves: directions, intervals of degrees, or lower bounds of one pair. */
    record Worst(List<ProfileBound> curves) implements ProfileBound {
        @Override
        public double delta(double epsilon) {
            double found = 0;
            for (ProfileBound curve : curves) found = Math.max(found, curve.delta(epsilon));
            return found;
        }

        @Override
        public double epsilon(double delta) {
            double found = 0;
            for (ProfileBound curve : curves) found = Math.max(found, curve.epsilon(delta));
            return found;
        }

        /** An epsilon, at least that one, whose delta is at most this: curves fall but for the rounding of their arithmetic. */
        double confirmed(double delta) {
            double found = epsilon(delta);
            for (double more = 1e-15; delta(found) > delta && found < Double.POSITIVE_INFINITY; more *= 2)
                found = Math.nextUp(found * (1 + more));
            return found;
        }
    }

    /** The curve with the least epsilon among several upper bounds of one pair. */
    final class Least {
        private ProfileBound curve;
        private double epsilon = Double.POSITIVE_INFINITY;

        /** Takes a curve with this epsilon at the delta that is looked for, and answers that epsilon. */
        double offered(ProfileBound other, double at) {
            if (curve == null || at < epsilon) {
                curve = other;
                epsilon = at;
            }
            return at;
        }

        ProfileBound curve() {
            return curve;
        }
    }
}
