package dpgnn.nn.device;

import dpgnn.graph.Features;
import dpgnn.graph.SparseFeatures;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.nn.kernel.ResidentKernels;
import dpgnn.nn.kernel.RowSet;
import dpgnn.nn.kernel.SparseRows;
import java.util.Arrays;

/**
 * Kernels on a GPU. Matrices, features and sums lie in its memory; what crosses is the indices of a step, its norms and losses,
 * and factors. The kernels themselves are in {@code dpgnn/device/kernels.cl}.
 */
class DeviceKernels extends EntryKernels implements ResidentKernels {
    /** Bounds the memory of a step; a GPU is busy with fewer. */
    private static final int AT_ONCE = 1 << 14;
    /** Groups that fill a GPU: a product with fewer tiles is cut along the terms of its sums. */
    private static final int GROUPS = 264;

    private static final int TILE = 64;
    private static final int FEWEST_TERMS = 256;

    final DeviceData data;
    final DeviceScratch reals;
    private final DeviceScratch parts;
    private final DeviceScratch constant;

    DeviceKernels(DeviceProgram program, DeviceData data) {
        super(program);
        this.data = data;
        reals = new DeviceScratch(program);
        parts = new DeviceScratch(program);
        constant = new DeviceScratch(program);
    }

    @Override
    public long bytes(Features features) {
        return DeviceData.bytes(features);
    }

    @Override
    public int examplesAtOnce() {
        return AT_ONCE;
    }

    @Override
    public Kernels another() {
        return null;
    }

    @Override
    public void gather(Features features, SparseRows sparseRows, FloatMatrix out) {
        out.resize(sparseRows.rows);
        DeviceData.Rows rows = data.of(features);
        DeviceData.Rows by = data.of(sparseRows);
        int n = out.columns();
        if (features instanceof SparseFeatures)
            program.launch(
                    "gatherSparse",
                    new int[] {sparseRows.rows, 1, 1},
                    new int[] {TILE, 1, 1},
                    n,
                    by.start(),
                    by.columns(),
                    by.values(),
                    rows.start(),
                    rows.columns(),
                    rows.values(),
                    memory(out));
        else gather(sparseRows.rows, by, rows.values(), out, 3, 0, false);
    }

    private void gather(
            int rows, DeviceData.Rows by, DeviceMemory in, FloatMatrix out, int head, int fours, boolean keep) {
        program.grid(
                "gather",
                rows,
                out.columns(),
                rows,
                out.columns(),
                by.start(),
                by.columns(),
                by.values(),
                in,
                memory(out),
                head,
                fours,
                keep ? 1 : 0);
    }

    @Override
    public void multiply(
            FloatMatrix a, boolean transposeA, FloatMatrix b, boolean transposeB, FloatMatrix c, boolean accumulate) {
        int m = transposeA ? a.columns() : a.rows();
        int k = transposeA ? a.rows() : a.columns();
        int n = c.columns();
        if (!accumulate) c.resize(m);
        long bColumns = b.columns();
        product(
                m,
                n,
                k,
                memory(a),
                transposeA ? 1L : a.columns(),
                transposeA ? (long) a.columns() : 1L,
                memory(b),
                transposeB ? 1L : bColumns,
                transposeB ? bColumns : 1L,
                memory(c),
                accumulate);
    }

    /** Into how many parts the terms of a product's sums are cut. */
    int cuts(int m, int n, int k) {
        int tiles = Math.max(1, ((n + TILE - 1) / TILE) * ((m + TILE - 1) / TILE));
        return Math.max(1, Math.min(k / FEWEST_TERMS, GROUPS / tiles));
    }

    /** How many floats a product takes beside its factors. */
    @Override
    public long parts(int m, int n, int k) {
        return cuts(m, n, k) == 1 ? 0 : (long) m * n * cuts(m, n, k);
    }

    private void product(
            int m,
            int n,
            int k,
            DeviceMemory a,
            long aRow,
            long aStep,
            DeviceMemory b,
            long bStep,
            long bColumn,
            DeviceMemory c,
            boolean keep) {
        if (m == 0) return;
        int wide = (n + TILE - 1) / TILE;
        int high = (m + TILE - 1) / TILE;
        int most = cuts(m, n, k);
        int per = Math.max(1, (k + most - 1) / most);
        int cuts = Math.max(1, (k + per - 1) / per);
        long size = (long) m * n;
        DeviceMemory into = cuts == 1 ? c : parts.room(Float.BYTES * size * cuts);
        program.launch(
                "product",
                new int[] {wide, high, cuts},
                new int[] {16, 16, 1},
                m,
                n,
                k,
                per,
                a,
                aRow,
                aStep,
                b,
                bStep,
                bColumn,
                into,
                keep && cuts == 1 ? 1 : 0);
        if (cuts > 1) program.line("sumParts", size, size, cuts, into, c, keep ? 1 : 0);
    }

    @Override
    public void spread(SparseRows sparseRows, FloatMatrix in, FloatMatrix out, boolean accumulate) {
        if (!accumulate) out.resize(sparseRows.rows);
        gather(sparseRows.rows, data.of(sparseRows), memory(in), out, 0, 1, accumulate);
    }

    @Override
    public void spreadBack(SparseRows sparseRows, FloatMatrix in, FloatMatrix out, boolean accumulate) {
        if (!accumulate) out.resize(sparseRows.columns);
        gather(sparseRows.columns, data.transposed(sparseRows), memory(in), out, 0, 0, accumulate);
    }

    @Override
    public double squaredNorm(FloatMatrix m) {
        double[] rows = new double[m.rows()];
        rowDots(m, m, rows);
        return Arrays.stream(rows).sum();
    }

    @Override
    public DeviceSum sum(float[] into) {
        return new DeviceSum(this, into);
    }

    /** So many words of the generator behind the noise, four for each counter. */
    int[] words(int count, long key) {
        DeviceMemory into = integers.room((long) Integer.BYTES * (count + 3));
        program.line("words", (count + 3L) / 4, (count + 3L) / 4, (int) key, (int) (key >>> 32), 0, into);
        int[] words = new int[count];
        into.read(words, 0, count);
        return words;
    }

    @Override
    public DeviceParameters parameters(int size) {
        return new DeviceParameters(this, size);
    }

    @Override
    public boolean hasLoss() {
        return true;
    }

    @Override
    public void crossEntropy(
            FloatMatrix logits, int[] label, float[] wanted, float[] share, FloatMatrix gradient, double[] losses) {
        int rows = logits.rows();
        gradient.resize(rows);
        program.line(
                label == null ? "binaryLoss" : "softmaxLoss",
                rows,
                rows,
                logits.columns(),
                memory(logits),
                label == null ? integers.put(wanted, rows * logits.columns()) : integers.put(label, rows),
                floats.put(share, rows),
                memory(gradient),
                reals(rows));
        readReals(losses, rows);
    }

    @Override
    public void rowDots(FloatMatrix a, FloatMatrix b, double[] into) {
        byRow("rowDots", a.rows(), a.columns(), memory(a), memory(b), reals(a.rows()));
        readReals(into, a.rows());
    }

    /** Runs a kernel with one group for each row or example. */
    private void byRow(String kernel, int rows, Object... arguments) {
        program.launch(kernel, new int[] {rows, 1, 1}, new int[] {TILE, 1, 1}, arguments);
    }

    @Override
    public void addSquaredNorms(FloatMatrix a, FloatMatrix b, float biasTimes, RowSet space, double[] squared) {
        int count = space.examples;
        byRow(
                "squaredNorms",
                count,
                a.columns(),
                b.columns(),
                starts(space),
                memory(a),
                memory(b),
                biasTimes,
                reals(count));
        double[] norms = new double[count];
        readReals(norms, count);
        for (int e = 0; e < count; e++) squared[e] += norms[e];
    }

    private DeviceMemory starts(RowSet space) {
        return integers.put(space.exampleStart, space.examples + 1);
    }

    @Override
    public void columnSums(FloatMatrix m, float times, FloatMatrix into, boolean accumulate) {
        if (!accumulate) into.resize(1);
        int n = m.columns();
        // A row of the same number all along.
        DeviceMemory number = constant.put(new float[] {times}, 1);
        product(1, n, m.rows(), number, 0L, 0L, memory(m), n, 1L, memory(into), accumulate);
    }

    @Override
    public void standardise(FloatMatrix in, RowSet space, FloatMatrix out, double[] deviation) {
        out.resize(in.rows());
        DeviceMemory deviations = reals(space.examples);
        byRow(
                "standardise",
                space.examples,
                in.columns(),
                starts(space),
                memory(in),
                memory(out),
                (float) EPSILON,
                deviations);
        readReals(deviation, space.examples);
    }

    @Override
    public void standardiseBack(
            FloatMatrix out, FloatMatrix signal, RowSet space, double[] deviation, FloatMatrix gradient) {
        byRow(
                "standardiseBack",
                space.examples,
                out.columns(),
                starts(space),
                memory(out),
                memory(signal),
                (float) EPSILON,
                putReals(deviation, space.examples),
                memory(gradient));
    }

    @Override
    public void normalise(FloatMatrix in, FloatMatrix out, double[] norms) {
        out.resize(in.rows());
        byRow("normalise", in.rows(), in.columns(), memory(in), memory(out), reals(in.rows()));
        readReals(norms, in.rows());
    }

    @Override
    public void normaliseBack(FloatMatrix out, FloatMatrix signal, double[] norms, FloatMatrix gradient) {
        byRow(
                "normaliseBack",
                out.rows(),
                out.columns(),
                memory(out),
                memory(signal),
                putReals(norms, out.rows()),
                memory(gradient));
    }

    private DeviceMemory reals(int count) {
        return reals.room(8L * count);
    }

    private void readReals(double[] into, int count) {
        if (count == 0) return;
        if (program.device().doubles()) {
            reals(count).read(into, 0, count);
            return;
        }
        float[] narrow = new float[count];
        reals(count).read(narrow, 0, count);
        for (int i = 0; i < count; i++) into[i] = narrow[i];
    }

    private DeviceMemory putReals(double[] values, int count) {
        if (program.device().doubles()) return reals.put(values, count);
        float[] narrow = new float[count];
        for (int i = 0; i < count; i++) narrow[i] = (float) values[i];
        return reals.put(narrow, count);
    }
}
