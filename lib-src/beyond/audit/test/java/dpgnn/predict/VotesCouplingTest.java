package dpgnn.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.train.Trained;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hostile neighbours: the distance of the sums of all answers in two worlds, against what the event allows. */
class VotesCouplingTest {
    private static final double NEAR = 1e-5;
    private static final double DELTA = 1e-4;

    /** The distance of all asked sums in the two worlds, over the sensitivity. */
    private static double ratio(
            Trained trained, NeighbourVotes votes, TrainingView one, TrainingView other, int... asked) {
        assertTrue(asked.length <= votes.answers());
        VoteTable first = VoteTable.of(trained, votes, one), second = VoteTable.of(trained, votes, other);
        double square = 0;
        for (int v : asked) {
            double[] a = first.sum(v), b = second.sum(v);
            for (int c = 0; c < a.length; c++) square += (a[c] - b[c]) * (a[c] - b[c]);
        }
        return Math.sqrt(square) / votes.sensitivity();
    }

    /** Node 0 has this many neighbours; the rows of all others are those of the first class. */
    private static TrainingView hub(int leaves) {
        float[][] rows = new float[leaves + 1][];
        for (int v = 0; v <= leaves; v++) rows[v] = SeparableRows.FIRST;
        return SeparableRows.view(star(leaves), rows);
    }

    private static Graph star(int leaves) {
        return Graph.undirected(
                leaves + 1, new int[leaves], IntStream.rangeClosed(1, leaves).toArray());
    }

    private static int[] firstOnes(int count) {
        return IntStream.range(0, count).toArray();
    }

    @Test
    void aRemovedHubMovesAllAnswersByTheSensitivityAndNoMore() throws Exception {
        Trained trained = SeparableRows.trained();
        for (int longest : new int[] {1, 3, 7})
            for (int answers : new int[] {1, 5, 20}) {
                TrainingView view = hub(25);
                double found = ratio(
                        trained, NeighbourVotes.ofNodes(answers, longest), view, view.removed(0), firstOnes(answers));
                assertTrue(found <= 1, "ratio " + found);
                assertEquals(1, found, NEAR, "own answer and all others");
            }
        TrainingView view = hub(25);
        assertTrue(
                ratio(trained, NeighbourVotes.ofNodes(5, 2), view, view.removed(0), 1, 2, 3, 4, 5) < 1,
                "without the answer about itself");
    }

    @Test
    void aHubThatTakesNoPartIsHiddenByWeightsHoweverManyAnswersThereAre() throws Exception {
        Trained trained = SeparableRows.trained();
        for (int degree : new int[] {1, 3, 10}) {
            TrainingView view = hub(40);
            NeighbourVotes votes = NeighbourVotes.ofNodes(41, 4).weighted(degree);
            double found = ratio(trained, votes, view, view.without(0), firstOnes(41));
            assertTrue(found <= 1, "ratio " + found);
            assertEquals(1, found, NEAR);
            assertEquals(Math.sqrt(16 + degree), votes.sensitivity(), 1e-12);
            // Votes of weight 1 exceed it, and so do weights that follow the edges: that is why each has its own
            // relation.
            double plain = ratio(trained, NeighbourVotes.ofNodes(41, 4), view, view.without(0), firstOnes(41))
                    * NeighbourVotes.ofNodes(41, 4).sensitivity();
            assertTrue(plain > votes.sensitivity(), "without weights " + plain);
        }
    }

    /** Removing a hub's edges changes the weights of its neighbours, which send to leaves of their own. */
    @Test
    void weightsDoNotHideRealRemoval() throws Exception {
        Trained trained = SeparableRows.trained();
        int middle = 400;
        int[] from = new int[2 * middle], to = new int[2 * middle];
        float[][] rows = new float[1 + 2 * middle][];
        rows[0] = SeparableRows.FIRST;
        for (int i = 0; i < middle; i++) {
            to[i] = 1 + i;
            from[middle + i] = 1 + i;
            to[middle + i] = 1 + middle + i;
            rows[1 + i] = SeparableRows.FIRST;
            rows[1 + middle + i] = SeparableRows.FIRST;
        }
        TrainingView view = SeparableRows.view(Graph.undirected(1 + 2 * middle, from, to), rows);
        NeighbourVotes votes = NeighbourVotes.ofNodes(1 + 2 * middle, 1).weighted(1);
        int[] all = firstOnes(1 + 2 * middle);
        assertTrue(ratio(trained, votes, view, view.without(0), all) <= 1);
        assertTrue(ratio(trained, votes, view, view.removed(0), all) > 1.5);
    }

    @Test
    void aReplacedNodeMovesTwiceAsMuch() throws Exception {
        Trained trained = SeparableRows.trained(Relation.REPLACE, Streams.seed(3));
        int others = 12, z = 3 * others;
        int[] out = IntStream.range(0, others).toArray();
        int[] before = IntStream.range(others, 2 * others).toArray();
        int[] after = IntStream.range(2 * others, 3 * others).toArray();
        float[][] rows = new float[z + 1][];
        for (int v = 0; v <= z; v++) rows[v] = v >= 2 * others && v < z ? SeparableRows.SECOND : SeparableRows.FIRST;
        Graph empty = Graph.directed(z + 1, new int[0], new int[0]);
        TrainingView one = SeparableRows.view(empty.withNeighbours(z, before, out), rows);
        TrainingView other = one.on(empty.withNeighbours(z, after, out)).withFeatures(z, SeparableRows.SECOND);
        int[] asked = IntStream.concat(IntStream.of(z), IntStream.of(out)).toArray();
        for (double longest : new double[] {1, 2.5, 10}) {
            NeighbourVotes votes = NeighbourVotes.ofNodes(others + 1, longest).replaced();
            double found = ratio(trained, votes, one, other, asked);
            assertTrue(found <= 1, "ratio " + found);
            assertEquals(1, found, NEAR);
        }
    }

    @Test
    void anEdgeMovesTwoAnswersOnly() throws Exception {
        Trained trained = SeparableRows.trained();
        TrainingView view = hub(30);
        TrainingView without = view.on(view.graph().withoutEdge(0, 7));
        double found = ratio(trained, NeighbourVotes.ofEdges(31), view, without, firstOnes(31));
        assertTrue(found <= 1, "ratio " + found);
        assertEquals(1, found, NEAR);
        assertEquals(Math.sqrt(2), NeighbourVotes.ofEdges(1000).sensitivity());
        assertEquals(1, NeighbourVotes.ofEdges(1).sensitivity());
    }

    /** Every kind of change, on any graph, with rows that are as hostile as finite numbers can be. */
    @Test
    void noHostileRowExceedsItAnywhere() throws Exception {
        RandomStream coins = Streams.seed(11).stream("hostile");
        Trained trained = SeparableRows.trained(Relation.REPLACE, Streams.seed(3));
        float[][] hostile = {
            SeparableRows.FIRST,
            SeparableRows.SECOND,
            SeparableRows.NOTHING,
            {Float.MAX_VALUE, -Float.MAX_VALUE},
            {1e30f, 1e30f},
            {-1e38f, 1},
            {Float.MIN_VALUE, 0},
            {0.3f, -0.2f}
        };
        Graph graph = SyntheticGraphs.small().graph();
        int n = graph.nodes();
        double worst = 0;
        for (int round = 0; round < 12; round++) {
            float[][] rows = new float[n][];
            for (int v = 0; v < n; v++) rows[v] = hostile[coins.nextInt(hostile.length)];
            TrainingView view = SeparableRows.view(graph, rows);
            int z = coins.nextInt(n);
            List<Integer> asked = new ArrayList<>(List.of(z));
            for (int k = 0; k < graph.outDegree(z); k++) asked.add(graph.outNeighbour(z, k));
            int[] all = asked.stream().mapToInt(v -> v).toArray();
            TrainingView other = view.withFeatures(z, hostile[coins.nextInt(hostile.length)]);
            int far = z == 0 ? n - 1 : 0;
            TrainingView elsewhere = other.on(graph.withNeighbours(z, new int[] {far}, new int[] {far}));
            NeighbourVotes plain = NeighbourVotes.ofNodes(all.length + 1, 2);
            double[] found = {
                ratio(trained, plain, view, view.removed(z), all),
                ratio(trained, plain.weighted(2), view, view.without(z), all),
                ratio(trained, plain.replaced(), view, other, all),
                ratio(
                        trained,
                        plain.replaced(),
                        view,
                        elsewhere,
                        IntStream.concat(IntStream.of(all), IntStream.of(far)).toArray()),
                ratio(trained, NeighbourVotes.ofEdges(all.length), view, view.on(graph.withoutEdge(z, all[1])), all)
            };
            for (double each : found) {
                assertTrue(each <= 1, "ratio " + each);
                worst = Math.max(worst, each);
            }
        }
        assertTrue(worst > 0.9, "the worst was " + worst);
    }

    /** A vote does not depend on who else is computed with it, in any bit. */
    @Test
    void aVoteIsAFunctionOfItsRowAlone() throws Exception {
        Trained trained = SeparableRows.trained();
        RandomStream coins = Streams.seed(5).stream("rows");
        int n = 5000;
        float[][] rows = new float[n][];
        for (int v = 0; v < n; v++) rows[v] = new float[] {(float) coins.nextGaussian(), (float) coins.nextGaussian()};
        int[] from = IntStream.range(1, n).toArray();
        NeighbourVotes votes = NeighbourVotes.ofEdges(1);
        VoteTable all = VoteTable.of(
                trained,
                votes,
                SeparableRows.view(
                        Graph.directed(n, from, IntStream.range(0, n - 1).toArray()), rows));
        for (int v = 0; v < n - 1; v += 97) {
            TrainingView two = SeparableRows.view(
                    Graph.directed(2, new int[] {1}, new int[] {0}), SeparableRows.NOTHING, rows[v + 1]);
            double[] alone = VoteTable.of(trained, votes, two).sum(0);
            for (int c = 0; c < 2; c++) assertEquals(alone[c], all.sum(v)[c], 0.0);
        }
    }

    /**
     * An observer who knows everything else sees all answers of a predictor, in a graph of many hubs that are there or not. What is
     * found out must be below what is stated; with an eighth of the noise it is above.
     */
    @Test
    void anObserverLearnsNoMoreThanIsStatedAndFindsTooLittleNoise() throws Exception {
        Trained trained = SeparableRows.trained();
        for (NeighbourVotes votes : List.of(
                NeighbourVotes.ofNodes(8 * 400, 2).weighted(2).deviation(6),
                NeighbourVotes.ofEdges(8 * 400).deviation(3))) {
            double stated = PldAccountant.standard().epsilon(votes.event(), DELTA);
            double least = found(trained, votes);
            assertTrue(least > 0 && least <= stated, least + " was found, " + stated + " is stated");
            double quiet = found(trained, votes.deviation(votes.deviation() / 8));
            assertTrue(quiet > stated, quiet + " was found with an eighth of the noise, " + stated + " is stated");
        }
    }

    private static double found(Trained trained, NeighbourVotes votes) throws Exception {
        int copies = 400, block = 8;
        boolean edge = votes.unit() == Unit.EDGE;
        double[][] seen = new double[2][copies];
        for (int world = 0; world < 2; world++) {
            int[] from = new int[copies * (block - 1)], to = new int[from.length];
            float[][] rows = new float[copies * block][];
            int edges = 0;
            for (int c = 0; c < copies; c++)
                for (int k = 0; k < block; k++) {
                    rows[c * block + k] = SeparableRows.FIRST;
                    if (k == 0 || edge && k > 1 || world == 0) continue;
                    from[edges] = c * block;
                    to[edges++] = c * block + k;
                }
            Graph graph = Graph.undirected(
                    copies * block, java.util.Arrays.copyOf(from, edges), java.util.Arrays.copyOf(to, edges));
            TrainingView view = SeparableRows.view(graph, rows);
            try (Predictor predictor = Predictor.of(trained, votes, view, Streams.seed(20 + world))) {
                for (int c = 0; c < copies; c++)
                    for (int k = 0; k < block; k++) {
                        double share = edge ? k < 2 ? 1 : 0 : k == 0 ? 2 : Math.sqrt(2.0 / (block - 1));
                        List<Double> scores = predictor.answer(c * block + k).scores();
                        seen[world][c] += share * (scores.get(0) - scores.get(1)) / Math.sqrt(2);
                    }
            }
        }
        double square = votes.sensitivity() * votes.sensitivity();
        return EpsilonLowerBound.atThreshold(seen[0], seen[1], square / 2, DELTA, 0.95)
                .epsilon();
    }
}
