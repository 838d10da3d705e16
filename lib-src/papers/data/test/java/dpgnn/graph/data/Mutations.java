package dpgnn.graph.data;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;

/** Damages bytes in many ways, always the same ones for the same seed. */
final class Mutations {
    private static final int[] HOSTILE = {0, 1, 127, 128, 255, '-', '9', '"', '[', '{', '\n', ','};
    private static final int[] WORDS = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 30, 0x00FFFFFF};

    private static final int CUTS = 400;

    private Mutations() {}

    /** With a number at this place that no file should justify: as many ones as fit, or nearly 2^31, in either byte order. */
    static byte[] hostile(byte[] base, int at, boolean bigEndian) {
        byte[] copy = base.clone();
        int word = at / 2 % 2 == 0 ? Integer.MAX_VALUE - 7 : -1;
        for (int k = 0; k < 4 && at + k < copy.length; k++) copy[at + k] = (byte) (word >> 8 * (bigEndian ? 3 - k : k));
        return copy;
    }

    /** The i-th damaged copy: first cut off at every place in turn, then flipped, overwritten, doubled or with hostile lengths. */
    static byte[] of(byte[] base, int i) {
        RandomStream coins = Streams.seed(7).stream("mutations").fork(i);
        if (base.length == 0) return base;
        if (i < 2 * CUTS && i % 2 == 0) return Arrays.copyOf(base, (int) ((long) (i / 2) * base.length / CUTS));
        byte[] copy = base.clone();
        int times = 1 + coins.nextInt(3);
        for (int t = 0; t < times; t++) {
            int at = coins.nextInt(copy.length);
            switch (coins.nextInt(5)) {
                case 0 -> copy[at] ^= (byte) (1 << coins.nextInt(8));
                case 1 -> copy[at] = (byte) HOSTILE[coins.nextInt(HOSTILE.length)];
                case 2 -> {
                    int word = WORDS[coins.nextInt(WORDS.length)];
                    for (int k = 0; k < 4 && at + k < copy.length; k++) copy[at + k] = (byte) (word >> 8 * k);
                }
                case 3 -> {
                    int length = Math.min(coins.nextInt(16), copy.length - at);
                    System.arraycopy(copy, coins.nextInt(copy.length - length + 1), copy, at, length);
                }
                default -> {
                    int length = Math.min(1 + coins.nextInt(12), copy.length - at);
                    byte[] shorter = new byte[copy.length - length];
                    System.arraycopy(copy, 0, shorter, 0, at);
                    System.arraycopy(copy, at + length, shorter, at, shorter.length - at);
                    if (shorter.length > 0) copy = shorter;
                }
            }
        }
        return copy;
    }
}
