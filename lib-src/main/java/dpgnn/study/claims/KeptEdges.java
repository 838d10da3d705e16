package dpgnn.study.claims;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.BoundedDegree;
import java.util.stream.IntStream;

/**
 * A graph in which one node z changes more neighbourhoods than bounded degrees count with, whatever the coins: every sender has a few
 * receivers of its own, and in one world an edge to z as well. An edge is kept with probability K / (2 out-degree), so that with z
 * fewer receivers keep theirs; that so many more neighbourhoods have their sender without z is true of every coupling of the worlds.
 *
 * @param degree K
 * @param senders how many there are
 */
record KeptEdges(int degree, int senders) {

    /** How many more neighbourhoods keep their sender without z, over the K + 1 that z is said to be in. */
    double ratio(long seed) {
        return (kept(false, seed) - kept(true, seed + 1)) / (degree + 1.0);
    }

    /** How many receivers have their sender in their neighbourhood. */
    private int kept(boolean withZ, long seed) {
        int each = (degree + 1) / 2;
        int z = senders * (each + 1);
        int out = each + (withZ ? 1 : 0);
        int[] from = new int[senders * out];
        int[] to = new int[from.length];
        for (int s = 0; s < senders; s++)
            for (int k = 0; k < out; k++) {
                from[s * out + k] = s;
                to[s * out + k] = k == each ? z : senders + s * each + k;
            }
        Graph graph = Graph.directed(z + 1, from, to);
        int[] roots = IntStream.rangeClosed(senders, z).toArray();
        Batch batch = new Batch();
        BoundedDegree.nodes(degree, 1, roots.length)
                .draws(Participants.of(graph, roots), Streams.seed(seed).stream("kept"))
                .draw(0, batch);
        int count = 0;
        for (int e = 0; e < batch.examples(); e++) {
            int begin = batch.exampleStart(e);
            if (batch.node(begin) != z && batch.exampleStart(e + 1) - begin > 1) count++;
        }
        return count;
    }
}
