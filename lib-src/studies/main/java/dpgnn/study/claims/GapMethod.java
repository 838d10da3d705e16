package dpgnn.study.claims;

import dpgnn.baseline.Gap;
import dpgnn.baseline.GapTraining;
import dpgnn.graph.Split;
import dpgnn.study.WorkCost;
import dpgnn.train.Run;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** GAP, with one of its noises and one of its bounds on degrees; its hops are audited by {@link GapAudit}. */
record GapMethod(String name, Gap gap, String missing, String shown, String fault, GapAudit.Fault planted)
        implements ClaimedMethod {
    @Override
    public String paper() {
        return "HeterPoisson (S&P 2024)";
    }

    @Override
    public String known() {
        return "who exists, and others' degrees";
    }

    private Gap sized(ClaimsBench bench) {
        return gap.with(Gap::batch, bench.batch()).with(Gap::epochs, bench.passes());
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        Gap sized = sized(bench);
        int roots = part.facts().roots();
        double multiplier = sized.multiplier(roots, epsilon, part.delta());
        WorkCost.Of<GapTraining.Fitted> made = WorkCost.of(
                () -> GapTraining.of(sized, multiplier, part.streams()).train(part.view()));
        Map<String, Double> metrics = new TreeMap<>(made.cost().metrics("training"));
        metrics.put("seconds", made.cost().seconds());
        metrics.put("steps", 2.0 * sized.steps(roots));
        metrics.put("noise multiplier", multiplier);
        metrics.put(
                "accuracy",
                made.result().scores(part.data(), part.split(), Split.Role.TEST).accuracy());
        return TrialOutcome.of(
                Run.Data.of(part.data()),
                metrics,
                sized.guarantees(
                        roots,
                        multiplier,
                        part.delta(),
                        part.view().provenance().leaks()),
                name,
                sized.event(roots, multiplier),
                Gap.KEPT);
    }

    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean faulty)
            throws Exception {
        ClaimsBench.Part part = bench.part(size.seed());
        Gap sized = sized(bench);
        int roots = part.facts().roots();
        double multiplier = sized.multiplier(roots, epsilon, part.delta());
        var guarantees = sized.guarantees(roots, multiplier, part.delta(), java.util.List.of());
        GapAudit audit = new GapAudit(sized, multiplier, faulty ? planted : GapAudit.Fault.NONE);
        return Optional.of(audit.run(
                part.view(),
                size,
                TrialOutcome.claimed(guarantees),
                Double.isFinite(TrialOutcome.proved(guarantees)),
                part.delta()));
    }
}
