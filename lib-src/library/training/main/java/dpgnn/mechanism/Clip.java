package dpgnn.mechanism;

import dpgnn.base.Check;
import dpgnn.privacy.Relation;
import java.io.Serializable;
import java.util.List;

/**
 * Bounds one example's gradient before it enters a sum.
 *
 * <p><b>Guarantee.</b> After clipping, what one example adds to a sum, over all parameters together, has a norm of at most
 * {@link #norm()}. The thresholds are constants of the plan, or follow from what was released ({@link #quantile}): a threshold
 * measured on private gradients voids every guarantee built on it.
 *
 * <p>No cell can add a clip: docs/extend.md says why, and what to do. Proofs: docs/proofs.md, lemmas 10 and 85.
 */
public sealed interface Clip {
    /** By how much {@link #automatic} may lengthen a gradient: a million, and a rounding. */
    double MOST_RAISED = 1_000_001;

    /** The bound on the norm of all that one example adds, what is counted included; infinity where there is none. */
    double norm();

    /** The norm that a plan's noise multiplier is a multiple of. */
    default double noiseUnit() {
        return norm();
    }

    /** All of the clip that reaches a sum, in the next step. */
    default Limits limits() {
        return Limits.of(norm());
    }

    /** The clip of the next step, after the noisy sum of counts over the expected number of examples. */
    default Clip after(double mean) {
        return this;
    }

    /** The clip at another threshold, where it is one that moves. */
    default Clip at(double threshold) {
        return this;
    }

    /**
     * What a step does to gradients, and what it counts. A gradient is multiplied by the least of 1 and threshold over norm; with a gamma by
     * threshold over norm plus gamma.
     *
     * @param thresholds the norm of each layer's part of an example's gradient, in the order of {@code Network.layers()}; one
     *     number where all parameters have one norm; infinity does not clip
     * @param gamma what is added to every norm before a threshold is divided by it; 0 where a gradient within its threshold stays as it is
     * @param count what an example adds to one more number of the sum where its gradient is within the threshold, and takes from it where the
     *     gradient is longer or no number; 0 where nothing is counted
     */
    record Limits(double[] thresholds, double gamma, double count) implements Serializable {
        public Limits {
            thresholds = Check.given("thresholds", thresholds).clone();
            for (double c : thresholds)
                if (!(c > 0)) throw new IllegalArgumentException("a threshold must be positive, was " + c);
            Check.atLeast("gamma", gamma, 0);
            for (double c : thresholds)
                if (gamma > 0 && !(c / gamma <= MOST_RAISED))
                    throw new IllegalArgumentException("gamma must be at least a millionth of every threshold, was "
                            + gamma + " with " + c + ": a gradient near zero would leave the range of floats");
            Check.atLeast("count", count, 0);
        }

        /** Thresholds alone: nothing is counted, and a gradient within its threshold stays as it is. */
        public static Limits of(double... thresholds) {
            return new Limits(thresholds, 0, 0);
        }

        /** Whether the sum has one more number than the network. */
        public boolean counts() {
            return count > 0;
        }

        /** Whether no gradient is clipped. */
        public boolean isOpen() {
            return thresholds[0] == Double.POSITIVE_INFINITY;
        }

        /** With thresholds that are less by this share of them. */
        public Limits lowered(double share) {
            double[] less = thresholds.clone();
            for (int l = 0; l < less.length; l++) less[l] *= 1 - share;
            return new Limits(less, gamma, count);
        }
    }

    /**
     * By how much a sum moves when one unit that occurs in this many examples changes: each of them comes or goes (add or
     * remove), or becomes any other (replace).
     */
    default double sensitivity(Relation relation, long occurrences) {
        Check.atLeast("occurrences", occurrences, 0);
        if (occurrences == 0) return 0;
        return occurrences * norm() * (relation == Relation.REPLACE ? 2 : 1);
    }

    /** One norm over all parameters, at most {@code norm}. */
    static Clip flat(double norm) {
        return new Flat(norm);
    }

    /** One threshold for each layer; the whole norm is the root of the sum of their squares. */
    static Clip perLayer(double... thresholds) {
        Check.given("thresholds", thresholds);
        return new PerLayer(java.util.Arrays.stream(thresholds).boxed().toList());
    }

    /**
     * Every gradient g becomes {@code norm / (|g| + gamma) * g} (AUTO-S, Bu et al. 2023), which is shorter than the norm. What the norm is
     * matters little then: twice the norm is twice the sum and twice the noise.
     *
     * @param gamma at least a millionth of the norm, so that a gradient near zero stays within floats
     */
    static Clip automatic(double norm, double gamma) {
        return new Automatic(norm, gamma);
    }

    /**
     * One threshold that follows a quantile of the gradients' norms (Andrew et al. 2021), for which a step releases one more
     * number: how many gradients were within the threshold. The plan's multiplier pays for both.
     *
     * @param norm the threshold of the first step, from 1e-9 to 1e9, as all are
     * @param quantile the share of gradients that should be within it
     * @param rate how fast it moves: it is multiplied by the exponential of rate times (quantile less noisy share)
     * @param share of the plan's budget that the count takes: with a multiplier m the noise on the count has the deviation
     *     m / (2 sqrt(share)), that on the gradients m / sqrt(1 - share) thresholds
     */
    static Clip quantile(double norm, double quantile, double rate, double share) {
        return new Quantile(norm, quantile, rate, share);
    }

    /** A clip that follows a quantile with a rate of 0.2 and a hundredth of the budget: noise of five multipliers on the count. */
    static Clip quantile(double norm, double quantile) {
        return quantile(norm, quantile, 0.2, 0.01);
    }

    /**
     * No bound at all, for reproducing what was published without one. No plan with it has any guarantee.
     *
     * @param nominal the norm that the noise is a multiple of, though nothing enforces it
     */
    static Clip noneNoPrivacy(double nominal) {
        return new NoneNoPrivacy(nominal);
    }

    /** See {@link Clip#flat}. */
    record Flat(double norm) implements Clip {
        public Flat {
            Check.positive("norm", norm);
        }
    }

    /** See {@link Clip#automatic}. */
    record Automatic(double norm, double gamma) implements Clip {
        public Automatic {
            Check.positive("norm", norm);
            Check.positive("gamma", gamma);
            Check.that(norm / gamma <= MOST_RAISED, "gamma", "at least a millionth of the norm " + norm, gamma);
        }

        @Override
        public Limits limits() {
            return new Limits(new double[] {norm}, gamma, 0);
        }
    }

    /** See {@link Clip#quantile}. */
    record Quantile(double threshold, double quantile, double rate, double share) implements Clip {
        private static final double LEAST = 1e-9;
        private static final double MOST = 1e9;

        public Quantile {
            Check.closed("threshold", threshold, LEAST, MOST);
            Check.open("quantile", quantile, 0, 1);
            Check.positive("rate", rate);
            Check.open("share", share, 0, 1);
        }

        @Override
        public Limits limits() {
            return new Limits(new double[] {threshold}, 0, count());
        }

        /** What is counted by. */
        double count() {
            return threshold * Math.sqrt(share / (1 - share));
        }

        /** The root of the squares of threshold and count, rounded up. */
        @Override
        public double norm() {
            return new PerLayer(List.of(threshold, count())).norm();
        }

        @Override
        public Quantile after(double mean) {
            double within = 0.5 + mean / (2 * count());
            double next = threshold * StrictMath.exp(rate * (quantile - within));
            return at(Math.max(LEAST, Math.min(MOST, next)));
        }

        @Override
        public Quantile at(double other) {
            return new Quantile(other, quantile, rate, share);
        }
    }

    /** See {@link Clip#perLayer}. */
    record PerLayer(List<Double> thresholds) implements Clip {
        public PerLayer {
            Check.given("thresholds", thresholds);
            thresholds = List.copyOf(thresholds);
            if (thresholds.isEmpty()) throw new IllegalArgumentException("thresholds must be at least one, were none");
            for (int i = 0; i < thresholds.size(); i++) Check.positive("threshold " + i, thresholds.get(i));
        }

        @Override
        public Limits limits() {
            return Limits.of(
                    thresholds.stream().mapToDouble(Double::doubleValue).toArray());
        }

        /** Rounded up, so that no layer's threshold is lost in rounding. */
        @Override
        public double norm() {
            double squares = 0;
            for (double t : thresholds) squares = Math.nextUp(squares + Math.nextUp(t * t));
            return Math.nextUp(Math.sqrt(squares));
        }
    }

    /** See {@link Clip#noneNoPrivacy}. */
    record NoneNoPrivacy(double nominal) implements Clip {
        public NoneNoPrivacy {
            Check.positive("nominal", nominal);
        }

        @Override
        public double norm() {
            return Double.POSITIVE_INFINITY;
        }

        @Override
        public double noiseUnit() {
            return nominal;
        }
    }
}
