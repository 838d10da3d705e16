package dpgnn.nn.kernel;

import dpgnn.graph.ArraySize;
import java.util.Arrays;
import org.nd4j.linalg.api.blas.params.MMulTranspose;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.reduce.Mmul;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.NDArrayIndex;
import org.nd4j.linalg.ops.transforms.Transforms;

/** Kernels in ND4J's own operations: slower than {@link HostKernels}, and the same on every backend, CUDA included. */
final class Nd4jKernels implements Kernels {
    private static final double TINY = 1e-12;
    /** Pairs of rows whose dot products are taken at once. */
    private static final int PAIRS = 8192;

    private float[] stage = new float[16];

    @Override
    public FloatMatrix matrix(int columns) {
        return new Nd4jMatrix(columns);
    }

    @Override
    public int examplesAtOnce() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Kernels another() {
        return null;
    }

    @Override
    public void upload(float[] from, int offset, int rows, FloatMatrix to) {
        to.resize(rows);
        int n = rows * to.columns();
        if (n > 0)
            array(to)
                    .assign(Nd4j.createFromArray(from.length == n ? from : Arrays.copyOfRange(from, offset, offset + n))
                            .reshape('c', rows, to.columns()));
    }

    @Override
    public float[] stage(int rows, FloatMatrix to) {
        to.resize(rows);
        return stage = Buffers.to(stage, ArraySize.of("a matrix", rows, to.columns()));
    }

    @Override
    public void staged(FloatMatrix to) {
        upload(stage, 0, to.rows(), to);
    }

    @Override
    public void download(FloatMatrix from, float[] into) {
        if (from.rows() == 0) return;
        float[] values = array(from).dup('c').data().asFloat();
        System.arraycopy(values, 0, into, 0, from.rows() * from.columns());
    }

    @Override
    public void multiply(
            FloatMatrix a, boolean transposeA, FloatMatrix b, boolean transposeB, FloatMatrix c, boolean accumulate) {
        int m = transposeA ? a.columns() : a.rows();
        int k = transposeA ? a.rows() : a.columns();
        if (!accumulate) c.resize(m);
        if (m == 0) return;
        if (k == 0) {
            if (!accumulate) fill(c, 0);
            return;
        }
        INDArray product = accumulate ? fresh(m, c.columns()) : array(c);
        Nd4j.exec(new Mmul(
                array(a),
                array(b),
                product,
                MMulTranspose.builder()
                        .transposeA(transposeA)
                        .transposeB(transposeB)
                        .build()));
        if (accumulate) array(c).addi(product);
    }

    @Override
    public void biasActivate(FloatMatrix m, FloatMatrix bias, float times, Activation activation) {
        if (m.rows() == 0) return;
        if (bias != null) array(m).addiRowVector(array(bias).mul(times));
        activated(array(m), activation, false);
    }

    @Override
    public void activate(FloatMatrix in, Activation activation, FloatMatrix out) {
        out.resize(in.rows());
        if (in.rows() > 0) array(out).assign(activated(array(in), activation, true));
    }

    private static INDArray activated(INDArray x, Activation activation, boolean copy) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> Transforms.relu(x, copy);
            case ELU -> Transforms.elu(x, copy);
            case SELU -> selu(x, copy);
            case TANH -> Transforms.tanh(x, copy);
        };
    }

    private static INDArray selu(INDArray x, boolean copy) {
        INDArray y = Nd4j.getExecutioner().exec(new org.nd4j.linalg.api.ops.impl.transforms.strict.SELU(x, x.ulike()));
        return copy ? y : x.assign(y);
    }

    @Override
    public void activateBack(
            FloatMatrix output, FloatMatrix signal, Activation activation, FloatMatrix gradient, boolean accumulate) {
        if (!accumulate) gradient.resize(signal.rows());
        if (signal.rows() == 0) return;
        INDArray product = array(signal).mul(slope(array(output), activation));
        if (accumulate) array(gradient).addi(product);
        else array(gradient).assign(product);
    }

    private static INDArray slope(INDArray y, Activation activation) {
        return switch (activation) {
            case IDENTITY -> y.mul(0).addi(1);
            case RELU -> y.gt(0).castTo(DataType.FLOAT);
            case ELU -> Transforms.min(y, 0, true).addi(1);
            case SELU -> {
                float below = Activation.SELU.slope(0);
                INDArray positive = y.gt(0).castTo(DataType.FLOAT);
                yield Transforms.min(y, 0, true).addi(below).addi(positive.muli(Activation.SELU.slope(1) - below));
            }
            case TANH -> y.mul(y).rsubi(1);
        };
    }

    @Override
    public void spread(SparseRows spread, FloatMatrix in, FloatMatrix out, boolean accumulate) {
        if (!accumulate) {
            out.resize(spread.rows);
            fill(out, 0);
        }
        if (spread.entries() == 0) return;
        GatherPlan prefixes = GatherPlan.of(spread);
        INDArray sum = fresh(spread.rows, in.columns());
        for (int p = 0; p < prefixes.depth(); p++) {
            INDArray part = Nd4j.pullRows(array(in), 1, prefixes.columns(p));
            part.muliColumnVector(column(prefixes.weights(p)));
            sum.get(NDArrayIndex.interval(0, part.rows()), NDArrayIndex.all()).addi(part);
        }
        array(out).addi(Nd4j.pullRows(sum, 1, prefixes.places()));
    }

    @Override
    public void spreadBack(SparseRows spread, FloatMatrix in, FloatMatrix out, boolean accumulate) {
        SparseRows turned = GatherPlan.transposed(spread);
        spread(turned, in, out, accumulate);
    }

    @Override
    public void add(FloatMatrix x, float weight, FloatMatrix y) {
        if (x.rows() == 0) return;
        int n = Math.min(x.columns(), y.columns());
        first(array(y), n).addi(first(array(x), n).mul(weight));
    }

    private static INDArray first(INDArray m, int n) {
        return m.columns() == n ? m : m.get(NDArrayIndex.all(), NDArrayIndex.interval(0, n));
    }

    @Override
    public void times(FloatMatrix x, FloatMatrix y) {
        if (x.rows() > 0) array(y).muli(array(x));
    }

    @Override
    public void fill(FloatMatrix m, float value) {
        if (m.rows() > 0) array(m).assign(value);
    }

    @Override
    public void rowDots(FloatMatrix a, FloatMatrix b, double[] into) {
        if (a.rows() > 0) dots(array(a), array(b), into, 0);
    }

    private static void dots(INDArray a, INDArray b, double[] into, int at) {
        float[] sums = a.mul(b).sum(1).data().asFloat();
        for (int r = 0; r < a.rows(); r++) into[at + r] = sums[r];
    }

    @Override
    public void addSquaredNorms(FloatMatrix a, FloatMatrix b, float biasTimes, RowSet space, double[] squared) {
        double bias = (double) biasTimes * biasTimes;
        RowPairs pairs = new RowPairs(PAIRS);
        for (int e = 0; e < space.examples; e++) {
            int from = space.exampleStart[e];
            int to = space.exampleStart[e + 1];
            if ((to - from) / 2L * (a.columns() + b.columns()) > (long) a.columns() * b.columns()) {
                squared[e] += materialised(array(a), array(b), bias, from, to);
                continue;
            }
            for (int r = from; r < to; r++)
                for (int s = from; s <= r; s++) {
                    if (pairs.isFull()) take(pairs, array(a), array(b), bias, squared);
                    pairs.add(e, r, s);
                }
        }
        take(pairs, array(a), array(b), bias, squared);
    }

    private static void take(RowPairs pairs, INDArray a, INDArray b, double bias, double[] squared) {
        if (pairs.count() == 0) return;
        double[] inputs = new double[pairs.count()];
        double[] signals = new double[pairs.count()];
        dots(Nd4j.pullRows(a, 1, pairs.left()), Nd4j.pullRows(a, 1, pairs.right()), inputs, 0);
        dots(Nd4j.pullRows(b, 1, pairs.left()), Nd4j.pullRows(b, 1, pairs.right()), signals, 0);
        pairs.drain((i, example, factor) -> squared[example] += factor * (inputs[i] + bias) * signals[i]);
    }

    private double materialised(INDArray a, INDArray b, double bias, int from, int to) {
        INDArray x = a.get(NDArrayIndex.interval(from, to), NDArrayIndex.all());
        INDArray y = b.get(NDArrayIndex.interval(from, to), NDArrayIndex.all());
        INDArray gradient = fresh(a.columns(), b.columns());
        Nd4j.exec(new Mmul(
                x, y, gradient, MMulTranspose.builder().transposeA(true).build()));
        INDArray total = fresh(1, b.columns());
        Nd4j.exec(new Mmul(ones(1, to - from), y, total, MMulTranspose.allFalse()));
        return square(gradient) + bias * square(total);
    }

    private static double square(INDArray m) {
        double norm = m.norm2Number().doubleValue();
        return norm * norm;
    }

    @Override
    public void scale(FloatMatrix m, RowSet space, double[] factor) {
        if (m.rows() == 0) return;
        array(m).muliColumnVector(column(space, e -> factor[e]));
    }

    @Override
    public void columnSums(FloatMatrix m, float times, FloatMatrix into, boolean accumulate) {
        if (!accumulate) {
            into.resize(1);
            fill(into, 0);
        }
        if (m.rows() == 0) return;
        INDArray sum = fresh(1, m.columns());
        Nd4j.exec(new Mmul(ones(1, m.rows()), array(m), sum, MMulTranspose.allFalse()));
        array(into).addi(sum.muli(times));
    }

    @Override
    public void standardise(FloatMatrix in, RowSet space, FloatMatrix out, double[] deviation) {
        out.resize(in.rows());
        if (in.rows() == 0) return;
        int n = in.columns();
        double[] mean = new double[space.examples];
        perExample(array(in).sum(1).data().asFloat(), space, mean);
        for (int e = 0; e < space.examples; e++) mean[e] /= Math.max(1, entries(space, e, n));
        array(out).assign(array(in)).subiColumnVector(column(space, e -> mean[e]));
        perExample(array(out).mul(array(out)).sum(1).data().asFloat(), space, deviation);
        for (int e = 0; e < space.examples; e++)
            deviation[e] = Math.sqrt(deviation[e] / Math.max(1, entries(space, e, n) - 1));
        array(out).muliColumnVector(column(space, e -> 1 / (deviation[e] + EPSILON)));
    }

    @Override
    public void standardiseBack(
            FloatMatrix out, FloatMatrix signal, RowSet space, double[] deviation, FloatMatrix gradient) {
        if (out.rows() == 0) return;
        int n = out.columns();
        double[] mean = new double[space.examples];
        double[] along = new double[space.examples];
        perExample(array(signal).sum(1).data().asFloat(), space, mean);
        perExample(array(signal).mul(array(out)).sum(1).data().asFloat(), space, along);
        for (int e = 0; e < space.examples; e++) {
            int entries = entries(space, e, n);
            mean[e] /= Math.max(1, entries);
            along[e] = deviation[e] == 0 ? 0 : along[e] / (Math.max(1, entries - 1) * deviation[e]);
        }
        INDArray centred = array(signal).subColumnVector(column(space, e -> mean[e]));
        centred.muliColumnVector(column(space, e -> 1 / (deviation[e] + EPSILON)));
        array(gradient).addi(centred).subi(array(out).mulColumnVector(column(space, e -> along[e])));
    }

    @Override
    public void normalise(FloatMatrix in, FloatMatrix out, double[] norms) {
        out.resize(in.rows());
        if (in.rows() == 0) return;
        rowDots(in, in, norms);
        float[] inverse = new float[in.rows()];
        for (int r = 0; r < inverse.length; r++) {
            norms[r] = Math.sqrt(Math.max(norms[r], TINY * TINY));
            inverse[r] = (float) (1 / norms[r]);
        }
        array(out).assign(array(in)).muliColumnVector(column(inverse));
    }

    @Override
    public void normaliseBack(FloatMatrix out, FloatMatrix signal, double[] norms, FloatMatrix gradient) {
        if (out.rows() == 0) return;
        double[] along = new double[out.rows()];
        rowDots(out, signal, along);
        float[] dot = new float[along.length];
        float[] inverse = new float[along.length];
        for (int r = 0; r < dot.length; r++) {
            dot[r] = (float) along[r];
            inverse[r] = (float) (1 / norms[r]);
        }
        INDArray rest = array(signal).sub(array(out).mulColumnVector(column(dot)));
        array(gradient).addi(rest.muliColumnVector(column(inverse)));
    }

    private static int entries(RowSet space, int e, int n) {
        return (space.exampleStart[e + 1] - space.exampleStart[e]) * n;
    }

    private static void perExample(float[] rows, RowSet space, double[] into) {
        for (int e = 0; e < space.examples; e++) {
            into[e] = 0;
            for (int r = space.exampleStart[e]; r < space.exampleStart[e + 1]; r++) into[e] += rows[r];
        }
    }

    private static INDArray column(RowSet space, java.util.function.IntToDoubleFunction of) {
        float[] values = new float[space.rows()];
        for (int e = 0; e < space.examples; e++)
            Arrays.fill(values, space.exampleStart[e], space.exampleStart[e + 1], (float) of.applyAsDouble(e));
        return column(values);
    }

    private static INDArray column(float[] values) {
        return Nd4j.createFromArray(values).reshape('c', values.length, 1);
    }

    private static INDArray ones(int rows, int columns) {
        return fresh(rows, columns).assign(1f);
    }

    private static INDArray fresh(int rows, int columns) {
        return Nd4j.create(DataType.FLOAT, new long[] {rows, columns}, 'c');
    }

    private static INDArray array(FloatMatrix m) {
        return ((Nd4jMatrix) m).array();
    }
}
