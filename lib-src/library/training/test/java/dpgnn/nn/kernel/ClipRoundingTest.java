package dpgnn.nn.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No choice of magnitudes makes a clipped gradient longer than the clip, measured in double on the very floats that enter the
 * sum: rows that cancel to seven digits, entries from 1e-18 to 1e18, long rows and short.
 */
class ClipRoundingTest {
    private static final double THRESHOLD = 0.5;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wide", "cancelling", "spiked", "tiny"})
    void theClippedNormStaysBelowTheThreshold(String kind) {
        RandomStream stream = Streams.seed(5).stream(kind);
        Kernels kernels = new HostKernels();
        for (int trial = 0; trial < 40; trial++)
            for (int rows : new int[] {1, 2, 5, 60}) {
                int in = 1 + stream.nextInt(trial % 5 == 0 ? 3000 : 40);
                int out = 1 + stream.nextInt(20);
                double before = 0;
                float[] a = matrix(kind, rows, in, stream);
                float[] b = matrix(kind, rows, out, stream);
                if (kind.equals("cancelling")) cancel(a, b, rows, in, out, stream);
                float bias = trial % 3;
                FloatMatrix x = uploaded(kernels, a, rows, in);
                FloatMatrix y = uploaded(kernels, b, rows, out);
                RowSet space = new RowSet();
                space.begin(1);
                space.endExample(rows);
                double[] squared = {0};
                kernels.addSquaredNorms(x, y, bias, space, squared);
                before = Math.sqrt(squared[0]);
                if (!Double.isFinite(before)) continue; // counts as zero
                double limit = THRESHOLD * (1 - 1e-5);
                float factor = squared[0] <= limit * limit ? 1f : (float) (limit / before);
                kernels.scale(y, space, new double[] {factor});
                float[] scaled = new float[rows * out];
                kernels.download(y, scaled);
                double norm = norm(a, scaled, bias, rows, in, out);
                assertTrue(
                        norm <= THRESHOLD,
                        kind + ": " + rows + " rows of " + in + " by " + out + " came to " + norm + ", were " + before);
            }
    }

    /** One row of alternating signs, or of magnitudes far apart, is as exact as any other: squares do not cancel. */
    @Test
    void squaredNormsOfSingleRowsAreGoodToSixDigits() {
        Kernels kernels = new HostKernels();
        RandomStream stream = Streams.seed(6).stream("rows");
        for (int n : new int[] {1, 7, 8, 255, 256, 257, 10_000}) {
            float[] a = matrix("wide", 1, n, stream);
            double exact = 0;
            for (float v : a) exact += (double) v * v;
            assertEquals(exact, FloatLoops.dot(a, 0, a, 0, n), 2e-6 * exact);
        }
    }

    private static float[] matrix(String kind, int rows, int columns, RandomStream stream) {
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            double magnitude =
                    switch (kind) {
                        case "wide" -> Math.pow(10, 36 * stream.nextDouble() - 18);
                        case "spiked" -> stream.nextInt(10) == 0 ? 1e6 : 1e-3;
                        case "tiny" -> Math.pow(10, -30 * stream.nextDouble());
                        default -> 1;
                    };
            values[i] = (float) (magnitude * (2 * stream.nextDouble() - 1));
        }
        return values;
    }

    /** The second half of the rows is the first with the other sign, but for the last digits. */
    private static void cancel(float[] a, float[] b, int rows, int in, int out, RandomStream stream) {
        for (int r = rows / 2; r < rows / 2 * 2; r++) {
            int from = r - rows / 2;
            for (int j = 0; j < in; j++) a[r * in + j] = a[from * in + j];
            for (int j = 0; j < out; j++)
                b[r * out + j] = (float) (-1e3 * b[from * out + j] * (1 + 1e-7 * stream.nextInt(3)));
            for (int j = 0; j < out; j++) b[from * out + j] *= 1e3f;
        }
    }

    private static FloatMatrix uploaded(Kernels kernels, float[] values, int rows, int columns) {
        FloatMatrix matrix = kernels.matrix(columns);
        kernels.upload(values, 0, rows, matrix);
        return matrix;
    }

    private static double norm(float[] a, float[] b, double bias, int rows, int in, int out) {
        double sum = 0;
        for (int i = 0; i <= in; i++)
            for (int j = 0; j < out; j++) {
                double entry = 0;
                for (int r = 0; r < rows; r++) entry += (i == in ? bias : a[r * in + i]) * b[r * out + j];
                sum += entry * entry;
            }
        return Math.sqrt(sum);
    }
}
