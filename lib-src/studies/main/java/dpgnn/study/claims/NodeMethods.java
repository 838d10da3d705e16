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
import dpgnn.study.nodes.HeterPoissonStudy;
import dpgnn.study.walks.WalkAccounting;
import java.util.List;
import java.util.function.UnaryOperator;

/** The methods that are plans: of nodes, of features, of documents. */
final class NodeMethods {
    static final String STARS = "HeterPoisson (S&P 2024)";
    private static final String WALKS = "random walks (2023)";
    static final String TEXT = "text classification (2022)";
    private static final String EDGES = "all edges";
    static final String OTHERS = "who exists, and others' degrees";
    static final String NOTHING = "number of nodes";
    private static final String HALF = "The whole graph: C and 2C";

    /** Of whole graphs, with noise and without. */
    static final Model WHOLE = Gcn.of(Recipe.layers(2, 32).withDropout(0.5));

    /** The degree to which baselines bound a graph. */
    private static final int DEGREE = 5;

    private static final int NEIGHBOURHOOD = 2;

    private static final Noise WITHOUT_BIASES = PlantedFaults.onPart(0.4);

    private NodeMethods() {}

    static List<ClaimedMethod> all() {
        String forOne = "noise for one neighbourhood where %d can change", partly = "some parameters get no noise";
        PlanMethod ndp = new PlanMethod(
                NodeMethods::ndp,
                j -> j.with(PlannedTraining::noise, PlantedFaults.share(1.0 / (DEGREE + 1))),
                seed -> PlantedFaults.keptEdges(DEGREE, 200, seed));
        return List.of(
                stars(
                        "HeterPoisson, published noise",
                        Stars.HETERPOISSON,
                        Accounting.PUBLISHED,
                        drawn("a removed node leaves a row behind that counts in every mean", PlantedFaults::ghosts)),
                stars(
                        "HeterPoisson, proved noise",
                        Stars.HETERPOISSON,
                        Accounting.CONSERVATIVE,
                        noise("half of the noise is added", PlantedFaults.share(0.5))),
                stars(
                        "HeterPoisson, not enforced",
                        Stars.UNENFORCED,
                        Accounting.CONSERVATIVE,
                        sums(
                                "features are standardised over all nodes, as the authors' code does",
                                PlantedFaults::standardised)),
                stars(
                        "home stars",
                        Stars.HOME_STARS,
                        Accounting.CONSERVATIVE,
                        new Fault("a node joins every centre it points to, not one", j -> {
                            var joining = HeterPoisson.of(((HomeStars) j.sampler()).rate(), 1e6);
                            return j.with(PlannedTraining::sampler, MisdrawnSampler.of(j.sampler(), joining));
                        })),
                plan(
                        "naive DP-SGD",
                        STARS,
                        NOTHING,
                        NodeMethods::naive,
                        new Fault(
                                "the sum is divided by the actual batch",
                                j -> j.with(PlannedTraining::sums, PlantedFaults.meanOfBatch(j.sampler())))),
                plan("DP-SGD, fixed batches", "ours", NOTHING, NodeMethods::fixed, noise(partly, WITHOUT_BIASES)),
                method("NDP", STARS, NOTHING, ndp)
                        .unproved("one node changes which edges others keep", "NDP: one node, many neighbourhoods")
                        .with(ClaimedMethod::release, null)
                        .with(ClaimedMethod::fault, forOne.formatted(DEGREE + 1)),
                walks("DRW", 1, 0, drawn("every walk enters twice", PlantedFaults::twice)),
                walks("DRW-R", 2, 0, drawn("walks share a node", PlantedFaults::shared)),
                walks("DRW-D", 1, 5, sums("gradients are not clipped", PlantedFaults::unclipped)),
                plan(
                        "FDP",
                        WALKS,
                        EDGES,
                        NodeMethods::fdp,
                        noise(forOne.formatted(NEIGHBOURHOOD + 1), PlantedFaults.share(1.0 / (NEIGHBOURHOOD + 1)))),
                text(
                        "whole graph, SGD-DP",
                        false,
                        true,
                        new Fault(
                                "the noise's deviation is taken for its variance",
                                j -> j.with(
                                        PlannedTraining::noise, PlantedFaults.share(1 / Math.sqrt(j.multiplier()))))),
                text("whole graph, Adam-DP", true, true, noise(partly, WITHOUT_BIASES)),
                text("whole graph, not clipped", true, false, new Fault("", j -> j))
                        .unproved("gradients are not clipped", "Without clipping, nothing")
                        .with(ClaimedMethod::release, null),
                plan(
                                "split graph",
                                TEXT,
                                NOTHING,
                                NodeMethods::split,
                                drawn("parts read their neighbours in other parts", PlantedFaults::unfenced))
                        .with(ClaimedMethod::shown, HALF));
    }

    /** What is planted into a training, as a sentence and as a change of it. */
    private record Fault(String words, UnaryOperator<PlannedTraining> in) {}

    private static Fault noise(String words, Noise weak) {
        return new Fault(words, j -> j.with(PlannedTraining::noise, weak));
    }

    private static Fault sums(String words, Coupling.Sums wrong) {
        return new Fault(words, j -> j.with(PlannedTraining::sums, wrong));
    }

    private static Fault drawn(String words, MisdrawnSampler.Edit edit) {
        return new Fault(words, j -> j.with(PlannedTraining::sampler, MisdrawnSampler.of(j.sampler(), edit)));
    }

    private static ClaimedMethod method(String name, String paper, String known, PlanMethod plan) {
        return ClaimedMethod.of(name, paper, known, plan::train)
                .with(ClaimedMethod::release, plan::release)
                .with(ClaimedMethod::audit, plan::audit)
                .with(ClaimedMethod::uses, (bench, epsilon) -> plan.making()
                        .job(bench, bench.part(1), epsilon)
                        .sampler());
    }

    private static ClaimedMethod plan(String name, String paper, String known, PlanMethod.Making making, Fault fault) {
        return method(name, paper, known, new PlanMethod(making, fault.in, null))
                .with(ClaimedMethod::fault, fault.words);
    }

    private static ClaimedMethod stars(String name, Stars method, Accounting by, Fault fault) {
        boolean ours = method == Stars.HOME_STARS;
        PlanMethod.Making making = (bench, part, epsilon) -> {
            var run = HeterPoissonRun.of(bench.name())
                    .with(HeterPoissonRun::batch, bench.batch())
                    .with(HeterPoissonRun::method, method);
            var budget = HeterPoissonStudy.budget(run, part.facts().roots());
            return PlannedTraining.of(
                    HeterPoissonStudy.model("GCN", "code"),
                    budget.sampler(),
                    Clip.flat(HeterPoissonStudy.CLIP),
                    budget.steps(),
                    budget.multiplier(part.facts(), by, epsilon),
                    budget.delta());
        };
        return plan(name, ours ? "ours" : STARS, ours ? "who exists, and others' neighbours" : OTHERS, making, fault)
                .with(ClaimedMethod::shown, ours ? "" : "HeterPoisson: claimed is not proved");
    }

    private static PlannedTraining naive(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        NaiveSgd naive = new NaiveSgd(32, bench.batch(), bench.passes());
        int roots = part.facts().roots();
        Sampler sampler = naive.sampler(roots);
        double multiplier = PlannedTraining.claimed(
                sampler, part.facts(), naive.steps(roots), epsilon, part.delta(), PlannedTraining.PLD);
        return PlannedTraining.of(naive.model(), sampler, Clip.flat(1), naive.steps(roots), multiplier, part.delta())
                .with(PlannedTraining::optimizer, naive.optimizer());
    }

    private static PlannedTraining fixed(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        Sampler sampler = UniformNodes.of(bench.batch());
        long steps = bench.steps(part.facts().roots());
        double multiplier =
                PlannedTraining.claimed(sampler, part.facts(), steps, epsilon, part.delta(), PlannedTraining.PLD);
        return PlannedTraining.of(
                new NaiveSgd(32, 1, 1).model(), sampler, Clip.flat(1), steps, multiplier, part.delta());
    }

    private static PlannedTraining ndp(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        Ndp ndp = new Ndp(DEGREE, bench.batch(), bench.passes(), 0.5, 0.01);
        int roots = part.facts().roots();
        Model model = Ndp.model("GCN");
        Network network = model.network(
                part.view().features().width(), part.view().labels().classes());
        Sampler sampler = ndp.sampler(roots);
        double multiplier = PlannedTraining.claimed(
                sampler, part.facts(), ndp.steps(roots), epsilon, part.delta(), PlannedTraining.PLD);
        return PlannedTraining.of(model, sampler, ndp.clip(network), ndp.steps(roots), multiplier, part.delta());
    }

    private static ClaimedMethod walks(String name, int restarts, long period, Fault fault) {
        PlanMethod.Making making = (bench, part, epsilon) -> published(
                        bench, part, epsilon, new DisjointWalks(1, restarts, bench.batch(), period, false))
                .with(PlannedTraining::exact, true);
        return plan(name, WALKS, EDGES, making, fault);
    }

    private static PlannedTraining fdp(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        return published(bench, part, epsilon, BoundedDegree.features(NEIGHBOURHOOD, 1, bench.batch()));
    }

    /** The noise that the paper's accounting needs: Rényi divergences, at the fewest walks that any graph could give. */
    private static PlannedTraining published(
            ClaimsBench bench, ClaimsBench.Part part, double epsilon, Sampler sampler) {
        Accountant printed = WalkAccounting.PUBLISHED.accountant();
        long steps = bench.steps(part.facts().roots());
        double multiplier = PlannedTraining.claimed(sampler, part.facts(), steps, epsilon, part.delta(), printed);
        return PlannedTraining.of(Gcn.of(128), sampler, Clip.flat(0.5), steps, multiplier, part.delta())
                .claiming(
                        sampler.claimed(part.facts(), multiplier),
                        printed,
                        "As the paper accounts for it: Rényi divergences, at the fewest sub-graphs that any graph could give.");
    }

    private static ClaimedMethod text(String name, boolean adam, boolean clipped, Fault fault) {
        PlanMethod.Making making = (bench, part, epsilon) -> {
            WholeGraph sampler = WholeGraph.of();
            long steps = adam ? bench.wholeSteps() / 4 : bench.wholeSteps();
            double multiplier = PlannedTraining.claimed(
                    sampler, part.facts(), steps, epsilon, ClaimsBench.DELTA, PlannedTraining.GAUSSIAN);
            Clip clip = clipped ? Clip.flat(1) : Clip.noneNoPrivacy(1);
            return PlannedTraining.of(WHOLE, sampler, clip, steps, multiplier, ClaimsBench.DELTA)
                    .with(PlannedTraining::accountant, PlannedTraining.GAUSSIAN)
                    .with(PlannedTraining::optimizer, adam ? () -> Adam.of(0.01) : () -> Sgd.of(0.01))
                    .claiming(
                            sampler.claimed(part.facts(), multiplier),
                            PlannedTraining.GAUSSIAN,
                            "As if a gradient were clipped to C, and C the sensitivity.");
        };
        return plan(name, TEXT, "nothing", making, fault).with(ClaimedMethod::shown, HALF);
    }

    private static PlannedTraining split(ClaimsBench bench, ClaimsBench.Part part, double epsilon) {
        int parts = Math.max(10, part.facts().roots() / 16);
        Sampler sampler = new GraphSplit(parts, parts / 5);
        long steps = 5L * bench.passes();
        double multiplier =
                PlannedTraining.claimed(sampler, part.facts(), steps, epsilon, ClaimsBench.DELTA, PlannedTraining.PLD);
        return PlannedTraining.of(
                        Gcn.of(Recipe.layers(1, 32)), sampler, Clip.flat(1), steps, multiplier, ClaimsBench.DELTA)
                .with(PlannedTraining::optimizer, () -> Adam.of(0.1));
    }
}
