package dpgnn.sampling;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Nodes are dealt to tiers by their number. Each enters a step by a coin of its own: with probability rate in the first tier,
 * rate / 2 in the second, rate / 3 in the third. The worked example of the page on samplers.
 *
 * <p><b>Guarantee.</b> Unit: one node, added or removed; numbers of nodes are public and stay. An example reads the row of its
 * own node alone, so that one term of norm at most C comes or goes with the node's probability p, whatever the other coins
 * show. A mixture with p ≤ rate is one of N(0, m²) and the mixture with the rate itself, and so reveals no more (joint
 * convexity).
 *
 * @param count how many tiers
 * @param rate the probability of a node of the first tier
 */
record Tiers(int count, double rate) implements Sampler {
    public Tiers {
        if (count < 1) throw new IllegalArgumentException("count must be at least 1, was " + count);
        if (!(rate > 0 && rate <= 1)) throw new IllegalArgumentException("rate must be in (0, 1], was " + rate);
    }

    /** How likely a node is to enter a step. */
    double rate(int node) {
        return rate / (1 + node % count);
    }

    @Override
    public Unit unit() {
        return Unit.NODE;
    }

    @Override
    public Relation relation() {
        return Relation.ADD_REMOVE;
    }

    @Override
    public List<String> assumptions() {
        return List.of("The tier of a node is public.", "Nobody learns which nodes were drawn, nor how many.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.PoissonSampled(rate, multiplier, Relation.ADD_REMOVE);
    }

    @Override
    public double expectedExamples(Facts facts) {
        double mean = 0;
        for (int tier = 0; tier < count; tier++) mean += rate(tier) / count;
        return mean * facts.roots();
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        var nodes = coins.fork("nodes");
        int[] roots = participants.roots();
        return new Draws() {
            @Override
            public void draw(long step, Batch into) {
                if (step < 0) throw new IllegalArgumentException("step must be at least 0, was " + step);
                into.clear();
                var tossed = nodes.fork(step);
                for (int v : roots) {
                    if (!tossed.happens(v, rate(v))) continue;
                    into.beginExample();
                    into.addTarget(into.addRow(v));
                }
            }

            @Override
            public Event event(long step, double multiplier) {
                return new Event.PoissonSampled(rate, multiplier, Relation.ADD_REMOVE);
            }
        };
    }
}
