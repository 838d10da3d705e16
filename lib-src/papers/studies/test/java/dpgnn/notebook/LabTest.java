package dpgnn.notebook;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.report.Display;
import dpgnn.report.Table;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.study.ReadData;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.walks.WalkAccounting;
import dpgnn.study.walks.WalkData;
import dpgnn.study.walks.WalkMethod;
import dpgnn.study.walks.WalkTables;
import dpgnn.train.Experiment;
import dpgnn.train.Listener;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.Run;
import dpgnn.train.Trained;
import dpgnn.train.TrainingStopped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class LabTest {
    private static final Run.Data REAL = new Run.Data("Cora", false, List.of(), List.of());
    private static final Run.Data MADE = new Run.Data("PubMed (synthetic)", true, List.of(), List.of());

    @AfterEach
    void showInText() {
        Display.to(Display.PLAIN);
    }

    private record Demo(String experiment, long seed) implements Experiment<Demo> {}

    private static Run run(Demo demo, Run.Data data) {
        Map<String, Double> metrics = Map.of("test", demo.seed() / 10.0);
        return Run.of(demo, data, Map.of("code", "c" + demo.seed()), metrics);
    }

    private static Study<Demo> study(Run.Data data, AtomicInteger made) {
        return new Study<>("lab-test", 1, s -> data, s -> {
            made.incrementAndGet();
            return run(s, data);
        });
    }

    private static SweepResults.Summary<Demo> summary(Run.Data data, long... seeds) throws Exception {
        Sweep<Demo> sweep = Sweep.of(new Demo("lab-test", 1)).seeds(seeds);
        return Lab.of("lab-test", "ci")
                .run(sweep, study(data, new AtomicInteger()))
                .over("test")
                .get(0);
    }

    @Test
    void aSweepStandsInALambdaAndSaysWhereItWasStopped() {
        Lab lab = Lab.of("lab-test", "ci");
        Supplier<SweepResults<Demo>> runs =
                () -> lab.run(Sweep.of(new Demo("lab-test", 1)).seeds(1, 2), study(REAL, new AtomicInteger()));
        Thread.currentThread().interrupt();
        assertThrows(TrainingStopped.class, runs::get);
        assertEquals(2, runs.get().runs().size());
    }

    @Test
    void refusesWhatIsNoScaleNoCountAndNoFolder() {
        assertEquals("scale must be ci, quick or paper, was full", refused(() -> Lab.of("walks", "full", 1)));
        assertEquals("seeds must be at least 1, was 0", refused(() -> Lab.of("walks", "ci", 0)));
        refused(() -> Lab.of("../walks", "ci", 1));
        refused(() -> Lab.of(null, "ci", 1));
        refused(() -> Lab.of("walks", null, 1));
    }

    @Test
    void theScaleDecidesSeedsValuesAndFolders() {
        Lab ci = Lab.of("walks", "ci", 5), quick = Lab.of("walks", "quick", 5), paper = Lab.of("walks", "paper", 5);
        assertArrayEquals(new long[] {1}, ci.seeds());
        assertArrayEquals(new long[] {1, 2, 3}, quick.seeds(3));
        assertArrayEquals(new long[] {1, 2, 3, 4, 5}, paper.seeds(9));
        assertEquals(List.of(2, 40, 300), List.of(ci.at(2, 40, 300), quick.at(2, 40, 300), paper.at(2, 40, 300)));
        assertTrue(paper.folder().endsWith("sweeps/walks"), paper.folder().toString());
        assertTrue(quick.folder("texts").endsWith("sweeps/texts"));
        assertEquals(ci.folder(), ci.folder("texts"), "runs at ci never lie among others");
        assertNotEquals(ci.folder(), Lab.of("walks", "ci").folder());
        assertNotEquals(quick.folder(), quick.fresh().folder());
    }

    @Test
    void aClaimThatDoesNotHoldFailsTheCell() {
        Lab lab = Lab.of("walks", "ci");
        lab.check(true, "one is one");
        assertEquals("does not hold: one is two", refused(AssertionError.class, () -> lab.check(false, "one is two")));
    }

    /** A sweep that is asked for twice trains once; the last line counts its runs once, with every version that made one. */
    @Test
    void runsAreMadeOnceAndRemembered() throws Exception {
        Lab lab = Lab.of("lab-test", "ci");
        AtomicInteger made = new AtomicInteger();
        for (int i = 0; i < 2; i++) lab.run(Sweep.of(new Demo("lab-test", 1)).seeds(1, 2), study(REAL, made));
        assertEquals(2, made.get());
        assertEquals(
                "2 runs, made by the library's versions [c1, c2]; the record of a run says which.", lab.versions());
        lab.fresh().run(Sweep.of(new Demo("lab-test", 1)).seeds(2, 3), study(REAL, made));
        assertEquals(4, made.get(), "seed 2 is made anew");
        assertTrue(lab.versions().startsWith("3 runs, made by the library's versions [c1, c2, c3]"), lab.versions());
    }

    @Test
    void figuresAreWrittenWithTheirDeviation() throws Exception {
        Lab lab = Lab.of("walks", "quick", 3);
        SweepResults.Summary<Demo> three = summary(REAL, 1, 2, 3), one = summary(REAL, 4);
        assertEquals("20.0 ± 10.0", lab.plusMinus(three));
        assertEquals("40.0", lab.plusMinus(one));
    }

    @Test
    void whatStandsInIsSaidToDoSo() throws Exception {
        Lab lab = Lab.of("walks", "ci");
        assertEquals("a synthetic graph of the same size", ReadData.of(MADE).standIn());
        assertEquals("", ReadData.of(REAL).standIn());
        assertEquals("Cora, hash " + REAL.hash(), ReadData.of(REAL).toString());
        List<String> shown = new ArrayList<>();
        Display.to((id, content, update) -> shown.add(content.get("text/plain")));
        lab.warnOfStandIns(REAL, MADE);
        assertEquals(List.of("Warning: Data: PubMed (synthetic). The real set was not found."), shown);
    }

    /** Two lines a reader understands, never an epsilon that is rounded down, and the curve of what was followed. */
    @Test
    void aTrainingSaysWhatItPromisesAndShowsItsCurve() throws Exception {
        Dataset data = Datasets.load("small");
        Plan plan = Plans.within(HeterPoisson.of(0.2, 1), Clip.flat(0.5), 4, 3, 1e-3);
        TrainingView view = data.transductive();
        Trained trained = plan.experiment(Gcn.of(4), 1)
                .follow("half", 2, (network, parameters) -> 0.5)
                .train(view);
        Lab lab = Lab.of("lab-test", "ci");
        String[] lines = lab.promise(trained).split("\\R");
        assertEquals(2, lines.length);
        assertTrue(lines[0].startsWith("provable: (3.00, 0.0010) for one node with its features"), lines[0]);
        assertTrue(lines[0].endsWith("Verdict IDEAL."), lines[0]);
        double claimed = Double.parseDouble(lines[1].replaceAll("claimed:  \\(([0-9.]+),.*", "$1"));
        assertTrue(claimed >= trained.claimed().epsilon() && claimed < 3, lines[1]);
        String alike = lab.promise(trained.guarantee(), trained.guarantee());
        assertTrue(alike.startsWith(lines[0]) && alike.endsWith("claimed:  the same."), alike);
        String alone = lab.promise(trained.claimed(), trained.claimed());
        assertTrue(alone.startsWith("claimed:  (") && alone.contains("Verdict CLAIMED."), alone);
        Table points = lab.curve(trained).points();
        assertArrayEquals(new double[] {2, 4}, points.numbers("x"));
        assertEquals("half", points.get(0, "series"));
    }

    /** Three numbers, never two that look alike: the walks' two cases, as a reader meets them in the notebook. */
    @Test
    void threeNumbersSayByWhomEpsilonIs() throws Exception {
        WalkData data = WalkData.of("PubMed", WalkData.Features.ROWS);
        Assumptions.assumeFalse(data.data().provenance().standIn(), "needs PubMed");
        DisjointWalks walks = DisjointWalks.of(1, WalkTables.batch(WalkMethod.DRW, 1, "PubMed"));
        Participants people = data.view().participants();
        double delta = WalkTables.delta("PubMed");
        Guarantee held = Guarantee.of(walks.unit(), walks.relation()).by("any", 8, delta, Verdict.IDEAL, List.of());
        String[][] cases = {{"33", "7.98", "3.61"}, {"135", "18.61", "7.99"}};
        for (String[] each : cases) {
            double[] by = new double[2];
            for (int i = 0; i < 2; i++)
                by[i] = (i == 0 ? WalkAccounting.PUBLISHED : WalkAccounting.TIGHT)
                        .epsilon(walks, people, Streams.seed(1), 4, Long.parseLong(each[0]), delta);
            String said = Lab.of("walks", "ci").promise(held, by[0], by[1], 8);
            assertEquals(Double.parseDouble(each[1]), by[0], 0.006);
            assertEquals(Double.parseDouble(each[2]), by[1], 0.006);
            String wanted = String.format(
                    "epsilon by the paper's accounting %.2f, by the tightest theorem %.2f, budget 8, at delta ",
                    Math.ceil(100 * by[0]) / 100, Math.ceil(100 * by[1]) / 100);
            assertTrue(said.startsWith(wanted), said);
            assertTrue(said.endsWith("Verdict IDEAL."), said);
        }
        assertTrue(Lab.of("walks", "ci")
                .promise(held, 2.001, 3, Double.NaN)
                .startsWith(
                        "epsilon by the paper's accounting 2.01, by the tightest theorem 3.00, no budget, at delta "));
    }

    /** What is followed is not known anew after every step, and epsilon rarely before the last one. */
    @Test
    void aBarNamesTheStepOfWhatIsOld() {
        List<String> shown = new ArrayList<>();
        Display.to((id, content, update) -> shown.add(content.get("text/plain")));
        ProgressListener bar = ProgressListener.of();
        Map<String, Double> figures = Map.of("test accuracy", 0.8);
        bar.started("t", 35);
        bar.step(new Listener.Moment(1, 35, 0.5, figures, Map.of("test accuracy", 1L), () -> 0.4615));
        bar.step(new Listener.Moment(2, 35, 0.4, figures, Map.of("test accuracy", 1L), () -> 0.4615));
        bar.ended();
        String old = "t: 2 of 35 (stopped)  loss 0.4  test accuracy 0.8 (step 1)";
        assertTrue(shown.get(shown.size() - 1).startsWith(old), shown.toString());
        bar.started("t", 2);
        bar.step(new Listener.Moment(1, 2, 0.5, figures, () -> 0.4615));
        bar.step(new Listener.Moment(2, 2, 0.4, figures, () -> 0.7));
        bar.ended();
        assertEquals("t: 2 of 2  loss 0.4  test accuracy 0.8  epsilon 0.7", shown.get(shown.size() - 1));
    }
}
