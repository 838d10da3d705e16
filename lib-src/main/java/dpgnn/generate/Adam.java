package dpgnn.generate;

import java.util.List;

/** Adam (Kingma and Ba 2015). */
final class Adam {
    private static final double EPSILON = 1e-8;

    private final double first;
    private final double second;
    private double rate;
    private double firstPower = 1;
    private double secondPower = 1;

    Adam(double rate, double first, double second) {
        this.rate = rate;
        this.first = first;
        this.second = second;
    }

    Adam(double rate) {
        this(rate, 0.9, 0.999);
    }

    void rate(double newRate) {
        rate = newRate;
    }

    double rate() {
        return rate;
    }

    /** Follows the gradients down and clears them. */
    void step(List<Parameter> all) {
        firstPower *= first;
        secondPower *= second;
        double size = rate * Math.sqrt(1 - secondPower) / (1 - firstPower);
        for (Parameter p : all) {
            double[] g = p.gradient.values;
            for (int i = 0; i < g.length; i++) {
                p.mean[i] = first * p.mean[i] + (1 - first) * g[i];
                p.square[i] = second * p.square[i] + (1 - second) * g[i] * g[i];
                p.value.values[i] -= size * p.mean[i] / (Math.sqrt(p.square[i]) + EPSILON);
                g[i] = 0;
            }
        }
    }
}
