package dpgnn.nn.device;

import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ExactKernels;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.RowSet;

/**
 * Kernels for releases on a GPU: every number is that of {@link ExactKernels}, bit for bit. Gradients are summed as whole numbers in
 * double precision, exact in any order; products, dot products and loops over floats add in the host's order; and what rests on functions that are
 * not one operation of IEEE arithmetic, such as tanh, is computed on the host.
 *
 * <p>Proof: docs/proofs.md, lemma 27.
 */
final class DeviceExactKernels extends DeviceKernels {
    private static final int AT_ONCE = 4096;
    private static final int LINE = 64;

    private final HostKernels host = new HostKernels();
    private final DeviceScratch left;
    private final DeviceScratch right;
    private final DeviceScratch product;
    private final DeviceScratch second;
    private float[] values = new float[16];

    DeviceExactKernels(DeviceProgram program, DeviceData data) {
        super(program, data);
        left = new DeviceScratch(program);
        right = new DeviceScratch(program);
        product = new DeviceScratch(program);
        second = new DeviceScratch(program);
    }

    @Override
    public boolean exact() {
        return true;
    }

    @Override
    public boolean hasLoss() {
        return false;
    }

    @Override
    public int examplesAtOnce() {
        return AT_ONCE;
    }

    /** Every number in one order, each term by one fused operation: a sum that is cut would have another. */
    @Override
    int cuts(int m, int n, int k) {
        return 1;
    }

    @Override
    public void multiply(
            FloatMatrix a, boolean transposeA, FloatMatrix b, boolean transposeB, FloatMatrix c, boolean accumulate) {
        if (transposeA) throw new IllegalArgumentException("sums over rows are exact in an ExactGradient alone");
        super.multiply(a, false, b, transposeB, c, accumulate);
    }

    private void multiply(int m, int n, int k, long aRow, long aStep, long bStep, long bColumn) {
        program.launch(
                "wholeProduct",
                new int[] {(n + 31) / 32, (m + 31) / 32, 1},
                new int[] {16, 16, 1},
                m,
                n,
                k,
                left.room(16),
                aRow,
                aStep,
                right.room(16),
                bStep,
                bColumn,
                product.room(8L * m * n));
    }

    private void whole(FloatMatrix x, int[] picked, int rows, int wide, float constant, double[] by, DeviceScratch to) {
        program.grid(
                "wholeRows",
                rows,
                wide,
                rows,
                x.columns(),
                wide,
                memory(x),
                integers.put(picked, rows),
                constant,
                reals.put(by, rows),
                to.room(8L * rows * wide));
    }

    void dots(FloatMatrix x, int[] a, int[] b, int pairs, double[] into) {
        if (pairs == 0) return;
        DeviceMemory dots = reals.room(8L * pairs);
        program.launch(
                "exactDots",
                new int[] {(4 * pairs + LINE - 1) / LINE, 1, 1},
                new int[] {LINE, 1, 1},
                (long) pairs,
                (long) x.columns(),
                memory(x),
                integers.put(a, pairs),
                a == b ? integers.room(16) : second.put(b, pairs),
                dots);
        dots.read(into, 0, pairs);
    }

    @Override
    public DeviceTotals totals(int size) {
        return new DeviceTotals(this, size);
    }

    /**
     * Adds the sum over rows of the outer products of x and y to totals. All are made whole numbers first: rows of x, with a
     * constant behind them where there are more columns, by {@code shrink}, and those of y by {@code grow}.
     */
    void addOuter(
            FloatMatrix x,
            FloatMatrix y,
            int[] picked,
            int rows,
            int columns,
            float constant,
            double[] shrink,
            double[] grow,
            DeviceMemory totals) {
        if (rows == 0) return;
        int out = y.columns();
        whole(x, picked, rows, columns, constant, shrink, left);
        whole(y, picked, rows, out, 0f, grow, right);
        multiply(columns, out, rows, 1L, columns, out, 1L);
        long size = (long) columns * out;
        program.line("addWhole", size, size, product.room(8L * size), totals);
    }

    @Override
    public void biasActivate(FloatMatrix m, FloatMatrix bias, float times, Activation activation) {
        if (isPlain(activation)) super.biasActivate(m, bias, times, activation);
        else {
            FloatMatrix here = home(m);
            host.biasActivate(here, bias == null ? null : home(bias), times, activation);
            back(here, m);
        }
    }

    @Override
    public void activate(FloatMatrix in, Activation activation, FloatMatrix out) {
        if (isPlain(activation)) super.activate(in, activation, out);
        else {
            FloatMatrix here = host.matrix(in.columns());
            host.activate(home(in), activation, here);
            back(here, out);
        }
    }

    private static boolean isPlain(Activation activation) {
        return activation == Activation.RELU || activation == Activation.IDENTITY;
    }

    @Override
    public void rowDots(FloatMatrix a, FloatMatrix b, double[] into) {
        host.rowDots(home(a), home(b), into);
    }

    @Override
    public void standardise(FloatMatrix in, RowSet space, FloatMatrix out, double[] deviation) {
        FloatMatrix here = host.matrix(in.columns());
        host.standardise(home(in), space, here, deviation);
        back(here, out);
    }

    @Override
    public void standardiseBack(
            FloatMatrix out, FloatMatrix signal, RowSet space, double[] deviation, FloatMatrix gradient) {
        FloatMatrix here = home(gradient);
        host.standardiseBack(home(out), home(signal), space, deviation, here);
        back(here, gradient);
    }

    @Override
    public void normalise(FloatMatrix in, FloatMatrix out, double[] norms) {
        FloatMatrix here = host.matrix(in.columns());
        host.normalise(home(in), here, norms);
        back(here, out);
    }

    @Override
    public void normaliseBack(FloatMatrix out, FloatMatrix signal, double[] norms, FloatMatrix gradient) {
        FloatMatrix here = home(gradient);
        host.normaliseBack(home(out), home(signal), norms, here);
        back(here, gradient);
    }

    /** A copy on the host. */
    private FloatMatrix home(FloatMatrix m) {
        FloatMatrix copy = host.matrix(m.columns());
        host.upload(content(m), 0, m.rows(), copy);
        return copy;
    }

    float[] content(FloatMatrix m) {
        values = dpgnn.nn.kernel.Buffers.to(values, m.rows() * m.columns());
        download(m, values);
        return values;
    }

    private void back(FloatMatrix from, FloatMatrix to) {
        values = dpgnn.nn.kernel.Buffers.to(values, from.rows() * from.columns());
        host.download(from, values);
        super.upload(values, 0, from.rows(), to);
    }
}
