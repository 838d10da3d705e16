package dpgnn.privacy;

/**
 * Discrete Fourier transform in place, for lengths that are powers of two.
 *
 * <p><b>Rounding.</b> Let S be the sum of absolute values of the input, u = 2^-53. Then every output is within 7 u log2(n) S of the
 * exact one. Proof, by induction over the levels: an intermediate value is a transform of a subset of the input, so that it
 * is at most the sum s of that subset; say its error is at most E s. A level forms a + b and (a - b) w (or a + b w and a - b w) from two
 * disjoint subsets. Adding complex numbers costs a relative u; a complex product costs sqrt(5) u (Brent, Percival and Zimmermann
 * 2007, theorem 1); w is off by at most 3.3 u, because its angle is at most pi/4 and off by 2 u relatively, and cosine and sine are
 * within an ulp of at most u each: 2 (pi/4) u + sqrt(2) u. So E grows by at most (1 + sqrt(5) + 3.3) u (1 + E) < 6.6 u
 * (1 + E), and as n is at most 2^30, log2(n) such steps from 0 stay below 7 u log2(n).
 *
 * <p>Proof: docs/proofs.md, lemma 40.
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
            // in units of an eighth of the circle: what lies beyond the first is a reflection of it
            int eighth = (int) (8L * i / size), part = i - (int) ((long) eighth * size / 8);
            double angle = 2 * Math.PI * (eighth % 2 == 0 ? part : size / 8.0 - part) / size;
            double c = Math.cos(angle), s = Math.sin(angle);
            cos[i] = eighth == 0 ? c : eighth == 1 ? s : eighth == 2 ? -s : -c;
            sin[i] = -(eighth == 0 || eighth == 3 ? s : c);
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
        return 7 * ROUNDING * (31 - Integer.numberOfLeadingZeros(size));
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
