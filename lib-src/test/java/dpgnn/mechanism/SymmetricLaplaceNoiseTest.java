package dpgnn.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.random.Stream;
import dpgnn.random.Streams;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SymmetricLaplaceNoiseTest extends NoiseContract {
    @Override
    Noise noise(double multiplier) {
        return SymmetricLaplaceNoise.of(multiplier);
    }

    /** The values of one vector share a factor: independent ones come from as many vectors. */
    @Override
    void draw(float[] values, Stream stream) {
        float[] one = new float[1];
        for (int i = 0; i < values.length; i++) {
            one[0] = 0;
            noise(1).addTo(one, 1, stream);
            values[i] = one[0];
        }
    }

    /** Each value by itself is Laplace of variance 1. */
    @Override
    DoubleUnaryOperator cdf() {
        double scale = Math.sqrt(0.5);
        return x -> x < 0 ? 0.5 * Math.exp(x / scale) : 1 - 0.5 * Math.exp(-x / scale);
    }

    @Test
    void aVectorSharesOneExponential() {
        Stream stream = Streams.seed(6).stream("noise");
        int many = 4000;
        double product = 0;
        float[] pair = new float[2];
        for (int i = 0; i < many; i++) {
            pair[0] = 0;
            pair[1] = 0;
            noise(1).addTo(pair, 1, stream);
            product += Math.pow(pair[0], 2) * Math.pow(pair[1], 2) / many;
        }
        // E[W^2] = 2 for one W ~ Exp(1), 1 were they independent.
        assertEquals(2, product, 0.6);
    }
}
