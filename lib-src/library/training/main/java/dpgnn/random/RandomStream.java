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

    /** Whether nobody can draw its numbers again: not where the key is kept or given, nor of a class of a caller's. A verdict asks this. */
    public final boolean fresh() {
        return this instanceof SecureStream;
    }

    @Override
    public abstract long nextLong();

    /** An independent stream, fixed by this stream's key and the name, whatever was drawn from this one before. */
    public abstract RandomStream fork(String name);

    /** An independent stream for a number, such as that of a step; cheaper than forking by name. */
    public abstract RandomStream fork(long number);

    /**
     * The 64 random bits that belong to an index, without moving a seeded stream. They are signed and no number in [0, 1), so
     * only streams see them; samplers ask {@link #happens}, {@link #uniform} or {@link #below}.
     */
    protected abstract long word(long index);

    /** The bits of another stream, for one that wraps it. */
    protected static long word(RandomStream other, long index) {
        return other.word(index);
    }

    /**
     * Tosses the coin that belongs to an index, such as a node: true with this probability, rounded down to a multiple of
     * 2^-32 below 1, so that nothing happens more often than an event states. Whatever else is drawn, the same index of a
     * seeded stream has the same coin, so that two runs on neighbouring data share their coins node by node. A secure stream
     * draws afresh, whatever the index; ask it for every index once only.
     */
    public final boolean happens(long index, double probability) {
        return isBelow(index, threshold(probability));
    }

    /** The number in [0, 1) that belongs to an index, on a grid of 2^-53; of its coin, as {@link #happens} is. */
    public final double uniform(long index) {
        return (word(index) >>> 11) * 0x1.0p-53;
    }

    /** The number in 0 .. bound-1 that belongs to an index, uniform up to a bias of bound / 2^63; of its coin, as {@link #happens} is. */
    public final int below(long index, int bound) {
        return (int) Math.multiplyHigh(word(index) >>> 1, 2L * Check.atLeast("bound", bound, 1));
    }

    /** A probability as {@link #isBelow} takes it, for a table of many. */
    public static int threshold(double probability) {
        Check.closed("probability", probability, 0, 1);
        return Integer.MIN_VALUE + (int) Math.min(0xFFFFFFFFL, (long) (probability * 0x1.0p32));
    }

    /** {@link #happens} for a {@link #threshold} that was computed before. */
    public final boolean isBelow(long index, int threshold) {
        return (int) (word(index) >>> 32) + Integer.MIN_VALUE < threshold;
    }

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

    /** The numbers below {@code size} in a uniform order (Fisher and Yates). */
    public final int[] order(int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) order[i] = i;
        for (int i = size - 1; i > 0; i--) {
            int k = nextInt(i + 1);
            int held = order[i];
            order[i] = order[k];
            order[k] = held;
        }
        return order;
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
