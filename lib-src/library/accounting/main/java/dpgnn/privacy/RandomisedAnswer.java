package dpgnn.privacy;

import dpgnn.base.Check;

/**
 * Randomised response: the true one of several answers is given with some probability, else one of the others, each as likely.
 * It hides which answer is true, so neighbours differ by replacement.
 *
 * <p>Proof: docs/proofs.md, lemma 56.
 *
 * @param truth the probability of the true answer, at least that of any other and below 1
 * @param answers how many answers there are
 */
public record RandomisedAnswer(double truth, int answers) implements Event {
    public RandomisedAnswer {
        Check.atLeast("answers", answers, 2);
        Check.rightOpen("truth", truth, 1.0 / answers, 1);
    }

    /** The probability of one answer that is not true. */
    public double lie() {
        return (1 - truth) / (answers - 1);
    }
}
