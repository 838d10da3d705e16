package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Draws stars by HeterPoisson (Xiang, Wang and Wang 2024). Every training node is a centre with the same probability. An
 * in-neighbour j of a centre joins its star with probability min(1, M / out-degree of j). Once all centres are known, none of
 * them stays a peripheral of any star. A removed node leaves no row behind, so that no degree, mean or norm reveals it.
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges, which takes part or not. If it does not, none of its data are read,
 * while degrees in the whole graph stay. As a centre it adds one example; as a peripheral it changes as many as its number of
 * out-neighbours that drew it, each by at most 2C. A node that is not a training node tosses the centres' coin too, and if
 * the coin chooses it, it is a peripheral nowhere; otherwise the factor 1 - q of the theorem would be missing for it.
 * {@link #event} is the pair conditioned on the centres, which is proved; {@link #claimed} is Theorem 2 as printed. Nothing about
 * the graph is public except a bound on out-degrees, by default the number of nodes - 1; a graph that breaks the bound is
 * refused. Without enforcement a centre may also be a peripheral elsewhere.
 *
 * <p>Real removal lowers its neighbours' degrees, so that these join other stars more often, which the event does not count. It
 * is refused; a path of three nodes is a counter-example.
 *
 * <p>Proofs: docs/proofs.md, lemmas 15, 16 and 19.
 *
 * @param rate q, the probability of each training node to be a centre
 * @param peripherals M, the expected number of peripherals of a random star before removal; need not be whole
 * @param maxOutDegree the public bound on out-degrees; 0 for the number of nodes - 1
 * @param enforced whether centres are removed from all stars
 * @param allEdges whether a sub-graph has all edges among its nodes, not only those into the centre
 */
public record HeterPoisson(double rate, double peripherals, int maxOutDegree, boolean enforced, boolean allEdges)
        implements Sampler {
    public HeterPoisson {
        Check.leftOpen("rate", rate, 0, 1);
        Check.positive("peripherals", peripherals);
        Check.that(maxOutDegree >= 0, "maxOutDegree", "at least 1, or 0 for the number of nodes - 1", maxOutDegree);
    }

    public static HeterPoisson of(double rate, double peripherals) {
        return new HeterPoisson(rate, peripherals, 0, true, false);
    }

    /** With a public bound on out-degrees, which the graph must obey. */
    public HeterPoisson maxOutDegree(int bound) {
        return new HeterPoisson(rate, peripherals, bound, enforced, allEdges);
    }

    /** Without the removal of centres: the ablation of section 6 of the paper. */
    public HeterPoisson unenforced() {
        return new HeterPoisson(rate, peripherals, maxOutDegree, false, allEdges);
    }

    /** For more than one layer: with all edges among the nodes of a star. The event is the same. */
    public HeterPoisson withAllEdges() {
        return new HeterPoisson(rate, peripherals, maxOutDegree, enforced, true);
    }

    @Override
    public Unit unit() {
        return Unit.NODE;
    }

    @Override
    public Relation relation() {
        return Relation.PARTICIPATION;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                maxOutDegree == 0
                        ? "No bound on degrees is public but the number of nodes less one."
                        : "That no node has more than " + maxOutDegree + " out-neighbours is public.",
                "Edges and degrees need not be public, but a node that takes no part still counts in the degrees of the"
                        + " others: deleting it with its edges is a larger change, which is not covered.",
                "Nobody learns which nodes were centres, who joined them, nor how many there were.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return event(facts, multiplier, Event.Proof.CONSERVATIVE);
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        return event(facts, multiplier, Event.Proof.PUBLISHED);
    }

    private Event event(Facts facts, double multiplier, Event.Proof proof) {
        return new Event.HeterPoisson(rate, peripherals, outDegreeBound(facts.nodes()), multiplier, enforced, proof);
    }

    private int outDegreeBound(int nodes) {
        int all = Math.max(1, nodes - 1);
        return maxOutDegree == 0 ? all : Math.min(all, maxOutDegree);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return rate * facts.roots();
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        return new Stars(participants, coins.fork("centres"), coins.fork("peripherals"));
    }

    private final class Stars implements Draws {
        private final Participants participants;
        private final Graph graph;
        private final CentreDraws centres;
        /**
         * A peripheral joins when its coin is below this {@link RandomStream#threshold}: with probability min(1, M / D) rounded
         * down to a multiple of 2^-32, which no node's influence can grow by. Null for a graph in a file:
         * then it is computed when it is needed.
         */
        private final int[] threshold;

        private final RandomStream peripheralCoins;
        private int[] members = new int[16];

        Stars(Participants participants, RandomStream centreCoins, RandomStream peripheralCoins) {
            this.participants = participants;
            this.graph = participants.graph();
            centres = new CentreDraws(participants, rate, centreCoins);
            this.peripheralCoins = peripheralCoins;
            int nodes = graph.nodes();
            if (maxOutDegree > 0 && participants.maxOutDegree() > maxOutDegree) throw unbounded();
            threshold = graph.isMapped() ? null : new int[nodes];
            if (threshold != null) for (int v = 0; v < nodes; v++) threshold[v] = limit(v);
        }

        private int limit(int v) {
            double chance =
                    participants.eligible(v) ? Math.min(1, peripherals / Math.max(1, participants.outDegree(v))) : 0;
            return RandomStream.threshold(chance);
        }

        /** Which node has more, and how many, is private. */
        private IllegalArgumentException unbounded() {
            return new IllegalArgumentException("out-degrees must be at most maxOutDegree = " + maxOutDegree
                    + ", and some are larger; bound them first, or leave the bound away");
        }

        @Override
        public void draw(long step, Batch batch) {
            RandomStream coins = peripheralCoins.fork(Check.atLeast("step", step, 0));
            centres.draw(step, batch, c -> addStar(c, coins, batch));
        }

        private void addStar(int c, RandomStream coins, Batch batch) {
            int drawn = drawMembers(c, coins);
            int count = 0;
            for (int i = 0; i < drawn; i++)
                if (!(enforced && centres.out.get(members[i]))) members[count++] = members[i];
            batch.beginExample();
            int root = batch.addRow(c);
            for (int i = 0; i < count; i++) batch.addSource(root + 1 + i);
            for (int i = 0; i < count; i++) {
                batch.addRow(members[i]);
                if (!allEdges) continue;
                if (graph.hasEdge(c, members[i])) batch.addSource(root);
                for (int k = 0; k < count; k++)
                    if (k != i && graph.hasEdge(members[k], members[i])) batch.addSource(root + 1 + k);
            }
            batch.addTarget(root);
        }

        /** All in-neighbours whose coin says so. Almost all time is spent here: hence no branch, and a table that is small. */
        private int drawMembers(int c, RandomStream coins) {
            int degree = graph.inDegree(c);
            if (members.length < degree + 1) members = new int[degree + degree / 2 + 1];
            int[] drawn = members;
            int[] limit = threshold;
            long begin = graph.inStart(c);
            long coin = (long) c * graph.nodes();
            int count = 0;
            for (int k = 0; k < degree; k++) {
                int j = graph.inAt(begin + k);
                drawn[count] = j;
                count += coins.isBelow(coin + j, limit == null ? limit(j) : limit[j]) ? 1 : 0;
            }
            return count;
        }

        @Override
        public Event event(long step, double multiplier) {
            return HeterPoisson.this.event(Facts.of(participants), multiplier);
        }
    }
}
