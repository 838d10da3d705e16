package dpgnn.nn;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;

import org.bytedeco.javacpp.DoublePointer;

/**
 * The gradient of one example of many rows, formed in double precision for the sake of its norm: where rows cancel each other,
 * single precision would lose the norm that is left.
 */
final class Block {
    private double[] host = new double[16];
    private DoublePointer left;
    private DoublePointer right;
    private DoublePointer product;

    /** The squared norm of {@code sum over r of x_r y_rT}, and of {@code sum over r of y_r} times {@code bias}. */
    double squaredNorm(float[] x, int in, float[] y, int out, double bias, int from, int to) {
        left = room(left, (long) (to - from) * in);
        right = room(right, (long) (to - from) * out);
        product = room(product, (long) in * out);
        put(x, from * in, to * in, left);
        put(y, from * out, to * out, right);
        cblas_dgemm(
                CblasRowMajor, CblasTrans, CblasNoTrans, in, out, to - from, 1, left, in, right, out, 0, product, out);
        host = Grow.to(host, Math.max(in * out, out));
        product.position(0).get(host, 0, in * out);
        double sum = squares(in * out);
        if (bias == 0) return sum;
        java.util.Arrays.fill(host, 0, out, 0);
        for (int r = from; r < to; r++) for (int j = 0; j < out; j++) host[j] += y[r * out + j];
        return sum + bias * squares(out);
    }

    private double squares(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += host[i] * host[i];
        return sum;
    }

    private void put(float[] values, int from, int to, DoublePointer into) {
        host = Grow.to(host, to - from);
        for (int i = from; i < to; i++) host[i - from] = values[i];
        into.position(0).put(host, 0, to - from);
    }

    private static DoublePointer room(DoublePointer have, long size) {
        if (have != null && have.capacity() >= size) return have.position(0);
        if (have != null) have.close();
        return new DoublePointer(Math.max(1, size));
    }
}
