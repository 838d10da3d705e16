package dpgnn.nn.kernel;

import dpgnn.graph.ArraySize;
import org.bytedeco.javacpp.FloatPointer;

/**
 * A matrix in a Java array, where loops over it become vector instructions, with a copy in native memory for OpenBLAS, made
 * when it is needed: that costs less than a product on memory that is allocated for every call, or loops through a direct
 * buffer.
 */
public final class HostMatrix implements FloatMatrix, InputRows {
    final int columns;
    int rows;
    private float[] data = new float[16];
    private FloatPointer mirror;
    /** Which of the two has the values; at least one has. */
    private boolean onHeap = true;

    private boolean onNative;
    private int version;
    /** Of the rows as they were at a version. */
    private double[] squares = new double[0];

    private int squaresOf = -1;

    HostMatrix(int columns) {
        this.columns = columns;
    }

    /** A matrix of these values, row by row, which are not copied. */
    public static HostMatrix of(float[] values, int columns) {
        HostMatrix made = new HostMatrix(columns);
        made.data = values;
        made.rows = values.length / columns;
        return made;
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
        ArraySize.of("a matrix", newRows, columns);
        rows = newRows;
        onHeap = true;
        onNative = false;
        version++;
    }

    /** The values, not to be changed. */
    public float[] read() {
        data = Buffers.to(data, rows * columns);
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
        if (!onNative) pointer.put(read(), 0, rows * columns);
        onNative = true;
        return pointer;
    }

    /** Native memory of the matrix's size, to be filled before {@link #computed}. */
    FloatPointer reserve() {
        long size = Math.max(1, (long) rows * columns);
        if (mirror == null || mirror.capacity() < size) {
            read();
            long former = mirror == null ? 0 : mirror.capacity();
            if (mirror != null) mirror.close();
            mirror = new FloatPointer(Math.max(size, former + (former >> 1)));
            onNative = false;
        }
        return mirror.position(0);
    }

    /** Another number whenever the values may have changed. */
    int version() {
        return version;
    }

    /** Room for the squared norms of all rows, to be filled before {@link #squaresKnown}. */
    double[] squares() {
        squares = Buffers.to(squares, rows);
        return squares;
    }

    /** Says that {@link #squares} are those of the values as they are. */
    void squaresKnown() {
        squaresOf = version;
    }

    boolean hasSquares() {
        return squaresOf == version;
    }

    @Override
    public double squaredNorm(int row) {
        float[] x = read();
        return FloatLoops.exactDot(x, row * columns, x, row * columns, columns);
    }

    @Override
    public int entries(int from, int to) {
        return (to - from) * columns;
    }

    @Override
    public double gram(float[] y, int out, double bias, int from, int to) {
        return FloatLoops.gram(read(), columns, y, out, bias, from, to);
    }

    @Override
    public void addOuter(int row, float[] y, int out, double[] into) {
        float[] x = read();
        for (int i = 0; i < columns; i++) {
            double a = x[row * columns + i];
            if (a != 0) for (int j = 0; j < out; j++) into[i * out + j] += a * y[row * out + j];
        }
    }

    /** Says that native memory now has the values. */
    void computed() {
        version++;
        onNative = true;
        onHeap = false;
    }
}
