package dpgnn.study.claims;

import dpgnn.audit.Coupling;
import dpgnn.audit.DocumentClip;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.nn.Recipe;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.sampling.WholeGraph;
import dpgnn.train.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gradient of every document's loss clipped by itself (equation (5) of the text-classification paper), as a claim about one
 * document: it is audited, and not trained, since nothing that it released would be private.
 */
record DocumentMethod() implements ClaimedMethod {
    private static final double CLIP = 1e-3;

    @Override
    public String name() {
        return "per-document clipping";
    }

    @Override
    public String paper() {
        return "text classification (2022)";
    }

    @Override
    public String known() {
        return "number of nodes";
    }

    @Override
    public String missing() {
        return "a document moves its neighbours' gradients, any number of them";
    }

    @Override
    public String shown() {
        return "Clipping each document bounds no document";
    }

    @Override
    public String fault() {
        return "";
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        Guarantee claimed = Guarantee.of(Unit.NODE, Relation.REPLACE)
                .by(
                        "equation (5)",
                        epsilon,
                        ClaimsBench.DELTA,
                        Verdict.CLAIMED,
                        List.of("As if one document had one of the clipped gradients, and no more."));
        Guarantee proved = Guarantee.of(Unit.NODE, Relation.REPLACE)
                .by(
                        "equation (5)",
                        Double.POSITIVE_INFINITY,
                        ClaimsBench.DELTA,
                        Verdict.UNSOUND,
                        List.of("Other documents read this one: their clipped gradients change as well."));
        return new TrialOutcome(Run.Data.of(bench.part(seed).data()), Map.of(), List.of(claimed, proved));
    }

    /** Around a hub of a large graph everything would have to be computed. */
    @Override
    public ClaimsBench audited(ClaimsBench bench) {
        return ClaimsBench.of("small");
    }

    /** Documents of large and of small degrees get other words, or lose their edges, or get one more. */
    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean planted)
            throws Exception {
        ClaimsBench.Part part = audited(bench).part(size.seed());
        Coupling.Report report = Coupling.of(Gcn.of(Recipe.layers(2, 32)), WholeGraph.of(), Clip.flat(CLIP))
                .steps(1)
                .seed(size.seed())
                .sums(new DocumentClip())
                .run(part.view());
        return Optional.of(AuditFinding.of(
                report.worst(),
                Double.NaN,
                Double.POSITIVE_INFINITY,
                0,
                0,
                epsilon,
                size.confidence(),
                report.findings().size() + " changes of documents of the small graph"));
    }
}
