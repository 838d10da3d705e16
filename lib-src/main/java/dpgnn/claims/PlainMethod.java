package dpgnn.claims;

import dpgnn.baseline.Cost;
import dpgnn.nn.Adam;
import dpgnn.nn.Model;
import dpgnn.sampling.Sampler;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** A reference that promises no privacy: neither clip nor noise. */
record PlainMethod(String name, String paper, Model model, BiFunction<Bench, Bench.Part, Sampler> sampler)
        implements Method {
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
    public Trial train(Bench bench, double epsilon, long seed) throws Exception {
        Bench.Part part = bench.part(seed);
        long steps = (long) Math.ceil((double) bench.passes() * part.facts().roots() / bench.batch());
        Cost.Of<Trained> made = Cost.of(() -> PlainTrainer.of(model, sampler.apply(bench, part), steps, part.streams())
                .optimizer(() -> Adam.of(0.01))
                .train(part.view()));
        Map<String, Double> metrics = new TreeMap<>(made.cost().metrics("training"));
        metrics.put("seconds", made.cost().seconds());
        metrics.put("steps", (double) steps);
        metrics.putAll(PlanMethod.tested(part, made.result()));
        return new Trial(Run.Data.of(part.data()), metrics, List.of());
    }

    @Override
    public Optional<Audited> audit(Bench bench, double epsilon, AuditSize size, boolean planted) {
        return Optional.empty();
    }
}
