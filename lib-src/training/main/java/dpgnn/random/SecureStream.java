package dpgnn.random;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keystream of AES-256 in counter mode under a key from the operating system's generator: as unpredictable as the cipher,
 * and a hundred times cheaper than asking the generator for each number. The key is never shown, stored or derived from a seed.
 */
final class SecureStream extends RandomStream {
    private static final byte[] ZEROS = new byte[1 << 14];
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Cipher cipher;
    private final byte[] block = new byte[ZEROS.length];
    /** Where the next word begins. */
    private int next = block.length;

    SecureStream() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "this Java runtime offers no AES/CTR/NoPadding, which secure noise needs", e);
        }
    }

    @Override
    public boolean secure() {
        return true;
    }

    @Override
    public long nextLong() {
        if (next == block.length) refill();
        long word = (long) WORDS.get(block, next);
        next += Long.BYTES;
        return word;
    }

    private void refill() {
        try {
            if (cipher.update(ZEROS, 0, ZEROS.length, block) != block.length)
                throw new IllegalStateException("the AES keystream came up short");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the AES keystream failed", e);
        }
        next = 0;
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
