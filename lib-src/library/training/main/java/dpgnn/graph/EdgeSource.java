package dpgnn.graph;

import java.util.OptionalLong;

/**
 * Lists the same edges any number of times: from a file that is read again, or from a generator that starts again from its
 * seed. Building a graph from an edge source needs no list of edges in memory.
 */
@FunctionalInterface
public interface EdgeSource {
    /** Passes every edge to the sink. */
    void each(Sink sink);

    /** This source, of which a pass that lists other edges than the first one, in whatever order, ends with an error. */
    default EdgeSource steady() {
        OptionalLong[] first = {OptionalLong.empty()};
        return sink -> {
            long[] sum = {0};
            each((from, to) -> {
                sum[0] += mixed((long) from << 32 | to & 0xFFFFFFFFL);
                sink.edge(from, to);
            });
            if (first[0].isEmpty()) first[0] = OptionalLong.of(sum[0]);
            if (first[0].getAsLong() != sum[0])
                throw new IllegalStateException(
                        "a source of edges must list the same edges every time, but listed others when it was asked again");
        };
    }

    /** Sums of these differ for two sets of edges, but with a chance of 2^-64. */
    private static long mixed(long edge) {
        long z = (edge + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 29) * 0x94D049BB133111EBL;
        z = (z ^ z >>> 32) * 0x9E3779B97F4A7C15L;
        return z ^ z >>> 31;
    }

    /** Takes edges. */
    @FunctionalInterface
    interface Sink {
        void edge(int from, int to);
    }
}
