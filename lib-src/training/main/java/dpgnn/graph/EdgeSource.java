package dpgnn.graph;

/**
 * Lists the same edges any number of times: from a file that is read again, or from a generator that starts again from its
 * seed. Building a graph from an edge source needs no list of edges in memory.
 */
@FunctionalInterface
public interface EdgeSource {
    /** Passes every edge to the sink. */
    void each(Sink sink);

    /** Takes edges. */
    @FunctionalInterface
    interface Sink {
        void edge(int from, int to);
    }
}
