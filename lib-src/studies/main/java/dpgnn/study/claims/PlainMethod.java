package dpgnn.study.claims;

import dpgnn.nn.Adam;
import dpgnn.nn.Model;
import dpgnn.sampling.Sampler;
import dpgnn.study.WorkCost;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** A reference that promises no privacy: neither clip nor noise. */
record PlainMethod(String name, String paper, Model model, BiFunction<ClaimsBench, ClaimsBench.Part, Sampler> sampler)
        implements ClaimedMethod {
    @Override
    public String known() {
        return "everything";
    }

    @Override
    public String missing() {
        return "not private";
    }

    @Override
    public String shown() {
        return "";
    }

    @Override
    public String fault() {
        return "";
    }

    @Override
    public boolean isPrivate() {
        return false;
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        ClaimsBench.Part part = bench.part(seed);
        long steps = (long) Math.ceil((double) bench.passes() * part.facts().roots() / bench.batch());
        WorkCost.Of<Trained> made =
                WorkCost.of(() -> PlainTrainer.of(model, sampler.apply(bench, part), steps, part.streams())
                        .optimizer(() -> Adam.of(0.01))
                        .train(part.view()));
        Map<String, Double> metrics = new TreeMap<>(made.cost().metrics("training"));
        metrics.put("seconds", made.cost().seconds());
        metrics.put("steps", (double) steps);
        metrics.putAll(PlanMethod.tested(part, made.result()));
        return new TrialOutcome(Run.Data.of(part.data()), metrics, List.of());
    }

    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean planted) {
        return Optional.empty();
    }
}
