package dpgnn.generate.net;

import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import java.util.Arrays;
import java.util.List;

/** Weights, the gradient that a backward pass adds to, and Adam's averages of it. */
public final class NetParameter {
    public final Matrix value;
    public final Matrix gradient;
    final double[] mean;
    final double[] square;

    public NetParameter(Matrix value) {
        this.value = value;
        this.gradient = Matrix.of(value.rows(), value.columns());
        this.mean = new double[value.values().length];
        this.square = new double[value.values().length];
    }

    /** Follows the gradients down by one step, and clears them. */
    public static void step(AdamSteps adam, List<NetParameter> all) {
        AdamSteps.Step step = adam.next();
        for (NetParameter p : all) {
            double[] g = p.gradient.values();
            step.move(p.mean, p.square, g, g);
            p.value.add(-1, p.gradient);
            Arrays.fill(g, 0);
        }
    }

    public static void zero(List<NetParameter> all) {
        for (NetParameter p : all) Arrays.fill(p.gradient.values(), 0);
    }

    public static int count(List<NetParameter> all) {
        return all.stream().mapToInt(p -> p.value.values().length).sum();
    }

    /** All gradients as one vector. */
    public static double[] gradients(List<NetParameter> all) {
        double[] flat = new double[count(all)];
        int at = 0;
        for (NetParameter p : all) {
            System.arraycopy(p.gradient.values(), 0, flat, at, p.gradient.values().length);
            at += p.gradient.values().length;
        }
        return flat;
    }

    public static void setGradients(List<NetParameter> all, double[] flat) {
        int at = 0;
        for (NetParameter p : all) {
            System.arraycopy(flat, at, p.gradient.values(), 0, p.gradient.values().length);
            at += p.gradient.values().length;
        }
    }
}
