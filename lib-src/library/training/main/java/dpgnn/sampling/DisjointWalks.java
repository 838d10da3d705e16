package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws disjoint random walks (Ayle, Schuchardt, Gosch, Zügner and Günnemann 2023). Walks cover the graph, and no two share a
 * node: one starts at every training node that no earlier walk visited. A step draws some of the walks without replacement.
 * DRW walks once from each root, DRW-R walks R times from each root, and DRW-D redraws the cover every few steps.
 *
 * <p><b>Guarantee.</b> Unit: the features and label of one node, replaced; the edges are public. The cover depends on edges
 * only, so it has the same distribution for neighbouring data and may be conditioned on. A node is in at most one walk, so
 * one example of a batch changes, and the sum by at most 2C. The number of walks M is public once the cover is drawn, which
 * {@link Draws#event} uses (the batch out of M); {@link #event} uses the smallest M that any graph can give,
 * {@code ceil(roots / (1 + R L))}, as the paper does. Batches must stay secret; covers need not.
 *
 * <p>Proof: docs/proofs.md, lemma 20.
 *
 * @param length L, the most steps of a walk
 * @param restarts R, how many walks start at each root
 * @param batch how many sub-graphs a step draws
 * @param period steps after which the cover is drawn afresh; 0 for never
 * @param allEdges whether a sub-graph has all edges among its nodes, not only those walked
 */
public record DisjointWalks(int length, int restarts, int batch, long period, boolean allEdges) implements Sampler {
    public DisjointWalks {
        Check.atLeast("length", length, 0);
        Check.atLeast("restarts", restarts, 1);
        if ((long) length * restarts >= 1 << 15)
            throw new IllegalArgumentException(
                    "length x restarts must be below 32768, was " + length + " x " + restarts);
        Check.atLeast("batch", batch, 1);
        Check.atLeast("period", period, 0);
    }

    /** DRW: one walk from each root, one cover for all steps. */
    public static DisjointWalks of(int length, int batch) {
        return new DisjointWalks(length, 1, batch, 0, false);
    }

    /** DRW-R: this many walks from each root. */
    public DisjointWalks restarts(int count) {
        return new DisjointWalks(length, count, batch, period, allEdges);
    }

    /** DRW-D: a fresh cover after every period of this many steps. */
    public DisjointWalks redrawnEvery(long steps) {
        return new DisjointWalks(length, restarts, batch, steps, allEdges);
    }

    /** With all edges of the graph among the nodes of a sub-graph. */
    public DisjointWalks withAllEdges() {
        return new DisjointWalks(length, restarts, batch, period, true);
    }

    @Override
    public Unit unit() {
        return Unit.FEATURE;
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE;
    }

    /** The fewest sub-graphs that can cover this many roots. */
    public int fewest(int roots) {
        int most = 1 + restarts * length;
        return (roots + most - 1) / most;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "All edges of the graph are public, and so is which nodes are training nodes.",
                "Nobody learns which sub-graphs were drawn; how they cover the graph may be known.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        int fewest = fewest(facts.roots());
        if (batch > fewest)
            throw new IllegalArgumentException("batch must be at most " + fewest + ", the fewest walks that cover "
                    + facts.roots() + " roots, was " + batch
                    + "; the event of the cover that was drawn may allow more");
        return new Event.WithoutReplacement(fewest, batch, multiplier / 2);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return batch;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        return new Walking(participants, coins.fork("cover"), coins.fork("batch"));
    }

    /** Puts all sub-graphs of a step's cover into a batch, in the order in which they were walked: for pictures. */
    public void cover(Participants participants, RandomStream coins, long step, Batch into) {
        WalkCover all = cover(participants, coins, step);
        into.clear();
        for (int s = 0; s < all.size(); s++) all.addTo(into, s, allEdges ? participants.graph() : null);
    }

    /** The cover that is drawn at a step, for tests. */
    WalkCover cover(Participants participants, RandomStream coins, long step) {
        return new Walking(participants, coins.fork("cover"), coins.fork("batch")).coverOf(step);
    }

    private final class Walking implements Draws {
        private final Participants participants;
        private final int[] roots;
        private final RandomStream coverCoins;
        private final RandomStream batchCoins;
        private final Map<Long, Integer> sizes = new HashMap<>();
        private final UniformSubset subset = new UniformSubset();
        private long epoch = -1;
        private WalkCover cover;

        Walking(Participants participants, RandomStream coverCoins, RandomStream batchCoins) {
            this.participants = participants;
            this.roots = participants.roots();
            this.coverCoins = coverCoins;
            this.batchCoins = batchCoins;
            coverOf(0);
        }

        @Override
        public void draw(long step, Batch into) {
            coverOf(Check.atLeast("step", step, 0));
            RandomStream coins = batchCoins.fork(step);
            into.clear();
            int[] chosen = subset.draw(cover.size(), batch, coins);
            for (int i = 0; i < batch; i++) cover.addTo(into, chosen[i], allEdges ? participants.graph() : null);
        }

        /** Secure coins cannot draw a later cover in advance, so its event is the bound that holds for every cover. */
        @Override
        public Event event(long step, double multiplier) {
            long wanted = epochOf(step);
            if (coverCoins.secure() && wanted != epoch)
                return DisjointWalks.this.event(Facts.of(participants), multiplier);
            Integer size = sizes.get(wanted);
            return new Event.WithoutReplacement(
                    size != null ? size : coverOf(step).size(), batch, multiplier / 2);
        }

        private long epochOf(long step) {
            return period == 0 ? 0 : Check.atLeast("step", step, 0) / period;
        }

        private WalkCover coverOf(long step) {
            long wanted = epochOf(step);
            if (cover == null || wanted != epoch) {
                cover = WalkCover.draw(participants, roots, length, restarts, coverCoins.fork(wanted));
                epoch = wanted;
                sizes.put(wanted, cover.size());
                Check.that(batch <= cover.size(), "batch", "at most the number of sub-graphs, " + cover.size(), batch);
            }
            return cover;
        }
    }
}
