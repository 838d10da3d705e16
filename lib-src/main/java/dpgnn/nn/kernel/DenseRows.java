package dpgnn.nn.kernel;

/** Rows stored one after another, zeros included. */
public record DenseRows(float[] x, int columns) implements InputRows {
    @Override
    public double squaredNorm(int row) {
        return FloatLoops.exactDot(x, row * columns, x, row * columns, columns);
    }

    @Override
    public double gram(float[] y, int out, double bias, int from, int to) {
        return FloatLoops.gram(x, columns, y, out, bias, from, to);
    }

    @Override
    public void addOuter(int row, float[] y, int out, double[] into) {
        for (int i = 0; i < columns; i++) {
            double a = x[row * columns + i];
            if (a != 0) for (int j = 0; j < out; j++) into[i * out + j] += a * y[row * out + j];
        }
    }
}
