package dpgnn.study.claims;

import dpgnn.train.Run;

/** How a claimed epsilon stands beside what is proved of the same noise and what an audit found. */
public enum ClaimStanding {
    /** No epsilon is claimed. */
    NONE("none is made"),
    /** A theorem gives the claimed epsilon or a smaller one. */
    PROVED("proved"),
    /** Neither a proof nor a counter-example is known. */
    OPEN("open"),
    /** A neighbour moves a sum further than the authors count with: their derivation fails, whatever the attack reached. */
    BOUND_FAILS("its bound fails"),
    /** An attack on the shipped code exceeds the claimed epsilon, with the audit's confidence. */
    EXCEEDED("an attack exceeds it");

    private final String words;

    ClaimStanding(String words) {
        this.words = words;
    }

    /** As tables say it. */
    public String words() {
        return words;
    }

    /**
     * Of a method that claims an epsilon.
     *
     * @param proved infinite where nothing is
     * @param audit of the method as it is; null where there is none
     */
    static ClaimStanding of(double claimed, double proved, Run audit) {
        if (proved <= claimed) return PROVED;
        if (audit == null) return OPEN;
        if (audit.metric("epsilon at least") > claimed) return EXCEEDED;
        return audit.metric(AuditFinding.Sign.CHANGE.metric()) == 1 ? BOUND_FAILS : OPEN;
    }
}
