package dpgnn.study.claims;

import dpgnn.train.Experiment;

/**
 * One training of {@link ClaimsStudy}.
 *
 * @param bench the name of a {@link ClaimsBench}
 * @param method the name of one of {@link ClaimedMethods}
 * @param epsilon the epsilon that the method itself claims to keep
 */
public record MethodTraining(String bench, String method, double epsilon, long seed)
        implements Experiment<MethodTraining> {
    public MethodTraining {
        ClaimsStudy.check(method, epsilon);
    }

    @Override
    public String experiment() {
        return "claims";
    }
}
