package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Laws;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A sampler with what is expected of its batches; a new sampler is done when its row here passes {@link SamplerContractTest}. */
final class SamplerCase {
    final Sampler sampler;

    /** The hash of the batches of steps 0..9 under seed 11; a constant, so that every JDK must give the same. */
    final long hashOfTenBatches;

    /** In how many examples of one batch the watched node may appear, by probability. */
    Supplier<double[]> occurrences;

    /** In how many examples of one batch a node may stand at most, whatever the coins: 1 where examples are disjoint. */
    IntUnaryOperator mostOccurrences = node -> 1;

    Participants participants = Ring.ALL;

    /**
     * An input that is a neighbour of these participants in what the sampler's unit protects, at a node; the same one where only
     * features differ, which no sampler reads.
     */
    BiFunction<Participants, Integer, Participants> neighbour = (others, node) -> others;

    /** Whether any node may be the one that differs, or the watched one alone. */
    boolean anyone;

    /** Whether every example that may change does so, rather than some of them. */
    boolean allChange;

    /** The same sampler with so small a rate that batches are empty; null where all batches are of one size. */
    Sampler almostNever;

    /** Whether the event is one of which nothing is proved. */
    boolean unproved;

    /** Whether an example reads what differs between neighbours at a node. */
    Reads mayChange = Examples::contains;

    interface Reads {
        boolean reads(Batch batch, int example, int node);
    }

    /** Whether examples are told apart by the pairs of nodes that they begin with, or by their roots. */
    private boolean pairs;

    /** All samplers, in every shape. */
    static List<SamplerCase> all() {
        return List.of(
                row(PoissonNodes.of(0.3), -2624222103701719253L)
                        .occurs(() -> new double[] {0.7, 0.3})
                        .leaves(PoissonNodes.of(1e-9)),
                // Node 3 is in the second tier.
                row(new Tiers(2, 0.5), 1198578015524680018L)
                        .occurs(() -> new double[] {0.75, 0.25})
                        .leaves(new Tiers(1, 1e-9)),
                row(RandomAllocation.of(4), -2035890656198629078L)
                        .occurs(() -> new double[] {0.75, 0.25})
                        .leaves(RandomAllocation.of(1_000_000)),
                row(RandomAllocation.of(4, 2), 8027428592971799514L)
                        .occurs(() -> RandomAllocationTest.occurrences(4))
                        .atMost(node -> 3)
                        .leaves(RandomAllocation.of(1_000_000, 2)),
                row(HomeStars.of(0.2, 2), 7684764207154062992L)
                        .occurs(() -> HomeStarsTest.occurrences(0.2))
                        .atMost(node -> 2)
                        .leaves(HomeStars.of(1e-9, 2)),
                row(HeterPoisson.of(0.2, 2), -1973564139443380558L)
                        .occurs(HeterPoissonTest::occurrences)
                        .atMost(HeterPoissonTest::stars)
                        .leaves(HeterPoisson.of(1e-9, 2)),
                row(HeterPoisson.of(0.2, 2).withAllEdges(), 1168078034220943677L)
                        .occurs(HeterPoissonTest::occurrences)
                        .atMost(HeterPoissonTest::stars)
                        .leaves(HeterPoisson.of(1e-9, 2).withAllEdges()),
                row(HeterPoisson.of(0.2, 2).unenforced(), -4206485456655436678L)
                        .occurs(HeterPoissonTest::occurrencesUnenforced)
                        .atMost(node -> 1 + HeterPoissonTest.rootsThatAggregateFrom(node))
                        .leaves(HeterPoisson.of(1e-9, 2).unenforced()),
                row(UniformNodes.of(9), -7249824084881664368L)
                        .occurs(() -> new double[] {1 - 9 / 27.0, 9 / 27.0})
                        .replaces(),
                row(new GraphSplit(5, 2), -6873630853496078974L)
                        .occurs(() -> new double[] {0.6, 0.4})
                        .replaces(),
                row(WholeGraph.of(), -8195836617938290447L)
                        .occurs(() -> new double[] {0, 1})
                        .replaces()
                        .allChange(),
                row(WalkUnion.of(1, 3), 9075611644816804015L)
                        .occurs(WalkUnionTest::occurrences)
                        .replaces()
                        .anyChange(),
                walks(DisjointWalks.of(2, 4), 3077024522066065460L),
                walks(DisjointWalks.of(2, 4).restarts(2), -4144540515391786747L),
                walks(DisjointWalks.of(2, 4).redrawnEvery(2), -8908958377004879324L),
                walks(DisjointWalks.of(3, 4).restarts(2).redrawnEvery(1).withAllEdges(), -1148205165299436427L),
                bounded(BoundedDegree.features(2, 2, 6), -4439330961433743560L)
                        .occurs(() -> BoundedDegreeTest.lawByBalls(BoundedDegree.features(2, 2, 6))),
                // The bound of edges by coins: what it promises of a node's edges does not hold, but its counts do.
                bounded(BoundedDegree.nodes(3, 1, 6), 8103677340228815177L).unproved(),
                bounded(BoundedDegree.features(3, 2, 6).withPaths(), -7336872702675187216L),
                row(new EdgeBatchesTest.Pairs(EdgeBatches.of(0.05)), 1211660450317369785L)
                        .occurs(() -> Laws.binomial(40, 0.05))
                        .atMost(node -> 40)
                        .leaves(new EdgeBatchesTest.Pairs(EdgeBatches.of(1e-9)))
                        .edge(0, 20));
    }

    private static SamplerCase row(Sampler sampler, long hashOfTenBatches) {
        return new SamplerCase(sampler, hashOfTenBatches);
    }

    private static SamplerCase walks(DisjointWalks walks, long hash) {
        return row(walks, hash).occurs(() -> DisjointWalksTest.occurrences(walks));
    }

    private static SamplerCase bounded(BoundedDegree bounded, long hash) {
        int most = Math.min(bounded.batch(), bounded.affected(Ring.ROOTS.length));
        return row(bounded, hash)
                .occurs(() -> BoundedDegreeTest.lawByDraws(bounded))
                .atMost(node -> most);
    }

    private SamplerCase(Sampler sampler, long hashOfTenBatches) {
        this.sampler = sampler;
        this.hashOfTenBatches = hashOfTenBatches;
    }

    private SamplerCase occurs(Supplier<double[]> law) {
        occurrences = law;
        return this;
    }

    private SamplerCase atMost(IntUnaryOperator most) {
        mostOccurrences = most;
        return this;
    }

    /** A neighbour lacks the node, and with it exactly its examples. */
    private SamplerCase leaves(Sampler rare) {
        neighbour = Participants::without;
        anyone = true;
        almostNever = rare;
        return allChange();
    }

    /** In a neighbour the watched node has other edges. */
    private SamplerCase replaces() {
        neighbour = (others, node) -> Ring.REPLACED;
        return this;
    }

    private SamplerCase allChange() {
        allChange = true;
        return this;
    }

    /** Walks of both worlds may part anywhere: there is one example, and it may be any other. */
    private SamplerCase anyChange() {
        mayChange = (batch, example, node) -> true;
        return this;
    }

    private SamplerCase unproved() {
        unproved = true;
        return this;
    }

    /** Examples are pairs of all nodes; a neighbour has this edge more. */
    private SamplerCase edge(int u, int v) {
        Graph graph = Ring.GRAPH;
        participants = Participants.of(graph, IntStream.range(0, Ring.NODES).toArray());
        neighbour = (others, node) -> others.on(graph.withEdge(u, v));
        anyone = false;
        pairs = true;
        mayChange = (batch, example, node) -> key(batch, example).equals(u + "-" + v);
        return this;
    }

    /** In how many examples of one batch neighbours may differ at most. */
    int mostChanges(int node) {
        return pairs ? 1 : mostOccurrences.applyAsInt(node);
    }

    /** What tells the examples of a batch apart. */
    String key(Batch batch, int example) {
        int root = batch.exampleStart(example);
        if (sampler instanceof WalkUnion) return "the one example";
        return pairs ? batch.node(root) + "-" + batch.node(root + 1) : String.valueOf(batch.node(root));
    }

    @Override
    public String toString() {
        return sampler.toString();
    }
}
