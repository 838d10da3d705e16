package dpgnn.sampling;

import dpgnn.graph.Participants;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/** Who is out in a step, each node by a coin of its own; the roots among them are its centres. */
final class CentreDraws {
    private final Participants participants;
    private final double rate;
    private final RandomStream coins;
    private final BitSet root;
    /** Who is out in this step, and who takes no part at all. */
    final BitSet out;

    private int[] fallen = new int[16];

    CentreDraws(Participants participants, double rate, RandomStream coins) {
        this.participants = participants;
        this.rate = rate;
        this.coins = coins;
        int nodes = participants.graph().nodes();
        root = new BitSet(nodes);
        out = new BitSet(nodes);
        for (int v : participants.roots()) root.set(v);
        for (int v = 0; v < nodes; v++) if (!participants.eligible(v)) out.set(v);
    }

    /** Fills a batch with the stars of all centres, once it is known who is out. */
    void draw(long step, Batch batch, IntConsumer star) {
        batch.clear();
        int outs = 0;
        PoissonSubset skips = new PoissonSubset(rate, coins.fork(step));
        int nodes = participants.graph().nodes();
        for (long v = skips.next(nodes); v >= 0; v = skips.next(nodes)) {
            if (outs == fallen.length) fallen = Arrays.copyOf(fallen, 2 * outs);
            fallen[outs++] = (int) v;
            out.set((int) v);
        }
        for (int i = 0; i < outs; i++) if (root.get(fallen[i])) star.accept(fallen[i]);
        for (int i = 0; i < outs; i++) if (participants.eligible(fallen[i])) out.clear(fallen[i]);
    }
}
