package dpgnn.study.claims;

import dpgnn.train.Experiment;

/**
 * One audit of {@link ClaimsStudy}.
 *
 * @param bench the name of a {@link ClaimsBench}
 * @param method the name of one of {@link ClaimedMethods}
 * @param epsilon the epsilon that the method itself claims to keep
 * @param planted whether its fault is planted
 */
public record MethodAudit(
        String bench,
        String method,
        double epsilon,
        int canaries,
        int couplings,
        double confidence,
        boolean planted,
        long seed)
        implements Experiment<MethodAudit> {
    public MethodAudit {
        ClaimsStudy.check(method, epsilon);
    }

    /** An audit of this size. */
    static MethodAudit of(
            ClaimsBench bench, String method, double epsilon, ClaimedMethod.AuditSize size, boolean planted) {
        return new MethodAudit(
                bench.name(),
                method,
                epsilon,
                size.canaries(),
                size.couplings(),
                size.confidence(),
                planted,
                size.seed());
    }

    ClaimedMethod.AuditSize size() {
        return new ClaimedMethod.AuditSize(canaries, couplings, confidence, seed);
    }

    @Override
    public String experiment() {
        return "claims-audit";
    }
}
