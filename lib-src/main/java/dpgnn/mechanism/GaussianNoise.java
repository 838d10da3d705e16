package dpgnn.mechanism;

import dpgnn.random.Stream;

/**
 * Independent N(0, (multiplier × norm)²) on every value.
 *
 * <p>From a seeded stream: a ziggurat (Marsaglia and Tsang 2000), for experiments. From a secure stream, safe in floating
 * point, where a plain sum of doubles would betray its summands by their low bits (Mironov 2012):
 *
 * <p><b>Guarantee.</b> Let s be the standard deviation and g = s / 2^40 a grid. (1) Each value x is rounded to n g, n whole.
 * That moves it by at most g / 2 in each of two worlds, hence their L2 distance by at most sqrt(d) g for d values; s is
 * enlarged so that it still is the multiplier times (norm + sqrt(d) g). (2) What is released is g floor(n + Y / g) with Y
 * exactly N(0, s²), a function of the exact Gaussian mechanism's output and so post-processing. As n is whole,
 * floor(n + Y / g) = n + floor(Y / g), and the floor of a scaled normal is drawn in integers by {@link FlooredNormal}, within
 * a total variation of 2^-58 per value. (3) Conversion to float is a function of that alone. Over T steps of d values the
 * sampler costs at most (1 + e^epsilon) T d 2^-58 of delta: {@link #samplerDelta}. It is assumed that the values given are
 * within the norm that is named; sums formed in single precision are so up to their own rounding.
 */
public record GaussianNoise(double multiplier) implements Noise {
    private static final double GRID = 0x1.0p-40;
    private static final double SLACK = 1 + 0x1.0p-40;

    public GaussianNoise {
        Noise.checkedMultiplier(multiplier);
    }

    public static GaussianNoise of(double multiplier) {
        return new GaussianNoise(multiplier);
    }

    /** Of multiplier one: a placeholder for a plan that finds its own. */
    public static GaussianNoise standard() {
        return new GaussianNoise(1);
    }

    @Override
    public GaussianNoise withMultiplier(double other) {
        return new GaussianNoise(other);
    }

    @Override
    public void addTo(float[] values, double norm, Stream stream) {
        Noise.checkedNorm(norm);
        if (stream.secure()) addSecurely(values, norm, stream);
        else Ziggurat.add(values, multiplier * norm, stream);
    }

    private void addSecurely(float[] values, double norm, Stream stream) {
        double grid = deviation(norm, values.length) * GRID;
        for (int i = 0; i < values.length; i++)
            values[i] = (float) (grid * (index(values[i], grid) + FlooredNormal.sample(stream)));
    }

    /** The standard deviation that secure noise has, a little above multiplier × norm. */
    double deviation(double norm, int dimension) {
        double share = multiplier * Math.sqrt(dimension) * GRID;
        if (share >= 0.5)
            throw new IllegalArgumentException(
                    "multiplier must be below 2^39 / sqrt(" + dimension + "), was " + multiplier);
        return multiplier * norm / (1 - share) * SLACK;
    }

    /** Limiting n moves two worlds no further apart. */
    private static long index(float value, double grid) {
        if (Float.isNaN(value)) throw new IllegalArgumentException("a value to protect must be a number, was NaN");
        return Math.round(Math.max(-0x1.0p61, Math.min(0x1.0p61, value / grid)));
    }

    /** What the secure sampler's distance from an exact Gaussian costs over so many values in all. */
    public static double samplerDelta(double epsilon, long values) {
        return (1 + Math.exp(epsilon)) * values * FlooredNormal.TOTAL_VARIATION;
    }
}
