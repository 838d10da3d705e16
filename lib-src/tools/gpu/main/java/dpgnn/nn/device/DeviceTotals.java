package dpgnn.nn.device;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;

/** A sum of whole numbers on a device: the outer products of the rows of two matrices, made whole numbers. */
final class DeviceTotals implements Kernels.Totals {
    private final DeviceExactKernels kernels;
    private final long[] host;
    private final DeviceMemory there;
    private int[] picked = new int[16];
    private double[] shrink = new double[16];
    private double[] grow = new double[16];
    private int rows;

    DeviceTotals(DeviceExactKernels kernels, int size) {
        this.kernels = kernels;
        host = new long[size];
        there = kernels.program.memory((long) Long.BYTES * size);
        clear();
    }

    private void clear() {
        // As floats, twice as many: zero is zero.
        kernels.program.line("fill", 2L * host.length, 2L * host.length, 0f, there);
    }

    @Override
    public void dots(FloatMatrix x, int[] a, int[] b, int pairs, double[] into) {
        kernels.dots(x, a, b, pairs, into);
    }

    @Override
    public float[] content(FloatMatrix m) {
        return kernels.content(m);
    }

    @Override
    public void add(int row, double shrinkBy, double growBy) {
        picked = Buffers.to(picked, rows + 1);
        shrink = Buffers.to(shrink, rows + 1);
        grow = Buffers.to(grow, rows + 1);
        picked[rows] = row;
        shrink[rows] = shrinkBy;
        grow[rows++] = growBy;
    }

    @Override
    public void forget() {
        rows = 0;
        clear();
    }

    @Override
    public void flush(FloatMatrix x, FloatMatrix y, int columns, float constant) {
        kernels.addOuter(x, y, picked, rows, columns, constant, shrink, grow, there);
        rows = 0;
    }

    @Override
    public long[] take() {
        there.read(host, 0, host.length);
        clear();
        return host;
    }
}
