package dpgnn.privacy;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;

/** What is accounted for and what noise is off by come to delta together, by numbers of 60 digits. */
class DeltaReserveTest {
    private static final MathContext DIGITS = new MathContext(60);
    private static final double[] EPSILONS = {0, 1e-3, 0.5, 1, 2, 8, 30, 100}, DELTAS = {1e-12, 1e-5, 3e-4, 0.1, 0.999};

    /** Taylor's series of a small part, squared back. */
    private static BigDecimal exp(double x) {
        BigDecimal part = new BigDecimal(x).divide(new BigDecimal(1 << 20), DIGITS), term = BigDecimal.ONE, sum = term;
        for (int n = 1; n < 30; n++) {
            term = term.multiply(part).divide(new BigDecimal(n), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int i = 0; i < 20; i++) sum = sum.multiply(sum, DIGITS);
        return sum;
    }

    /** The largest double that is accepted. */
    private static double most(DoublePredicate accepted) {
        double low = 0, high = 1;
        while (Math.nextUp(low) < high) {
            double middle = low + (high - low) / 2;
            if (middle <= low || middle >= high) break;
            if (accepted.test(middle)) low = middle;
            else high = middle;
        }
        return low;
    }

    private static double together(double spent, double epsilon, double variation, double delta) {
        return BigDecimal.ONE
                .add(exp(epsilon))
                .multiply(new BigDecimal(variation))
                .add(new BigDecimal(spent))
                .divide(new BigDecimal(delta), DIGITS)
                .subtract(BigDecimal.ONE)
                .doubleValue();
    }

    @Test
    void allOfDeltaIsSpentAndNoMore() {
        for (double epsilon : EPSILONS)
            for (double delta : DELTAS) {
                DeltaReserve reserve = new DeltaReserve(delta);
                double spent = reserve.accounting();
                double most = most(v -> reserve.pays(epsilon, v)),
                        rounded = most(v -> reserve.paysBesideRoundings(epsilon, v));
                String what = epsilon + " and " + delta;
                assertEquals(0, together(spent, epsilon, most, delta), 1e-15, what);
                double left = together(spent, epsilon, rounded, delta);
                assertTrue(left < -0.99e-12 && left > -1.01e-12, what + ": what roundings have is " + left);
                assertEquals(1e-6, 1 - reserve.searching() / spent, 1e-11);
            }
    }

    @Test
    void whatIsNotPaidForIsRefused() {
        DeltaReserve reserve = new DeltaReserve(1e-5);
        double most = most(v -> reserve.pays(2, v));
        reserve.require(2, most);
        refused(
                () -> reserve.require(2, Math.nextUp(most)),
                "epsilon 2.0 is too large for noise that is safe in floating point at delta 1.0E-5");
        refused(() -> reserve.require(Double.NaN, most), "epsilon NaN");
        refused(() -> reserve.require(2, Double.NaN), "too large");
        refused(() -> reserve.require(1000, Double.MIN_VALUE), "epsilon 1000.0");
        for (double delta : new double[] {-1e-9, 1, Double.NaN}) refused(() -> new DeltaReserve(delta), "delta");
    }

    @Test
    void exactNoiseCostsNothing() {
        for (double delta : new double[] {0, 1e-5}) {
            assertTrue(new DeltaReserve(delta).pays(1000, 0));
            assertTrue(new DeltaReserve(delta).paysBesideRoundings(1000, 0));
        }
        assertFalse(new DeltaReserve(0).pays(0, Double.MIN_VALUE));
    }
}
