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
import dpgnn.graph.Participants;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.sampling.Batch;
import dpgnn.sampling.BoundedDegree;
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

    private FaultZoo() {}

    /** Whether an audit contradicts, with the fault or without. */
    @FunctionalInterface
    interface Trial {
        boolean contradicts(boolean planted, long seed) throws Exception;
    }

    /**
     * A fault.
     *
     * @param published who published it
     * @param claimed what was claimed, in a few words
     * @param sign what catches it
     */
    public record Specimen(String name, String published, String claimed, String sign, Trial trial) {
        /** Whether the audit contradicts the fault, or what is as it should be. */
        public boolean caught(boolean planted, long seed) throws Exception {
            return trial.contradicts(planted, seed);
        }
    }

    /** All of them. */
    public static List<Specimen> all() {
        return List.of(
                new Specimen(
                        "a clip on a copy",
                        "DP-GCN (text, 2022), code",
                        "gradients of norm C",
                        "a neighbour moves the sum further",
                        FaultZoo::copied),
                new Specimen(
                        "strangers in stars",
                        "HeterPoisson (2024), code",
                        "a node joins the stars it points to",
                        "it is drawn too often",
                        FaultZoo::strangers),
                new Specimen(
                        "small weights dropped, not paid for",
                        "HeterPoisson (2024), code",
                        "the whole law is accounted for",
                        "an accountant's lower end",
                        FaultZoo::dropped),
                new Specimen(
                        "edges sampled by private degrees",
                        "GAP (2023)",
                        "a node moves sums by its own edges",
                        "a neighbour moves the sum further",
                        (planted, seed) -> method(planted ? "GAP, published" : "GAP, weighted, full noise", seed)),
                new Specimen(
                        "a keeping rate of private degrees",
                        "NDP, HeterPoisson's baseline (2024)",
                        "a node is in K + 1 neighbourhoods",
                        "more neighbourhoods change",
                        (planted, seed) -> new KeptEdges(5, planted ? 400 : 2).ratio(seed) > 1),
                new Specimen(
                        "a clip per node, for edges",
                        "DPGGAN (2021), code",
                        "an edge moves the decoder by C",
                        "a neighbour moves the sum further",
                        (planted, seed) ->
                                method(planted ? "DPGVAE, published" : "DPGVAE, per node, enough noise", seed)),
                new Specimen(
                        "epsilon times the sampling rate",
                        "DPAR, accounting",
                        "q times the epsilon of the steps",
                        "an attack beyond ε",
                        (planted, seed) -> beyond(planted ? 0.09 : 1, 120, 120, seed)),
                new Specimen(
                        "twenty steps accounted, whatever ran",
                        "PrivIM, code",
                        "the epsilon of 20 steps",
                        "an attack beyond ε",
                        (planted, seed) -> beyond(1, planted ? 20 : 120, 120, seed)),
                new Specimen(
                        "a node in R sub-graphs",
                        "PrivateGraphWalks, code",
                        "a node is in one sub-graph",
                        "a neighbour moves the sum further",
                        FaultZoo::repeated),
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
                .title("Faults of published codes, planted one by one");
        for (Specimen s : all()) {
            long start = System.nanoTime();
            boolean caught = s.caught(true, seed);
            boolean alarm = s.caught(false, seed);
            double seconds = (System.nanoTime() - start) / 1e9;
            table.row(
                    s.name(), s.published(), s.claimed(), caught ? s.sign() : "nothing", alarm ? "yes" : "no", seconds);
        }
        return table.digits("seconds", 1);
    }

    private static TrainingView view(long seed) throws Exception {
        return BENCH.part(seed).view();
    }

    /** The norm is taken and the copy is shortened; what enters the sum is the original. */
    private static boolean copied(boolean planted, long seed) throws Exception {
        Coupling.Sums sums = (data, network, at, batch, thresholds, into) -> {
            double[] none = {Double.POSITIVE_INFINITY};
            ExampleGradients.of(network, data.features(), data.labels()).clippedSum(at, batch, none, null, into);
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
                .run(view(seed))
                .holds();
    }

    /** Nodes without any edge; a centre without a neighbour reads two nodes that it has no edge to. */
    private static boolean strangers(boolean planted, long seed) {
        int nodes = 60;
        Dataset lonely = new Dataset(
                Graph.undirected(nodes, new int[0], new int[0]),
                DenseFeatures.of(nodes, 1, new float[nodes]),
                Labels.single(2, new int[nodes]),
                new Dataset.Provenance("lonely nodes", List.of(), true, List.of()));
        TrainingView alone =
                lonely.transductive(Split.of(nodes, IntStream.range(0, nodes).toArray(), new int[0], new int[0]));
        Sampler stars = HeterPoisson.of(0.3, 2).maxOutDegree(4);
        RandomStream coins = Streams.seed(seed).stream("strangers");
        Sampler drawn = planted
                ? MisdrawnSampler.of(
                        stars,
                        (from, example, participants, into) ->
                                MisdrawnSampler.copy(from, example, into, coins.nextInt(nodes), coins.nextInt(nodes)))
                : stars;
        Plan plan = Plan.of(drawn, Clip.flat(1), GaussianNoise.standard())
                .steps(1)
                .multiplier(4)
                .delta(DELTA);
        return !Canaries.of(Gcn.of(4), plan)
                .seed(seed)
                .frequency(alone, 400, CONFIDENCE)
                .holds();
    }

    /** At a delta below the mass that was dropped, what was dropped is all that matters. */
    private static boolean dropped(boolean planted, long seed) {
        double delta = 1e-15;
        double rare = Math.exp(-31);
        PldAccountant accountant = PldAccountant.standard();
        Event whole = Event.MixtureOfGaussians.of(2, new double[] {0, 1, 24}, new double[] {0.9 - rare, 0.1, rare});
        Event cut = Event.MixtureOfGaussians.of(2, new double[] {0, 1}, new double[] {0.9, 0.1});
        double claimed = accountant.epsilon(planted ? cut : whole, delta);
        return accountant.bounds(whole, delta).lower() > claimed;
    }

    private static boolean method(String name, long seed) throws Exception {
        return ClaimedMethods.named(name)
                .audit(BENCH, 4, new ClaimedMethod.AuditSize(800, 2, CONFIDENCE, seed), false)
                .orElseThrow()
                .caught();
    }

    /** A claim for other steps, or for a share of the epsilon, of a sampled training. */
    private static boolean beyond(double share, int accounted, int steps, long seed) {
        Event step = new Event.PoissonSampled(0.09, 0.8, Relation.ADD_REMOVE);
        double claimed = share * PldAccountant.standard().epsilon(new Event.Repeated(step, accounted), DELTA);
        CanaryObservations seen = Canaries.replay(
                ShiftPair.of(step, 0.8, 1),
                0.8,
                1,
                500,
                steps,
                GaussianNoise.standard(),
                Streams.seed(seed).stream("canaries"));
        return AuditFinding.ofCanaries(Double.NaN, Double.NaN, seen, steps, DELTA, claimed, CONFIDENCE, "")
                .caught();
    }

    /** Every sub-graph enters as often as there are restarts, where it is counted once. */
    private static boolean repeated(boolean planted, long seed) throws Exception {
        TrainingView view = view(seed);
        Sampler walks = DisjointWalks.of(
                2, DisjointWalks.of(2, 1).fewest(view.participants().roots().length));
        Sampler drawn = planted ? MisdrawnSampler.of(walks, PlantedFaults::twice) : walks;
        return !Coupling.of(Gcn.of(8), drawn, Clip.flat(1e-3))
                .steps(2)
                .seed(seed)
                .run(view)
                .holds();
    }

    /** What is handed out is the model as it began. */
    private static boolean untrained(boolean planted, long seed) throws Exception {
        TrainingView view = view(seed);
        Plan plan = Plan.of(PoissonNodes.of(0.1), Clip.flat(1), GaussianNoise.standard())
                .steps(1)
                .multiplier(4)
                .delta(DELTA);
        return BlackBoxAudit.of((data, coins) -> {
                    Network network = Gcn.of(4)
                            .network(data.features().width(), data.labels().classes());
                    Parameters began = network.initial(Streams.seed(seed).stream("init"));
                    return planted
                            ? began.toArray()
                            : PrivateTrainer.of(Gcn.of(4), plan, Streams.seed(1000 * seed + coins))
                                    .train(data)
                                    .parameters()
                                    .toArray();
                })
                .worlds(view, view.without(view.participants().roots()[0]))
                .trainings(8)
                .run()
                .caught();
    }

    /**
     * A graph in which one node z changes more neighbourhoods than bounded degrees count with, whatever the coins: every sender has a few
     * receivers of its own, and in one world an edge to z as well. An edge is kept with probability K / (2 out-degree), so that with z
     * fewer receivers keep theirs; that so many more neighbourhoods have their sender without z is true of every coupling of the worlds.
     *
     * @param degree K
     * @param senders how many there are
     */
    record KeptEdges(int degree, int senders) {

        /** How many more neighbourhoods keep their sender without z, over the K + 1 that z is said to be in. */
        double ratio(long seed) {
            return (kept(false, seed) - kept(true, seed + 1)) / (degree + 1.0);
        }

        /** How many receivers have their sender in their neighbourhood. */
        private int kept(boolean withZ, long seed) {
            int each = (degree + 1) / 2;
            int z = senders * (each + 1);
            int out = each + (withZ ? 1 : 0);
            int[] from = new int[senders * out];
            int[] to = new int[from.length];
            for (int s = 0; s < senders; s++)
                for (int k = 0; k < out; k++) {
                    from[s * out + k] = s;
                    to[s * out + k] = k == each ? z : senders + s * each + k;
                }
            Graph graph = Graph.directed(z + 1, from, to);
            int[] roots = IntStream.rangeClosed(senders, z).toArray();
            Batch batch = new Batch();
            BoundedDegree.nodes(degree, 1, roots.length)
                    .draws(Participants.of(graph, roots), Streams.seed(seed).stream("kept"))
                    .draw(0, batch);
            int count = 0;
            for (int e = 0; e < batch.examples(); e++) {
                int begin = batch.exampleStart(e);
                if (batch.node(begin) != z && batch.exampleStart(e + 1) - begin > 1) count++;
            }
            return count;
        }
    }
}
