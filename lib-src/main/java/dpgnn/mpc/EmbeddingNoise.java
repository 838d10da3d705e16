package dpgnn.mpc;

import dpgnn.random.Stream;

/**
 * Gaussian noise on the embeddings that leave a holder, as the later version of the paper adds it.
 *
 * <p><b>Guarantee.</b> Per release, changing one row of a holder's embeddings in any way moves the rows sent by at most twice the
 * clip, so each release is a Gaussian mechanism of sensitivity 2 and standard deviation {@code multiplier}, in units of the clip,
 * and T epochs compose to one of sensitivity 2 sqrt(T) (Dong, Roth and Su 2022). The protected unit is one row of one holder's
 * embeddings, replaced: the noise hides neither a node whose features or edges reach other rows (then more rows move), nor
 * anything from the other holders, nor the gradients. It needs a secure stream.
 *
 * @param clip the Euclidean length that a row may have
 * @param multiplier standard deviation over clip
 */
public record EmbeddingNoise(double clip, double multiplier) {
    public EmbeddingNoise {
        if (!(clip > 0) || !(multiplier > 0))
            throw new IllegalArgumentException(
                    "clip and multiplier must be positive, were " + clip + " and " + multiplier);
    }

    /** The parameter of Gaussian differential privacy of so many releases. */
    public double mu(int releases) {
        return 2 * Math.sqrt(releases) / multiplier;
    }

    /** What leaves the holder: rows cut to the clip, with noise. */
    public Matrix release(Matrix embedding, Stream stream) {
        Matrix released = embedding.copy();
        for (int i = 0; i < released.rows(); i++) {
            double factor = factor(embedding, i);
            for (int j = 0; j < released.columns(); j++) {
                int at = i * released.columns() + j;
                released.values()[at] = factor * released.values()[at] + clip * multiplier * stream.nextGaussian();
            }
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

    private double factor(Matrix m, int row) {
        double square = 0;
        for (int j = 0; j < m.columns(); j++) square += m.get(row, j) * m.get(row, j);
        return square > clip * clip ? clip / Math.sqrt(square) : 1;
    }
}
