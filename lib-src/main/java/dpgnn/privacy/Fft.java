package dpgnn.privacy;

/**
 * Discrete Fourier transform in place, for lengths that are powers of two.
 *
 * <p>Error bound used by {@link Composition}: every intermediate value is a partial transform of a subset of the input, so it
 * is at most the sum of absolute values of that subset; each of the log2(n) levels adds a relative error of at most six
 * roundings (twiddle factor, complex product, sum) of it. Hence each output is within 6 u log2(n) of the exact one, times the
 * sum of the absolute values of the input.
 */
final class Fft {
    /** Half a unit in the last place of one. */
    static final double ROUNDING = 0x1p-53;

    private final int size;
    private final double[] cos;
    private final double[] sin;

    private static volatile Fft latest = new Fft(2);

    private Fft(int size) {
        this.size = size;
        cos = new double[size / 2];
        sin = new double[size / 2];
        for (int i = 0; i < size / 2; i++) {
            double angle = -2 * Math.PI * i / size;
            cos[i] = Math.cos(angle);
            sin[i] = Math.sin(angle);
        }
    }

    /** A transform of this length; tables of the length that was asked last are kept. */
    static Fft of(int size) {
        if (size < 2 || Integer.bitCount(size) != 1)
            throw new IllegalArgumentException("size must be a power of two and at least 2, was " + size);
        Fft kept = latest;
        if (kept.size != size) latest = kept = new Fft(size);
        return kept;
    }

    /** Bound on the error of each output of one transform, relative to the sum of absolute values of its input. */
    static double error(int size) {
        return 6 * ROUNDING * (32 - Integer.numberOfLeadingZeros(size));
    }

    /** Forward transform in natural order, result in bit-reversed order. */
    void forward(double[] re, double[] im) {
        for (int half = size / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
            for (int block = 0; block < size; block += 2 * half) {
                for (int j = 0, w = 0; j < half; j++, w += stride) {
                    int a = block + j, b = a + half;
                    double sumRe = re[a] + re[b], sumIm = im[a] + im[b];
                    double difRe = re[a] - re[b], difIm = im[a] - im[b];
                    re[a] = sumRe;
                    im[a] = sumIm;
                    re[b] = difRe * cos[w] - difIm * sin[w];
                    im[b] = difRe * sin[w] + difIm * cos[w];
                }
            }
        }
    }

    /** Inverse transform, without the division by the length, from bit-reversed to natural order. */
    void inverse(double[] re, double[] im) {
        for (int half = 1, stride = size / 2; half < size; half *= 2, stride /= 2) {
            for (int block = 0; block < size; block += 2 * half) {
                for (int j = 0, w = 0; j < half; j++, w += stride) {
                    int a = block + j, b = a + half;
                    double oddRe = re[b] * cos[w] + im[b] * sin[w];
                    double oddIm = im[b] * cos[w] - re[b] * sin[w];
                    re[b] = re[a] - oddRe;
                    im[b] = im[a] - oddIm;
                    re[a] += oddRe;
                    im[a] += oddIm;
                }
            }
        }
    }
}
