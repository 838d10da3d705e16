package dpgnn.kernel;

/**
 * Memory that is let go when the heap is full, so that the kernel can say so, and can run the cell that makes room. Without it what
 * a cell left behind may fill the heap to the last byte, and the next cell's compiler collects garbage for minutes.
 */
final class Reserve {
    private static final long LEAST = 32 << 20;
    private static final int SHARE = 64;

    private static volatile byte[] held;

    private Reserve() {}

    static void release() {
        held = null;
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
