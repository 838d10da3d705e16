package dpgnn.nn.kernel;

import dpgnn.graph.ArraySize;
import org.bytedeco.javacpp.FloatPointer;

/**
 * A matrix in a Java array, where loops over it become vector instructions, with a copy in native memory for OpenBLAS, made
 * when it is needed: that costs less than a product on memory that is allocated for every call, or loops through a direct
 * buffer.
 */
public final class HostMatrix implements FloatMatrix {
    final int columns;
    int rows;
    private float[] data = new float[16];
    private FloatPointer mirror;
    /** Which of the two has the values; at least one has. */
    private boolean onHeap = true;

    private boolean onNative;
    private int version;

    HostMatrix(int columns) {
        this.columns = columns;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public void resize(int newRows) {
        data = Buffers.to(data, ArraySize.of("a matrix", newRows, columns));
        rows = newRows;
        onHeap = true;
        onNative = false;
        version++;
    }

    /** The values, not to be changed. */
    public float[] read() {
        if (!onHeap) mirror.position(0).get(data, 0, rows * columns);
        onHeap = true;
        return data;
    }

    /** The values, to be changed. */
    float[] write() {
        read();
        onNative = false;
        version++;
        return data;
    }

    /** The values in native memory. */
    FloatPointer toNative() {
        FloatPointer pointer = reserve();
        if (!onNative) pointer.put(data, 0, rows * columns);
        onNative = true;
        return pointer;
    }

    /** Native memory of the matrix's size, to be filled before {@link #computed}. */
    FloatPointer reserve() {
        long size = Math.max(1, (long) rows * columns);
        if (mirror == null || mirror.capacity() < size) {
            read();
            if (mirror != null) mirror.close();
            mirror = new FloatPointer(Math.max(size, data.length));
            onNative = false;
        }
        return mirror.position(0);
    }

    /** Another number whenever the values may have changed. */
    int version() {
        return version;
    }

    /** Says that native memory now has the values. */
    void computed() {
        version++;
        onNative = true;
        onHeap = false;
    }
}
