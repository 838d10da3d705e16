package dpgnn.random;

import dpgnn.base.Check;

/**
 * SplitMix64 (Steele, Lea and Flood 2014) with the counter kept in view: word n of a key is a fixed function of both, so a
 * checkpoint stores one number and a resumed run draws exactly what it would have drawn.
 */
final class SeededStream extends RandomStream {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long key;
    private long drawn;

    SeededStream(long key) {
        this.key = key;
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public long nextLong() {
        return mix(key + ++drawn * GOLDEN);
    }

    @Override
    public RandomStream fork(String name) {
        Check.given("name", name);
        long hash = mix(key ^ 0x6A09E667F3BCC909L);
        for (int i = 0; i < name.length(); i++) hash = mix(hash * 31 + name.charAt(i) + 1);
        return new SeededStream(hash);
    }

    @Override
    public RandomStream fork(long number) {
        return new SeededStream(mix(mix(key ^ 0xBB67AE8584CAA73BL) + mix(number * GOLDEN + 1)));
    }

    @Override
    protected long word(long index) {
        return mix((key ^ 0x3C6EF372FE94F82BL) + (index + 1) * GOLDEN);
    }

    @Override
    public long position() {
        return drawn;
    }

    @Override
    public void seek(long position) {
        drawn = Check.atLeast("position", position, 0);
    }

    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
