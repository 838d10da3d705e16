package dpgnn.study.walks;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.notebook.Lab;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.account.RdpConversion;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.study.Sweep;
import dpgnn.train.Run;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WalkAccountingTest {
    private static final Lab LAB = Lab.of("budgets", "ci", 1);

    private static long published(String set, int depth, double lambda) {
        return steps(
                DisjointWalks.of(depth, WalkTables.batch(WalkMethod.DRW, depth, set)),
                new Sampler.Facts(WalkTables.nodes(set), WalkTables.trainingNodes(set)),
                lambda,
                8,
                WalkTables.delta(set));
    }

    /** Steps of appendix tables: Cora at depth 1, and the bound as printed at every place that the appendix determines. */
    @Test
    void publishedStepsAreThePapers() {
        assertEquals(
                List.of(2L, 9L, 39L, 157L),
                Stream.of(1, 2, 4, 8).map(l -> published("Cora", 1, l)).toList());
        for (String set : List.of("Cora", "PPI", "PubMed", "Flickr", "Arxiv", "Reddit"))
            for (int depth = 1; depth <= (List.of("PPI", "Flickr").contains(set) ? 2 : 1); depth++) {
                int roots = WalkTables.trainingNodes(set), batch = WalkTables.batch(WalkMethod.DRW, depth, set);
                double delta = WalkTables.delta(set);
                for (double lambda : new double[] {1, 2, 4, 8})
                    assertEquals(
                            PaperBounds.randomWalkSteps(roots, depth, 1, batch, lambda, 8, delta),
                            published(set, depth, lambda),
                            "the trainer takes as many: " + set + ", depth " + depth);
            }
    }

    /** From announced sizes alone: Flickr at depth 2 and lambda 2. */
    @Test
    void theFirstStepOfFdpCostsLessByEachAccounting() {
        Sampler.Facts flickr = new Sampler.Facts(WalkTables.nodes("Flickr"), WalkTables.trainingNodes("Flickr"));
        Sampler fdp = BoundedDegree.features(2, 2, WalkTables.batch(WalkMethod.FDP, 2, "Flickr"));
        Event step = fdp.event(flickr, WalkAccounting.multiplier(fdp, flickr, 2));
        double delta = WalkTables.delta("Flickr");
        double[] orders =
                IntStream.rangeClosed(11, 99).mapToDouble(i -> i / 10.0).toArray();
        double[] epsilons = {
            RdpAccountant.of(orders).withConversion(RdpConversion.CLASSIC).epsilon(step, delta),
            WalkAccounting.PUBLISHED.epsilon(step, 1, delta),
            WalkAccounting.TIGHT.epsilon(step, 1, delta)
        };
        assertArrayEquals(new double[] {1.81, 1.44, 1.20}, epsilons, 0.006);
        assertEquals(101, WalkAccounting.PUBLISHED.steps(step, 8, delta));
        assertEquals(116, WalkAccounting.TIGHT.steps(step, 8, delta));
    }

    @Test
    @Tag("nightly")
    void trainingsStayInTheirBudgets() {
        long[] steps = new long[3];
        for (WalkAccounting way : WalkAccounting.values()) {
            WalkRun walk = WalkRun.of("Arxiv/20", WalkMethod.DRW, 0)
                    .with(WalkRun::lambda, 4.0)
                    .with(WalkRun::accounting, way);
            Run run = LAB.run(Sweep.of(walk).seeds(1), WalkRun.STUDY)
                    .over("test")
                    .get(0)
                    .runs()
                    .get(0);
            assertTrue(WalkPaper.last(run).verdict().hasTheorem());
            assertTrue(WalkPaper.last(run).epsilon() <= 8);
            steps[way.ordinal()] = (long) run.metric("steps");
        }
        assertTrue(steps[2] > 3 * steps[0]);
    }

    private static long steps(Sampler sampler, Sampler.Facts facts, double lambda, double at, double delta) {
        return WalkAccounting.PUBLISHED.steps(WalkAccounting.PUBLISHED.events(sampler, facts, null, lambda), at, delta);
    }

    @Test
    void eachWayAffordsAtLeastWhatTheOneBeforeDoesAndNeverOvershoots() {
        Participants half = Participants.of(
                SyntheticGraphs.small().graph(), IntStream.range(0, 300).toArray());
        Sampler.Facts facts = Sampler.Facts.of(half);
        DisjointWalks walks = DisjointWalks.of(2, 50);
        Sampler.Draws draws = walks.draws(half, Streams.seed(1).stream("sampler"));
        long before = 0;
        for (WalkAccounting way : WalkAccounting.values()) {
            long steps = way.steps(way.events(walks, facts, draws, 2), 8, 1e-5);
            double multiplier = WalkAccounting.multiplier(walks, facts, 2);
            Event step = way.countsDrawn() ? draws.event(0, multiplier) : walks.event(facts, multiplier);
            assertTrue(way.epsilon(step, steps, 1e-5) <= 8, way + " at its last step");
            assertTrue(way.epsilon(step, steps + 1, 1e-5) > 8, way + " one step later");
            assertTrue(steps >= before, way + " affords " + steps + ", the one before " + before);
            before = steps;
        }
        assertTrue(before > 2 * steps(walks, facts, 2, 8, 1e-5));
    }

    @Test
    void noiseIsOverTheSensitivity() {
        Sampler.Facts facts = new Sampler.Facts(2708, 140);
        assertEquals(16, WalkAccounting.multiplier(DisjointWalks.of(1, 70), facts, 8));
        assertEquals(2 * 7 * 8, WalkAccounting.multiplier(BoundedDegree.features(2, 2, 46), facts, 8));
    }

    @Test
    void tablesOfThePaper() {
        assertEquals(46, WalkTables.batch(WalkMethod.DRW, 2, "Cora"));
        assertEquals(28, WalkTables.batch(WalkMethod.DRW_R, 2, "Cora"));
        assertEquals(20_000, WalkTables.batch(WalkMethod.FDP, 1, "Arxiv"));
        assertEquals(1_000, WalkTables.batch(WalkMethod.MLP, 1, "Arxiv/20"));
        assertEquals(4_547, WalkTables.trainingNodes("Arxiv/20"));
        assertEquals(1e-7, WalkTables.delta("Reddit"));
        assertTrue(WalkTables.inductive("PPI") && !WalkTables.inductive("PubMed"));
        refused(() -> WalkTables.delta("Photo"));
        refused(() -> WalkTables.divisor("Arxiv/0"));
    }
}
