package dpgnn.kernel;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Memory that is let go when the heap is full, so that the kernel can say so, and can run the cell that makes room. Without it what
 * a cell left behind may fill the heap to the last byte, and the next cell's compiler collects garbage for minutes.
 */
final class Reserve {
    private static final long LEAST = 32 << 20;
    private static final int SHARE = 64;
    /** Time in which the cell that filled the heap learns of it. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int PATIENCE = 100;

    private static volatile byte[] held;

    private Reserve() {}

    static void release() {
        held = null;
    }

    /**
     * Runs the body again where a full heap ended it. The heap is full for every thread, and what serves the front end must outlive
     * the cell that filled it. It lets go of nothing at first: the cell would take that, too, and nothing were left to say so.
     */
    static Runnable outliving(Runnable body) {
        return () -> {
            for (int times = 1; ; times++) {
                try {
                    body.run();
                    return;
                } catch (OutOfMemoryError e) {
                    if (times % PATIENCE == 0) release();
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        };
    }

    /** What must be made although the heap is full: with the memory that is kept for it, and again where that was not enough. */
    static <T> T insist(Supplier<T> made) {
        for (int times = 1; ; times++) {
            try {
                return made.get();
            } catch (OutOfMemoryError e) {
                if (times == PATIENCE) throw e;
                release();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Takes the memory, again if it was let go, where there is plenty. */
    static void refill() {
        if (held != null) return;
        Runtime heap = Runtime.getRuntime();
        long size = Math.max(LEAST, heap.maxMemory() / SHARE);
        if (heap.maxMemory() - heap.totalMemory() + heap.freeMemory() < 4 * size) return;
        try {
            held = new byte[(int) Math.min(size, Integer.MAX_VALUE / 2)];
        } catch (OutOfMemoryError e) {
            release();
        }
    }
}
