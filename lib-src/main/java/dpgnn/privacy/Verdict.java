package dpgnn.privacy;

/** What stands behind an epsilon. */
public enum Verdict {
    /** Proved, for what really ran, by the theorem that the guarantee names. */
    SOUND,
    /** Stated by a paper; we know neither a proof nor a counter-example for what ran. */
    CLAIMED,
    /** Something that ran breaks the proof; the guarantee's assumptions say what. */
    UNSOUND
}
