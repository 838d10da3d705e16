package dpgnn.nn.kernel;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;

import java.util.Arrays;
import org.bytedeco.javacpp.DoublePointer;

/**
 * The gradient of one example of many rows, formed in double precision for the sake of its norm: where rows cancel each other,
 * single precision would lose the norm that is left.
 */
final class ExampleGradient {
    private final NativeDoubles left = new NativeDoubles();
    private final NativeDoubles right = new NativeDoubles();
    private final NativeDoubles product = new NativeDoubles();
    private double[] sums = new double[16];

    /** The squared norm of {@code sum over r of x_r y_rT}, and of {@code sum over r of y_r} times {@code bias}. */
    double squaredNorm(InputRows x, float[] y, int out, double bias, int from, int to) {
        double sum = x instanceof HostMatrix dense
                ? squaredNorm(dense.read(), dense.columns, y, out, from, to)
                : squaredNorm(x, y, out, from, to);
        if (bias == 0) return sum;
        sums = Buffers.to(sums, out);
        Arrays.fill(sums, 0, out, 0);
        for (int r = from; r < to; r++) for (int j = 0; j < out; j++) sums[j] += y[r * out + j];
        return sum + bias * squares(sums, out);
    }

    private double squaredNorm(float[] x, int in, float[] y, int out, int from, int to) {
        DoublePointer a = put(x, from * in, to * in, left);
        DoublePointer b = put(y, from * out, to * out, right);
        DoublePointer c = product.reserve(in * out);
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, in, out, to - from, 1, a, in, b, out, 0, c, out);
        return squares(product.get(in * out), in * out);
    }

    /** Row by row, for compressed rows. */
    private double squaredNorm(InputRows x, float[] y, int out, int from, int to) {
        int size = x.columns() * out;
        double[] formed = product.room(size);
        Arrays.fill(formed, 0, size, 0);
        for (int r = from; r < to; r++) x.addOuter(r, y, out, formed);
        return squares(formed, size);
    }

    private static double squares(double[] values, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += values[i] * values[i];
        return sum;
    }

    private static DoublePointer put(float[] values, int from, int to, NativeDoubles into) {
        double[] host = into.room(to - from);
        for (int i = from; i < to; i++) host[i - from] = values[i];
        return into.put(to - from);
    }
}
