package dpgnn.mpc.ring;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Divides a shared number by a power of two. Shifting each share on its own is right for two parties only, and even then only
 * almost always; the sum of three or more shares wraps a number of times that no party knows, and shifting them gives
 * garbage.
 *
 * <p>The exact way, for any number of parties: the dealer shares a uniform r, {@code r >>> shift} and the top bit of r; the parties
 * open c = value + 2^62 + r modulo 2^64. For {@code |value| < 2^62} that sum wraps if and only if r has its top bit and c has not, so
 * the wrap is the public bit of c times a shared bit, and linear. The parties shift c in the open, put the wrap back and
 * subtract what was added. The result is floor(value / 2^shift) or one more, never anything else.
 *
 * <p><b>Guarantee.</b> c is uniform modulo 2^64 whatever the value is, as long as the dealer colludes with no party and r is
 * used once: the statistical distance to a number that does not depend on the value is zero. An opened result reveals the
 * value to within one unit of the result, no finer and no coarser: anyone who sees both knows from the low bits of c where
 * that unit begins.
 */
public final class Truncation {
    private static final long HALF = 1L << 62;

    private Truncation() {}

    /** One party's share of r, of r >>> shift and of the top bit of r. */
    public record Mask(RingMatrix r, RingMatrix shifted, RingMatrix top) {}

    /** A fresh mask for each entry, shared among the parties. */
    public static List<Mask> deal(int rows, int columns, int shift, int parties, RandomStream stream) {
        Check.within("shift", shift, 1, 40);
        RingMatrix r = RingMatrix.uniform(rows, columns, stream);
        RingMatrix shifted = RingMatrix.of(rows, columns);
        RingMatrix top = RingMatrix.of(rows, columns);
        for (int i = 0; i < r.values().length; i++) {
            shifted.values()[i] = r.values()[i] >>> shift;
            top.values()[i] = r.values()[i] >>> 63;
        }
        List<RingMatrix> a = Share.split(r, parties, stream);
        List<RingMatrix> b = Share.split(shifted, parties, stream);
        List<RingMatrix> c = Share.split(top, parties, stream);
        return IntStream.range(0, parties)
                .mapToObj(p -> new Mask(a.get(p), b.get(p), c.get(p)))
                .toList();
    }

    /** A party's share of what is opened. */
    public static RingMatrix mask(RingMatrix share, Mask mask, boolean first) {
        RingMatrix masked = share.plus(mask.r());
        return first ? masked.add(HALF) : masked;
    }

    /** A party's share of the shifted value, from the opened sum. */
    public static RingMatrix finish(RingMatrix opened, Mask mask, int shift, boolean first) {
        Check.within("shift", shift, 1, 40);
        RingMatrix share = mask.shifted().negated();
        for (int i = 0; i < share.values().length; i++) {
            long c = opened.values()[i];
            if (c >= 0) share.values()[i] += mask.top().values()[i] << 64 - shift;
            if (first) share.values()[i] += (c >>> shift) - (HALF >> shift);
        }
        return share;
    }

    /**
     * SecureML's rule (Mohassel and Zhang 2017) for exactly two parties: no message, and a wrong result for a value below 2^b with
     * probability 2^(b + 1 - 64) per entry.
     */
    public static RingMatrix local(RingMatrix share, int shift, int party, int parties) {
        Check.within("shift", shift, 1, 40);
        if (parties != 2)
            throw new IllegalArgumentException(
                    "shares may be shifted locally by two parties only, were " + parties + "; use dealt masks");
        RingMatrix result = RingMatrix.of(share.rows(), share.columns());
        long[] from = share.values();
        for (int i = 0; i < from.length; i++) result.values()[i] = party == 0 ? from[i] >> shift : -(-from[i] >> shift);
        return result;
    }

    /** The expected number of wrong entries among so many truncations by SecureML's rule, for values below 2^bits. */
    public static double expectedLocalFailures(double truncations, int bits) {
        return truncations * Math.scalb(1.0, bits + 1 - 64);
    }
}
