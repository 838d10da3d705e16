package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dpgnn.privacy.Event;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class SymmetricLaplaceNoiseTest extends NoiseContract {
    @Override
    Noise noise() {
        return SymmetricLaplaceNoise.standard();
    }

    @Override
    boolean coordinatesAreIndependent() {
        return false;
    }

    /** In one dimension the law is Laplace with variance 1, that is scale 1/sqrt(2). */
    @Override
    double standardisedCdf(double x) {
        double half = 0.5 * Math.exp(-Math.sqrt(2) * Math.abs(x));
        return x < 0 ? half : 1 - half;
    }

    @Test
    void hasNoEventAndTakesNoSecureStream() {
        assertInstanceOf(Event.Unsupported.class, noise().event(new Event.Gaussian(1), 3));
        assertThrows(IllegalArgumentException.class, () -> noise().add(
                        new float[1], 1, 1, Streams.secure().stream("noise")));
    }
}
