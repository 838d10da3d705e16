package dpgnn.linear;

/** Takes the steps of Adam one after another, with both corrections folded into the rate (section 2 of the paper). */
public final class AdamSteps {
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

    public AdamStep next() {
        firstPower *= first;
        secondPower *= second;
        double size = rate * Math.sqrt(1 - secondPower) / (1 - firstPower);
        return new AdamStep(first, 1 - first, second, 1 - second, size, 1, 1);
    }
}
