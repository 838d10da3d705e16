package dpgnn.baseline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split.Role;
import dpgnn.graph.SyntheticGraphs;
import dpgnn.privacy.Verdict;
import dpgnn.train.Results;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalkStudyTest {
    private static final String SET = "Arxiv/80";

    private static Setting setting(WalkGrid grid) {
        return grid.rates(0.1)
                .clips(0.01)
                .lambdas(4.0)
                .degrees(2)
                .sweep(1)
                .experiments()
                .get(0);
    }

    private static WalkGrid grid(String method, int layers) {
        return WalkGrid.of(SET, method, layers, layers == 1 ? 0 : 16);
    }

    @Test
    void everyPrivateMethodRunsToItsBudgetAndNoFurther() throws Exception {
        for (String method : List.of("DRW", "DRW-R", "DRW-D", "FDP"))
            for (int layers : new int[] {1, 2}) {
                Run run = WalkStudy.run(setting(grid(method, layers).epsilon(2)));
                double epsilon = run.guarantees().get(0).epsilon();
                assertEquals(Verdict.IDEAL, run.guarantees().get(0).verdict(), method);
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
        for (String variant : List.of("standardised", "measured")) {
            Run run = WalkStudy.run(setting(grid("DRW", 1).epsilon(4).variant(variant)));
            assertEquals(
                    Verdict.UNSOUND,
                    run.guarantees().get(run.guarantees().size() - 1).verdict(),
                    variant);
        }
        Run over = WalkStudy.run(setting(grid("DRW", 1).epsilon(4).variant("overshoot")));
        assertTrue(over.guarantees().get(0).epsilon() > 4, "one step more than the budget affords");
        Run other = WalkStudy.run(setting(grid("DRW", 2).epsilon(4).variant("normalised+all-edges")));
        assertEquals(Verdict.IDEAL, other.guarantees().get(0).verdict());
        assertEquals(
                Verdict.IDEAL,
                WalkStudy.run(setting(grid("FDP", 2).epsilon(2).variant("path")))
                        .guarantees()
                        .get(0)
                        .verdict());
        assertThrows(IllegalArgumentException.class, () -> WalkVariant.of("standardized"));
        assertThrows(IllegalArgumentException.class, () -> WalkVariant.of("standardised+standardised-by-all")
                .features());
        assertFalse(WalkData.of(SET, WalkData.Features.STANDARDISED_BY_ALL)
                .data()
                .provenance()
                .leaks()
                .isEmpty());
    }

    @Test
    void withoutPrivacyTheBestEvaluationCounts() throws Exception {
        double chance = 0.1;
        for (String method : List.of("GCN", "MLP")) {
            Run run = WalkStudy.run(setting(grid(method, 2).steps(300, 5)));
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
        Run run = WalkStudy.run(
                setting(WalkGrid.of("PPI/10", "DRW", 1, 0).epsilon(4).accounting("tight")));
        assertTrue(run.metric("test") > 0 && run.metric("test") < 1);
        Run plain = WalkStudy.run(setting(WalkGrid.of("PPI/10", "MLP", 1, 0).steps(200, 10)));
        assertTrue(plain.metric("test") > run.metric("test"), "noise costs: " + run.metric("test"));
    }

    @Test
    void aChoiceIsMadeOnOneSeedByValidation(@TempDir Path folder) throws Exception {
        WalkGrid grid = grid("DRW", 1).epsilon(4).rates(0.001, 0.1).clips(0.01).lambdas(4.0);
        Results.Summary<Setting> best = grid.best(folder, 1, 1, 2, 3);
        assertEquals(3, best.runs().size());
        assertEquals(4, Files.list(folder).count(), "two to choose from, two more seeds of the chosen one");
        List<Run> runs = grid.sweep(1).into(folder).run(WalkStudy.STUDY).runs();
        boolean first =
                runs.get(0).parameters().get("rate").equals(best.experiment().number("rate"));
        Run rejected = runs.get(first ? 1 : 0);
        Run chosen = runs.get(first ? 0 : 1);
        assertTrue(chosen.metric("validation") >= rejected.metric("validation"));
        assertEquals(3, WalkGrid.percent(best).length);
        Results.Summary<Setting> mean = grid.bestMean(folder, 1, 1, 2);
        assertEquals(2, mean.runs().size());
        assertEquals(5, Files.list(folder).count(), "the other setting's second seed is all that was missing");
        assertThrows(IllegalArgumentException.class, () -> WalkGrid.of(SET, "DRW", 1, 16));
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
        Setting trained = setting(grid("DRW", 2).epsilon(4));
        Run before = WalkStudy.untrained(trained);
        assertTrue(before.guarantees().isEmpty());
        assertEquals(before.metrics(), WalkStudy.untrained(trained).metrics(), "the same seed, the same network");
        // A rate that moves no weight by more than a rounding error leaves a training where it began.
        Run still = WalkStudy.run(grid("DRW", 2)
                .epsilon(4)
                .rates(1e-12)
                .clips(0.01)
                .lambdas(4.0)
                .sweep(1)
                .experiments()
                .get(0));
        assertEquals(before.metric("test"), still.metric("test"));
        assertEquals(before.metric("validation"), still.metric("validation"));
        TreeMap<String, Object> other = new TreeMap<>(trained.parameters());
        other.put("variant", "linear");
        assertNotEquals(
                before.metrics(),
                WalkStudy.untrained(new Setting("other", other)).metrics(),
                "other weights to start from");
    }

    @Test
    void aCurveHasTheMeanOfItsRunsBetweenTheLowestAndTheHighest() throws Exception {
        List<Run> runs = new ArrayList<>();
        for (Setting s : grid("DRW", 1)
                .epsilon(4)
                .rates(0.1)
                .clips(0.01)
                .lambdas(4.0)
                .sweep(1, 2, 3)
                .experiments()) runs.add(WalkStudy.run(s));
        WalkCurve curve = WalkCurve.of(runs);
        assertArrayEquals(new double[] {1, 2, 3, 4}, curve.epsilon());
        double last =
                runs.stream().mapToDouble(r -> 100 * r.metric("test")).average().orElseThrow();
        assertEquals(last, curve.mean()[3], 1e-9, "the budget is used up at the end");
        for (int e = 0; e < 4; e++) assertTrue(curve.low()[e] <= curve.mean()[e] && curve.mean()[e] <= curve.high()[e]);
        assertEquals(
                runs.stream().mapToDouble(r -> 100 * r.metric("test")).max().orElseThrow(), curve.high()[3]);
        assertThrows(IllegalArgumentException.class, () -> WalkCurve.of(List.of()));
        Run silent = WalkStudy.run(setting(grid("DRW", 1).epsilon(4).variant("end-only")));
        String message = assertThrows(IllegalArgumentException.class, () -> WalkCurve.of(List.of(silent)))
                .getMessage();
        assertTrue(message.contains("end-only"), message);
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
