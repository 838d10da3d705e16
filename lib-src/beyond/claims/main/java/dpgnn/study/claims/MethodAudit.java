package dpgnn.study.claims;

import dpgnn.base.Check;
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
        Check.atLeast("canaries", canaries, 16);
        Check.atLeast("couplings", couplings, 1);
    }

    @Override
    public String experiment() {
        return "claims-audit";
    }
}
