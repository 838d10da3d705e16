package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.base.Shipped;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EdgeList;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Records;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.Streams;
import dpgnn.train.HoldoutCount;
import dpgnn.train.PlainTrainer;
import dpgnn.train.PrivateSelection.Score;
import dpgnn.train.Trained;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How far one unit of a sampler moves a score, against what the score states: every sampler with every score, on all graphs of four
 * nodes, in worlds with and without each unit.
 */
class ScoreContractTest {
    private static final int NODES = 4, PAIRS = 6;
    /** A new score is done when it has its row here. */
    private static final Map<String, Function<EvaluationView, Score>> SCORES =
            Map.of("dpgnn.train.HoldoutCount", view -> HoldoutCount.of(view, 1));

    private static final float[] ROWS = {0, 1, 1, 0, 1, 1, 0, 0.5f}, OTHER_ROWS = {1, 0, 0, 1, 0.5f, 0, 1, 1};
    private static final int[] CLASSES = {0, 1, 1, 0};
    private static final Dataset.Provenance MADE = new Dataset.Provenance("made", List.of(), true, List.of());
    private static final List<Trained> TRAINED =
            IntStream.range(0, 2).mapToObj(ScoreContractTest::trained).toList();

    private int compared;

    /** What of a graph differs in the other world, beside a unit that is not scored there. */
    private record World(Graph graph, float[] rows, int[] classes) {
        Dataset data() {
            return new Dataset(graph, DenseFeatures.of(NODES, 2, rows), Labels.single(2, classes), MADE);
        }

        World replaced(int z) {
            float[] others = rows.clone();
            for (int c = 0; c < 2; c++) others[2 * z + c] = OTHER_ROWS[2 * z + c];
            int[] turned = classes.clone();
            turned[z] = 1 - turned[z];
            return new World(graph, others, turned);
        }
    }

    private static Trained trained(int seed) {
        Dataset data = new World(graph(63), ROWS, CLASSES).data();
        TrainingView view = data.transductive(Split.of(NODES, new int[] {0, 1, 2, 3}, new int[0], new int[0]));
        return PlainTrainer.of(Mlp.of(3), UniformNodes.of(NODES), 1 + 99 * seed, Streams.seed(seed))
                .train(view);
    }

    /** The graph that has the k-th pair of nodes as an edge where bit k is set. */
    private static Graph graph(int bits) {
        EdgeList edges = new EdgeList();
        int k = 0;
        for (int v = 0; v < NODES; v++) for (int u = 0; u < v; u++) if ((bits >> k++ & 1) == 1) edges.add(u, v);
        return edges.undirected(NODES);
    }

    /** The pairs of a node, or all of them for -1. */
    private static int pairsOf(int z) {
        int bits = 0, k = 0;
        for (int v = 0; v < NODES; v++) for (int u = 0; u < v; u++, k++) if (z < 0 || u == z || v == z) bits |= 1 << k;
        return bits;
    }

    private static EvaluationView view(Dataset data, IntPredicate there) {
        int[] nodes = IntStream.range(0, data.nodes())
                .filter(v -> data.labels().isKnown(v) && there.test(v))
                .toArray();
        return new EvaluationView(
                data.graph(), data.features(), data.labels().only(nodes), nodes, nodes, data.provenance());
    }

    private static EvaluationView all(Dataset data) {
        return view(data, v -> true);
    }

    private static Dataset pairs(World world) {
        return Records.pairs(world.data(), 2, Streams.seed(3).stream("pairs"));
    }

    /** The scored data with each unit, and what they are in the other world. */
    private static Stream<EvaluationView[]> worlds(Unit unit, Relation relation, boolean records, int bits) {
        World world = new World(graph(bits), ROWS, CLASSES);
        if (records) {
            Dataset pairs = pairs(world);
            Graph graph = pairs.graph();
            int units = unit == Unit.NODE ? NODES : pairs.nodes();
            return IntStream.range(0, units).mapToObj(z -> new EvaluationView[] {
                all(pairs),
                view(pairs, r -> r != z && Arrays.stream(graph.inNeighbours(r)).noneMatch(v -> v == z))
            });
        }
        if (unit == Unit.OWNER) {
            List<Integer> owners = List.of(0, 0, 0, 1);
            Dataset owned = Records.owned(world.data(), owners);
            return IntStream.range(0, 2)
                    .mapToObj(z -> new EvaluationView[] {all(owned), view(owned, v -> owners.get(v) != z)});
        }
        EvaluationView with = all(world.data());
        if (unit == Unit.GRAPH) {
            int[] turned = Arrays.stream(CLASSES).map(c -> 1 - c).toArray();
            World other = new World(graph(pairsOf(-1) & ~bits), ROWS, turned);
            return Stream.<EvaluationView[]>of(new EvaluationView[] {with, all(other.data())});
        }
        if (unit == Unit.EDGE)
            return IntStream.range(0, PAIRS).mapToObj(k ->
                    new EvaluationView[] {with, all(new World(graph(bits ^ 1 << k), ROWS, CLASSES).data())});
        return IntStream.range(0, NODES).mapToObj(z -> {
            int kept = relation == Relation.PARTICIPATION || unit == Unit.FEATURE
                    ? bits
                    : relation == Relation.ADD_REMOVE ? bits & ~pairsOf(z) : bits ^ pairsOf(z);
            World other = new World(graph(kept), ROWS, CLASSES);
            return new EvaluationView[] {
                with, relation == Relation.REPLACE ? all(other.replaced(z).data()) : view(other.data(), v -> v != z)
            };
        });
    }

    /** By how much any unit of any graph moves a score, given the training; the noise is the same in both worlds. */
    private double moved(Function<EvaluationView, Score> score, Unit unit, Relation relation, boolean records) {
        double most = 0;
        for (int bits = 0; bits < 1 << PAIRS; bits++)
            for (EvaluationView[] both : worlds(unit, relation, records, bits).toList())
                for (Trained trained : TRAINED) {
                    double[] found = new double[2];
                    for (int w = 0; w < 2; w++)
                        found[w] = score.apply(both[w]).of(trained, Streams.seed(1).stream("noise"));
                    most = Math.max(most, Math.abs(found[0] - found[1]));
                    compared++;
                }
        return most;
    }

    private static double stated(Event event) {
        return ((Event.DiscreteGaussian) event).sensitivity();
    }

    @Test
    void noUnitOfAnySamplerMovesAScoreByMoreThanItStates() {
        List<Sampler> samplers = new ArrayList<>(
                List.of(PoissonRecords.of(0.3), PoissonRecords.ofNodes(0.3, 1), PoissonRecords.ofNodes(0.3, 7)));
        samplers.add(PoissonOwners.of(0.3, 2));
        SamplerCase.all().forEach(c -> samplers.add(c.sampler));
        Set<String> names = samplers.stream().map(s -> s.getClass().getName()).collect(Collectors.toSet());
        assertTrue(names.containsAll(Shipped.at(Sampler.class)), names.toString());
        assertEquals(Shipped.at(Score.class), SCORES.keySet());
        Map<String, Double> known = new HashMap<>();
        int held = 0, refused = 0;
        for (Function<EvaluationView, Score> score : SCORES.values()) {
            Score any = score.apply(all(new World(graph(0), ROWS, CLASSES).data()));
            for (Sampler sampler : samplers)
                for (Relation relation : sampler.relations()) {
                    boolean records = sampler instanceof PoissonRecords;
                    Unit unit = sampler.unit();
                    double moved = known.computeIfAbsent(
                            score + " " + unit + relation + records, key -> moved(score, unit, relation, records));
                    String what = sampler + ", " + relation + ": " + moved;
                    if (any.relations(sampler).contains(relation)) {
                        assertEquals(stated(any.event()), moved, what);
                        held++;
                    } else {
                        // Units that move it further are refused for a reason.
                        if (unit == Unit.NODE || unit == Unit.OWNER || unit == Unit.GRAPH)
                            assertTrue(moved > stated(any.event()), what);
                        refused++;
                    }
                }
        }
        // All that was compared: nobody makes the walk smaller unseen.
        assertEquals(
                List.of(24, 1, 64, 7808, 19, 9),
                List.of(samplers.size(), SCORES.size(), 1 << PAIRS, compared, held, refused),
                "samplers, scores, graphs, pairs of worlds, what a score protects, what it refuses");
    }
}
