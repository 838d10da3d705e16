package dpgnn.mechanism;

import dpgnn.privacy.Relation;
import java.util.Arrays;

/**
 * How each example's gradient is bounded before it enters a sum. What is stated here is public: thresholds must not be
 * measured on private data.
 *
 * <p><b>Guarantee.</b> A clipped gradient has at most norm {@link #norm()}, whatever the example. Hence a sum in which
 * examples come or go moves by at most that norm for each of them, and a sum in which examples change by at most twice that
 * norm for each ({@link #sensitivity}).
 */
public sealed interface Clip {
    /** One norm over all parameters. */
    static Clip flat(double threshold) {
        return new Flat(threshold);
    }

    /** One norm for the parameters of each layer, in the order of the network's layers. */
    static Clip perLayer(double... thresholds) {
        return new PerLayer(thresholds);
    }

    /** No clipping. Nothing bounds what one example can do, so that no noise protects it. */
    static Clip noPrivacy() {
        return new None();
    }

    /** The thresholds: one, or one per layer. */
    double[] thresholds();

    /** The largest norm of a clipped gradient. */
    double norm();

    /**
     * How far the sum can move when one unit touches so many examples.
     *
     * @param relation ADD_REMOVE when the examples themselves come and go with the unit; REPLACE when the same examples are
     *     there in both worlds and their gradients differ. A unit that is removed <em>from</em> examples changes them: that
     *     is REPLACE
     * @param occurrences the largest number of examples that the unit touches
     */
    default double sensitivity(Relation relation, int occurrences) {
        if (occurrences < 0) throw new IllegalArgumentException("occurrences must not be negative, was " + occurrences);
        if (occurrences == 0) return 0;
        return (relation == Relation.REPLACE ? 2.0 : 1.0) * occurrences * norm();
    }

    /** One norm over all parameters. */
    record Flat(double threshold) implements Clip {
        public Flat {
            check("threshold", threshold);
        }

        @Override
        public double[] thresholds() {
            return new double[] {threshold};
        }

        @Override
        public double norm() {
            return threshold;
        }
    }

    /** One norm per layer. */
    final class PerLayer implements Clip {
        private final double[] thresholds;

        private PerLayer(double[] thresholds) {
            if (thresholds.length == 0) throw new IllegalArgumentException("thresholds must not be empty");
            this.thresholds = thresholds.clone();
            for (int l = 0; l < thresholds.length; l++) check("threshold of layer " + l, thresholds[l]);
        }

        @Override
        public double[] thresholds() {
            return thresholds.clone();
        }

        @Override
        public double norm() {
            double sum = 0;
            for (double c : thresholds) sum += c * c;
            return Math.sqrt(sum);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PerLayer p && Arrays.equals(p.thresholds, thresholds);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(thresholds);
        }

        @Override
        public String toString() {
            return "PerLayer" + Arrays.toString(thresholds);
        }
    }

    /** No clipping: no privacy. */
    record None() implements Clip {
        @Override
        public double[] thresholds() {
            return new double[] {Double.POSITIVE_INFINITY};
        }

        @Override
        public double norm() {
            return Double.POSITIVE_INFINITY;
        }
    }

    private static void check(String name, double threshold) {
        if (!(threshold > 0) || Double.isInfinite(threshold))
            throw new IllegalArgumentException(name + " must be positive and finite, was " + threshold);
    }
}
