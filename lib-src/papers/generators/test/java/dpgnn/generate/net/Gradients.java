package dpgnn.generate.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.DoubleSupplier;

/** Compares gradients that a backward pass left with central differences. */
public final class Gradients {
    private Gradients() {}

    public static void check(String what, List<NetParameter> parameters, DoubleSupplier loss, double tolerance) {
        for (int p = 0; p < parameters.size(); p++) {
            NetParameter one = parameters.get(p);
            check(what + ", parameter " + p, one.value.values(), one.gradient.values(), loss, tolerance);
        }
    }

    /** Of a loss that leaves gradients whenever it is asked for: those that it has left are checked. */
    public static void checkLeft(String what, List<NetParameter> parameters, DoubleSupplier loss, double tolerance) {
        double[] left = NetParameter.gradients(parameters);
        DoubleSupplier again = () -> {
            double value = loss.getAsDouble();
            NetParameter.setGradients(parameters, left);
            return value;
        };
        check(what, parameters, again, tolerance);
    }

    public static void check(String what, double[] values, double[] gradient, DoubleSupplier loss, double tolerance) {
        int stride = Math.max(1, values.length / 23);
        for (int i = 0; i < values.length; i += stride) {
            double kept = values[i];
            double h = 1e-6 * Math.max(1, Math.abs(kept));
            values[i] = kept + h;
            double up = loss.getAsDouble();
            values[i] = kept - h;
            double down = loss.getAsDouble();
            values[i] = kept;
            double expected = (up - down) / (2 * h);
            assertEquals(expected, gradient[i], tolerance * (1 + Math.abs(expected)), what + ", value " + i);
        }
    }
}
