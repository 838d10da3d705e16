package dpgnn.nn.kernel;

import org.bytedeco.javacpp.DoublePointer;

/** Doubles that are written in a Java array and read by OpenBLAS in native memory, or the other way round. */
final class NativeDoubles {
    private double[] host = new double[16];
    private DoublePointer there;

    /** The array, with room for so many. */
    public double[] room(int size) {
        host = Buffers.to(host, size);
        return host;
    }

    /** Native memory with the first so many values of the array. */
    public DoublePointer put(int size) {
        return reserve(size).put(host, 0, size);
    }

    /** Native memory for so many values. */
    public DoublePointer reserve(int size) {
        if (there == null || there.capacity() < size) {
            if (there != null) there.close();
            there = new DoublePointer(Math.max(16, size + (size >> 1)));
        }
        return there.position(0);
    }

    /** The array with the first so many values of native memory. */
    public double[] get(int size) {
        room(size);
        there.position(0).get(host, 0, size);
        return host;
    }
}
