package dpgnn.audit;

/**
 * A lower bound of epsilon with what must be true for it to hold.
 *
 * @param method how it was found, in a few words
 * @param epsilon that is exceeded
 * @param confidence of this bound by itself
 * @param hypothesis under which it holds, as a sentence without its full stop
 * @param holds false where this audit itself contradicts the hypothesis; then the number means nothing
 */
public record StatedBound(String method, double epsilon, double confidence, String hypothesis, boolean holds) {
    static final String COINS = "a fair coin decided for each canary; nothing is supposed of the training";
    static final String APART = "what is seen of one canary says nothing about another";
    static final String STEPS =
            "every step adds independent Gaussian noise of one deviation, and a unit moves the sum as the event says";
    static final String CURVE = "the training's trade-off curve is that of a Gaussian";
}
