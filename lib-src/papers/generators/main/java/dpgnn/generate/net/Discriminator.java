package dpgnn.generate.net;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a real adjacency from a generated one: two graph convolutions on one-hot features, the sum over nodes, two dense layers.
 * Generated matrices are soft and are normalised like real ones, by soft degrees, so that gradients reach every entry.
 */
public final class Discriminator {
    private final NetParameter first;
    private final NetParameter second;
    private final DenseLayer third;
    private final DenseLayer last;
    private final List<NetParameter> parameters = new ArrayList<>();

    public Discriminator(int nodes, int hiddenWidth, int featureWidth, int denseWidth, RandomStream coins) {
        first = new NetParameter(Matrix.glorot(nodes, hiddenWidth, coins));
        second = new NetParameter(Matrix.glorot(hiddenWidth, featureWidth, coins));
        third = new DenseLayer(featureWidth, denseWidth, coins);
        last = new DenseLayer(denseWidth, 1, coins);
        parameters.add(first);
        parameters.add(second);
        parameters.addAll(third.parameters());
        parameters.addAll(last.parameters());
    }

    public List<NetParameter> parameters() {
        return parameters;
    }

    /** What a forward pass saw; the feature of a graph is the sum over its nodes. */
    public record Seen(
            Matrix s, double[] columnSums, Matrix hidden, Matrix mapped, Matrix feature, Matrix dense, double logit) {}

    public Seen see(Matrix s) {
        Matrix hidden = s.symmetricTimesInOrder(first.value).relu();
        Matrix mapped = hidden.timesInOrder(second.value);
        double[] sums = s.columnSums().values();
        Matrix feature = Matrix.of(1, mapped.columns());
        for (int j = 0; j < s.rows(); j++)
            Matrix.axpy(sums[j], mapped.values(), j * mapped.columns(), feature.values(), 0, mapped.columns());
        Matrix dense = third.apply(feature).relu();
        return new Seen(
                s, sums, hidden, mapped, feature, dense, last.apply(dense).values()[0]);
    }

    /**
     * Backward from the logit and from the graph's features; adds to the weights' gradients.
     *
     * @param wanted whether to return the gradient of s
     */
    public Matrix backward(Seen seen, double dLogit, Matrix dFeature, boolean wanted) {
        Matrix d = dFeature.copy();
        if (dLogit != 0) {
            Matrix top = Matrix.of(1, 1, new double[] {dLogit});
            Matrix dDense = last.backward(seen.dense, top).where(seen.dense);
            d.add(third.backward(seen.feature, dDense));
        }
        Matrix dMapped = perNode(seen, d);
        second.gradient.add(seen.hidden.transposeTimesInOrder(dMapped));
        Matrix dHidden = dMapped.timesTransposeInOrder(second.value).where(seen.hidden);
        first.gradient.add(seen.s.symmetricTimesInOrder(dHidden));
        return wanted ? toInput(seen, d, dHidden) : null;
    }

    /** The gradient of s by the graph's features alone; the weights' gradients stay as they are. */
    public Matrix toInput(Seen seen, Matrix dFeature) {
        Matrix dHidden =
                perNode(seen, dFeature).timesTransposeInOrder(second.value).where(seen.hidden);
        return toInput(seen, dFeature, dHidden);
    }

    /** A node's row counts in the sum over nodes as often as its column of s says. */
    private static Matrix perNode(Seen seen, Matrix d) {
        Matrix dMapped = Matrix.of(seen.s.rows(), d.columns());
        for (int j = 0; j < dMapped.rows(); j++)
            Matrix.axpy(seen.columnSums[j], d.values(), 0, dMapped.values(), j * d.columns(), d.columns());
        return dMapped;
    }

    private Matrix toInput(Seen seen, Matrix d, Matrix dHidden) {
        int n = seen.s.rows();
        double[] dSums = new double[n];
        for (int j = 0; j < n; j++)
            for (int k = 0; k < d.columns(); k++) dSums[j] += d.values()[k] * seen.mapped.get(j, k);
        Matrix ds = dHidden.timesTransposeInOrder(first.value);
        for (int i = 0; i < n; i++) Matrix.axpy(1, dSums, 0, ds.values(), i * n, n);
        return ds;
    }

    /** ln(1 + e^x), without overflow. */
    public static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    public static double sigmoid(double x) {
        return x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
    }
}
