package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Draws the examples of a graph generator: every unordered pair of nodes enters with the same probability, independently,
 * labelled by whether it is an edge. The cost grows with the batch, not with the number of all pairs.
 *
 * <p><b>Guarantee.</b> Unit: one edge, added or removed; the set of nodes is public. The edge flips the label of one pair, so
 * one term of norm at most C is replaced by another with probability {@code rate}, as long as nothing else about a pair
 * depends on edges. Pairs are drawn whatever their label, so the sample itself says nothing.
 *
 * <p>Proof: docs/proofs.md, lemma 24.
 *
 * @param rate the probability of each pair
 */
public record EdgeBatches(double rate) {
    public EdgeBatches {
        Check.leftOpen("rate", rate, 0, 1);
    }

    public static EdgeBatches of(double rate) {
        return new EdgeBatches(rate);
    }

    /** With the rate that draws this many pairs in expectation from a graph of this many nodes. */
    public static EdgeBatches expecting(double pairs, int nodes) {
        Check.atLeast("nodes", nodes, 2);
        return new EdgeBatches(pairs / (nodes * (nodes - 1.0) / 2));
    }

    public Unit unit() {
        return Unit.EDGE;
    }

    /** An edge is added or removed; the label of its pair is thereby replaced. */
    public Relation relation() {
        return Relation.ADD_REMOVE;
    }

    /** What the {@link #event} takes as public or the same, and what must stay secret, in full sentences. */
    public List<String> assumptions() {
        return List.of(
                "The set of nodes is public; which pairs are joined is not, nor is their number.",
                "Nobody learns which pairs were drawn.");
    }

    /**
     * What one edge can change in a step.
     *
     * @param multiplier standard deviation of the noise over C, the norm to which each pair's gradient is clipped
     */
    public Event event(double multiplier) {
        return new Event.PoissonSampled(rate, multiplier, Relation.REPLACE);
    }

    /** The public number by which the sum of gradients may be divided. */
    public double expectedPairs(int nodes) {
        return rate * (nodes * (nodes - 1.0) / 2);
    }

    /** Starts to draw from an undirected graph. Step t is a function of the coins and t alone. */
    public Draws draws(Graph graph, RandomStream coins) {
        if (graph.isDirected())
            throw new IllegalArgumentException("the graph must be undirected: a pair of nodes has no direction");
        RandomStream pairCoins = coins.fork("pairs");
        long pairs = graph.nodes() * (graph.nodes() - 1L) / 2;
        return (step, batch) -> {
            batch.clear();
            PoissonSubset skips = new PoissonSubset(rate, pairCoins.fork(Check.atLeast("step", step, 0)));
            for (long k = skips.next(pairs); k >= 0; k = skips.next(pairs)) {
                int v = larger(k);
                int u = (int) (k - v * (v - 1L) / 2);
                batch.add(u, v, graph.hasEdge(u, v));
            }
        };
    }

    /** Pair k is {u, v} with u < v and k = v (v - 1) / 2 + u. The root is a first guess; integers settle it. */
    static int larger(long k) {
        long v = (long) ((1 + Math.sqrt(1 + 8.0 * k)) / 2);
        while (v * (v - 1) / 2 > k) v--;
        while (v * (v + 1) / 2 <= k) v++;
        return (int) v;
    }

    /** A running sequence of batches of pairs. */
    @FunctionalInterface
    public interface Draws {
        /** Fills the batch of a step, counted from 0. */
        void draw(long step, PairBatch batch);
    }
}
