package dpgnn.privacy.numeric;

import java.util.function.DoubleUnaryOperator;

/** Integrates by the 16-point Gauss-Legendre rule, which is exact for polynomials of degree 31. */
public final class GaussLegendre {
    private static final double[] NODES = {
        0.0950125098376374402, 0.281603550779258913, 0.458016777657227386, 0.617876244402643748,
        0.755404408355003034, 0.865631202387831744, 0.944575023073232576, 0.989400934991649933
    };
    private static final double[] WEIGHTS = {
        0.189450610455068496, 0.182603415044923589, 0.169156519395002538, 0.149595988816576732,
        0.124628971255533872, 0.0951585116824927848, 0.0622535239386478929, 0.0271524594117540949
    };

    private GaussLegendre() {}

    public static double integrate(DoubleUnaryOperator f, double from, double to) {
        double middle = (from + to) / 2;
        double half = (to - from) / 2;
        double sum = 0;
        for (int i = 0; i < NODES.length; i++) {
            double offset = half * NODES[i];
            sum += WEIGHTS[i] * (f.applyAsDouble(middle - offset) + f.applyAsDouble(middle + offset));
        }
        return sum * half;
    }
}
