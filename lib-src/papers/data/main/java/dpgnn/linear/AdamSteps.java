package dpgnn.linear;

/**
 * Takes the steps of Adam (Kingma and Ba 2015) on doubles one after another. The paper writes a step in two ways that differ in the
 * last bits and in the place of epsilon. Seeded results depend on the choice, so each way has its own name: {@link #next} folds both
 * corrections into the rate (section 2 of the paper), {@link #corrected} follows algorithm 1.
 */
public final class AdamSteps {
    private static final double EPSILON = 1e-8;

    private final double first;
    private final double second;
    private double rate;
    private double firstPower = 1;
    private double secondPower = 1;

    private AdamSteps(double rate, double first, double second) {
        this.rate = rate;
        this.first = first;
        this.second = second;
    }

    /** With the decays 0.9 and 0.999. */
    public static AdamSteps of(double rate) {
        return of(rate, 0.9, 0.999);
    }

    public static AdamSteps of(double rate, double first, double second) {
        return new AdamSteps(rate, first, second);
    }

    public double rate() {
        return rate;
    }

    /** Steps from the next on go by this rate. */
    public void rate(double newRate) {
        rate = newRate;
    }

    public Step next() {
        firstPower *= first;
        secondPower *= second;
        double size = rate * Math.sqrt(1 - secondPower) / (1 - firstPower);
        return new Step(first, 1 - first, second, 1 - second, size, 1, 1);
    }

    /** Algorithm 1 with its standard decays; {@code step} counts from 1. */
    public static Step corrected(double rate, int step) {
        return new Step(0.9, 0.1, 0.999, 0.001, rate, 1 / (1 - Math.pow(0.9, step)), 1 / (1 - Math.pow(0.999, step)));
    }

    /**
     * One step.
     *
     * @param keepMean the share of the running mean that is kept
     * @param newMean the share of the gradient that is added
     * @param meanScale corrects the mean for its start at zero
     */
    public record Step(
            double keepMean,
            double newMean,
            double keepSquare,
            double newSquare,
            double rate,
            double meanScale,
            double squareScale) {
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
}
