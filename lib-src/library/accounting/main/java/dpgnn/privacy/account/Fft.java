package dpgnn.privacy.account;

/**
 * Computes the discrete Fourier transform of real numbers, in place, for lengths that are powers of two.
 *
 * <p>n numbers are read as n/2 complex ones, transformed, and split into the n/2 + 1 values of the spectrum that are not
 * conjugates of others. The complex transform divides x^2t - w² into x^t - w and x^t + w, so that a block's twiddle depends
 * on its number alone: one table in bit-reversed order serves all levels and all lengths, and is read from front to back.
 *
 * <p><b>Rounding.</b> Let S be the sum of absolute values of the input, u = 2^-53. Then every output is within 10 u log2(n) S of the
 * exact one, forward and back; S is then that of the whole spectrum, conjugates included.
 *
 * <p>Proof: docs/proofs.md, lemma 40.
 */
final class Fft {
    /** Half a unit in the last place of one. */
    public static final double ROUNDING = 0x1p-53;

    /** Blocks of so many complex numbers stay in the cache through all levels that are left. */
    private static final int CACHED = 1 << 12;

    /** The twiddle of block i, e^(-i π r) where r has the binary digits of the block's number in reversed order. */
    private static volatile double[] twiddles = {1, 0};

    private final int size;
    private final double[] w;

    private Fft(int size, double[] w) {
        this.size = size;
        this.w = w;
    }

    /** A transform of this length; the largest table that was ever asked for is kept. */
    public static Fft of(int size) {
        if (size < 2 || Integer.bitCount(size) != 1)
            throw new IllegalArgumentException("size must be a power of two and at least 2, was " + size);
        double[] kept = twiddles;
        if (kept.length < size) twiddles = kept = table(size / 2);
        return new Fft(size, kept);
    }

    static double[] table(int blocks) {
        double[] w = new double[2 * blocks];
        for (int i = 0; i < blocks; i++) {
            // in units of half the circle, without any rounding; what lies beyond an eighth is a reflection of it
            double turn = Integer.toUnsignedLong(Integer.reverse(i)) * 0x1p-32, near = turn > 0.5 ? 1 - turn : turn;
            double angle = Math.PI * (near > 0.25 ? 0.5 - near : near), c = Math.cos(angle), s = Math.sin(angle);
            double cos = near > 0.25 ? s : c;
            w[2 * i] = turn > 0.5 ? -cos : cos;
            w[2 * i + 1] = -(near > 0.25 ? c : s);
        }
        return w;
    }

    /** Bound on the error of each output of one transform, relative to the sum of absolute values of its input. */
    public static double error(int size) {
        return 10 * ROUNDING * (31 - Integer.numberOfLeadingZeros(size));
    }

    /**
     * Forward transform. The results are complex numbers in bit-reversed order: the i-th, a pair of doubles, belongs to the frequency
     * that has i's digits in reversed order. The first pair holds the two real ones, of the frequencies 0 and n/2.
     */
    public void forward(double[] x) {
        int m = size / 2;
        if (Integer.numberOfTrailingZeros(m) % 2 == 1) {
            half(x, m);
            down(x, 0, 0, m / 2);
            down(x, 1, m, m / 2);
        } else down(x, 0, 0, m);
        double zero = x[0], one = x[1];
        x[0] = zero + one;
        x[1] = zero - one;
        if (m > 1) x[3] = -x[3];
        for (int h = 2; h < m; h *= 2) {
            for (int p = h, other = 2 * h - 1; p < other; p++, other--) {
                int a = 2 * p, b = 2 * other;
                double evenRe = (x[a] + x[b]) / 2, evenIm = (x[a + 1] - x[b + 1]) / 2;
                double oddIm = (x[b] - x[a]) / 2, oddRe = (x[a + 1] + x[b + 1]) / 2;
                double re = w[a] * oddRe - w[a + 1] * oddIm, im = w[a] * oddIm + w[a + 1] * oddRe;
                x[a] = evenRe + re;
                x[a + 1] = evenIm + im;
                x[b] = evenRe - re;
                x[b + 1] = im - evenIm;
            }
        }
    }

    /** Back from what {@link #forward} gives, without the division by the length. */
    public void inverse(double[] x) {
        int m = size / 2;
        double zero = x[0], one = x[1];
        x[0] = zero + one;
        x[1] = zero - one;
        if (m > 1) {
            x[2] *= 2;
            x[3] *= -2;
        }
        for (int h = 2; h < m; h *= 2) {
            for (int p = h, other = 2 * h - 1; p < other; p++, other--) {
                int a = 2 * p, b = 2 * other;
                double evenRe = x[a] + x[b], evenIm = x[a + 1] - x[b + 1];
                double re = x[a] - x[b], im = x[a + 1] + x[b + 1];
                double oddRe = w[a] * re + w[a + 1] * im, oddIm = w[a] * im - w[a + 1] * re;
                x[a] = evenRe - oddIm;
                x[a + 1] = evenIm + oddRe;
                x[b] = evenRe + oddIm;
                x[b + 1] = oddRe - evenIm;
            }
        }
        if (Integer.numberOfTrailingZeros(m) % 2 == 1) {
            up(x, 0, 0, m / 2);
            up(x, 1, m, m / 2);
            half(x, m);
        } else up(x, 0, 0, m);
    }

    /** The level that has one block, whose twiddle is 1. */
    private static void half(double[] x, int m) {
        for (int a = 0, b = m; a < m; a++, b++) {
            double sum = x[a] + x[b], dif = x[a] - x[b];
            x[a] = sum;
            x[b] = dif;
        }
    }

    /** All levels of a block, two at a time. */
    private void down(double[] x, int block, int at, int length) {
        if (length > CACHED) {
            split(x, block, at, length / 2);
            for (int i = 0; i < 4; i++) down(x, 4 * block + i, at + i * length / 2, length / 4);
            return;
        }
        for (int l = length, n = 1; l > 1; l /= 4, n *= 4)
            for (int i = 0; i < n; i++) split(x, n * block + i, at + 2 * l * i, l / 2);
    }

    private void up(double[] x, int block, int at, int length) {
        if (length > CACHED) {
            for (int i = 0; i < 4; i++) up(x, 4 * block + i, at + i * length / 2, length / 4);
            join(x, block, at, length / 2);
            return;
        }
        for (int l = 4, n = length / 4; l <= length; l *= 4, n /= 4)
            for (int i = 0; i < n; i++) join(x, n * block + i, at + 2 * l * i, l / 2);
    }

    /** Two levels of a block whose quarters have so many doubles. */
    private void split(double[] x, int block, int at, int quarter) {
        double re = w[2 * block], im = w[2 * block + 1], re2 = w[4 * block], im2 = w[4 * block + 1];
        for (int a = at, b = a + quarter, c = b + quarter, d = c + quarter;
                a < at + quarter;
                a += 2, b += 2, c += 2, d += 2) {
            double cRe = x[c] * re - x[c + 1] * im, cIm = x[c] * im + x[c + 1] * re;
            double dRe = x[d] * re - x[d + 1] * im, dIm = x[d] * im + x[d + 1] * re;
            double bRe = x[b] + dRe, bIm = x[b + 1] + dIm, aRe = x[a] + cRe, aIm = x[a + 1] + cIm;
            dRe = x[b] - dRe;
            dIm = x[b + 1] - dIm;
            cRe = x[a] - cRe;
            cIm = x[a + 1] - cIm;
            double sRe = bRe * re2 - bIm * im2, sIm = bRe * im2 + bIm * re2;
            // the twiddle of the other half is this one times -i
            double tRe = dRe * im2 + dIm * re2, tIm = dIm * im2 - dRe * re2;
            x[a] = aRe + sRe;
            x[a + 1] = aIm + sIm;
            x[b] = aRe - sRe;
            x[b + 1] = aIm - sIm;
            x[c] = cRe + tRe;
            x[c + 1] = cIm + tIm;
            x[d] = cRe - tRe;
            x[d + 1] = cIm - tIm;
        }
    }

    private void join(double[] x, int block, int at, int quarter) {
        double re = w[2 * block], im = w[2 * block + 1], re2 = w[4 * block], im2 = w[4 * block + 1];
        for (int a = at, b = a + quarter, c = b + quarter, d = c + quarter;
                a < at + quarter;
                a += 2, b += 2, c += 2, d += 2) {
            double aRe = x[a] + x[b], aIm = x[a + 1] + x[b + 1], sRe = x[a] - x[b], sIm = x[a + 1] - x[b + 1];
            double cRe = x[c] + x[d], cIm = x[c + 1] + x[d + 1], tRe = x[c] - x[d], tIm = x[c + 1] - x[d + 1];
            double bRe = sRe * re2 + sIm * im2, bIm = sIm * re2 - sRe * im2;
            double dRe = tRe * im2 - tIm * re2, dIm = tRe * re2 + tIm * im2;
            sRe = aRe - cRe;
            sIm = aIm - cIm;
            tRe = bRe - dRe;
            tIm = bIm - dIm;
            x[a] = aRe + cRe;
            x[a + 1] = aIm + cIm;
            x[b] = bRe + dRe;
            x[b + 1] = bIm + dIm;
            x[c] = sRe * re + sIm * im;
            x[c + 1] = sIm * re - sRe * im;
            x[d] = tRe * re + tIm * im;
            x[d + 1] = tIm * re - tRe * im;
        }
    }
}
