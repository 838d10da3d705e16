package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Brings features to a common scale before a training.
 *
 * <p><b>Guarantee.</b> {@link #rows}, {@link #roots}, {@link #projected} and {@link #constants} read one row at a time, or
 * none, so that a changed node changes its own row only and every sampler's event still holds. {@link #standardised}, which
 * the code of several papers uses, puts the mean and deviation of all chosen nodes into every row: one node then changes
 * every example. It exists to reproduce those papers, marks the data as leaking, and turns the verdict of any plan that
 * trains on them to UNSOUND.
 */
public final class Scaling {
    /** By what each row is divided. */
    public enum Norm {
        /** The sum of absolute values. */
        L1,
        /** The Euclidean length. */
        L2
    }

    private Scaling() {}

    /** Every row divided by its own norm; a row of zeros stays. */
    public static Dataset rows(Dataset data, Norm norm) {
        return rows(data, norm, 1);
    }

    /** Every row brought to the same norm, a public length; a row of zeros stays. */
    public static Dataset rows(Dataset data, Norm norm, double length) {
        Check.given("data", data);
        Check.given("norm", norm);
        Check.positive("length", length);
        Features features = data.features();
        float[] row = new float[features.width()];
        float[] factor = new float[features.rows()];
        for (int r = 0; r < factor.length; r++) {
            features.copyRow(r, row, 0);
            double sum = 0;
            for (float x : row) sum += norm == Norm.L1 ? Math.abs(x) : (double) x * x;
            double own = norm == Norm.L1 ? sum : Math.sqrt(sum);
            factor[r] = own > 0 ? (float) (length / own) : 1;
        }
        Features scaled = features instanceof SparseFeatures sparse
                ? sparse.scaledRows(factor)
                : dense(features).scaledRows(factor);
        String what = length == 1
                ? "Every row of the features is divided by its own " + norm + " norm."
                : String.format(
                        java.util.Locale.ROOT,
                        "Every row of the features is brought to the %s norm %.4g.",
                        norm,
                        length);
        return replace(data, scaled, what, List.of());
    }

    /**
     * Every row multiplied by the same random matrix of independent Gaussians of variance 1 / width, which keeps lengths and
     * angles about as they are (Johnson and Lindenstrauss 1984). Unlike a truncated SVD it looks at no data.
     */
    public static Dataset projected(Dataset data, int width, RandomStream coins) {
        Check.given("data", data);
        Check.given("coins", coins);
        Check.atLeast("width", width, 1);
        Features features = data.features();
        int wide = features.width();
        float[] matrix = new float[ArraySize.of("a projection", wide, width)];
        double scale = 1 / Math.sqrt(width);
        for (int i = 0; i < matrix.length; i++) matrix[i] = (float) (scale * coins.nextGaussian());
        float[] values = new float[ArraySize.of("projected features", features.rows(), width)];
        float[] row = new float[wide];
        for (int r = 0; r < features.rows(); r++) {
            features.copyRow(r, row, 0);
            for (int c = 0; c < wide; c++)
                if (row[c] != 0)
                    for (int k = 0; k < width; k++) values[r * width + k] += row[c] * matrix[c * width + k];
        }
        return replace(
                data,
                DenseFeatures.of(features.rows(), width, values),
                "The features are a random projection of " + wide + " columns to " + width
                        + ", which looks at no data: each row depends on its own published row alone.",
                List.of());
    }

    /** Every entry replaced by the square root of its size with its sign, which lifts small entries towards large ones. */
    public static Dataset roots(Dataset data) {
        Check.given("data", data);
        java.util.function.DoubleUnaryOperator root = x -> Math.copySign(Math.sqrt(Math.abs(x)), x);
        Features rooted = data.features() instanceof SparseFeatures sparse
                ? sparse.mapped(root)
                : dense(data.features()).mapped(root);
        return replace(data, rooted, "Every feature is replaced by its signed square root.", List.of());
    }

    /** Column c becomes (x - mean[c]) / deviation[c], where both are public constants that no private data went into. */
    public static Dataset constants(Dataset data, double[] mean, double[] deviation) {
        Check.given("data", data);
        Check.given("mean", mean);
        Check.given("deviation", deviation);
        return replace(
                data, affine(data.features(), mean, deviation), "Features are scaled by public constants.", List.of());
    }

    /** Column c is brought to mean 0 and deviation 1 over the given nodes: what papers do, and what leaks. */
    public static Dataset standardised(Dataset data, int[] nodes) {
        Check.given("data", data);
        Check.given("nodes", nodes);
        if (nodes.length == 0) throw new IllegalArgumentException("there must be nodes to take the statistics from");
        int width = data.features().width();
        double[] mean = new double[width];
        double[] deviation = new double[width];
        float[] row = new float[width];
        for (int v : nodes) {
            data.features().copyRow(v, row, 0);
            for (int c = 0; c < width; c++) mean[c] += row[c] / (double) nodes.length;
        }
        for (int v : nodes) {
            data.features().copyRow(v, row, 0);
            for (int c = 0; c < width; c++) deviation[c] += (row[c] - mean[c]) * (row[c] - mean[c]) / nodes.length;
        }
        for (int c = 0; c < width; c++) deviation[c] = deviation[c] > 0 ? Math.sqrt(deviation[c]) : 1;
        return replace(
                data,
                affine(data.features(), mean, deviation),
                "Features are standardised by the mean and deviation of " + nodes.length + " nodes.",
                List.of(
                        "The features carry the mean and deviation of all nodes, which were measured without noise: one node"
                                + " changes the row of every other."));
    }

    private static Features affine(Features features, double[] mean, double[] deviation) {
        int width = features.width();
        if (mean.length != width || deviation.length != width)
            throw new IllegalArgumentException("there must be a mean and a deviation for each of " + width
                    + " columns, were " + mean.length + " and " + deviation.length);
        for (int c = 0; c < width; c++)
            if (!Double.isFinite(mean[c]) || !(deviation[c] > 0) || Double.isInfinite(deviation[c]))
                throw new IllegalArgumentException("column " + c + " needs a finite mean and a positive deviation, had "
                        + mean[c] + " and " + deviation[c]);
        float[] values = new float[ArraySize.of("scaled features", features.rows(), width)];
        for (int r = 0; r < features.rows(); r++) {
            features.copyRow(r, values, r * width);
            for (int c = 0; c < width; c++)
                values[r * width + c] = (float) ((values[r * width + c] - mean[c]) / deviation[c]);
        }
        return DenseFeatures.of(features.rows(), width, values);
    }

    private static Dataset replace(Dataset data, Features features, String note, List<String> leaks) {
        return new Dataset(
                data.graph(), features, data.labels(), data.provenance().with(note, leaks), data.publicSplit());
    }

    private static DenseFeatures dense(Features features) {
        return features instanceof MappedFeatures file ? file.held() : (DenseFeatures) features;
    }
}
