package dpgnn.linear;

/**
 * One step of Adam (Kingma and Ba 2015) on doubles. The paper writes it in two ways that differ in the last bits and in the
 * place of epsilon. Seeded results depend on the choice, so each way has its own name.
 *
 * @param keepMean the share of the running mean that is kept
 * @param newMean the share of the gradient that is added
 * @param meanScale corrects the mean for its start at zero
 */
public record AdamStep(
        double keepMean,
        double newMean,
        double keepSquare,
        double newSquare,
        double rate,
        double meanScale,
        double squareScale) {
    private static final double EPSILON = 1e-8;

    /** Algorithm 1 with its standard decays; {@code step} counts from 1. */
    public static AdamStep corrected(double rate, int step) {
        return new AdamStep(
                0.9, 0.1, 0.999, 0.001, rate, 1 / (1 - Math.pow(0.9, step)), 1 / (1 - Math.pow(0.999, step)));
    }

    /** Takes the gradient into mean and square; writes what the step takes away. */
    public void move(double[] mean, double[] square, double[] gradient, double[] away) {
        for (int i = 0; i < gradient.length; i++) {
            double x = gradient[i];
            mean[i] = keepMean * mean[i] + newMean * x;
            square[i] = keepSquare * square[i] + newSquare * x * x;
            away[i] = rate * mean[i] * meanScale / (Math.sqrt(square[i] * squareScale) + EPSILON);
        }
    }
}
