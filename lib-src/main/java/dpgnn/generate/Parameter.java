package dpgnn.generate;

import dpgnn.linear.AdamStep;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import java.util.Arrays;
import java.util.List;

/** Weights, the gradient that a backward pass adds to, and what Adam remembers of them. */
final class Parameter {
    final Matrix value;
    final Matrix gradient;
    final double[] mean;
    final double[] square;

    Parameter(Matrix value) {
        this.value = value;
        this.gradient = Matrix.of(value.rows(), value.columns());
        this.mean = new double[value.values().length];
        this.square = new double[value.values().length];
    }

    /** Follows the gradients down by one step, and clears them. */
    static void step(AdamSteps adam, List<Parameter> all) {
        AdamStep step = adam.next();
        for (Parameter p : all) {
            double[] g = p.gradient.values();
            step.move(p.mean, p.square, g, g);
            p.value.add(-1, p.gradient);
            Arrays.fill(g, 0);
        }
    }

    static void zero(List<Parameter> all) {
        for (Parameter p : all) Arrays.fill(p.gradient.values(), 0);
    }

    static int count(List<Parameter> all) {
        return all.stream().mapToInt(p -> p.value.values().length).sum();
    }

    /** All gradients as one vector. */
    static double[] gradients(List<Parameter> all) {
        double[] flat = new double[count(all)];
        int at = 0;
        for (Parameter p : all) {
            System.arraycopy(p.gradient.values(), 0, flat, at, p.gradient.values().length);
            at += p.gradient.values().length;
        }
        return flat;
    }

    static void setGradients(List<Parameter> all, double[] flat) {
        int at = 0;
        for (Parameter p : all) {
            System.arraycopy(flat, at, p.gradient.values(), 0, p.gradient.values().length);
            at += p.gradient.values().length;
        }
    }
}
