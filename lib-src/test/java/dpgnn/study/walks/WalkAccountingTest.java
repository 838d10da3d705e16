package dpgnn.study.walks;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WalkAccountingTest {
    @ParameterizedTest
    @CsvSource({"Cora, 1", "PPI, 1", "PPI, 2", "PubMed, 1", "Flickr, 1", "Flickr, 2", "Arxiv, 1", "Reddit, 1"})
    void publishedAccountingIsThePapers(String dataset, int layers) {
        int roots = WalkTables.trainingNodes(dataset);
        int batch = WalkTables.batch(WalkMethod.DRW, layers, dataset);
        double delta = WalkTables.delta(dataset);
        DisjointWalks walks = DisjointWalks.of(layers, batch);
        for (double lambda : new double[] {1, 2, 4, 8})
            assertEquals(
                    PaperBounds.randomWalkSteps(roots, layers, 1, batch, lambda, 8, delta),
                    steps(walks, new Sampler.Facts(WalkTables.nodes(dataset), roots), lambda, 8, delta));
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
