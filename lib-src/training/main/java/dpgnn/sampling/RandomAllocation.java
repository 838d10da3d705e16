package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Every training node is in exactly one batch of an epoch, as a single row without edges: each is allocated to one of t batches by a
 * uniform coin of its own, and by a fresh one in each epoch. This is what loaders that shuffle come near to, with batches whose sizes
 * vary; batches of equal sizes are another mechanism, whose privacy is not that of this one.
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges, added or removed. One example of norm at most C comes or goes in one of the
 * t sums of an epoch, and nobody learns in which. The event is that of a whole epoch, which is charged with its first step; the rest
 * of the epoch is then free. Noise, clip and sampler stay the same until its end. With secure coins steps are drawn in order, each
 * once, from the beginning of an epoch on: to draw a batch anew would allocate nodes again.
 *
 * <p>Proof: docs/proofs.md, lemma 77.
 *
 * @param batches t, how many steps an epoch has
 */
public record RandomAllocation(int batches) implements Sampler {
    public RandomAllocation {
        Check.within("batches", batches, 1, 1_000_000);
    }

    public static RandomAllocation of(int batches) {
        return new RandomAllocation(batches);
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
    public Set<Relation> relations() {
        return Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "No edge is read, so none has to be public.",
                "Nobody learns which nodes a batch had, nor how many; that each node is in one batch of an epoch is known.");
    }

    /** Of a whole epoch. */
    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.RandomAllocation(batches, multiplier);
    }

    @Override
    public long period() {
        return batches;
    }

    @Override
    public double expectedExamples(Facts facts) {
        return (double) facts.roots() / batches;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        return new Epochs(participants, coins.fork("allocation"));
    }

    private final class Epochs implements Draws {
        private final Participants participants;
        private final RandomStream coins;
        private final int[] roots;
        /** The roots of the epoch, one batch after the other, and where each batch begins. */
        private final int[] order;

        private final int[] begin = new int[batches + 1];
        private long epoch = -1;
        private long next;

        Epochs(Participants participants, RandomStream coins) {
            this.participants = participants;
            this.coins = coins;
            roots = participants.roots();
            order = new int[roots.length];
        }

        @Override
        public void draw(long step, Batch batch) {
            long wanted = Check.atLeast("step", step, 0) / batches;
            int at = (int) (step % batches);
            if (coins.secure() && (wanted == epoch ? step != next : wanted < epoch || at != 0))
                throw new IllegalStateException(
                        "with secure coins the batches of an epoch are drawn in order, each once,"
                                + " from its first step on: their nodes would be allocated a second time; step " + step
                                + " came after " + (next - 1));
            if (wanted != epoch) allocate(wanted);
            next = step + 1;
            batch.clear();
            for (int i = begin[at]; i < begin[at + 1]; i++) batch.addSingle(order[i]);
        }

        /** Every node tosses, so that neighbouring worlds share their coins node by node. */
        private void allocate(long wanted) {
            RandomStream tossed = coins.fork(wanted);
            int nodes = participants.graph().nodes();
            int[] chosen = new int[roots.length];
            Arrays.fill(begin, 0);
            for (int v = 0, r = 0; v < nodes; v++) {
                int batch = tossed.nextInt(batches);
                if (r == roots.length || roots[r] != v) continue;
                chosen[r++] = batch;
                begin[batch + 1]++;
            }
            for (int b = 0; b < batches; b++) begin[b + 1] += begin[b];
            int[] place = begin.clone();
            for (int r = 0; r < roots.length; r++) order[place[chosen[r]]++] = roots[r];
            epoch = wanted;
        }

        @Override
        public Event event(long step, double multiplier) {
            Event whole = RandomAllocation.this.event(Facts.of(participants), multiplier);
            return step % batches == 0 ? whole : new Event.Repeated(whole, 0);
        }
    }
}
