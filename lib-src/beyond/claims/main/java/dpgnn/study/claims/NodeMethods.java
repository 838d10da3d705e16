package dpgnn.study.claims;

import dpgnn.audit.Coupling;
import dpgnn.baseline.NaiveSgd;
import dpgnn.baseline.Ndp;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sgd;
import dpgnn.privacy.Accountant;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import dpgnn.sampling.WholeGraph;
import dpgnn.study.nodes.HeterPoissonRun;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.HeterPoissonRun.Stars;
import dpgnn.study.walks.WalkAccounting;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The methods that are plans: of nodes, of features, of documents. */
final class NodeMethods {
    /** Of whole graphs, with noise and without. */
    static final Model WHOLE = Gcn.of(Recipe.layers(2, 32).withDropout(0.5));

    /** The degree to which baselines bound a graph. */
    private static final int DEGREE = 5;

    private static final int NEIGHBOURHOOD = 2;

    private static final Noise WITHOUT_BIASES = PlantedFaults.onPart(0.4);

    private NodeMethods() {}

    static void into(Map<String, ClaimedMethod> all) {
        Accounting published = Accounting.PUBLISHED, proved = Accounting.CONSERVATIVE;
        all.put("HeterPoisson, published noise", stars(Stars.HETERPOISSON, published, drawn(PlantedFaults::ghosts)));
        all.put("HeterPoisson, proved noise", stars(Stars.HETERPOISSON, proved, noise(PlantedFaults.share(0.5))));
        all.put("HeterPoisson, not enforced", stars(Stars.UNENFORCED, proved, sums(PlantedFaults::standardised)));
        all.put("home stars", stars(Stars.HOME_STARS, proved, j -> {
            var joining = HeterPoisson.of(((HomeStars) j.sampler()).rate(), 1e6);
            return j.with(PlannedTraining::sampler, MisdrawnSampler.of(j.sampler(), joining));
        }));
        all.put(
                "naive DP-SGD",
                plan(NodeMethods::naive, j -> j.with(PlannedTraining::sums, PlantedFaults.meanOfBatch(j.sampler()))));
        all.put("DP-SGD, fixed batches", plan(NodeMethods::fixed, noise(WITHOUT_BIASES)));
        PlanMethod ndp = new PlanMethod(
                NodeMethods::ndp,
                noise(PlantedFaults.share(1.0 / (DEGREE + 1))),
                seed -> PlantedFaults.keptEdges(DEGREE, 200, seed));
        all.put("NDP", method(ndp).with(ClaimedMethod::release, null));
        all.put("DRW", walks(1, 0, drawn(PlantedFaults::twice)));
        all.put("DRW-R", walks(2, 0, drawn(PlantedFaults::shared)));
        all.put("DRW-D", walks(1, 5, sums(PlantedFaults::unclipped)));
        all.put("FDP", plan(NodeMethods::fdp, noise(PlantedFaults.share(1.0 / (NEIGHBOURHOOD + 1)))));
        all.put(
                "whole graph, SGD-DP",
                text(
                        false,
                        true,
                        j -> j.with(PlannedTraining::noise, PlantedFaults.share(1 / Math.sqrt(j.multiplier())))));
        all.put("whole graph, Adam-DP", text(true, true, noise(WITHOUT_BIASES)));
        all.put("whole graph, not clipped", text(true, false, j -> j).with(ClaimedMethod::release, null));
        all.put("split graph", plan(NodeMethods::split, drawn(PlantedFaults::unfenced)));
    }

    private static UnaryOperator<PlannedTraining> noise(Noise weak) {
        return j -> j.with(PlannedTraining::noise, weak);
    }

    private static UnaryOperator<PlannedTraining> sums(Coupling.Sums wrong) {
        return j -> j.with(PlannedTraining::sums, wrong);
    }

    private static UnaryOperator<PlannedTraining> drawn(MisdrawnSampler.Edit edit) {
        return j -> j.with(PlannedTraining::sampler, MisdrawnSampler.of(j.sampler(), edit));
    }

    private static ClaimedMethod method(PlanMethod plan) {
        return ClaimedMethod.of(plan::train)
                .with(ClaimedMethod::release, plan::release)
                .with(ClaimedMethod::audit, plan::audit)
                .with(ClaimedMethod::uses, (bench, epsilon) -> plan.making()
                        .job(bench, bench.part(1), epsilon)
                        .sampler());
    }

    private static ClaimedMethod plan(PlanMethod.Making making, UnaryOperator<PlannedTraining> planted) {
        return method(new PlanMethod(making, planted, null));
    }

    private static ClaimedMethod stars(Stars method, Accounting by, UnaryOperator<PlannedTraining> planted) {
        PlanMethod.Making making = (bench, part, epsilon) -> {
            var run = HeterPoissonRun.of(bench.name())
                    .with(HeterPoissonRun::batch, bench.batch())
                    .with(HeterPoissonRun::method, method);
            var budget = HeterPoissonRun.budget(run, part.facts().roots());
            Model model = HeterPoissonRun.model("GCN", "code");
            return PlannedTraining.of(model, budget.sampler(), Clip.flat(HeterPoissonRun.CLIP), budget.steps())
                    .with(PlannedTraining::multiplier, budget.multiplier(part.facts(), by, epsilon))
                    .with(PlannedTraining::delta, budget.delta());
        };
        return plan(making, planted);
    }

    private static PlannedTraining naive(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        NaiveSgd naive = new NaiveSgd(32, bench.batch(), bench.passes());
        int roots = part.facts().roots();
        return PlannedTraining.of(naive.model(), naive.sampler(roots), Clip.flat(1), naive.steps(roots))
                .keeping(epsilon, part)
                .with(PlannedTraining::optimizer, naive.optimizer());
    }

    private static PlannedTraining fixed(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        long steps = bench.steps(part.facts().roots());
        Model model = new NaiveSgd(32, 1, 1).model();
        return PlannedTraining.of(model, UniformNodes.of(bench.batch()), Clip.flat(1), steps)
                .keeping(epsilon, part);
    }

    private static PlannedTraining ndp(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        Ndp ndp = new Ndp(DEGREE, bench.batch(), bench.passes(), 0.5, 0.01);
        int roots = part.facts().roots();
        Model model = Ndp.model("GCN");
        Network network = model.network(
                part.view().features().width(), part.view().labels().classes());
        return PlannedTraining.of(model, ndp.sampler(roots), ndp.clip(network), ndp.steps(roots))
                .keeping(epsilon, part);
    }

    private static ClaimedMethod walks(int restarts, long period, UnaryOperator<PlannedTraining> planted) {
        PlanMethod.Making making = (bench, part, epsilon) -> published(
                        bench, part, epsilon, new DisjointWalks(1, restarts, bench.batch(), period, false))
                .with(PlannedTraining::exact, true);
        return plan(making, planted);
    }

    private static PlannedTraining fdp(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        return published(bench, part, epsilon, BoundedDegree.features(NEIGHBOURHOOD, 1, bench.batch()));
    }

    /** The noise that the paper's accounting needs: Rényi divergences, at the fewest walks that any graph could give. */
    private static PlannedTraining published(
            ClaimsBench bench, ClaimsBench.Part part, double epsilon, Sampler sampler) {
        Accountant printed = WalkAccounting.PUBLISHED.accountant();
        long steps = bench.steps(part.facts().roots());
        return PlannedTraining.of(Gcn.of(128), sampler, Clip.flat(0.5), steps)
                .keeping(epsilon, part.facts(), part.delta(), printed)
                .claiming(
                        part.facts(),
                        printed,
                        "As the paper accounts for it: Rényi divergences, at the fewest sub-graphs that any graph could give.");
    }

    private static ClaimedMethod text(boolean adam, boolean clipped, UnaryOperator<PlannedTraining> planted) {
        PlanMethod.Making making = (bench, part, epsilon) -> {
            long steps = adam ? bench.wholeSteps() / 4 : bench.wholeSteps();
            Clip clip = clipped ? Clip.flat(1) : Clip.noneNoPrivacy(1);
            return PlannedTraining.of(WHOLE, WholeGraph.of(), clip, steps)
                    .keeping(epsilon, part.facts(), ClaimsBench.DELTA, PlannedTraining.GAUSSIAN)
                    .with(PlannedTraining::accountant, PlannedTraining.GAUSSIAN)
                    .with(PlannedTraining::optimizer, adam ? () -> Adam.of(0.01) : () -> Sgd.of(0.01))
                    .claiming(
                            part.facts(),
                            PlannedTraining.GAUSSIAN,
                            "As if a gradient were clipped to C, and C the sensitivity.");
        };
        return plan(making, planted);
    }

    private static PlannedTraining split(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        int parts = Math.max(10, part.facts().roots() / 16);
        Model model = Gcn.of(Recipe.layers(1, 32));
        return PlannedTraining.of(model, new GraphSplit(parts, parts / 5), Clip.flat(1), 5L * bench.passes())
                .keeping(epsilon, part.facts(), ClaimsBench.DELTA, PlannedTraining.PLD)
                .with(PlannedTraining::optimizer, () -> Adam.of(0.1));
    }
}
