package dpgnn.mpc;

import dpgnn.random.Stream;
import java.util.List;

/**
 * Dividing a shared number by a power of two. Shares that are each shifted on their own are right for two parties only, and then
 * almost always; the sum of three or more wraps a number of times that no party knows, and a shift makes garbage of it.
 *
 * <p>The exact way, for any number of parties: the dealer shares a random r in [0, 2^62) and r >> shift; the parties open
 * value + 2^61 + r, which does not wrap while |value| < 2^61, shift it in the open and take away what was added. The result is
 * floor(value / 2^shift) or one more, never anything else.
 *
 * <p><b>Guarantee.</b> r hides the value statistically, not perfectly: the opened number of a value below 2^b is within
 * {@link #distance 2^(b - 62)} of one that does not depend on it.
 */
public final class Truncation {
    static final int RANGE = 62;
    private static final long HALF = 1L << RANGE - 1;

    private Truncation() {}

    /** One party's share of r and of r >> shift. */
    public record Pair(RingMatrix r, RingMatrix shifted) {}

    /** A fresh pair for each entry, shared among the parties. */
    public static List<Pair> deal(int rows, int columns, int shift, int parties, Stream stream) {
        check(shift);
        RingMatrix r = RingMatrix.of(rows, columns);
        RingMatrix shifted = RingMatrix.of(rows, columns);
        for (int i = 0; i < r.values().length; i++) {
            r.values()[i] = stream.nextLong() >>> 64 - RANGE;
            shifted.values()[i] = r.values()[i] >> shift;
        }
        List<RingMatrix> a = Share.split(r, parties, stream);
        List<RingMatrix> b = Share.split(shifted, parties, stream);
        return java.util.stream.IntStream.range(0, parties)
                .mapToObj(p -> new Pair(a.get(p), b.get(p)))
                .toList();
    }

    /** A party's share of what is opened. */
    public static RingMatrix mask(RingMatrix share, Pair pair, boolean first) {
        RingMatrix masked = share.plus(pair.r());
        return first ? masked.add(HALF) : masked;
    }

    /** A party's share of the shifted value, from the opened sum. */
    public static RingMatrix finish(RingMatrix opened, Pair pair, int shift, boolean first) {
        check(shift);
        RingMatrix share = pair.shifted().negated();
        if (!first) return share;
        for (int i = 0; i < share.values().length; i++)
            share.values()[i] += (opened.values()[i] >>> shift) - (HALF >> shift);
        return share;
    }

    /**
     * SecureML's rule (Mohassel and Zhang 2017) for exactly two parties: no message, and a wrong result for a value below 2^b with
     * probability 2^(b + 1 - 64) per entry.
     */
    public static RingMatrix local(RingMatrix share, int shift, int party, int parties) {
        check(shift);
        if (parties != 2)
            throw new IllegalArgumentException(
                    "shares may be shifted locally by two parties only, were " + parties + "; use dealt pairs");
        RingMatrix result = RingMatrix.of(share.rows(), share.columns());
        long[] from = share.values();
        for (int i = 0; i < from.length; i++) result.values()[i] = party == 0 ? from[i] >> shift : -(-from[i] >> shift);
        return result;
    }

    /** How far, in statistical distance, one opened entry of a value below 2^bits is from one that hides it perfectly. */
    public static double distance(int bits) {
        return Math.scalb(1.0, bits - RANGE);
    }

    /** The expected number of wrong entries among so many truncations by SecureML's rule, for values below 2^bits. */
    public static double expectedLocalFailures(double truncations, int bits) {
        return truncations * Math.scalb(1.0, bits + 1 - 64);
    }

    private static void check(int shift) {
        if (shift < 1 || shift > 40) throw new IllegalArgumentException("shift must be in 1..40, was " + shift);
    }
}
