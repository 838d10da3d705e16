package dpgnn.study.claims;

import dpgnn.baseline.Gap;
import dpgnn.baseline.NaiveSgd;
import dpgnn.nn.Gcn;
import dpgnn.nn.Recipe;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.WholeGraph;
import dpgnn.study.nodes.HeterPoissonStudy;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists every shipped method, private or not. Add a new method here, with its audit and a fault of its own that the audit
 * must find: a test fails when a sampler, a bound of GAP or a protection of generators is used by none of these.
 */
public final class ClaimedMethods {
    private static final String SAMPLED = "one node changes which edges others keep";
    private static final String GAP = "GAP: sampled edges";

    private static final List<ClaimedMethod> ALL = made();

    private ClaimedMethods() {}

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

    private static List<ClaimedMethod> made() {
        List<ClaimedMethod> all = new ArrayList<>(NodeMethods.all());
        all.add(new GapMethod("GAP, published", Gap.of(Gap.Noise.PUBLISHED), SAMPLED, GAP, "", GapAudit.Fault.NONE));
        all.add(new GapMethod(
                "GAP, corrected noise",
                Gap.of(Gap.Noise.CORRECTED),
                SAMPLED,
                GAP,
                "noise for one edge, whatever the degree",
                GapAudit.Fault.ONE_EDGE));
        all.add(new GapMethod(
                "GAP, weighted",
                Gap.of(Gap.Noise.PUBLISHED).weighted(),
                "",
                "",
                "degrees are not bounded",
                GapAudit.Fault.UNBOUNDED));
        all.add(new GapMethod(
                "GAP, weighted, full noise",
                Gap.of(Gap.Noise.FULL).withLoops().weighted(),
                "",
                "",
                "noise for one edge, whatever the degree",
                GapAudit.Fault.ONE_EDGE));
        all.add(new GapMethod(
                "GAP, hops alone, proved",
                Gap.of(Gap.Noise.CORRECTED).weighted().hopsOnly(),
                "",
                "",
                "noise for one edge, whatever the degree",
                GapAudit.Fault.ONE_EDGE));
        all.add(new DocumentMethod());
        all.add(new HolderMethod("PPGNN", false));
        all.add(new HolderMethod("PPGNN, noise on embeddings", true));
        all.addAll(GeneratorMethods.all());
        all.add(new PlainMethod(
                "stars, not private",
                "reference",
                HeterPoissonStudy.model("GCN", "code"),
                (bench, part) -> HeterPoisson.of(rate(bench, part), 1)));
        all.add(new PlainMethod(
                "perceptron, not private",
                "reference",
                new NaiveSgd(32, 1, 1).model(),
                (bench, part) -> PoissonNodes.of(rate(bench, part))));
        all.add(new PlainMethod(
                "whole graph, not private",
                "reference",
                Gcn.of(Recipe.layers(2, 32).withDropout(0.5)),
                (bench, part) -> WholeGraph.of()));
        return List.copyOf(all);
    }

    private static double rate(ClaimsBench bench, ClaimsBench.Part part) {
        return (double) bench.batch() / part.facts().roots();
    }
}
