package dpgnn.study.walks;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split.Role;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.study.Sweep;
import dpgnn.study.walks.WalkVariant.Departure;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WalkStudyTest {
    private static final String SET = "Arxiv/80";

    private static WalkRun run(WalkMethod method, int layers, double epsilon) {
        return WalkRun.of(SET, method, layers == 1 ? 0 : 16).with(WalkRun::epsilon, epsilon);
    }

    private static Guarantee last(Run run) {
        return run.guarantees().get(run.guarantees().size() - 1);
    }

    @Test
    @Tag("nightly")
    void everyPrivateMethodRunsToItsBudgetAndNoFurther() throws Exception {
        for (WalkMethod method : List.of(WalkMethod.DRW, WalkMethod.DRW_R, WalkMethod.DRW_D, WalkMethod.FDP))
            for (int layers : new int[] {1, 2}) {
                Run run = WalkRun.run(run(method, layers, 2));
                double epsilon = run.guarantees().get(0).epsilon();
                assertEquals(Verdict.IDEAL, run.guarantees().get(0).verdict(), method.toString());
                assertTrue(epsilon <= 2 && epsilon > 1.5, method + " spent " + epsilon);
                assertEquals(run.metric("steps"), run.metric("steps at epsilon 2"));
                assertTrue(
                        run.history().get("test").stream().anyMatch(p -> p.step() == run.metric("steps at epsilon 2")));
                assertEquals(
                        run.history().get("test").size(),
                        run.history().get("validation").size());
            }
    }

    @Test
    void whatLeaksSaysSo() throws Exception {
        WalkRun walks = run(WalkMethod.DRW, 1, 4);
        for (Departure leak : List.of(Departure.STANDARDISED, Departure.MEASURED)) {
            Run run = WalkRun.run(walks.with(WalkRun::variant, WalkVariant.of(leak)));
            assertEquals(Verdict.UNSOUND, last(run).verdict(), leak.toString());
        }
        Run over = WalkRun.run(walks.with(WalkRun::variant, WalkVariant.of(Departure.OVERSHOOT)));
        assertTrue(over.guarantees().get(0).epsilon() > 4, "one step more than the budget affords");
        WalkVariant sound = WalkVariant.of(Departure.NORMALISED, Departure.ALL_EDGES);
        assertEquals(
                Verdict.IDEAL,
                WalkRun.run(run(WalkMethod.DRW, 2, 4).with(WalkRun::variant, sound))
                        .guarantees()
                        .get(0)
                        .verdict());
        assertEquals(
                Verdict.IDEAL,
                WalkRun.run(run(WalkMethod.FDP, 2, 2).with(WalkRun::variant, WalkVariant.of(Departure.PATH)))
                        .guarantees()
                        .get(0)
                        .verdict());
        refused(() -> WalkVariant.of(Departure.STANDARDISED, Departure.STANDARDISED_BY_ALL));
        assertFalse(WalkData.of(SET, WalkData.Features.STANDARDISED_BY_ALL)
                .data()
                .provenance()
                .leaks()
                .isEmpty());
    }

    @Test
    @Tag("nightly")
    void withoutPrivacyTheBestEvaluationCounts() throws Exception {
        double chance = 0.1;
        for (WalkMethod method : List.of(WalkMethod.GCN, WalkMethod.MLP)) {
            Run run = WalkRun.run(
                    WalkRun.of(SET, method, 16).with(WalkRun::steps, 300L).with(WalkRun::every, 5L));
            assertTrue(run.guarantees().isEmpty());
            assertTrue(run.metric("test") > 2 * chance, method + " learns: " + run.metric("test"));
            double best = run.history().get("validation").stream()
                    .mapToDouble(Run.Point::value)
                    .max()
                    .orElseThrow();
            assertEquals(best, run.metric("validation"));
            assertTrue(run.metric("steps") <= 300);
        }
    }

    @Test
    void setsOfClassesAreScoredByMicroF1() throws Exception {
        Run run = WalkRun.run(WalkRun.of("PPI/10", WalkMethod.DRW, 0)
                .with(WalkRun::epsilon, 4.0)
                .with(WalkRun::accounting, WalkAccounting.TIGHT));
        assertTrue(run.metric("test") > 0 && run.metric("test") < 1);
        Run plain = WalkRun.run(WalkRun.of("PPI/10", WalkMethod.MLP, 0)
                .with(WalkRun::steps, 200L)
                .with(WalkRun::every, 10L));
        assertTrue(plain.metric("test") > run.metric("test"), "noise costs: " + run.metric("test"));
    }

    @Test
    void aMethodKnowsItsOwnParametersAlone() {
        WalkRun walks = run(WalkMethod.DRW, 1, 4);
        refused(() -> walks.with(WalkRun::degree, 2), "unknown parameter \"degree\"");
        refused(() -> walks.with(WalkRun::steps, 10L), "unknown parameter \"steps\"");
        refused(() -> walks.with(WalkRun::lambda, null), "lambda of Private must be given, was null");
        refused(() -> walks.with(WalkRun::method, WalkMethod.FDP), "training must be one of FDP, was Private");
        refused(() -> WalkRun.of(SET, WalkMethod.GCN, 0).with(WalkRun::epsilon, 1.0), "unknown parameter \"epsilon\"");
        refused(() -> walks.with(WalkRun::width, 16), "width must be 0 with one layer");
        refused(() -> walks.with(WalkRun::layers, 3), "layers must be 1 or 2, was 3");
    }

    /** Against the same sums in double precision, by a dense matrix of averages. */
    @Test
    void featuresOfEdgesReadNoRowAndNoLabel() {
        Graph path = Graph.undirected(4, new int[] {0, 1}, new int[] {1, 2}); // and node 3 alone
        Labels labels = Labels.single(2, new int[] {0, 1, 0, 1}), others = Labels.single(2, new int[] {1, 0, 0, 0});
        var origin = SyntheticGraphs.small().provenance();
        Dataset made =
                WalkData.ofEdges(new Dataset(path, DenseFeatures.of(4, 1, new float[] {1, 2, 3, 4}), labels, origin));
        Dataset again =
                WalkData.ofEdges(new Dataset(path, DenseFeatures.of(4, 1, new float[] {9, 9, 9, 9}), others, origin));
        double[][] average = {{.5, .5, 0, 0}, {1 / 3.0, 1 / 3.0, 1 / 3.0, 0}, {0, .5, .5, 0}, {0, 0, 0, 1}};
        double[][] x = new double[4][128], sum = new double[4][128];
        var coins = Streams.seed(1).stream("rows of edges");
        for (double[] row : x) for (int c = 0; c < 128; c++) row[c] = coins.nextGaussian();
        for (int round = 1; round <= 4; round++) {
            double[][] next = new double[4][128];
            for (int v = 0; v < 4; v++)
                for (int u = 0; u < 4; u++) for (int c = 0; c < 128; c++) next[v][c] += average[v][u] * x[u][c];
            x = next;
            for (int v = 0; v < 4 && round > 2; v++) {
                double length = Math.sqrt(Arrays.stream(x[v]).map(e -> e * e).sum());
                for (int c = 0; c < 128; c++) sum[v][c] += x[v][c] / length;
            }
        }
        float[] row = new float[128], same = new float[128];
        for (int v = 0; v < 4; v++) {
            made.features().copyRow(v, row, 0);
            again.features().copyRow(v, same, 0);
            assertArrayEquals(row, same);
            for (int c = 0; c < 128; c++) assertEquals(sum[v][c], row[c], 1e-5);
        }
        assertTrue(made.provenance().leaks().isEmpty());
    }

    @Test
    void dataAreSplitAsInThePaper() throws Exception {
        WalkData data = WalkData.of(SET, WalkData.Features.ROWS);
        assertEquals(WalkTables.trainingNodes(SET), data.split().train().length);
        assertEquals(data.split().train().length, data.view().graph().nodes(), "inductive");
        assertTrue(data.data().provenance().standIn());
        assertTrue(data.data().provenance().leaks().isEmpty());
        assertFalse(WalkData.of(SET, WalkData.Features.STANDARDISED)
                .data()
                .provenance()
                .leaks()
                .isEmpty());
        assertEquals(
                data.split().nodes(Role.VALIDATION).length + data.split().test().length,
                data.held().nodes().length);
    }

    @Test
    void anUntrainedNetworkIsTheOneATrainingFinds() throws Exception {
        WalkRun none = WalkRun.untrained(SET, WalkMethod.DRW, 16);
        Run before = WalkRun.untrained(none);
        assertTrue(before.guarantees().isEmpty());
        assertEquals(before.metrics(), WalkRun.untrained(none).metrics(), "the same seed, the same network");
        // A rate that moves no weight by more than a rounding error leaves a training where it began.
        Run still = WalkRun.run(run(WalkMethod.DRW, 2, 4).with(WalkRun::rate, 1e-12));
        assertEquals(before.metric("test"), still.metric("test"));
        assertEquals(before.metric("validation"), still.metric("validation"));
        WalkRun linear = none.with(WalkRun::variant, WalkVariant.of(Departure.LINEAR));
        assertNotEquals(before.metrics(), WalkRun.untrained(linear).metrics(), "other weights to start from");
    }

    @Test
    @Tag("nightly")
    void aCurveHasTheMeanOfItsRunsBetweenTheLowestAndTheHighest() throws Exception {
        List<Run> runs = new ArrayList<>();
        for (WalkRun run : Sweep.of(run(WalkMethod.DRW, 1, 4)).seeds(1, 2, 3).experiments()) runs.add(WalkRun.run(run));
        WalkCurve curve = WalkCurve.of(runs);
        assertArrayEquals(new double[] {1, 2, 3, 4}, curve.epsilon());
        double last =
                runs.stream().mapToDouble(r -> 100 * r.metric("test")).average().orElseThrow();
        assertEquals(last, curve.mean()[3], 1e-9, "the budget is used up at the end");
        for (int e = 0; e < 4; e++) assertTrue(curve.low()[e] <= curve.mean()[e] && curve.mean()[e] <= curve.high()[e]);
        assertEquals(
                runs.stream().mapToDouble(r -> 100 * r.metric("test")).max().orElseThrow(), curve.high()[3]);
        refused(() -> WalkCurve.of(List.of()));
        Run silent = WalkRun.run(run(WalkMethod.DRW, 1, 4).with(WalkRun::variant, WalkVariant.of(Departure.END_ONLY)));
        refused(() -> WalkCurve.of(List.of(silent)), "end-only");
    }

    @Test
    void citationsAreReadInBothDirections() {
        Dataset data = SyntheticGraphs.small();
        Graph chain = Graph.directed(600, new int[] {0, 1, 2}, new int[] {1, 0, 3});
        Graph both = WalkData.undirected(data.withGraph(chain)).graph();
        assertEquals(Graph.undirected(600, new int[] {0, 2}, new int[] {1, 3}), both);
        assertEquals(data.graph(), WalkData.undirected(data).graph());
    }
}
