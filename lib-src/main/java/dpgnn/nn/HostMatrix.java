package dpgnn.nn;

import org.bytedeco.javacpp.FloatPointer;

/**
 * A matrix in a Java array, where loops over it become vector instructions, with a copy in native memory for OpenBLAS: two
 * copies cost less than a product on memory that is allocated for every call, or loops through a direct buffer.
 */
final class HostMatrix implements Matrix {
    final int columns;
    int rows;
    private float[] data = new float[16];
    private FloatPointer mirror;
    private boolean mirrored;

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
        data = Grow.to(data, Math.multiplyExact(newRows, columns));
        rows = newRows;
        mirrored = false;
    }

    /** The values, not to be changed. */
    float[] read() {
        return data;
    }

    /** The values, to be changed. */
    float[] write() {
        mirrored = false;
        return data;
    }

    /** The values in native memory. */
    FloatPointer toNative() {
        FloatPointer pointer = reserve();
        if (!mirrored) pointer.put(data, 0, rows * columns);
        mirrored = true;
        return pointer;
    }

    /** Native memory of the matrix's size, to be filled before {@link #fromNative}. */
    FloatPointer reserve() {
        long size = Math.max(1, (long) rows * columns);
        if (mirror == null || mirror.capacity() < size) {
            if (mirror != null) mirror.close();
            mirror = new FloatPointer(Math.max(size, data.length));
            mirrored = false;
        }
        return mirror.position(0);
    }

    /** Takes the values from native memory. */
    void fromNative() {
        mirror.position(0).get(data, 0, rows * columns);
        mirrored = true;
    }
}
