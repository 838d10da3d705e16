package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.Event;
import dpgnn.privacy.Laws;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeBatchesTest {
    /** Pairs as examples of two rows, joined if the pair is an edge: so the contract of samplers reads them too. */
    record Pairs(EdgeBatches drawn) implements Sampler {
        @Override
        public Unit unit() {
            return drawn.unit();
        }

        @Override
        public Relation relation() {
            return drawn.relation();
        }

        @Override
        public List<String> assumptions() {
            return drawn.assumptions();
        }

        @Override
        public Event event(Facts facts, double multiplier) {
            return drawn.event(multiplier);
        }

        @Override
        public double expectedExamples(Facts facts) {
            return drawn.expectedPairs(facts.nodes());
        }

        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            EdgeBatches.Draws pairs = drawn.draws(participants.graph(), coins);
            PairBatch batch = new PairBatch();
            return new Draws() {
                @Override
                public void draw(long step, Batch into) {
                    pairs.draw(step, batch);
                    into.clear();
                    for (int i = 0; i < batch.size(); i++) {
                        into.beginExample();
                        int row = into.addRow(batch.first(i));
                        if (batch.isEdge(i)) into.addSource(row + 1);
                        into.addRow(batch.second(i));
                        into.addTarget(row);
                    }
                }

                @Override
                public Event event(long step, double multiplier) {
                    return drawn.event(multiplier);
                }
            };
        }
    }

    @Test
    void everyPairHasItsOwnNumber() {
        long k = 0;
        for (int v = 1; v < 300; v++) for (int u = 0; u < v; u++) assertEquals(v, EdgeBatches.larger(k++));
        int most = Integer.MAX_VALUE - 1;
        long last = (long) most * (most - 1L) / 2;
        assertEquals(most, EdgeBatches.larger(last));
        assertEquals(most - 1, EdgeBatches.larger(last - 1));
    }

    @Test
    void pairsArePoissonAndLabelledByTheGraph() {
        PairBatch batch = new PairBatch();
        long[] counts = new long[821];
        long[] sizes = new long[200];
        int runs = 5000;
        for (int seed = 0; seed < runs; seed++) {
            EdgeBatches.of(0.05).draws(Ring.GRAPH, Ring.coins(seed)).draw(seed % 4, batch);
            sizes[batch.size()]++;
            for (int i = 0; i < batch.size(); i++) {
                int u = batch.first(i);
                int v = batch.second(i);
                assertTrue(u < v && v < 41);
                assertEquals(Ring.GRAPH.hasEdge(u, v), batch.isEdge(i));
                counts[v * (v - 1) / 2 + u]++;
            }
        }
        for (int k = 0; k < 820; k++) assertEquals(250, counts[k], 5 * Math.sqrt(250 * 0.95), "pair " + k);
        ChiSquare test = ChiSquare.of(sizes, java.util.Arrays.copyOf(Laws.binomial(820, 0.05), 200));
        assertTrue(test.plausible(), test::toString);
    }

    @Test
    void aLargeGraphCostsItsBatchOnly() {
        Graph large = SyntheticGraphs.powerLaw(1_000_000, 2_000_000, 2.5, 1000, 1);
        EdgeBatches sampler = EdgeBatches.expecting(10_000, large.nodes());
        PairBatch batch = new PairBatch();
        sampler.draws(large, Ring.coins(1)).draw(0, batch);
        assertEquals(10_000, batch.size(), 500);
        assertEquals(10_000, sampler.expectedPairs(large.nodes()), 1e-6);
        long hash = 0;
        for (int i = 0; i < batch.size(); i++) hash = 31 * (31 * hash + batch.first(i)) + batch.second(i);
        assertEquals(7849128346983301652L, hash);
    }

    @Test
    void emptyBatchesEventsAndRefusals() {
        PairBatch batch = new PairBatch();
        EdgeBatches.of(1e-9).draws(Ring.GRAPH, Ring.coins(1)).draw(0, batch);
        assertEquals(0, batch.size());
        EdgeBatches.of(1).draws(Ring.GRAPH, Ring.coins(1)).draw(0, batch);
        assertEquals(820, batch.size());
        assertEquals(
                new Event.PoissonSampled(0.25, 4, Relation.REPLACE),
                EdgeBatches.of(0.25).event(4));
        assertEquals(Unit.EDGE, EdgeBatches.of(0.25).unit());
        assertEquals(Relation.ADD_REMOVE, EdgeBatches.of(0.25).relation());
        assertEquals(9 / 45.0, EdgeBatches.expecting(9, 10).rate(), 1e-15);
        assertEquals(0.2 * 45, EdgeBatches.of(0.2).expectedPairs(10), 1e-14);
        refused(() -> EdgeBatches.expecting(1, 1));
        refused(() -> EdgeBatches.of(1.1));
        refused(() -> EdgeBatches.of(0));
        refused(() -> EdgeBatches.expecting(1000, 10));
        Graph arrows = Graph.directed(3, new int[] {0}, new int[] {1});
        refused(() -> EdgeBatches.of(0.5).draws(arrows, Ring.coins(1)));
        assertFalse(arrows.hasEdge(1, 0));
    }
}
