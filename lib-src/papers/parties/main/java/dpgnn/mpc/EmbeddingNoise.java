package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.random.RandomStream;

/**
 * Adds Gaussian noise to the embeddings that leave a holder, as in the later version of the paper.
 *
 * <p><b>Guarantee.</b> Per release, changing one row of a holder's embeddings in any way moves the rows sent by at most twice
 * the clip, so each release is a Gaussian mechanism of sensitivity 2 and standard deviation {@code multiplier}, in units of
 * the clip, and T epochs compose to one of sensitivity 2 sqrt(T) (Dong, Roth and Su 2022). The protected unit is one row of
 * one holder's embeddings, replaced: the noise hides neither a node whose features or edges reach other rows (then more rows
 * move), nor anything from the other holders, nor the gradients. Noise and rounding are those of
 * {@link GaussianNoise#release}, on a grid, so that the last bits of a release reveal nothing either; {@link #variation} is the cost
 * of this in delta. A row that is not finite counts as zero. The noise needs a secure stream.
 *
 * @param clip the largest Euclidean length of a row
 * @param multiplier standard deviation over clip
 */
public record EmbeddingNoise(double clip, double multiplier) {
    public EmbeddingNoise {
        // A release is cut off at 2^15 deviations.
        if (!(clip > 0) || Double.isInfinite(clip) || !(multiplier >= 0x1p-10) || Double.isInfinite(multiplier))
            throw new IllegalArgumentException("clip must be positive and multiplier at least 2^-10, both finite, were "
                    + clip + " and " + multiplier);
    }

    /** The parameter of Gaussian differential privacy of this many releases. */
    public double mu(int releases) {
        return 2 * Math.sqrt(releases) / multiplier;
    }

    /**
     * How far, in total variation, so many releases of a row of this width are from those that {@link #mu} speaks of: a delta for
     * an epsilon grows by at most (1 + exp(epsilon)) times as much.
     */
    public double variation(int releases, int width) {
        return (double) releases * width * GaussianNoise.standard().variation();
    }

    /** What leaves the holder: rows cut to the clip, with noise. */
    public Matrix release(Matrix embedding, RandomStream stream) {
        int d = embedding.columns();
        Matrix released = Matrix.of(embedding.rows(), d);
        double[] row = new double[d];
        for (int i = 0; i < embedding.rows(); i++) {
            double factor = factor(embedding, i);
            for (int j = 0; j < d; j++) row[j] = factor == 0 ? 0 : factor * embedding.get(i, j);
            GaussianNoise.standard().release(row, clip * multiplier, 2 * clip, stream);
            System.arraycopy(row, 0, released.values(), i * d, d);
        }
        return released;
    }

    /** The derivative by the embedding before clipping. */
    Matrix backward(Matrix gradient, Matrix embedding) {
        Matrix before = gradient.copy();
        int d = gradient.columns();
        for (int i = 0; i < gradient.rows(); i++) {
            double factor = factor(embedding, i);
            if (factor == 1) continue;
            if (factor == 0) {
                java.util.Arrays.fill(before.values(), i * d, (i + 1) * d, 0);
                continue;
            }
            double along = 0;
            double square = 0;
            for (int j = 0; j < d; j++) {
                along += gradient.get(i, j) * embedding.get(i, j);
                square += embedding.get(i, j) * embedding.get(i, j);
            }
            for (int j = 0; j < d; j++)
                before.values()[i * d + j] = factor * (gradient.get(i, j) - along / square * embedding.get(i, j));
        }
        return before;
    }

    /** The square's and the product's own rounding comes off the factor, so that no row is longer than the clip. */
    private double factor(Matrix m, int row) {
        double square = 0;
        for (int j = 0; j < m.columns(); j++) square += m.get(row, j) * m.get(row, j);
        if (!(square <= Double.MAX_VALUE)) return 0;
        double margin = 1 - (m.columns() + 8) * 0x1.0p-52;
        return square > margin * clip * clip ? margin * clip / Math.sqrt(square) : 1;
    }
}
