package dpgnn.graph;

/**
 * Edges that can be listed as often as one likes, always the same ones: from a file that is read again, or from a generator
 * that starts again from its seed. A graph that is built from one needs no list of edges in memory.
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
