package dpgnn.privacy;

/** Says what supports an epsilon. */
public enum Verdict {
    /**
     * Proved, for what really ran: noise from a secure stream, sums that are exact, every planned step paid for, nothing seen
     * before the noise, no leak.
     */
    SOUND("proved for what ran"),
    /**
     * Holds for the algorithm with exact arithmetic and noise that nobody knows. What ran had neither, such as every run from a
     * seed: it shows what a release would do, and protects nobody by itself. A plan that has not run has this verdict too.
     */
    IDEAL("holds for exact arithmetic and noise that nobody knows, not for a run from a seed"),
    /**
     * Follows from what a user states of a mechanism of their own: a pair that dominates it, or a part that the library does not
     * ship. The terms hold the statement.
     */
    GIVEN("follows from what its user states"),
    /**
     * Stated by a paper, or computed by an accountant that does not prove its answer; we know neither a proof nor a counter-example for
     * what ran.
     */
    CLAIMED("claimed, without a proof"),
    /** Something that ran breaks the proof; the guarantee's terms say what. */
    UNSOUND("does not hold for what ran");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** What the verdict says, for a sentence. */
    public String words() {
        return words;
    }

    /** Whether a theorem gives the epsilon: for the run itself, or for its ideal. */
    public boolean hasTheorem() {
        return this == SOUND || this == IDEAL;
    }

    /** Whether the epsilon follows from a theorem, or from one and what a user states. */
    public boolean hasBound() {
        return hasTheorem() || this == GIVEN;
    }

    /** This verdict where the accountant proves the epsilon, and CLAIMED at best where it does not. */
    public Verdict by(boolean proved) {
        return proved || !hasBound() ? this : CLAIMED;
    }
}
