package dpgnn.random;

import java.security.SecureRandom;

/**
 * The keystream of AES-256 in counter mode under a key from the operating system's generator: as unpredictable as the cipher,
 * and a hundred times cheaper than asking the generator for each number. The key is never shown, stored or derived from a seed.
 */
final class SecureStream extends RandomStream {
    private final Keystream words;

    SecureStream() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        words = new Keystream(key);
    }

    @Override
    public boolean secure() {
        return true;
    }

    @Override
    public long nextLong() {
        return words.next();
    }

    /** A stream under a fresh key: nothing links it to this one. */
    @Override
    public RandomStream fork(String name) {
        return new SecureStream();
    }

    @Override
    public RandomStream fork(long number) {
        return new SecureStream();
    }

    @Override
    protected long word(long index) {
        return nextLong();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException(
                "a secure stream has no position to store: noise must never be drawn twice");
    }

    @Override
    public void seek(long position) {
        throw new UnsupportedOperationException("a secure stream cannot be moved: noise must never be drawn twice");
    }
}
