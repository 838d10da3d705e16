package dpgnn.study.nodes;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.baseline.NaiveSgd;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.nn.Parameters;
import dpgnn.nn.Scores;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReleasedNdpTest {
    /** Of Facebook, Twitch, PubMed and Amazon: what a port of the release's accountant gives at the delta of the tables. */
    @Test
    void aBudgetBuysTheReleasesSteps() {
        int[] roots = {17976, 7598, 15774, 11002};
        long[][] steps = {{1, 7, 27, 87}, {1, 3, 11, 33}, {1, 6, 22, 70}, {1, 3, 12, 38}};
        for (int s = 0; s < 4; s++)
            for (int b = 0; b < 4; b++) assertEquals(steps[s][b], ReleasedNdp.steps(roots[s], 2 << b));
        assertTrue(ReleasedNdp.epsilon(7598, 1) > 1 && ReleasedNdp.epsilon(7598, 1) <= 2);
        assertEquals(1, ReleasedNdp.steps(7598, 0.1), "one at least");
        assertMessage("epsilon must be a finite budget", () -> ReleasedNdp.steps(7598, Double.POSITIVE_INFINITY));
    }

    private static final int[][] STARS = {{0, 1, 2, 7}, {3}, {5, 6}};

    private static Parameters parameters(ReleasedNdp ndp) {
        RandomStream coins = Streams.seed(4).stream("weights");
        float[] values = new float[ndp.network().size()];
        for (int i = 0; i < values.length; i++) values[i] = (float) (0.2 * coins.nextGaussian());
        return Parameters.of(ndp.network().slots(), values);
    }

    private static double loss(ReleasedNdp ndp, float[] at, int i, float by) {
        float[] moved = at.clone();
        moved[i] += by;
        Parameters there = Parameters.of(ndp.network().slots(), moved);
        return ndp.loss(there, STARS[0]) + 2 * ndp.loss(there, STARS[1]) + ndp.loss(there, STARS[2]);
    }

    @Test
    void gradientsAreThoseOfTheLossAndEachArrayIsClipped() throws Exception {
        Dataset data = NodeData.of("small", "whole");
        ReleasedNdp ndp = new ReleasedNdp(data, NodeData.split(data, 1), LearningSetting.TRANSDUCTIVE);
        Parameters parameters = parameters(ndp);
        double[] none = new double[6], tight = new double[6];
        Arrays.fill(none, 1e9);
        float[] sum = ndp.clippedSum(parameters, STARS, new int[] {1, 2, 1}, none), at = parameters.toArray();
        for (int i = 0; i < at.length; i += 101) {
            double slope = (loss(ndp, at, i, 4e-3f) - loss(ndp, at, i, -4e-3f)) / 8e-3;
            assertEquals(slope, sum[i], 2e-3 * Math.max(1, Math.abs(slope)), "parameter " + i);
        }
        for (int a = 0; a < 6; a++) tight[a] = 1e-3 * (a + 1);
        for (int[] star : STARS) {
            float[] one = ndp.clippedSum(parameters, new int[][] {star}, new int[] {1}, tight);
            float[] whole = ndp.clippedSum(parameters, new int[][] {star}, new int[] {1}, none);
            for (int a = 0; a < 6; a++) {
                ParameterSlot slot = ndp.network().slots().get(a);
                float[] part = Arrays.copyOfRange(one, slot.offset(), slot.offset() + slot.size());
                float[] all = Arrays.copyOfRange(whole, slot.offset(), slot.offset() + slot.size());
                assertEquals(tight[a], norm(part), 1e-4 * tight[a], slot.name());
                float shorter = (float) (tight[a] / norm(all));
                for (int i = 0; i < all.length; i++) all[i] *= shorter;
                assertArrayEquals(all, part, 1e-6f, slot.name());
            }
        }
    }

    private static double norm(float[] of) {
        double squares = 0;
        for (float x : of) squares += (double) x * x;
        return Math.sqrt(squares);
    }

    @Test
    void answersMayNameAClassThatDoesNotOccur() throws Exception {
        Dataset data = NodeData.of("small", "whole");
        ReleasedNdp ndp = new ReleasedNdp(data, NodeData.split(data, 1), LearningSetting.INDUCTIVE);
        var scores = ndp.scores(new long[] {0, 2, 40}, Streams.seed(1));
        Scores untrained = scores.get(0);
        assertEquals(ReleasedNdp.OUTPUTS, untrained.classes().size());
        int elsewhere = untrained.classes().stream()
                .filter(c -> c.label() >= data.labels().classes())
                .mapToInt(Scores.OfClass::predicted)
                .sum();
        assertTrue(elsewhere > untrained.nodes() / 2 && untrained.accuracy() < 0.5);
        assertEquals(
                scores.get(1),
                ndp.scores(new long[] {2}, Streams.seed(1)).get(0),
                "a budget's steps are those of a larger one");
        assertTrue(!scores.get(1).equals(scores.get(2)));
    }

    /** In Table IV nothing that a test node reads is a training node: what training nodes carry changes no answer of one network. */
    @Test
    void disjointTestsReadNoTrainingNode() throws Exception {
        Dataset data = NodeData.of("small", "whole");
        Split split = NodeData.split(data, 1);
        Graph graph = new ReleasedNdp(data, split, LearningSetting.INDUCTIVE).allowed();
        int kept = 0;
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v)) {
                assertEquals(split.role(v), split.role(u));
                kept++;
            }
        int expected = IntStream.range(0, data.nodes())
                .map(v -> (int) IntStream.of(data.graph().inNeighbours(v))
                        .filter(u -> split.role(u) == split.role(v))
                        .count())
                .sum();
        assertTrue(kept == expected && kept > 0);
        assertEquals(
                data.graph().directedEdges(),
                new ReleasedNdp(data, split, LearningSetting.TRANSDUCTIVE)
                        .allowed()
                        .directedEdges());
    }

    @Test
    void releasedRunsRepeatAndNeedABudget() throws Exception {
        for (String method : new String[] {NodeRun.NDP_RELEASED, NodeRun.NAIVE_RELEASED}) {
            NodeRun run = NodeRun.of(method, "small").with(NodeRun::epsilon, new TargetEpsilon(4));
            assertEquals("raw", run.features());
            var made = NodeRun.run(run);
            assertEquals(
                    made.metric("test accuracy"),
                    NodeRun.STUDY.repetition().run(run, made).metric("test accuracy"));
            assertTrue(made.metric("epsilon claimed") <= 4 && made.metric("steps") >= 1);
            assertMessage(
                    "epsilon of " + method + " must be finite",
                    () -> run.with(NodeRun::epsilon, TargetEpsilon.INFINITE));
        }
        assertTrue(NaiveSgd.of("PubMed").released().plan(1000).clip().toString().contains("1.0E-6"));
    }
}
