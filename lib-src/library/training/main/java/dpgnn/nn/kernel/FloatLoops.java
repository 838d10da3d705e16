package dpgnn.nn.kernel;

/** Loops over rows of floats that the JIT compiler turns into vector instructions. */
public final class FloatLoops {
    private FloatLoops() {}

    static void addRelu(float[] x, int at, float[] bias, int n) {
        for (int j = 0; j < n; j++) x[at + j] = Math.max(x[at + j] + bias[j], 0f);
    }

    /** g = s where y > 0, else 0, without a branch: y * 2^126 is at least 1 for every normal y above 0. */
    static void maskRelu(float[] y, float[] s, float[] g, int n) {
        for (int i = 0; i < n; i++) g[i] = s[i] * Math.min(1f, y[i] * 0x1.0p126f);
    }

    public static void axpy(float[] x, int from, float weight, float[] y, int to, int n) {
        for (int j = 0; j < n; j++) y[to + j] += weight * x[from + j];
    }

    /**
     * Off by at most 2e-6 of the sum of absolute products, however long: no accumulator takes more than 32 of them, so that
     * the bound is gamma_33 for 24 bits (Higham 2002, (3.5)). Good for squares, which do not cancel.
     */
    public static double dot(float[] x, int p, float[] y, int q, int n) {
        double sum = 0;
        int j = 0;
        for (; j + 255 < n; j += 256) sum += dotOfEights(x, p + j, y, q + j, 256);
        int eights = (n - j) & ~7;
        sum += dotOfEights(x, p + j, y, q + j, eights);
        for (j += eights; j < n; j++) sum += (double) x[p + j] * y[q + j];
        return sum;
    }

    /** Products of floats are exact in double, and the error of their sum is that of double. */
    public static double exactDot(float[] x, int p, float[] y, int q, int n) {
        double a = 0, b = 0, c = 0, d = 0;
        int j = 0;
        for (; j + 3 < n; j += 4) {
            a += (double) x[p + j] * y[q + j];
            b += (double) x[p + j + 1] * y[q + j + 1];
            c += (double) x[p + j + 2] * y[q + j + 2];
            d += (double) x[p + j + 3] * y[q + j + 3];
        }
        for (; j < n; j++) a += (double) x[p + j] * y[q + j];
        return a + b + c + d;
    }

    private static double dotOfEights(float[] x, int p, float[] y, int q, int n) {
        float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
        for (int j = 0; j < n; j += 8) {
            a += x[p + j] * y[q + j];
            b += x[p + j + 1] * y[q + j + 1];
            c += x[p + j + 2] * y[q + j + 2];
            d += x[p + j + 3] * y[q + j + 3];
            e += x[p + j + 4] * y[q + j + 4];
            f += x[p + j + 5] * y[q + j + 5];
            g += x[p + j + 6] * y[q + j + 6];
            h += x[p + j + 7] * y[q + j + 7];
        }
        return (double) a + b + c + d + e + f + g + h;
    }

    /** The squared norm of the sum over rows r of (x_r, bias) by y_r: its Gram matrices entry by entry, in double. */
    static double gram(float[] x, int in, float[] y, int out, double bias, int from, int to) {
        double sum = 0;
        for (int r = from; r < to; r++)
            for (int s = from; s <= r; s++) {
                double product = (exactDot(x, r * in, x, s * in, in) + bias) * exactDot(y, r * out, y, s * out, out);
                sum += r == s ? product : 2 * product;
            }
        return sum;
    }
}
