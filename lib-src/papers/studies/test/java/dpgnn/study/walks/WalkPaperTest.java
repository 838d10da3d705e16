package dpgnn.study.walks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.notebook.Lab;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.report.Table;
import dpgnn.study.StudentInterval;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Workbench;
import dpgnn.study.paper.Claims.Standing;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Pretended;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WalkPaperTest {
    /** Private trainings reach 20 %, those of FDP 10 %, but 24 % with seeds 4 to 6; on their way 26 %, and 23 % by validation. */
    private static final class Bench implements InvocationHandler {
        private final Verdict verdict;

        Bench(Verdict verdict) {
            this.verdict = verdict;
        }

        @Override
        public Object invoke(Object bench, Method asked, Object[] given) {
            return switch (asked.getName()) {
                case "ci", "paper" -> false;
                case "seeds" ->
                    LongStream.rangeClosed(1, given == null ? 12 : (int) given[0])
                            .toArray();
                case "run" -> runs((Sweep<?>) given[0]);
                case "check" -> {
                    assertTrue((boolean) given[0], (String) given[1]);
                    yield null;
                }
                default -> null;
            };
        }

        private static List<Run.Point> way(double... values) {
            return IntStream.range(0, values.length)
                    .mapToObj(i -> new Run.Point(i + 1, values[i]))
                    .toList();
        }

        private <E extends Experiment<E>> SweepResults<E> runs(Sweep<E> sweep) {
            return new Pretended(each -> run((WalkRun) each)).run(sweep, null);
        }

        private Run run(WalkRun run) {
            var leaks =
                    Guarantee.of(Unit.FEATURE, Relation.REPLACE).by("RDP", 8, 1e-5, verdict, List.of("standardised"));
            boolean lucky = run.seed() >= 4 && run.seed() <= 6;
            double test = run.method() != WalkMethod.FDP ? 0.2 : lucky ? 0.24 : 0.1;
            var way = Map.of("test", way(0.23, 0.26, test), "validation", way(0.3, 0.2, 0.2));
            Map<String, Double> figures = Map.of(
                    "test",
                    test,
                    "validation",
                    validation(run),
                    "steps",
                    3.0,
                    "steps at epsilon 4",
                    2.0,
                    "steps at epsilon 8",
                    3.0);
            return Pretended.run(run, figures).followed(way).guaranteed(List.of(leaks));
        }
    }

    /** On seed 1 one setting is lucky; another is better over three seeds. */
    private static double validation(WalkRun run) {
        if (!run.method().isPrivate() || run.clip() != 0.1 || run.lambda() != 8) return 0.2;
        return run.rate() == 0.1 ? 0.4 : run.rate() == 0.2 && run.seed() == 1 ? 0.7 : 0.1;
    }

    private static WalkPaper paper(Verdict verdict) {
        Workbench pretended = (Workbench) Proxy.newProxyInstance(
                WalkPaperTest.class.getClassLoader(), new Class<?>[] {Workbench.class}, new Bench(verdict));
        return new WalkPaper(pretended, false, new HashMap<>());
    }

    private final WalkPaper paper = paper(Verdict.UNSOUND);

    private static Comparison table1(WalkPaper paper) {
        return paper.table1(cell -> Found.of(paper.cell(WalkPaper.leaking(cell))));
    }

    @Test
    void aPublishedCellNamesItsRun() {
        PublishedCell cell = WalkPaper.PAPER.cell("Table 1", "DRW-R, 2 x 512", "Cora");
        assertEquals(24.5, cell.shown(), 1e-9);
        assertEquals(WalkPaper.leaking("Cora", WalkMethod.DRW_R, 512), WalkPaper.leaking(cell));
        cell = WalkPaper.PAPER.cell("Table 1", "GCN, 1", "PubMed");
        assertEquals(WalkPaper.leaking("PubMed", WalkMethod.GCN, 0), WalkPaper.leaking(cell));
        assertEquals(
                List.of(54, 36, 72),
                List.of(
                        WalkPaper.scores(true).size(),
                        WalkPaper.privateScores().size(),
                        WalkPaper.scores(false).size()));
    }

    @Test
    @Tag("nightly")
    void scoresAreHeldAgainstTwelveSeedsOfTheChosenSetting() {
        Comparison one = table1(paper);
        assertEquals(0.135, one.mean("FDP, 2 x 512", "Cora"), 1e-9, "three of twelve are lucky");
        assertEquals(12, one.found("DRW, 1", "Cora").seeds().length);
        // Published of walks: 17.2 to 25 on Cora and CiteSeer, all but Cora's at width 512 near 20; on PubMed 40 and
        // more.
        long walks = one.lines().stream()
                .filter(l -> l.cell().row().startsWith("DRW") && l.verdict() == ComparisonRule.Verdict.WITHIN)
                .count();
        assertEquals(15, walks);
        assertEquals(72, paper.table1Larger().count(ComparisonRule.Verdict.NOT_RUN_FILE));
        boolean atHand = paper.real();
        List<String> guesses = List.of(one.cells().texts("blind"));
        assertEquals(54, guesses.size());
        long within = Collections.frequency(guesses, ComparisonRule.Verdict.WITHIN.toString());
        assertTrue(!atHand || within == 18, "the largest class, " + within);
    }

    /** Reads graphs of a hundred million edges where they are at hand. */
    @Test
    @Tag("nightly")
    void sizesAreThoseOfTheGraphsAtHand() {
        Comparison two = paper.table2();
        assertEquals(
                paper.real() ? 17 : 0, two.count(ComparisonRule.Verdict.WITHIN), "with the graphs of PPI and Arxiv");
        assertTrue(two.count(ComparisonRule.Verdict.NOT_RUN_FILE) >= 11, "features of the larger sets");
    }

    @Test
    void aCellGoesOnFromOneSeedOfTheWholeGridToThree() {
        for (WalkMethod method : List.of(WalkMethod.DRW, WalkMethod.FDP)) {
            SweepResults.Summary<WalkRun> cell = paper.cell(WalkPaper.leaking("Cora", method, 256));
            WalkRun chosen = cell.experiment();
            assertEquals(List.of(0.1, 0.1, 8.0), List.of(chosen.clip(), chosen.rate(), chosen.lambda()));
            assertEquals(12, cell.values().length);
        }
    }

    @Test
    void otherReadingsAreOfThreeSeeds() {
        PublishedCell cell = WalkPaper.PAPER.cell("Table 1", "FDP, 2 x 512", "Cora");
        assertEquals(0.1, paper.best(cell, run -> run.metric("test")).mean(), 1e-9, "the first three seeds");
        assertEquals(
                0.23,
                paper.best(cell, run -> WalkPaper.atBest(run, "validation")).mean(),
                1e-9);
        assertEquals(
                0.26, paper.best(cell, run -> WalkPaper.atBest(run, "test")).mean(), 1e-9);
        assertEquals(3, paper.best(cell, run -> 1).seeds().length);
    }

    @Test
    @Tag("nightly")
    void theBestStepByValidationIsOfFreshSeeds() {
        Comparison best = paper.table1AtBestStep();
        assertEquals(54, best.lines().size());
        assertEquals(Comparison.SECOND, best.cells().texts("reading")[0]);
        for (var line : best.lines()) {
            assertArrayEquals(new long[] {101, 102, 103}, line.found().seeds());
            assertEquals(0.23, line.found().mean(), 1e-9, "the first step, where validation is best, not the last");
        }
        Table steps = paper.steps();
        assertEquals(12, steps.rows());
        assertEquals("20.0 (3)", steps.texts("Cora: last step")[3]);
        assertEquals("23.0 (1 of 3)", steps.texts("PubMed: best step")[3]);
    }

    /** Of the budgets 4 and 8 walks and FDP are equal at the first. */
    @Test
    void budgetsAreComparedWhereAllHaveTakenAStep() {
        WalkLead lead = paper.leadByBudget();
        assertEquals(WalkPaper.isThere("Arxiv") ? 10 : 8, lead.cells().size());
        for (WalkLead.Cell cell : lead.cells()) {
            assertArrayEquals(new long[] {101, 102, 103}, cell.fdp().seeds());
            assertEquals(cell.epsilon() == 4 ? 0 : 10, cell.lead(0).points(), 1e-9, cell.set() + cell.epsilon());
        }
    }

    @Test
    @Tag("nightly")
    void claimsAreOfWhatIsAtHand() {
        var claims = Table.parse(paper.claims(table1(paper)).cells().csv(), "claims");
        assertEquals(
                List.of(
                        "untested (their files)",
                        WalkPaper.isThere("Arxiv") ? "held" : "untested (their files)",
                        "untested (most scores are at chance)",
                        "untested (most scores are at chance)",
                        "not held",
                        "not held"),
                List.of(claims.texts("verdict")));
        assertTrue(claims.texts("found")[4].startsWith("+6.5 to +6.5 points, +6.5 in the mean over 27 cells"));
        assertTrue(claims.texts("found")[5].startsWith("+0.0 to +0.0"), "both reach 20 %");
    }

    private static WalkControl.Row publicEdges(String set, double... scores) {
        return new WalkControl.Row(
                set, 0.2, new WalkControl.Best(0.5, "DRW", true), Map.of(8.0, StudentInterval.of(scores)));
    }

    @Test
    void whatIsPublicIsShownBesideTheBestPrivateTraining() {
        var control = new WalkControl(List.of(
                publicEdges("above", 0.6, 0.61, 0.62),
                publicEdges("below", 0.4, 0.41, 0.42),
                publicEdges("near", 0.4, 0.5, 0.6)));
        assertEquals("worth more in 1, worth less in 1, not told apart in 1 of 3", control.words());
        String shown = control.figure().mime().get("text/plain");
        for (String series : List.of("constant: 3", "best private training: 3", "public edges alone: 3"))
            assertTrue(shown.contains(series), shown);
    }

    private static Found five(double... shares) {
        return new Found(null, new long[] {1, 2, 3, 4, 5}, shares, "", false);
    }

    private static WalkLead.Cell cell(double constant, double... drw) {
        Found fdp = five(0.50, 0.51, 0.52, 0.51, 0.50), near = five(0.51, 0.51, 0.51, 0.51, 0.51);
        return new WalkLead.Cell("some", 1, 8, constant, fdp, List.of(five(drw), near, near));
    }

    @Test
    void walksLeadWhereEveryIntervalIsAboveFdp() {
        WalkLead.Cell above = cell(0.2, 0.60, 0.62, 0.61, 0.60, 0.63);
        assertEquals(10.4, above.lead(0).points(), 1e-9);
        WalkLead mixed = new WalkLead(paper, WalkVariant.NONE, List.of(above));
        assertTrue(mixed.isTested());
        assertEquals(Standing.DIRECTION, mixed.standing(), "two samplers are not told apart from FDP");
        assertEquals(
                "some: ahead in 3 of 3, beyond the 95 % interval in 1, behind beyond it in 0; +0.2 to +10.4 points",
                mixed.words());
        Found behind = five(0.4, 0.4, 0.4, 0.4, 0.4);
        WalkLead.Cell below = new WalkLead.Cell("some", 2, 8, 0.2, above.fdp(), List.of(behind, behind, behind));
        assertEquals(
                Standing.NOT_HELD,
                new WalkLead(paper, WalkVariant.NONE, List.of(above, below)).standing(),
                "three of six are ahead");
        WalkLead chance = new WalkLead(paper, WalkVariant.NONE, List.of(cell(0.485, 0.6, 0.6, 0.6, 0.6, 0.6)));
        assertFalse(chance.isTested(), "one of three comparisons is above chance");
        Found ahead = five(0.60, 0.62, 0.61, 0.60, 0.63);
        assertEquals(
                Standing.HELD,
                new WalkLead(
                                paper,
                                WalkVariant.NONE,
                                List.of(new WalkLead.Cell(
                                        "some",
                                        2,
                                        8,
                                        0.2,
                                        five(0.50, 0.51, 0.52, 0.51, 0.50),
                                        List.of(ahead, ahead, ahead))))
                        .standing());
    }

    /** All at the scale that only checks that it runs. */
    @Test
    void theSmallestScaleTrainsStandIns() throws Exception {
        WalkPaper ci = WalkPaper.of(Lab.of("tables", "ci", 1));
        assertFalse(ci.real());
        assertEquals(54, table1(ci).count(ComparisonRule.Verdict.NOT_RUN_COST));
        assertFalse(ci.lead().isTested());
        assertEquals(2, ci.lead().cells().size());
        assertFalse(WalkPaper.isSound(ci.cell(WalkPaper.leaking("Cora/2", WalkMethod.DRW, 0))));
        var own = ci.chosenByOne(WalkRun.of("Cora/2", WalkMethod.DRW, 0));
        assertTrue(WalkPaper.isSound(own) && ci.text(own).endsWith("*"));
        assertTrue(WalkPaper.last(own.runs().get(0)).epsilon() <= 8);
        var none = ci.untrained("Cora/2", 0);
        assertTrue(none.deviation() > 0 && none.mean() < 0.6, "a network that has not been trained knows nothing");
    }
}
