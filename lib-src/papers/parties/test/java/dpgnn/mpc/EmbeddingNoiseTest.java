package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.linear.Matrix;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;

class EmbeddingNoiseTest {
    private static final int MANY = 60_000;

    /** Of the releases in a narrow range, the share whose last two bits are zero. */
    private static double roundEnds(double secret, RandomStream stream) {
        Matrix rows = Matrix.of(MANY, 1).map(x -> secret);
        int inside = 0;
        int round = 0;
        for (double x : new EmbeddingNoise(1, 1).release(rows, stream).values()) {
            if (Math.abs(x) > 0.06) continue;
            inside++;
            if ((Double.doubleToRawLongBits(x) & 3) == 0) round++;
        }
        assertTrue(inside > 1000);
        return (double) round / inside;
    }

    /** Near zero a sum of doubles 0.3 + y has lost two bits that y alone has: the last bits would tell the secret. */
    @Test
    void theLastBitsTellNothing() {
        RandomStream stream = Streams.secure().stream("noise");
        assertEquals(roundEnds(0, stream), roundEnds(0.3, stream), 0.06);
    }

    @Test
    void noRowIsLongerThanTheClip() {
        RandomStream stream = Streams.seed(1).stream("rows");
        EmbeddingNoise tiny = new EmbeddingNoise(1, 1e-3);
        Matrix rows = Matrix.of(4, 3);
        double[] x = rows.values();
        x[0] = 50;
        x[3] = Double.MAX_VALUE;
        x[6] = Double.NaN;
        x[9] = 0.5;
        Matrix released = tiny.release(rows, stream);
        assertEquals(1, released.get(0, 0), 0.01);
        assertEquals(0, released.get(1, 0), 0.01, "whose length is not finite counts as zero");
        assertEquals(0, released.get(2, 0), 0.01);
        assertEquals(0.5, released.get(3, 0), 0.01, "shorter ones stay");
        Matrix gradient = tiny.backward(Matrix.of(4, 3).map(v -> 1), rows);
        assertEquals(0, gradient.get(1, 0));
        assertEquals(0, gradient.get(2, 1));
        assertTrue(tiny.variation(300, 64) > 0 && tiny.variation(300, 64) < 1e-20);
    }
}
