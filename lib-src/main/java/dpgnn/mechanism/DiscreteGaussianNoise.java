package dpgnn.mechanism;

import dpgnn.random.Stream;

/**
 * Discrete Gaussian noise on a grid, drawn exactly in integers (Canonne, Kamath and Steinke 2020, algorithms 1 to 3): P[k]
 * proportional to exp(-k² / (2 sigma²)) on whole k.
 *
 * <p><b>Guarantee.</b> Two worlds whose integer vectors differ by L2 distance D have Rényi divergence alpha D² / (2 sigma²)
 * at every order alpha (their theorem 14): the same as the continuous Gaussian's. The variance is at most sigma² (corollary
 * 9). Values are rounded to the grid {@code multiplier × norm / sigma} first, which adds sqrt(d) to D for d values:
 * {@link #sensitivity} says what an event must be told. No floating-point number enters the sampler.
 *
 * @param sigma the parameter on the integer grid; larger ones make the grid finer
 */
public record DiscreteGaussianNoise(double multiplier, int sigma) implements Noise {
    private static final int FINEST = 1 << 12;

    public DiscreteGaussianNoise {
        Noise.checkedMultiplier(multiplier);
        if (sigma < 1 || sigma > FINEST)
            throw new IllegalArgumentException("sigma must be in 1.." + FINEST + ", was " + sigma);
    }

    /** On the finest grid. */
    public static DiscreteGaussianNoise of(double multiplier) {
        return new DiscreteGaussianNoise(multiplier, FINEST);
    }

    @Override
    public DiscreteGaussianNoise withMultiplier(double other) {
        return new DiscreteGaussianNoise(other, sigma);
    }

    /** The step of the grid. */
    public double grid(double norm) {
        return multiplier * Noise.checkedNorm(norm) / sigma;
    }

    /** The L2 sensitivity on the integer grid of values that move by at most this norm, rounding included. */
    public double sensitivity(double norm, long dimension) {
        return (norm / grid(norm) + Math.sqrt(dimension)) * (1 + 0x1.0p-40);
    }

    @Override
    public void addTo(float[] values, double norm, Stream stream) {
        double grid = grid(norm);
        for (int i = 0; i < values.length; i++) {
            if (Float.isNaN(values[i])) throw new IllegalArgumentException("value " + i + " must be a number, was NaN");
            long index = Math.round(Math.max(-0x1.0p61, Math.min(0x1.0p61, values[i] / grid)));
            values[i] = (float) (grid * (index + sample(stream)));
        }
    }

    /** One number of the discrete Gaussian. */
    public long sample(Stream stream) {
        long s = sigma;
        long t = s + 1;
        while (true) {
            long y = laplace(t, stream);
            long away = Math.abs(y);
            // Forty deviations hold all but e^-800 of the proposals that would be accepted; beyond, squares overflow.
            if (away > 40 * t) continue;
            long distance = away * t - s * s;
            if (exponentialCoin(distance * distance, 2 * s * s * t * t, stream)) return y;
        }
    }

    /** Discrete Laplace of scale t: P[y] proportional to exp(-|y| / t) (their algorithm 2). */
    private static long laplace(long t, Stream stream) {
        while (true) {
            long u = stream.nextLong(t);
            if (!exponentialCoin(u, t, stream)) continue;
            long v = 0;
            while (exponentialCoin(1, 1, stream)) v++;
            long y = u + t * v;
            boolean negative = stream.nextBoolean();
            if (negative && y == 0) continue;
            return negative ? -y : y;
        }
    }

    /** True with probability exp(-n / d), for whole numbers (their algorithm 1). */
    static boolean exponentialCoin(long n, long d, Stream stream) {
        while (n > d) {
            if (!smallCoin(1, 1, stream)) return false;
            n -= d;
        }
        return smallCoin(n, d, stream);
    }

    /** The same for n ≤ d: the parity of how often a coin of n / (d k) falls on its side for k = 1, 2, … */
    private static boolean smallCoin(long n, long d, Stream stream) {
        long k = 1;
        // A coin of n / (d k) is a coin of n / d and one of 1 / k: no product that could overflow.
        while (stream.nextLong(d) < n && stream.nextLong(k) == 0) k++;
        return k % 2 == 1;
    }
}
