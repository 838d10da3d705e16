package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.privacy.numeric.GaussianDp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class AmplificationTest {
    /** ln(1 + a(a-1) int_0 q² e^x (W^(a-2) + W^(-a-1)) delta(x) dx)/(a-1), W = 1 + q(e^x - 1), by mpmath.quad, 60 digits. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/amplification.csv")
    void tight(double rate, double multiplier, double order, double expected) {
        double ours = Amplification.TIGHT.rdp(rate, multiplier, order);
        assertTrue(ours >= expected, "below by " + (1 - ours / expected));
        assertEquals(expected, ours, 2e-10 * expected);
    }

    /** ln sum_i (-1)^(l-i) C(l, i) e^{i(i-1)/(2m²)}, by mpmath with 900 digits: most of them cancel. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/central-moments.csv")
    void centralMoments(double multiplier, int even, double expected) {
        assertEquals(expected, CentralMoment.log(multiplier, even), 1e-12 * (1 + Math.abs(expected)));
    }

    /** Where nothing cancels, an upper bound does: ln(e^{1/m²} - 1) for the second moment. */
    @Test
    void largeCentralMoments() {
        double exact = Math.log(Math.expm1(1 / 0.09));
        double ours = CentralMoment.log(0.3, 2);
        assertTrue(ours >= exact && ours < exact + 1e-4, ours + " for " + exact);
    }

    @Test
    void ordered() {
        for (double rate : new double[] {1e-8, 0.01, 0.39, 0.9, 1})
            for (double multiplier : new double[] {0.3, 1, 8, 500})
                for (double order : new double[] {1.01, 1.5, 2, 3.7, 17, 256, 1024}) {
                    String where = rate + ", " + multiplier + ", " + order;
                    double plain = order / (2 * multiplier * multiplier);
                    double general = Amplification.GENERAL.rdp(rate, multiplier, order);
                    double gaussian = Amplification.GAUSSIAN.rdp(rate, multiplier, order);
                    double tight = Amplification.TIGHT.rdp(rate, multiplier, order);
                    assertTrue(tight > 0, where);
                    assertTrue(tight <= gaussian * (1 + 1e-10), where + ": " + tight + " > " + gaussian);
                    assertTrue(gaussian <= general * (1 + 1e-12), where);
                    assertTrue(general <= plain * (1 + 1e-12), where);
                }
    }

    /** No verdict may rest on a quadrature whose error is not bounded. */
    @Test
    void allButTheQuadratureAreProved() {
        for (Amplification any : Amplification.values()) assertEquals(any != Amplification.TIGHT, any.proved());
    }

    /** Theorem 9 as it is printed, summed in logarithms; the chord between integers; never above no sampling at all. */
    @Test
    void generalIsItsPrintedSum() {
        for (double rate : new double[] {1e-4, 0.01, 0.3})
            for (double multiplier : new double[] {1, 8, 100})
                for (int order : new int[] {2, 3, 8, 64}) {
                    double square = 1 / (multiplier * multiplier), plain = order * square / 2, log = 0;
                    double least = Math.log(Math.min(4 * Math.expm1(square), 2 * Math.exp(square))), choose = 0;
                    for (int j = 1; j <= order; j++) {
                        choose += Math.log((order - j + 1.0) / j);
                        double moment = j == 2 ? least : Math.log(2) + j * (j - 1) * square / 2;
                        if (j > 1) log = added(log, j * Math.log(rate) + choose + moment);
                    }
                    double exact = Math.min(plain, log / (order - 1));
                    String where = rate + ", " + multiplier + ", " + order;
                    double ours = Amplification.GENERAL.rdp(rate, multiplier, order);
                    assertEquals(exact, ours, 1e-11 * exact + 1e-15, where);
                    for (double part : new double[] {0.25, 0.5}) {
                        double above = Amplification.GENERAL.rdp(rate, multiplier, order + 1) * order;
                        double chord = ((1 - part) * ours * (order - 1) + part * above) / (order - 1 + part);
                        double between = Amplification.GENERAL.rdp(rate, multiplier, order + part);
                        double most = Math.min(chord, (order + part) * square / 2);
                        assertEquals(most, between, 1e-11 * most, where + " and " + part);
                    }
                }
    }

    private static double added(double x, double y) {
        return Math.max(x, y) + Math.log1p(Math.exp(-Math.abs(x - y)));
    }

    /** Simpson's rule over the profile, in logarithms: little noise, where the mass is far out, and rates next to nothing. */
    @ParameterizedTest
    @CsvSource({"0.3, 1, 2.5", "0.5, 0.1, 3", "1e-9, 0.2, 5", "1e-100, 0.05, 3"})
    void tightReachesAsFarAsTheProfileCounts(double rate, double multiplier, double order) {
        GaussianDp gaussian = new GaussianDp(1 / multiplier);
        double mu = 1 / multiplier, log = Double.NEGATIVE_INFINITY;
        int cells = 2 * (int) Math.ceil(100 * ((order + 3) * mu + 16));
        double h = ((order + 3) * mu * mu + 16 * mu) / cells;
        for (int i = 0; i <= cells; i++) {
            double w = added(Math.log1p(-rate), Math.log(rate) + i * h);
            double weight = i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2;
            double term = Math.log(weight * h / 3) + 2 * Math.log(rate) + i * h + gaussian.logDelta(i * h);
            log = added(log, term + added((order - 2) * w, (-order - 1) * w));
        }
        double exact = added(0, Math.log(order * (order - 1)) + log) / (order - 1);
        assertEquals(exact, Amplification.TIGHT.rdp(rate, multiplier, order), 1e-7 * exact);
    }
}
