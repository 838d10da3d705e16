package dpgnn.nn.device;

import com.sun.jna.Memory;
import dpgnn.base.Check;
import dpgnn.nn.DeviceFailure;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicLong;

/** A piece of a device's memory, given back when it is closed or when nobody holds it any more. */
final class DeviceMemory implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    /** Bytes that travel at once. */
    private static final int CHUNK = 1 << 22;

    private static final int WAITS = 20;
    private static final AtomicLong USED = new AtomicLong();

    private final Device device;
    private final long handle;
    private final long bytes;
    private final Cleaner.Cleanable given;

    private DeviceMemory(Device device, long handle, long bytes) {
        this.device = device;
        this.handle = handle;
        this.bytes = bytes;
        given = CLEANER.register(this, () -> give(device, handle, bytes));
    }

    private static void give(Device device, long handle, long bytes) {
        synchronized (device) {
            device.free(handle);
        }
        USED.addAndGet(-bytes);
    }

    /** @throws DeviceFailure where the device has not so much, not even after what nobody holds was given back */
    public static DeviceMemory of(Device device, long bytes) {
        Check.atLeast("bytes", bytes, 1);
        for (int wait = 0; wait < WAITS && bytes <= device.memory(); wait++) {
            try {
                synchronized (device) {
                    long handle = device.alloc(bytes);
                    USED.addAndGet(bytes);
                    return new DeviceMemory(device, handle, bytes);
                }
            } catch (Device.OutOfDeviceMemory e) {
                System.gc();
                pause();
            }
        }
        throw new DeviceFailure("The device has too little memory: " + megabytes(bytes) + " more were wanted, "
                + megabytes(USED.get()) + " are in use of " + megabytes(device.memory()) + " on " + device.describe()
                + "; take smaller batches or a narrower network, or -Ddpgnn.device=cpu.");
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String megabytes(long bytes) {
        return (bytes + (1 << 20) - 1 >> 20) + " MB";
    }

    /** Bytes of all pieces, on all devices. */
    public static long used() {
        return USED.get();
    }

    public long bytes() {
        return bytes;
    }

    long handle() {
        return handle;
    }

    /** The first so many values, to a place in bytes. */
    public void writeAt(long at, float[] from, int count) {
        send(at, 4L * count, Float.BYTES, (memory, i, n) -> memory.write(0, from, i, n));
    }

    public void write(float[] from, int offset, int count) {
        send(0, 4L * count, Float.BYTES, (memory, at, n) -> memory.write(0, from, offset + at, n));
    }

    public void write(int[] from, int offset, int count) {
        send(0, 4L * count, Integer.BYTES, (memory, at, n) -> memory.write(0, from, offset + at, n));
    }

    public void write(double[] from, int offset, int count) {
        send(0, 8L * count, Double.BYTES, (memory, at, n) -> memory.write(0, from, offset + at, n));
    }

    public void read(float[] into, int offset, int count) {
        receive(4L * count, Float.BYTES, (memory, at, n) -> memory.read(0, into, offset + at, n));
    }

    public void read(double[] into, int offset, int count) {
        receive(8L * count, Double.BYTES, (memory, at, n) -> memory.read(0, into, offset + at, n));
    }

    public void read(long[] into, int offset, int count) {
        receive(8L * count, Long.BYTES, (memory, at, n) -> memory.read(0, into, offset + at, n));
    }

    public void read(int[] into, int offset, int count) {
        receive(4L * count, Integer.BYTES, (memory, at, n) -> memory.read(0, into, offset + at, n));
    }

    private interface Piece {
        void copy(Memory host, int at, int count);
    }

    /** What travels passes through here. */
    private static final ThreadLocal<Memory> ROAD = ThreadLocal.withInitial(() -> new Memory(CHUNK));

    private void send(long to, long size, int each, Piece piece) {
        within(to + size);
        Memory road = ROAD.get();
        for (long at = 0; at < size; at += CHUNK) {
            int part = (int) Math.min(CHUNK, size - at);
            piece.copy(road, (int) (at / each), part / each);
            synchronized (device) {
                device.write(handle, to + at, road, part);
            }
        }
    }

    private void receive(long size, int each, Piece piece) {
        within(size);
        Memory road = ROAD.get();
        for (long at = 0; at < size; at += CHUNK) {
            int part = (int) Math.min(CHUNK, size - at);
            synchronized (device) {
                device.read(handle, at, road, part);
            }
            piece.copy(road, (int) (at / each), part / each);
        }
    }

    private void within(long size) {
        if (size > bytes) throw new IllegalArgumentException("there are " + bytes + " bytes, wanted were " + size);
    }

    @Override
    public void close() {
        given.clean();
    }
}
