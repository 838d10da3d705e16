package dpgnn.mpc.ring;

import dpgnn.base.Check;

/**
 * Fixed-point numbers modulo 2^64: a Java long, whose sums and products wrap exactly as the ring's do. A number x at scale f is
 * stored as floor(x 2^f + 1/2), and the product of numbers at scales f and g has scale f + g.
 */
public final class Ring {
    /** Fractional bits of features and of weights where nothing else is said. */
    public static final int SCALE = 16;

    /**
     * Only values below 2^MAGNITUDE are encoded: at any scale up to 40 that leaves three bits. It says nothing of sums of products
     * of such values, which may wrap; {@code Headroom} bounds those.
     */
    static final int MAGNITUDE = 20;

    private Ring() {}

    /** Rounds half up, not towards zero, so that the error has no sign. */
    public static long encode(double x, int scale) {
        if (!(Math.abs(x) < 1L << MAGNITUDE))
            throw new IllegalArgumentException("a shared number must lie within ±2^" + MAGNITUDE + ", was " + x);
        Check.within("scale", scale, 0, 40);
        return (long) Math.floor(Math.scalb(x, scale) + 0.5);
    }

    /** Reads the long as a signed number. */
    public static double decode(long a, int scale) {
        return Math.scalb((double) a, -scale);
    }
}
