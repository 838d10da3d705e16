package dpgnn.nn.device;

import com.sun.jna.Pointer;

/**
 * A device as its driver gives it to us: memory, kernels and one queue, in which everything happens in order. Handles are the
 * driver's own. Use {@link DeviceMemory} and {@link DeviceProgram}, which several threads may share; calls of this interface
 * come from one thread at a time.
 */
interface Device extends AutoCloseable {
    /** Its name, and what drives it. */
    String describe();

    /** The driver's name in {@code -Ddpgnn.device}. */
    String driver();

    /** Bytes of memory. */
    long memory();

    /** What it lacks for exact sums of doubles, as the end of a sentence; empty where it lacks nothing. */
    String lacksForReleases();

    /** Whether kernels have double precision. */
    boolean doubles();

    /** @throws OutOfDeviceMemory where so much is not free */
    long alloc(long bytes);

    void free(long memory);

    /** Copies into the device; when it returns, the source may be overwritten. */
    void write(long memory, long at, Pointer from, long bytes);

    /** Waits for all that was launched, and copies out of the device. */
    void read(long memory, long at, Pointer into, long bytes);

    /** Builds the kernels of this library. */
    void build();

    /** The kernel of this name. */
    long kernel(String name);

    /**
     * Starts a kernel and returns.
     *
     * @param groups how many groups in each direction, three numbers
     * @param items how many work-items a group has in each direction
     * @param arguments {@link DeviceMemory}, Integer, Long or Float
     */
    void launch(long kernel, int[] groups, int[] items, Object... arguments);

    /** Waits for all that was launched. */
    void finish();

    @Override
    void close();

    /** So much memory is not free. */
    final class OutOfDeviceMemory extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfDeviceMemory(String call) {
            super(call);
        }
    }
}
