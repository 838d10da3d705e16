package dpgnn.mpc.layer;

import dpgnn.linear.Matrix;
import dpgnn.linear.Softmax;
import dpgnn.linear.SparseMatrix;
import java.util.List;

/** One head of graph attention (Veličković et al. 2018) over one holder's edges and loops. */
final class GatLayer implements HolderLayer {
    private static final double SLOPE = 0.2;

    private final SparseMatrix neighbours;
    private final TrainedMatrix weights;
    private final TrainedMatrix own;
    private final TrainedMatrix other;
    private Matrix input;
    private Matrix z;
    private Matrix output;
    private double[] attention;
    private double[] slope;

    /**
     * @param neighbours only its pattern counts: who attends to whom
     * @param own 1 x d, the attention of the node that looks
     * @param other 1 x d, that of the node looked at
     */
    GatLayer(SparseMatrix neighbours, TrainedMatrix weights, TrainedMatrix own, TrainedMatrix other) {
        this.neighbours = neighbours;
        this.weights = weights;
        this.own = own;
        this.other = other;
    }

    @Override
    public Matrix forward(Matrix h) {
        input = h;
        z = h.times(weights.value());
        double[] s = z.timesTranspose(own.value()).values();
        double[] t = z.timesTranspose(other.value()).values();
        attention = new double[neighbours.nonZeros()];
        slope = new double[neighbours.nonZeros()];
        for (int v = 0; v < neighbours.rows(); v++) {
            for (int k = neighbours.start(v); k < neighbours.start(v + 1); k++) {
                double e = s[v] + t[neighbours.column(k)];
                slope[k] = e < 0 ? SLOPE : 1;
                attention[k] = e * slope[k];
            }
            Softmax.of(attention, neighbours.start(v), neighbours.start(v + 1));
        }
        output = neighbours.withValues(attention).times(z).map(HolderLayer::tanh);
        return output;
    }

    @Override
    public Matrix backward(Matrix gradient) {
        Matrix before = HolderLayer.throughTanh(gradient, output);
        Matrix dz = neighbours.withValues(attention).transpose().times(before);
        int n = neighbours.rows();
        Matrix ds = Matrix.of(n, 1);
        Matrix dt = Matrix.of(n, 1);
        double[] share = new double[neighbours.nonZeros()];
        for (int v = 0; v < n; v++) {
            double mean = 0;
            for (int k = neighbours.start(v); k < neighbours.start(v + 1); k++) {
                share[k] = dot(before, v, z, neighbours.column(k));
                mean += attention[k] * share[k];
            }
            for (int k = neighbours.start(v); k < neighbours.start(v + 1); k++) {
                double e = attention[k] * (share[k] - mean) * slope[k];
                ds.values()[v] += e;
                dt.values()[neighbours.column(k)] += e;
            }
        }
        own.gradient(ds.transposeTimes(z));
        other.gradient(dt.transposeTimes(z));
        dz.add(1, ds.times(own.value())).add(1, dt.times(other.value()));
        weights.gradient(input.transposeTimes(dz));
        return dz.timesTranspose(weights.value());
    }

    private static double dot(Matrix a, int i, Matrix b, int j) {
        int d = a.columns();
        double sum = 0;
        for (int k = 0; k < d; k++) sum += a.values()[i * d + k] * b.values()[j * d + k];
        return sum;
    }

    @Override
    public List<TrainedMatrix> weights() {
        return List.of(weights, own, other);
    }
}
