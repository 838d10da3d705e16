package dpgnn.linear;

import java.util.stream.IntStream;

/** Cuts work on a range of rows into blocks that run on all cores. */
public final class Blocks {
    private Blocks() {}

    /** What is done with one block. */
    public interface Work {
        void run(int from, int to);
    }

    /** Runs the work on ranges of 0 .. count, each at most {@code size} long. */
    public static void run(int count, int size, Work work) {
        int pieces = (count + size - 1) / size;
        if (pieces <= 1) {
            if (count > 0) work.run(0, count);
            return;
        }
        IntStream.range(0, pieces).parallel().forEach(p -> work.run(p * size, Math.min(count, (p + 1) * size)));
    }
}
