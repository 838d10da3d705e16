package dpgnn.random;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The words of AES-256 in counter mode under a key, from the first on. */
final class Keystream {
    private static final int FIRST = 1 << 10;
    private static final byte[] ZEROS = new byte[1 << 14];
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Cipher cipher;
    private final byte[] block = new byte[ZEROS.length];
    /** How much of the block is filled; little at first, since many streams give a few words. */
    private int filled;

    /** Where the next word begins. */
    private int next;

    Keystream(byte[] key) {
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "this Java runtime offers no AES/CTR/NoPadding, which secure noise needs", e);
        }
    }

    long next() {
        if (next == filled) refill();
        long word = (long) WORDS.get(block, next);
        next += Long.BYTES;
        return word;
    }

    private void refill() {
        filled = filled == 0 ? FIRST : block.length;
        try {
            if (cipher.update(ZEROS, 0, filled, block) != filled)
                throw new IllegalStateException("the AES keystream came up short");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the AES keystream failed", e);
        }
        next = 0;
    }
}
