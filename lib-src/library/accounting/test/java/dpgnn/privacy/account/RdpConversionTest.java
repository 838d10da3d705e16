package dpgnn.privacy.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Against the formulas of Mironov 2017 and of Canonne, Kamath and Steinke 2020, worked out with sixty digits. */
class RdpConversionTest {
    private static final double EPSILON = 1.25;

    private static void up(BigDecimal truth, double ours, double size, String what) {
        double over = new BigDecimal(ours).subtract(truth).doubleValue();
        assertTrue(over >= -1e-29 && over <= 4e-15 * size, what + ": " + ours + " is above " + truth + " by " + over);
    }

    /** Divergence, order, delta; epsilon by the classic conversion and the improved; at 1.25 ln of moment and of both deltas. */
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/account/rdp-conversion.csv")
    void answersAreRoundedUpAndByNextToNothing(
            double rdp,
            double order,
            double delta,
            BigDecimal classic,
            BigDecimal improved,
            BigDecimal moment,
            BigDecimal classicDelta,
            BigDecimal improvedDelta) {
        double size = rdp - Math.log(delta) / (order - 1) + 2 + Math.log(order) / (order - 1);
        up(classic, RdpConversion.CLASSIC.epsilon(rdp, order, delta), size, "classic epsilon");
        up(improved, RdpConversion.IMPROVED.epsilon(rdp, order, delta), size, "improved epsilon");
        size = (order - 1) * (rdp + EPSILON) + 1 + Math.log(order);
        up(moment, RdpConversion.logMoment(rdp, order, EPSILON), size, "moment");
        up(classicDelta, RdpConversion.CLASSIC.logDelta(rdp, order, EPSILON), size, "classic delta");
        up(improvedDelta, RdpConversion.IMPROVED.logDelta(rdp, order, EPSILON), size, "improved delta");
    }

    @Test
    void whatNothingBounds() {
        double all = Double.POSITIVE_INFINITY;
        assertEquals(all, RdpConversion.logMoment(all, 2, 1));
        for (RdpConversion conversion : RdpConversion.values()) {
            assertEquals(all, conversion.epsilon(all, 2, 1e-5));
            assertEquals(0, conversion.logDelta(all, 2, 1), "a delta of 1");
            assertEquals(-all, conversion.logDelta(1, 2, all), "a delta of 0");
        }
    }
}
