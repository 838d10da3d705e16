package dpgnn.sampling;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Nodes are dealt to shards by their number, and a step reads one shard, drawn at random. The worked example of the page on
 * samplers.
 *
 * <p><b>Guarantee.</b> Unit: one node, added or removed; numbers of nodes are public and stay. Whoever knows which shard was
 * drawn sees N(0, m²) against N(1, m²) with probability 1 / count and the same otherwise; who does not know it sees no more
 * (joint convexity).
 *
 * @param count how many shards
 */
record Shards(int count) implements Sampler {
    public Shards {
        if (count < 1) throw new IllegalArgumentException("count must be at least 1, was " + count);
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
        return List.of("The shard of a node is public.", "Which shard was drawn may be known.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.Hypergeometric(count, 1, 1, multiplier);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return (double) facts.roots() / count;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        var shards = coins.fork("shards");
        int[] roots = participants.roots();
        return new Draws() {
            @Override
            public void draw(long step, Batch into) {
                if (step < 0) throw new IllegalArgumentException("step must be at least 0, was " + step);
                into.clear();
                int drawn = shards.fork(step).nextInt(count);
                for (int v : roots) {
                    if (v % count != drawn) continue;
                    into.beginExample();
                    into.addTarget(into.addRow(v));
                }
            }

            @Override
            public Event event(long step, double multiplier) {
                return new Event.Hypergeometric(count, 1, 1, multiplier);
            }
        };
    }
}
