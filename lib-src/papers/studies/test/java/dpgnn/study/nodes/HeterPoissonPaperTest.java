package dpgnn.study.nodes;

import static dpgnn.Refusals.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.nodes.HeterPoissonRun.Accounting;
import dpgnn.study.nodes.HeterPoissonRun.Stars;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.ComparisonRule.Verdict;
import dpgnn.study.paper.Found;
import dpgnn.study.paper.Lead;
import dpgnn.study.paper.Pretended;
import dpgnn.study.paper.PublishedCell;
import dpgnn.train.Experiment;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeterPoissonPaperTest {
    private final List<Experiment<?>> asked = new ArrayList<>();
    private final HeterPoissonPaper paper = new HeterPoissonPaper(
            new Pretended(this::made), false, List.of("Twitch", "PubMed"), TargetEpsilon.of(2, 4, 8, 16), 1, 2);

    /** HeterPoisson has .65, a point more by the second seed, and .6 at the proved noise; single rows .7; GAP .64, NDP .4 and .5, naive .5. */
    private Run made(Experiment<?> each) {
        asked.add(each);
        double test = each instanceof NodeRun n && n.method().startsWith("GAP") ? 0.64 : 0.5;
        if (each instanceof NodeRun n
                && n.method().equals(NodeRun.NDP)
                && n.epsilon().value() == 2) test = 0.4;
        if (each instanceof HeterPoissonRun run) {
            test = run.accounting() == Accounting.PUBLISHED ? 0.65 : run.peripherals() == 0 ? 0.7 : 0.6;
            test += (run.seed() - 1) * 0.01;
        }
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (String of : List.of(HeterPoissonPaper.ACCURACY, HeterPoissonPaper.PRECISION)) {
            metrics.put(of, test);
            metrics.put(of + HeterPoissonPaper.STRANGERS, test + 0.2);
        }
        Run run = Pretended.run(each, metrics);
        boolean projected = each instanceof NodeRun n && n.features().startsWith("projected")
                || each instanceof HeterPoissonRun h && h.features().startsWith("projected");
        return projected ? run.on(new Run.Data("twitch-projected", false, List.of(), List.of())) : run;
    }

    @Test
    void aRowNamesARun() {
        Comparison two = paper.stars("Table II");
        assertEquals(60, two.lines().size());
        assertEquals(12, two.count(Verdict.NOT_RUN_FILE), "Reddit");
        assertEquals(24, two.count(Verdict.NOT_RUN_COST), "two sets are not here");
        // Published for Twitch: 65.3 to 67.0, for PubMed 78.0 and more.
        assertEquals(12, two.count(Verdict.WITHIN));
        assertEquals("ε = 8", two.table().texts("method, network")[8]);
        Table table = two.table();
        assertEquals("HeterPoisson GIN", table.texts("method, network")[10]);
        assertEquals("66.2 ± 0.5", table.texts("Twitch: published")[10]);
        assertEquals("65.5 ± 0.7", table.texts("Twitch: found")[10]);
        assertEquals("-0.7", table.texts("Twitch: off")[10]);
        HeterPoissonRun run = HeterPoissonRun.of("Twitch")
                .with(HeterPoissonRun::model, "GIN")
                .with(HeterPoissonRun::epsilon, new TargetEpsilon(8))
                .with(HeterPoissonRun::peripherals, 2);
        assertTrue(asked.contains(run) && asked.contains(run.with(HeterPoissonRun::seed, 2L)));
        paper.stars("Table IV");
        assertTrue(asked.contains(run.with(HeterPoissonRun::learning, LearningSetting.INDUCTIVE)));
        asked.clear();
        assertEquals(0.5, paper.others("Table IV", NodeRun.NDP).mean("NDP SAGE 16", "PubMed"));
        assertTrue(asked.contains(NodeRun.of(NodeRun.NDP, "PubMed")
                .with(NodeRun::model, "SAGE")
                .with(NodeRun::epsilon, new TargetEpsilon(16))
                .with(NodeRun::learning, LearningSetting.INDUCTIVE)));
        assertEquals(4, paper.others("Table III", NodeRun.GAP_CORRECTED).lines().size(), "the others repeat Table II");
        assertMessage("no number to compare in 'Table V'", () -> paper.stars("Table V"));
    }

    @Test
    void whatIsProvedReadsNoOtherRow() {
        Comparison proved = paper.proved();
        assertEquals(0.605, proved.mean("HeterPoisson GCN 2", "Twitch"), 1e-12);
        assertEquals(2 * 24, asked.size());
        paper.runs(paper.run("Twitch").with(HeterPoissonRun::accounting, Accounting.CONSERVATIVE));
        for (Experiment<?> each : asked) {
            HeterPoissonRun run = (HeterPoissonRun) each;
            assertEquals(run.dataset().equals("Twitch") ? "projected roots" : "roots", run.features());
        }
        assertEquals("exploration", proved.reading(Comparison.TRIED).cells().texts("reading")[0]);
    }

    /** 2.3 % of two classes is below the rarest of them, but NDP's release has 40 outputs, so that an answer may name a class that does not occur. */
    @Test
    void anAccuracyBelowEveryClassIsNotRefuted() {
        Comparison ndp = paper.others("Table II", NodeRun.NDP);
        Map<String, Verdict> of = new LinkedHashMap<>();
        for (Comparison.Line line : ndp.lines())
            of.put(line.cell().row() + " " + line.cell().column(), line.verdict());
        assertEquals(Verdict.NOT_REPRODUCED, of.get("NDP SAGE 2 Twitch"));
        assertEquals(0, ndp.count(Verdict.CONTRADICTED_BY_ARITHMETIC));
        double largest = 100 * Arrays.stream(paper.shares("Twitch")).max().orElseThrow();
        List<String> guesses = List.of(ndp.cells().where("row", "NDP GCN 16").texts("blind"));
        assertEquals(Math.abs(largest - 63.7) <= 3 ? "within" : "not reproduced", guesses.get(1));
        assertEquals("", guesses.get(4), "Reddit is not there to be guessed");
    }

    /** What a reader without the data gets: a stand-in for PubMed, at two budgets and by one seed. */
    @Test
    void aRunWithoutDataShowsNoDifference() {
        Run.Data standIn = new Run.Data("pubmed (synthetic stand-in)", true, List.of(), List.of());
        HeterPoissonPaper bare = new HeterPoissonPaper(
                new Pretended(each -> made(each).on(standIn)), false, List.of("PubMed"), TargetEpsilon.of(2, 8), 1);
        Comparison two = bare.stars("Table II");
        assertEquals(
                "65.0*",
                two.table().where("method, network", "HeterPoisson GCN").texts("PubMed: found")[0]);
        for (Comparison all : List.of(two, bare.others("Table II", NodeRun.NDP), bare.proved()))
            for (String shown : List.of(all.table().text(), all.narrow().text()))
                assertFalse(shown.matches("(?s).*  [+-]\\d.*"), shown);
    }

    @Test
    void readingsAreOfTheSameRuns() {
        List<PublishedCell> all = HeterPoissonPaper.cells("Table II", "HeterPoisson");
        Comparison strangers = paper.stars(all, "strangers", HeterPoissonPaper.STRANGERS, r -> r);
        assertEquals(0.855, strangers.mean("HeterPoisson GCN 2", "PubMed"), 1e-12);
        assertEquals(
                0.5,
                paper.others(
                                HeterPoissonPaper.cells("Table II", NodeRun.NAIVE),
                                "unit",
                                r -> r.with(NodeRun::features, "unit"))
                        .mean("naive DP-SGD 2", "Twitch"));
    }

    /** Of NDP all deviations are published three times, of GAP all figures, of HeterPoisson few. */
    @Test
    void publishedRowsShareTheirDeviationsWhichSaysNothingOfMeans() {
        int deviations = 0;
        for (String set : NodeData.NAMES)
            for (int epsilon : new int[] {2, 4, 8, 16}) {
                String at = " " + epsilon;
                for (String model : HeterPoissonPaper.MODELS) {
                    assertEquals(1, different("NDP " + model + at, set, PublishedCell::deviation));
                    assertTrue(different("NDP " + model + at, set, PublishedCell::value) > 1);
                    if (different("HeterPoisson " + model + at, set, PublishedCell::deviation) == 1) deviations++;
                }
                if (set.equals("Reddit")) continue;
                assertEquals(1, different(NodeRun.GAP_CORRECTED + at, set, PublishedCell::deviation));
                assertEquals(1, different(NodeRun.GAP_CORRECTED + at, set, PublishedCell::value));
            }
        assertEquals(10, deviations);
    }

    private static long different(String row, String set, ToDoubleFunction<PublishedCell> part) {
        return Stream.of("Table II", "Table III", "Table IV")
                .mapToDouble(table -> part.applyAsDouble(HeterPoissonPaper.PAPER.cell(table, row, set)))
                .distinct()
                .count();
    }

    @Test
    void whatIsReleasedRunsWholeWithSeedsOfItsOwn() {
        List<PublishedCell> all = HeterPoissonPaper.cells("Table III", "HeterPoisson");
        Comparison released = paper.with(101, 102).stars(all, "as released", "", HeterPoissonRun::released);
        assertEquals(2 * 24, asked.size());
        for (Experiment<?> each : asked) {
            HeterPoissonRun run = (HeterPoissonRun) each;
            assertTrue(run.seed() == 101 || run.seed() == 102);
            assertEquals(Stars.RELEASED, run.method());
            assertEquals("whole 100", run.features() + " " + run.clamp());
            assertEquals(Accounting.PUBLISHED, run.accounting());
        }
        assertEquals(12, released.count(Verdict.NOT_RUN_FILE), "Reddit");
    }

    @Test
    void aProjectionIsNotThePapersData() {
        Comparison naive = paper.others("Table II", NodeRun.NAIVE);
        for (Comparison.Line line : naive.lines())
            if (line.found().isThere())
                assertEquals(line.cell().column().equals("PubMed"), line.found().isComparable());
    }

    @Test
    void leadsAreOfTheSameSeeds() {
        ReadData data = new ReadData("d", "0123456789", "");
        Found one = new Found(data, new long[] {1, 2}, new double[] {0.5, 0.7}, "", false);
        Found two = new Found(data, new long[] {1, 2}, new double[] {0.4, 0.5}, "", false);
        Lead lead = Lead.of(List.of(new Lead.Pair(one, two), new Lead.Pair(two, one)));
        assertEquals(0, lead.points(), 1e-12);
        assertEquals(1, lead.ahead());
        Lead alone = Lead.of(List.of(new Lead.Pair(one, two)));
        // 10 and 20 points: a mean of 15 and a deviation of its mean of 5, by 12.706 at one degree of freedom.
        assertEquals("+15.0 ± 63.5", alone.interval());
        Found other = new Found(data, new long[] {1, 3}, new double[] {0.4, 0.5}, "", false);
        assertMessage("seeds of a pair must be the same", () -> Lead.of(List.of(new Lead.Pair(one, other))));
        assertMessage("at least, were none", () -> Lead.of(List.of()));
        Found single = new Found(data, new long[] {1}, new double[] {0.5}, "", false);
        assertEquals(
                "+0.0 (one seed)",
                Lead.of(List.of(new Lead.Pair(single, single))).interval());
    }

    /** Twitch has one at each of 9,498 nodes, Facebook 179 in both directions: 315,774 and 342,004 edges. */
    @Test
    void theLoopsOfTheAuthorsLibraryGiveItsNumbersOfEdges() throws Exception {
        Map<String, Integer> more = Map.of("Twitch", 9498, "Facebook", 358, "PubMed", 0, "Amazon", 0);
        for (var each : more.entrySet()) {
            Dataset data = NodeData.of(each.getKey(), "raw");
            boolean real = !data.provenance().standIn();
            int[] loops = NodeData.loops(each.getKey());
            assertEquals(data.nodes(), loops.length);
            assertEquals(real ? each.getValue() : 0, Arrays.stream(loops).sum(), each.getKey());
        }
    }

    /** At the scale that only checks that tables can be made, nothing is held against the paper. */
    @Test
    void aSmallGraphIsNotThePapersData() throws Exception {
        HeterPoissonPaper small = HeterPoissonPaper.of(Lab.of("tables", "ci", 1));
        assertFalse(small.real());
        Comparison two = small.stars("Table II"), naive = small.others("Table II", NodeRun.NAIVE);
        for (Comparison each : List.of(two, naive)) {
            assertEquals(
                    1, each.lines().stream().filter(l -> l.found().isThere()).count());
            assertEquals("Nothing ran on the paper's own data.", each.sentence());
        }
        assertEquals(1, Arrays.stream(small.shares("Facebook")).sum(), 1e-12);
    }
}
