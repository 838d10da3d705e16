package dpgnn.generate.measure;

import dpgnn.generate.net.NetParameter;
import dpgnn.linear.Matrix;
import java.util.List;

/** Batch normalisation (Ioffe and Szegedy 2015) over rows: batch statistics in training, running ones afterwards. */
final class BatchNorm {
    private static final double EPSILON = 1e-5;
    private static final double MOMENTUM = 0.1;

    final NetParameter scale;
    final NetParameter shift;
    private final double[] runningMean;
    private final double[] runningVariance;
    private Matrix normal;
    private double[] inverse;

    BatchNorm(int width) {
        scale = new NetParameter(Matrix.of(1, width));
        java.util.Arrays.fill(scale.value.values(), 1);
        shift = new NetParameter(Matrix.of(1, width));
        runningMean = new double[width];
        runningVariance = new double[width];
        java.util.Arrays.fill(runningVariance, 1);
    }

    List<NetParameter> parameters() {
        return List.of(scale, shift);
    }

    Matrix forward(Matrix x) {
        int n = x.rows();
        int width = x.columns();
        double[] mean = x.columnSums().values();
        double[] variance = new double[width];
        for (int j = 0; j < width; j++) mean[j] /= n;
        normal = x.copy();
        for (int i = 0; i < n; i++)
            for (int j = 0; j < width; j++) {
                double d = normal.values()[i * width + j] -= mean[j];
                variance[j] += d * d / n;
            }
        inverse = new double[width];
        for (int j = 0; j < width; j++) {
            inverse[j] = 1 / Math.sqrt(variance[j] + EPSILON);
            runningMean[j] += MOMENTUM * (mean[j] - runningMean[j]);
            runningVariance[j] += MOMENTUM * (variance[j] * n / Math.max(1, n - 1) - runningVariance[j]);
        }
        Matrix y = Matrix.of(n, width);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < width; j++) {
                normal.values()[i * width + j] *= inverse[j];
                y.values()[i * width + j] = normal.values()[i * width + j]
                                * scale.value.values()[j]
                        + shift.value.values()[j];
            }
        return y;
    }

    /** With the running statistics. */
    Matrix apply(Matrix x) {
        Matrix y = Matrix.of(x.rows(), x.columns());
        for (int j = 0; j < x.columns(); j++) {
            double factor = scale.value.values()[j] / Math.sqrt(runningVariance[j] + EPSILON);
            double offset = shift.value.values()[j] - runningMean[j] * factor;
            for (int i = 0; i < x.rows(); i++)
                y.values()[i * x.columns() + j] = x.values()[i * x.columns() + j] * factor + offset;
        }
        return y;
    }

    Matrix backward(Matrix dy) {
        int n = dy.rows();
        int width = dy.columns();
        double[] sum = dy.columnSums().values();
        double[] along = new double[width];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < width; j++) along[j] += dy.values()[i * width + j] * normal.values()[i * width + j];
        Matrix.axpy(1, sum, 0, shift.gradient.values(), 0, width);
        Matrix.axpy(1, along, 0, scale.gradient.values(), 0, width);
        Matrix dx = Matrix.of(n, width);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < width; j++)
                dx.values()[i * width + j] = scale.value.values()[j]
                        * inverse[j]
                        * (dy.values()[i * width + j] - sum[j] / n - normal.values()[i * width + j] * along[j] / n);
        return dx;
    }
}
