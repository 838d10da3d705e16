package dpgnn.random;

import java.util.function.LongUnaryOperator;

/** Words that were written down before; a fork has the same, from the first on. */
public final class WrittenCoins extends RandomStream {
    private final LongUnaryOperator words;
    private long at;

    public WrittenCoins(LongUnaryOperator words) {
        this.words = words;
    }

    /** These and no more. */
    public static WrittenCoins of(long... words) {
        return new WrittenCoins(at -> words[(int) at]);
    }

    @Override
    public boolean secure() {
        return false;
    }

    @Override
    public long nextLong() {
        return words.applyAsLong(at++);
    }

    @Override
    public RandomStream fork(String name) {
        return new WrittenCoins(words);
    }

    @Override
    public RandomStream fork(long number) {
        return new WrittenCoins(words);
    }

    @Override
    protected long word(long index) {
        return words.applyAsLong(index);
    }

    @Override
    public long position() {
        return at;
    }

    @Override
    public void seek(long position) {
        at = position;
    }
}
