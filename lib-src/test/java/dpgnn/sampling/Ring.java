package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The graph on which samplers are tested: a ring of 40 nodes with chords and a hub, and one alone; two thirds are roots. */
final class Ring {
    /** A node with enough neighbours to make its occurrences interesting. */
    static final int WATCHED = 3;

    static final int NODES = 41;
    static final Graph GRAPH = graph();
    static final int[] ROOTS =
            IntStream.range(0, NODES).filter(v -> v % 3 != 2).limit(27).toArray();
    static final Participants ALL = Participants.of(GRAPH, ROOTS);
    /** Where the watched node is replaced by one with other edges. */
    static final Participants REPLACED = ALL.on(withOtherEdges());

    private Ring() {}

    private static Graph graph() {
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < 40; i++) edges.add(new int[] {i, (i + 1) % 40});
        for (int i = 0; i < 40; i += 3) edges.add(new int[] {i, (i + 7) % 40});
        for (int i = 10; i < 30; i += 2) edges.add(new int[] {WATCHED, i});
        return Graph.undirected(
                NODES,
                edges.stream().mapToInt(e -> e[0]).toArray(),
                edges.stream().mapToInt(e -> e[1]).toArray());
    }

    private static Graph withOtherEdges() {
        int[] others = {0, 9, 33, 39};
        return GRAPH.withNeighbours(WATCHED, others, others);
    }

    static RandomStream coins(long seed) {
        return Streams.seed(seed).stream("sampler");
    }
}
