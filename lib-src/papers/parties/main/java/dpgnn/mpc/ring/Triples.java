package dpgnn.mpc.ring;

import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Multiplies shared matrices after Beaver (1991), with random triples dealt by a party that sees neither factor.
 *
 * <p>To multiply a shared A (n x m) by a shared B (m x d), the dealer draws uniform U and V and shares U, V and Z = U V. The
 * parties open E = A - U and G = B - V; then E ⟨V⟩ + ⟨U⟩ G + ⟨Z⟩, and E G once, are shares of A B. Where A never changes, E is
 * opened once and U serves every product, because a second E would be the same matrix; V is fresh in every product.
 *
 * <p><b>Guarantee.</b> E and G are uniform, whatever A and B are, as long as the dealer colludes with no party, V is never used
 * twice and U never masks a second A. A {@link Left} is therefore bound to one left factor and a {@link Right} refuses a second use.
 */
public final class Triples {
    private Triples() {}

    /** The mask of a left factor, as the dealer keeps it. */
    public static final class Left {
        private final RingMatrix u;
        private final List<RingMatrix> shares;

        private Left(RingMatrix u, List<RingMatrix> shares) {
            this.u = u;
            this.shares = shares;
        }

        public int rows() {
            return u.rows();
        }

        public int columns() {
            return u.columns();
        }

        public RingMatrix share(int party) {
            return shares.get(party);
        }

        /** A fresh V for one product with the left factor, and the shares of V and U V. */
        public Right right(int columns, RandomStream stream) {
            RingMatrix v = RingMatrix.uniform(u.columns(), columns, stream);
            return deal(v, u.times(v), shares.size(), stream);
        }

        /** The right part of a product with the left factor's transpose: the opened E, transposed, belongs to the mask Uᵀ. */
        public Right rightOfTranspose(int columns, RandomStream stream) {
            RingMatrix v = RingMatrix.uniform(u.rows(), columns, stream);
            return deal(v, u.transposeTimes(v), shares.size(), stream);
        }
    }

    /** The two shared matrices of one product; each party's may be taken once. */
    public static final class Right {
        private final List<RingMatrix> v;
        private final List<RingMatrix> z;
        private final boolean[] taken;

        private Right(List<RingMatrix> v, List<RingMatrix> z) {
            this.v = v;
            this.z = z;
            taken = new boolean[v.size()];
        }

        public Half take(int party) {
            if (taken[party])
                throw new IllegalStateException(
                        "party " + party + " has taken its share of this V, and a V may mask once");
            taken[party] = true;
            return new Half(v.get(party), z.get(party));
        }
    }

    /** One party's share of V and of Z. */
    public record Half(RingMatrix v, RingMatrix z) {
        public Half {
            if (v.columns() != z.columns())
                throw new IllegalArgumentException(
                        "V and Z need as many columns, had " + v.columns() + " and " + z.columns());
        }
    }

    /** Draws the mask of one left factor. */
    public static Left left(int rows, int columns, int parties, RandomStream stream) {
        RingMatrix u = RingMatrix.uniform(rows, columns, stream);
        return new Left(u, Share.split(u, parties, stream));
    }

    /** A triple for products entry by entry. */
    public static List<RingMatrix[]> hadamard(int rows, int columns, int parties, RandomStream stream) {
        RingMatrix u = RingMatrix.uniform(rows, columns, stream);
        RingMatrix v = RingMatrix.uniform(rows, columns, stream);
        List<RingMatrix> us = Share.split(u, parties, stream);
        List<RingMatrix> vs = Share.split(v, parties, stream);
        List<RingMatrix> zs = Share.split(u.hadamard(v), parties, stream);
        return java.util.stream.IntStream.range(0, parties)
                .mapToObj(p -> new RingMatrix[] {us.get(p), vs.get(p), zs.get(p)})
                .toList();
    }

    private static Right deal(RingMatrix v, RingMatrix z, int parties, RandomStream stream) {
        return new Right(Share.split(v, parties, stream), Share.split(z, parties, stream));
    }

    /** A party's share of A B, from the opened E and G; exactly one party is the first. */
    public static RingMatrix product(RingMatrix e, RingMatrix u, RingMatrix g, Half half, boolean first) {
        RingMatrix right = first ? half.v().plus(g) : half.v();
        return e.times(right).add(u.times(g)).add(half.z());
    }

    /** A party's share of Aᵀ B, from the same opened E and share of U as products with A use. */
    public static RingMatrix transposeProduct(RingMatrix e, RingMatrix u, RingMatrix g, Half half, boolean first) {
        RingMatrix right = first ? half.v().plus(g) : half.v();
        return e.transposeTimes(right).add(u.transposeTimes(g)).add(half.z());
    }
}
