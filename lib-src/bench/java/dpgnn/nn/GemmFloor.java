package dpgnn.nn;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.bytedeco.javacpp.FloatPointer;

/**
 * The matrix products of a private step and nothing else, by the call that the step uses, on memory that is there already:
 * no step of the same arithmetic can be faster than this with the same BLAS.
 */
public final class GemmFloor {
    private final int inputs;
    private final int width;
    private final int classes;
    private final int rows;
    private final FloatPointer x;
    private final FloatPointer hidden;
    private final FloatPointer other;
    private final FloatPointer signal;
    private final FloatPointer first;
    private final FloatPointer second;
    private final FloatPointer third;
    private final FloatPointer out;
    private final FloatPointer gradient;

    /** For so many rows of a network of these inputs, two hidden layers of this width, and these classes. */
    public GemmFloor(int inputs, int width, int classes, int rows) {
        this.inputs = inputs;
        this.width = width;
        this.classes = classes;
        this.rows = rows;
        RandomStream stream = Streams.seed(3).stream("floor");
        x = random(rows * inputs, stream);
        hidden = random(rows * width, stream);
        other = random(rows * width, stream);
        signal = random(rows * classes, stream);
        first = random(inputs * width, stream);
        second = random(width * width, stream);
        third = random(width * classes, stream);
        out = new FloatPointer((long) rows * Math.max(width, classes));
        gradient = new FloatPointer((long) Math.max(inputs, width) * Math.max(width, classes));
    }

    private static FloatPointer random(int size, RandomStream stream) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) values[i] = stream.nextFloat() - 0.5f;
        return new FloatPointer(values);
    }

    /** All multiplications and additions of {@link #run}. */
    static double operations(int inputs, int width, int classes, int rows) {
        return 2.0 * rows * (2.0 * inputs * width + 3.0 * width * width + 3.0 * width * classes);
    }

    /** Forward through three layers, signals back through two, gradients of three. */
    public void run() {
        forward(x, inputs, first, width);
        forward(hidden, width, second, width);
        forward(hidden, width, third, classes);
        back(signal, classes, third);
        back(other, width, second);
        sum(hidden, width, signal, classes);
        sum(hidden, width, other, width);
        sum(x, inputs, other, width);
    }

    private void forward(FloatPointer a, int k, FloatPointer b, int n) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, n, k, 1f, a, k, b, n, 0f, out, n);
    }

    private void back(FloatPointer a, int k, FloatPointer b) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, width, k, 1f, a, k, b, k, 0f, out, width);
    }

    private void sum(FloatPointer a, int m, FloatPointer b, int n) {
        cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, rows, 1f, a, m, b, n, 0f, gradient, n);
    }
}
