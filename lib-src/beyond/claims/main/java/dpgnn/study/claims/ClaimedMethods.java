package dpgnn.study.claims;

import dpgnn.audit.Coupling;
import dpgnn.audit.DocumentClip;
import dpgnn.baseline.NaiveSgd;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.report.Table;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import dpgnn.study.WorkCost;
import dpgnn.study.nodes.HeterPoissonRun;
import dpgnn.study.paper.PublishedTables;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Lists every shipped method, private or not. Add a new method here and its words to {@code tables/methods.csv}, with its audit and
 * a fault of its own that the audit must find: a test fails when a sampler, a bound of GAP or a protection of generators is used by none of these.
 */
public final class ClaimedMethods {
    private static final List<ClaimedMethod> ALL = read();

    private ClaimedMethods() {}

    private static List<ClaimedMethod> read() {
        Map<String, ClaimedMethod> run = new HashMap<>();
        NodeMethods.into(run);
        GapMethod.into(run);
        run.put("per-document clipping", perDocument());
        HolderMethods.into(run);
        GeneratorMethods.into(run);
        run.put("stars, not private", plain(HeterPoissonRun.model("GCN", "code"), rate -> HeterPoisson.of(rate, 1)));
        run.put("perceptron, not private", plain(new NaiveSgd(32, 1, 1).model(), PoissonNodes::of));
        run.put("whole graph, not private", plain(NodeMethods.WHOLE, rate -> WholeGraph.of()));
        Table words = PublishedTables.named("methods");
        List<String> told = List.of(words.texts("name"));
        if (!run.keySet().equals(Set.copyOf(told)))
            throw new IllegalStateException(
                    "methods.csv must have a row for each method that is run, " + run.keySet() + ", has " + told);
        return IntStream.range(0, told.size())
                .mapToObj(i -> run.get(told.get(i)).told(words, i))
                .toList();
    }

    /** All of them, by paper. */
    public static List<ClaimedMethod> all() {
        return ALL;
    }

    public static ClaimedMethod named(String name) {
        return ALL.stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("method must be one of "
                        + ALL.stream().map(ClaimedMethod::name).toList() + ", was \"" + name + "\""));
    }

    /** A reference that promises no privacy: neither clip nor noise. */
    private static ClaimedMethod plain(Model model, DoubleFunction<Sampler> sampler) {
        return ClaimedMethod.of((bench, epsilon, seed) -> {
            ClaimsBench.Part part = bench.part(seed);
            int roots = part.facts().roots();
            Sampler drawn = sampler.apply((double) bench.batch() / roots);
            WorkCost.Of<Trained> made =
                    WorkCost.of(() -> PlainTrainer.of(model, drawn, bench.steps(roots), part.streams())
                            .optimizer(() -> Adam.of(0.01))
                            .train(part.view()));
            var figures =
                    Map.of("accuracy", PlanMethod.accuracy(part, made.result()), "steps", (double) bench.steps(roots));
            return TrialOutcome.of(Run.Data.of(part.data()), TrialOutcome.metrics(made.cost(), figures), List.of());
        });
    }

    /**
     * The gradient of every document's loss clipped by itself (equation (5) of the text-classification paper), as a claim about one
     * document: it is audited, and not trained, since nothing that it released would be private. Around a hub of a large graph
     * everything would have to be computed.
     */
    private static ClaimedMethod perDocument() {
        return ClaimedMethod.of((bench, epsilon, seed) -> TrialOutcome.of(
                        Run.Data.of(bench.part(seed).data()),
                        Map.of(),
                        List.of(
                                equationFive(
                                        epsilon,
                                        Verdict.CLAIMED,
                                        "As if one document had one of the clipped gradients, and no more."),
                                equationFive(
                                        Double.POSITIVE_INFINITY,
                                        Verdict.UNSOUND,
                                        "Other documents read this one: their clipped gradients change as well."))))
                .with(ClaimedMethod::reads, ClaimedMethod.Reads.SMALL_IN_AUDITS)
                .with(ClaimedMethod::audit, ClaimedMethods::changedDocuments);
    }

    private static Guarantee equationFive(double epsilon, Verdict verdict, String term) {
        return Guarantee.of(Unit.NODE, Relation.REPLACE)
                .by("equation (5)", epsilon, ClaimsBench.DELTA, verdict, List.of(term));
    }

    /** Documents of large and of small degrees get other words, or lose their edges, or get one more. */
    private static AuditFinding changedDocuments(ClaimsBench bench, MethodAudit asked) throws Exception {
        Coupling.Report report = Coupling.of(Gcn.of(Recipe.layers(2, 32)), WholeGraph.of(), Clip.flat(1e-3))
                .steps(1)
                .seed(asked.seed())
                .sums(new DocumentClip())
                .run(ClaimsBench.of("small").part(asked.seed()).view());
        String words = report.findings().size() + " changes of documents of the small graph";
        return AuditFinding.of(
                AuditFinding.Seen.of(report.worst(), Double.NaN, 0), asked.epsilon(), asked.confidence(), words);
    }
}
