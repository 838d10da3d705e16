package dpgnn.study.claims;

import dpgnn.audit.BlackBoxAudit;
import dpgnn.audit.Canaries;
import dpgnn.audit.CanaryObservations;
import dpgnn.audit.Coupling;
import dpgnn.audit.ShiftPair;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.WholeGraph;
import dpgnn.train.Plan;
import dpgnn.train.PrivateTrainer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Faults that published codes and papers of private learning on graphs really had, each made anew as small as it can be, beside
 * the same thing without the fault. An audit must contradict the one and not the other.
 */
public final class FaultZoo {
    /** So sure that a hundred audits without a fault raise no alarm. */
    private static final double CONFIDENCE = 0.9999;

    private static final double DELTA = 1e-5;
    private static final ClaimsBench BENCH = ClaimsBench.of("small");
    private static final PldAccountant PLD = PldAccountant.standard();
    private static final String FURTHER = "a neighbour moves the sum further", BEYOND = "an attack beyond ε";

    private FaultZoo() {}

    /** Whether an audit contradicts, with the fault or without. */
    @FunctionalInterface
    interface Trial {
        boolean contradicts(boolean planted, long seed) throws Exception;
    }

    /** A fault, who published it, what was claimed, what catches it, and the audit. */
    record Specimen(String name, String published, String claimed, String sign, Trial trial) {}

    /** All of them. */
    static List<Specimen> all() {
        String text = "DP-GCN (text, 2022), code",
                heter = "HeterPoisson (2024), code",
                walks = "PrivateGraphWalks, code";
        String stars = "a node joins the stars it points to", ndp = "NDP, HeterPoisson's baseline (2024)";
        return List.of(
                new Specimen("a clip on a copy", text, "gradients of norm C", FURTHER, FaultZoo::copied),
                new Specimen("strangers in stars", heter, stars, "it is drawn too often", FaultZoo::strangers),
                new Specimen(
                        "small weights dropped, not paid for",
                        heter,
                        "the whole law is accounted for",
                        "an accountant's lower end",
                        (planted, seed) -> dropped(planted)),
                new Specimen(
                        "edges sampled by private degrees",
                        "GAP (2023)",
                        "a node moves sums by its own edges",
                        FURTHER,
                        (planted, seed) -> method(planted ? "GAP, published" : "GAP, weighted, full noise", seed)),
                new Specimen(
                        "a keeping rate of private degrees",
                        ndp,
                        "a node is in K + 1 neighbourhoods",
                        "more neighbourhoods change",
                        (planted, seed) -> PlantedFaults.keptEdges(5, planted ? 400 : 2, seed) > 1),
                new Specimen(
                        "a clip per node, for edges",
                        "DPGGAN (2021), code",
                        "an edge moves the decoder by C",
                        FURTHER,
                        (planted, seed) ->
                                method(planted ? "DPGVAE, published" : "DPGVAE, per node, enough noise", seed)),
                new Specimen(
                        "epsilon times the sampling rate",
                        "DPAR, accounting",
                        "q times the epsilon of the steps",
                        BEYOND,
                        (planted, seed) -> beyond(planted ? 0.09 : 1, 120, seed)),
                new Specimen(
                        "twenty steps accounted, whatever ran",
                        "PrivIM, code",
                        "the epsilon of 20 steps",
                        BEYOND,
                        (planted, seed) -> beyond(1, planted ? 20 : 120, seed)),
                new Specimen(
                        "a node in R sub-graphs", walks, "a node is in one sub-graph", FURTHER, FaultZoo::repeated),
                new Specimen(
                        "results of a model that was not trained",
                        "PrivateGraphWalks, DRW-R, code",
                        "the accuracy of a private training",
                        "the same numbers from every seed",
                        FaultZoo::untrained));
    }

    /** Every fault with what caught it; the seconds are those of both audits here. */
    public static Table table(long seed) throws Exception {
        Table table = Table.columns("fault", "published by", "claimed", "caught by", "alarm without it", "seconds")
                .title("Faults of published codes, planted one by one")
                .digits("seconds", 1);
        for (Specimen s : all()) {
            long start = System.nanoTime();
            String caught = s.trial.contradicts(true, seed) ? s.sign : "nothing";
            String alarm = s.trial.contradicts(false, seed) ? "yes" : "no";
            table.row(s.name, s.published, s.claimed, caught, alarm, (System.nanoTime() - start) / 1e9);
        }
        return table;
    }

    private static Plan plan(Sampler sampler) {
        return Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                .steps(1)
                .multiplier(4)
                .delta(DELTA);
    }

    /** The norm is taken and the copy is shortened; what enters the sum is the original. */
    private static boolean copied(boolean planted, long seed) throws Exception {
        Coupling.Sums sums = (data, network, at, batch, thresholds, into) -> {
            PlantedFaults.unclipped(data, network, at, batch, thresholds, into);
            float[] clipped = planted ? into.clone() : into;
            double squares = 0;
            for (float x : clipped) squares += (double) x * x;
            double factor = Math.min(1, thresholds[0] * (1 - 1e-6) / Math.sqrt(squares));
            for (int i = 0; i < clipped.length; i++) clipped[i] *= (float) factor;
        };
        return !Coupling.of(Gcn.of(8), WholeGraph.of(), Clip.flat(1))
                .steps(1)
                .seed(seed)
                .sums(sums)
                .run(BENCH.part(seed).view())
                .holds();
    }

    /** Nodes without any edge; a centre without a neighbour reads two nodes that it has no edge to. */
    private static boolean strangers(boolean planted, long seed) {
        int nodes = 60;
        TrainingView alone = new Dataset(
                        Graph.undirected(nodes, new int[0], new int[0]),
                        DenseFeatures.of(nodes, 1, new float[nodes]),
                        Labels.single(2, new int[nodes]),
                        new Dataset.Provenance("lonely nodes", List.of(), true, List.of()))
                .transductive(Split.of(nodes, IntStream.range(0, nodes).toArray(), new int[0], new int[0]));
        Sampler stars = HeterPoisson.of(0.3, 2).maxOutDegree(4);
        RandomStream coins = Streams.seed(seed).stream("strangers");
        Sampler drawn = MisdrawnSampler.of(
                stars,
                (from, example, participants, into) ->
                        MisdrawnSampler.copy(from, example, into, coins.nextInt(nodes), coins.nextInt(nodes)));
        return !Canaries.of(Gcn.of(4), plan(planted ? drawn : stars))
                .seed(seed)
                .frequency(alone, 400, CONFIDENCE)
                .holds();
    }

    /** At a delta below the mass that was dropped, what was dropped is all that matters. */
    private static boolean dropped(boolean planted) {
        double delta = 1e-15, rare = Math.exp(-31);
        Event whole = Event.MixtureOfGaussians.of(2, new double[] {0, 1, 24}, new double[] {0.9 - rare, 0.1, rare});
        Event cut = Event.MixtureOfGaussians.of(2, new double[] {0, 1}, new double[] {0.9, 0.1});
        return PLD.bounds(whole, delta).lower() > PLD.epsilon(planted ? cut : whole, delta);
    }

    private static boolean method(String name, long seed) throws Exception {
        return ClaimedMethods.named(name)
                .audit()
                .run(BENCH, new MethodAudit("small", name, 4, 800, 2, CONFIDENCE, false, seed))
                .caught();
    }

    /** A claim for other steps, or for a share of the epsilon, of a sampled training of 120. */
    private static boolean beyond(double share, int accounted, long seed) {
        int steps = 120;
        Event step = new Event.PoissonSampled(0.09, 0.8, Relation.ADD_REMOVE);
        double claimed = share * PLD.epsilon(new Event.Repeated(step, accounted), DELTA), nan = Double.NaN;
        RandomStream coins = Streams.seed(seed).stream("canaries");
        CanaryObservations seen =
                Canaries.replay(ShiftPair.of(step, 0.8, 1), 0.8, 1, 500, steps, GaussianNoise.standard(), coins);
        return AuditFinding.ofCanaries(nan, nan, seen, steps, DELTA, claimed, CONFIDENCE, "")
                .caught();
    }

    /** Every sub-graph enters as often as there are restarts, where it is counted once. */
    private static boolean repeated(boolean planted, long seed) throws Exception {
        TrainingView view = BENCH.part(seed).view();
        Sampler walks = DisjointWalks.of(
                2, DisjointWalks.of(2, 1).fewest(view.participants().roots().length));
        return !Coupling.of(
                        Gcn.of(8), planted ? MisdrawnSampler.of(walks, PlantedFaults::twice) : walks, Clip.flat(1e-3))
                .steps(2)
                .seed(seed)
                .run(view)
                .holds();
    }

    /** What is handed out is the model as it began. */
    private static boolean untrained(boolean planted, long seed) throws Exception {
        TrainingView view = BENCH.part(seed).view();
        Streams began = Streams.seed(seed);
        return BlackBoxAudit.of((data, coins) -> (planted
                                ? Gcn.of(4)
                                        .network(
                                                data.features().width(),
                                                data.labels().classes())
                                        .initial(began.stream("init"))
                                : PrivateTrainer.of(
                                                Gcn.of(4),
                                                plan(PoissonNodes.of(0.1)),
                                                Streams.seed(1000 * seed + coins))
                                        .train(data)
                                        .parameters())
                        .toArray())
                .worlds(view, view.without(view.participants().roots()[0]))
                .trainings(8)
                .run()
                .caught();
    }
}
