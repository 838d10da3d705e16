package dpgnn.privacy.account;

import dpgnn.base.Check;

/**
 * Bounds the precision of predictions about a node whose own output is released under bounded differential privacy (Xiang,
 * Wang and Wang 2024, theorem 3). The bound says nothing about methods that never release an output per node.
 *
 * <p>The theorem is about answers that are <i>aligned</i> with a class (definition 9): they name it as often as it occurs,
 * Pr[h = class] = Pr[Y = class]. With a delta no bound holds without that: an answer that reveals the label with probability
 * delta, and otherwise names no class, is (0, delta)-private and never wrong. For another answer, say how often it names the
 * class.
 *
 * <p>Proof: docs/proofs.md, lemma 52.
 */
public final class PrecisionBound {
    private PrecisionBound() {}

    /**
     * Theorem 3 as published, for an aligned answer: (e^eps + delta (C-1)) / (C-1 + e^eps). Its proof takes the probabilities of
     * an output, given each class, to sum to one over the classes; that holds for balanced classes only.
     */
    public static double published(double epsilon, double delta, int classes) {
        Check.atLeast("classes", classes, 2);
        check(epsilon, delta);
        // Divided by e^eps, which may overflow.
        double others = (classes - 1) * Math.exp(-epsilon);
        return Math.min(1, (1 + delta * others) / (1 + others));
    }

    /**
     * For an answer that is aligned with a class of this share, whatever the others are: (pi e^eps + (1-pi) delta) / (pi e^eps +
     * 1 - pi). Equal to the published one for a share of 1/C, larger for majority classes.
     */
    public static double corrected(double epsilon, double delta, double share) {
        check(epsilon, delta);
        Check.closed("share", share, 0, 1);
        if (share == 0) return Double.isInfinite(epsilon) ? 1 : delta;
        double others = (1 - share) / share * Math.exp(-epsilon);
        return Math.min(1, (1 + delta * others) / (1 + others));
    }

    /**
     * For an answer that names a class of this share with this probability: (pi e^eps + (1-pi) pi delta / named) / (pi e^eps + 1 -
     * pi). The corrected bound where the answer is aligned, and with a delta of 0.
     *
     * @param named Pr[h = class]
     */
    public static double corrected(double epsilon, double delta, double share, double named) {
        check(epsilon, delta);
        Check.closed("share", share, 0, 1);
        Check.that(named > 0 && named <= 1, "named", "above 0, and at most 1", named);
        if (share == 0) return 0;
        double others = (1 - share) / share * Math.exp(-epsilon);
        return Math.min(1, (1 + delta * share / named * others) / (1 + others));
    }

    /** The mean of the corrected bound over the classes: a bound of macro-averaged precision, aligned with every class. */
    public static double macro(double epsilon, double delta, double... shares) {
        Check.given("shares", shares);
        checkShares(shares);
        double sum = 0;
        for (double share : shares) sum += corrected(epsilon, delta, share);
        return sum / shares.length;
    }

    /** The mean of the corrected bound over the classes by their shares: a bound of precision averaged in that way, aligned, too. */
    public static double weighted(double epsilon, double delta, double... shares) {
        Check.given("shares", shares);
        checkShares(shares);
        double sum = 0;
        for (double share : shares) sum += share * corrected(epsilon, delta, share);
        return sum;
    }

    private static void checkShares(double... shares) {
        if (shares.length < 2)
            throw new IllegalArgumentException("there must be at least 2 shares, were " + shares.length);
        double total = 0;
        for (double share : shares) total += share;
        if (Math.abs(total - 1) > 1e-9)
            throw new IllegalArgumentException("shares must sum to 1, their sum was " + total);
    }

    private static void check(double epsilon, double delta) {
        Check.atLeast("epsilon", epsilon, 0);
        Check.closed("delta", delta, 0, 1);
    }
}
