package dpgnn.random;

import dpgnn.base.Check;
import java.util.random.RandomGenerator;

/**
 * A source of random numbers. Its algorithms are fixed here, not inherited from the JDK, so that the same seed gives the same
 * numbers on every Java version.
 *
 * <p>A stream is not safe for use by several threads; give each thread a {@link #fork(String) fork} of its own.
 */
public abstract class RandomStream implements RandomGenerator {
    /** Whether numbers of this stream may protect a release: true only for a DRBG that takes no seed. */
    public abstract boolean secure();

    @Override
    public abstract long nextLong();

    /** An independent stream, fixed by this stream's key and the name, whatever was drawn from this one before. */
    public abstract RandomStream fork(String name);

    /** An independent stream for a number, such as that of a step; cheaper than forking by name. */
    public abstract RandomStream fork(long number);

    /**
     * The coin that belongs to an index, without moving a seeded stream: whatever else is drawn, the same index has the same
     * coin, so that two runs on neighbouring data can share their coins node by node. A secure stream gives a fresh word,
     * whatever the index; ask it for every index once only.
     */
    public abstract long coin(long index);

    /**
     * Where a seeded stream stands: how many 64-bit words it has given. A secure stream has no position that could be
     * stored, because a stored one would let noise be drawn twice.
     */
    public abstract long position();

    /** Moves a seeded stream to a position that {@link #position()} gave; a secure stream refuses. */
    public abstract void seek(long position);

    /** Uniform on 0 .. bound-1, without bias (multiplication and rejection, Lemire 2019). */
    @Override
    public final int nextInt(int bound) {
        Check.atLeast("bound", bound, 1);
        long product = (nextLong() >>> 32) * bound;
        long low = product & 0xFFFFFFFFL;
        if (low < bound) {
            long reject = (1L << 32) % bound;
            while (low < reject) {
                product = (nextLong() >>> 32) * bound;
                low = product & 0xFFFFFFFFL;
            }
        }
        return (int) (product >>> 32);
    }

    /** Uniform on 0 .. bound-1, without bias. */
    @Override
    public final long nextLong(long bound) {
        Check.atLeast("bound", bound, 1);
        while (true) {
            long bits = nextLong() >>> 1;
            long value = bits % bound;
            if (bits - value + (bound - 1) >= 0) return value;
        }
    }

    @Override
    public final int nextInt() {
        return (int) (nextLong() >>> 32);
    }

    /** Uniform on [0, 1), on a grid of 2^-53. */
    @Override
    public final double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    @Override
    public final float nextFloat() {
        return (nextLong() >>> 40) * 0x1.0p-24f;
    }

    @Override
    public final boolean nextBoolean() {
        return nextLong() < 0;
    }

    /** Uniform on (0, 1], on a grid of 2^-53: safe under a logarithm. */
    public final double nextOpenDouble() {
        return ((nextLong() >>> 11) + 1) * 0x1.0p-53;
    }

    /** A standard normal by Box and Muller; each call uses two words, so positions do not depend on what was drawn. */
    @Override
    public final double nextGaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(nextOpenDouble()));
        return radius * StrictMath.cos(2 * Math.PI * nextDouble());
    }
}
