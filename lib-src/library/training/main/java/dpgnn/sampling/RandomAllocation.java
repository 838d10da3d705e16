package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Every training node is in exactly one batch of an epoch: each is allocated to one of t batches by a uniform coin of its own, and by
 * a fresh one in each epoch. This is what loaders that shuffle come near to, with batches whose sizes vary; batches of equal sizes
 * are another mechanism, whose privacy is not that of this one. Its example is a single row without edges, or with K homes a star:
 * in each epoch every node draws K homes among its out-neighbours, as for {@link HomeStars}, and joins their stars beside its own.
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges, added or removed. One example of norm at most C comes or goes in one of the
 * t sums of an epoch, and nobody learns in which. With homes a node takes part or not, while the lists that others draw from stay as
 * they are; at most K stars change beside its own. The event is that of a whole epoch, which is charged with its first step; the rest
 * of the epoch is then free. Noise, clip and sampler stay the same until its end. With secure coins steps are drawn in order, each
 * once, from the beginning of an epoch on: to draw a batch anew would allocate nodes again.
 *
 * <p>Proofs: docs/proofs.md, lemmas 77 and 79.
 *
 * @param batches t, how many steps an epoch has
 * @param homes K, how many stars a node joins in an epoch beside its own; 0 for single rows
 */
public record RandomAllocation(int batches, int homes) implements Sampler {
    public RandomAllocation {
        Check.within("batches", batches, 1, 1_000_000);
        Check.within("homes", homes, 0, 16);
    }

    public static RandomAllocation of(int batches) {
        return new RandomAllocation(batches, 0);
    }

    /** Stars with this many homes of each node. */
    public static RandomAllocation of(int batches, int homes) {
        return new RandomAllocation(batches, homes);
    }

    @Override
    public Unit unit() {
        return Unit.NODE;
    }

    @Override
    public Relation relation() {
        return homes == 0 ? Relation.ADD_REMOVE : Relation.PARTICIPATION;
    }

    @Override
    public Set<Relation> relations() {
        return homes == 0 ? Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION) : Set.of(Relation.PARTICIPATION);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                homes == 0 ? "No edge is read, so none has to be public." : HomeStars.LISTS_STAY,
                "Nobody learns which nodes a batch had, nor how many; that each node is in one batch of an epoch is known.");
    }

    /** Of a whole epoch. */
    @Override
    public Event event(Facts facts, double multiplier) {
        return homes == 0
                ? new Event.RandomAllocation(batches, multiplier)
                : new Event.AllocatedStars(batches, homes, multiplier);
    }

    @Override
    public long epochSteps() {
        return batches;
    }

    @Override
    public double expectedExamples(Facts facts) {
        return (double) facts.roots() / batches;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        return new Epochs(participants, coins.fork("allocation"), coins.fork("homes"));
    }

    private final class Epochs implements Draws {
        private final Participants participants;
        private final RandomStream coins;
        private final RandomStream homeCoins;
        private final HomeDraws drawn;
        /** Who takes no part. */
        private final BitSet out = new BitSet();

        private final int[] roots;
        /** The roots of the epoch, one batch after the other, and where each batch begins. */
        private final int[] order;

        private final int[] begin = new int[batches + 1];
        private long epoch = -1;
        private long next;

        Epochs(Participants participants, RandomStream coins, RandomStream homeCoins) {
            this.participants = participants;
            this.coins = coins;
            this.homeCoins = homeCoins;
            drawn = new HomeDraws(participants, homes);
            for (int v = 0; homes > 0 && v < participants.graph().nodes(); v++)
                if (!participants.eligible(v)) out.set(v);
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
            for (int i = begin[at]; i < begin[at + 1]; i++)
                if (homes == 0) batch.addSingle(order[i]);
                else drawn.addStar(order[i], out, batch);
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
            if (homes > 0) drawn.begin(homeCoins.fork(wanted));
            epoch = wanted;
        }

        @Override
        public Event event(long step, double multiplier) {
            Event whole = RandomAllocation.this.event(Facts.of(participants), multiplier);
            return step % batches == 0 ? whole : new Event.Repeated(whole, 0);
        }
    }
}
