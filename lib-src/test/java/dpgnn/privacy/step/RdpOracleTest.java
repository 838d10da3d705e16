package dpgnn.privacy.step;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Against ln(integral of above^a below^(1-a)) / (a-1), by a trapezoidal rule of 60 digits in mpmath, halved until 17 agree. */
class RdpOracleTest {
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/privacy/step/rdp-oracle.csv")
    void divergence(String pair, double rate, double multiplier, double order, double expected) {
        ShiftMixture mixture = ShiftMixture.sampled(rate, 1 / multiplier);
        double ours =
                switch (pair) {
                    case "forward" -> MixtureDivergence.upper(mixture, ShiftMixture.NONE, order);
                    case "backward" -> MixtureDivergence.upper(ShiftMixture.NONE, mixture, order);
                    default -> MixtureDivergence.upper(mixture, ShiftMixture.sampled(rate, -1 / multiplier), order);
                };
        double error = ours / expected - 1;
        // The logarithms that are subtracted grow as a²/m², and so does what rounding can do.
        double rounding = 1e-15 * order * order / (multiplier * multiplier) / (1 + expected * (order - 1));
        assertTrue(error >= 0, "below the true value by " + error);
        assertTrue(error < 2e-12 + 8 * rounding, "above the true value by " + error);
    }
}
