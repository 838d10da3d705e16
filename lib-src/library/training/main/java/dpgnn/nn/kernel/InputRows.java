package dpgnn.nn.kernel;

/** The inputs of a linear map, row by row, as norms and exact sums read them: with their zeros, or compressed to the same numbers. */
public interface InputRows {
    int columns();

    /** How many numbers some rows hold. */
    int entries(int from, int to);

    /** In the order of {@link FloatLoops#exactDot}. */
    double squaredNorm(int row);

    /** The squared norm of the sum over rows r of (this row, bias) by y_r, in the order of {@link FloatLoops#gram}. */
    double gram(float[] y, int out, double bias, int from, int to);

    /** Adds the product of a row, as a column, with the same row of y to a matrix of {@code out} columns. */
    void addOuter(int row, float[] y, int out, double[] into);
}
