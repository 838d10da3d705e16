package dpgnn.mechanism;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Draws integers k with probability proportional to exp(-k² / (2 s²)) for s = 2^bits, exactly: the upper bits of |k| by a table of
 * probabilities and as many bits of a uniform number as decide between them, the lower ones uniformly. Both are then kept with a
 * probability of nearly 1, by the coin of Canonne, Kamath and Steinke (2020), which takes integers alone. No rounding happens anywhere.
 *
 * <p>Proof: docs/proofs.md, lemma 31.
 */
final class DiscreteGaussian {
    private static final Cells[] CELLS = new Cells[7];

    private final int bits;
    private final int coarse;
    private final Cells cells;
    private final RandomStream coins;

    DiscreteGaussian(int bits, RandomStream coins) {
        this.bits = Check.within("bits", bits, 0, 45);
        this.coins = coins;
        coarse = Math.min(bits, CELLS.length - 1);
        synchronized (CELLS) {
            if (CELLS[coarse] == null) CELLS[coarse] = new Cells(1 << coarse);
            cells = CELLS[coarse];
        }
    }

    long next() {
        int fine = bits - coarse;
        while (true) {
            long from = (long) cells.draw(coins) << fine;
            long word = coins.nextLong();
            long within = fine == 0 ? 0 : word >>> (64 - fine);
            long k = from + within;
            boolean negative = (word & 1) != 0;
            if (negative && k == 0) continue;
            // k² - from² = within (k + from), and the product of both is this share of 2 s², times 2^126
            long a = within << (63 - fine), b = (k + from) << (62 - bits - coarse);
            if (exp(Math.multiplyHigh(a, b), a * b)) return negative ? -k : k;
        }
    }

    /** True with probability exp(-x), where x below 1 has the upper 62 bits and 64 lower ones. */
    private boolean exp(long upper, long lower) {
        int k = 1;
        while (below(upper, lower) && coins.nextInt(k) == 0) k++;
        return (k & 1) == 1;
    }

    private boolean below(long upper, long lower) {
        long drawn = coins.nextLong() >>> 2;
        return drawn == upper ? Long.compareUnsigned(coins.nextLong(), lower) < 0 : drawn < upper;
    }

    /** Draws v from 0 on with probability proportional to exp(-v² / (2 scale²)). */
    private static final class Cells {
        /** Nothing is drawn so many scales from 0: its probability, below exp(-1150), is far less than any double. */
        private static final int SCALES = 48;
        /** So many bits more are computed than are asked for; fewer than three quarters of them are lost. */
        private static final int MORE = 64;

        private static final BigInteger ERROR = BigInteger.ONE.shiftLeft(3 * MORE / 4);

        private final int scale;
        private final int last;
        /** The first 64 bits of the probability of v or less, up to the first v that has all of them set. */
        private final long[] upTo;
        /** The least v for each first byte. */
        private final int[] first = new int[256];

        Cells(int scale) {
            this.scale = scale;
            last = SCALES * scale - 1;
            BigInteger[] sums = sums(Long.SIZE);
            long[] words = new long[last];
            int v = -1;
            do words[++v] = sums[v].shiftRight(MORE).longValue();
            while (words[v] != -1);
            upTo = Arrays.copyOf(words, v + 1);
            v = 0;
            for (int b = 0; b < first.length; first[b++] = v)
                while (Long.compareUnsigned((long) b << 56, upTo[v]) > 0) v++;
        }

        int draw(RandomStream coins) {
            long word = coins.nextLong();
            int v = first[(int) (word >>> 56)];
            while (Long.compareUnsigned(word, upTo[v]) > 0) v++;
            return word == upTo[v] ? settled(word, v, coins) : v;
        }

        /** With as many more bits of the uniform number, which begins with this word, as it takes. */
        private int settled(long word, int v, RandomStream coins) {
            BigInteger drawn = whole(word);
            for (int bits = 2 * Long.SIZE; ; bits += Long.SIZE) {
                drawn = drawn.shiftLeft(Long.SIZE).add(whole(coins.nextLong()));
                BigInteger[] sums = sums(bits);
                BigInteger least = drawn.shiftLeft(MORE),
                        most = drawn.add(BigInteger.ONE).shiftLeft(MORE);
                while (v < last && least.compareTo(sums[v].add(ERROR)) >= 0) v++;
                if (v == last || most.compareTo(sums[v].subtract(ERROR)) <= 0) return v;
            }
        }

        private static BigInteger whole(long word) {
            return new BigInteger(Long.toUnsignedString(word));
        }

        /** The probabilities of each v or less, times 2^(bits + MORE), off by less than ERROR. */
        private BigInteger[] sums(int bits) {
            int shift = bits + MORE;
            BigInteger q = BigInteger.ZERO, term = BigInteger.ONE.shiftLeft(shift);
            for (int n = 1; term.signum() != 0; n++) {
                q = q.add(term);
                term = term.divide(BigInteger.valueOf(-2L * scale * scale * n));
            }
            BigInteger[] sums = new BigInteger[last + 1];
            BigInteger weight = BigInteger.ONE.shiftLeft(shift), ratio = q, total = BigInteger.ZERO;
            BigInteger square = q.multiply(q).shiftRight(shift);
            for (int v = 0; v <= last; v++, ratio = ratio.multiply(square).shiftRight(shift)) {
                sums[v] = total = total.add(weight);
                weight = weight.multiply(ratio).shiftRight(shift);
            }
            for (int v = 0; v <= last; v++) sums[v] = sums[v].shiftLeft(shift).divide(total);
            return sums;
        }
    }
}
