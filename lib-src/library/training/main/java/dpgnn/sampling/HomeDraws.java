package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.RandomStream;
import java.util.BitSet;

/**
 * Every node draws K homes among its out-neighbours, without replacement and by coins of its own, and is in their stars until homes are
 * drawn anew.
 */
final class HomeDraws {
    private final Graph graph;
    private final Graph complete;
    private final int homes;
    private final HomeRecords records;
    private final int[] places;
    private int[] members = new int[16];
    private RandomStream coins;

    HomeDraws(Participants participants, int homes) {
        this.homes = homes;
        graph = participants.graph();
        complete = participants.complete();
        records = HomeRecords.of(participants, homes);
        places = new int[homes];
    }

    /** From here on homes are drawn anew, by these coins. */
    void begin(RandomStream fresh) {
        coins = fresh;
        records.beginStep();
    }

    /** A root with all in-neighbours that have it as a home and are not out. */
    void addStar(int c, BitSet out, Batch batch) {
        int count = homes == 0 ? 0 : gather(c, out);
        batch.beginExample();
        int row = batch.addRow(c);
        for (int i = 0; i < count; i++) batch.addSource(row + 1 + i);
        for (int i = 0; i < count; i++) batch.addRow(members[i]);
        batch.addTarget(row);
    }

    private int gather(int c, BitSet out) {
        int degree = graph.inDegree(c);
        if (members.length < degree) members = new int[degree + degree / 2 + 1];
        long begin = graph.inStart(c);
        int count = 0;
        for (int e = 0; e < degree; e++) {
            int j = graph.inAt(begin + e);
            if (out.get(j)) continue;
            int record = records.of(j);
            if (records.isOld(record)) draw(j, record);
            if (records.lives(record, c)) members[count++] = j;
        }
        return count;
    }

    /**
     * K different places of j's list, each set of them equally likely: the r-th skips those that were drawn before. Coins below a
     * bound have a bias; which homes a node has does not matter to the guarantee.
     */
    private void draw(int j, int record) {
        int degree = records.degree(record);
        int wanted = Math.min(homes, degree);
        for (int r = 0; r < wanted; r++) {
            int place = degree <= homes ? r : coins.below((long) j * homes + r, degree - r);
            int at = 0;
            if (degree > homes) for (; at < r && places[at] <= place; at++) place++;
            else at = r;
            System.arraycopy(places, at, places, at + 1, r - at);
            places[at] = place;
        }
        int listed = complete.outDegree(j);
        for (int r = 0; r < homes; r++)
            records.put(record, r, r < wanted && places[r] < listed ? complete.outNeighbour(j, places[r]) : -1);
    }
}
