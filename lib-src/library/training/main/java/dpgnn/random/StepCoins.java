package dpgnn.random;

import dpgnn.base.Check;
import dpgnn.base.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The coins of one training whose steps can be taken again: all that a step draws is a function of the key of that step. Streams
 * are named once, before the first step; each begins anew with every {@link #begin}, as AES-256 in counter mode under a hash of
 * the step's key and of its name.
 *
 * <p><b>Guarantee.</b> With keys from {@link #freshKey}, or hashes of such a one that nobody has seen, each used for one step and seen by nobody, the words are as unpredictable as those of
 * {@link Streams#secure}: a hash of a key that nobody knows is a fresh key. Who sees a step's key knows all its coins, noise
 * included, and for them the step hides nothing. No {@link Streams} are made of it, so that nobody releases with keys of their own.
 *
 * <p>Proof: docs/proofs.md, lemma 88.
 */
public final class StepCoins {
    /** How many bytes a key has. */
    public static final int KEY = 32;

    private static final byte[] BEFORE = new byte[0];

    private final AtomicBoolean taken = new AtomicBoolean();

    /** Set between steps, when nobody draws. */
    private byte[] key = BEFORE;

    /** A key that nobody has seen. */
    public static byte[] freshKey() {
        RandomStream random = new SecureStream();
        ByteBuffer fresh = ByteBuffer.allocate(KEY);
        while (fresh.hasRemaining()) fresh.putLong(random.nextLong());
        return fresh.array();
    }

    /** SHA-256 of a purpose and of what belongs to it; two purposes never hash the same bytes. */
    public static byte[] hash(String purpose, byte[]... parts) {
        MessageDigest digest = Sha256.digest();
        digest.update(("dpgnn " + purpose).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        for (byte[] part : parts) digest.update(part);
        return digest.digest();
    }

    /** Takes these coins for one training; another one would draw the same. */
    public void claim() {
        if (!taken.compareAndSet(false, true))
            throw new IllegalStateException(
                    "an accountable trainer trains once, since no key may serve two trainings; make another trainer");
    }

    /** Begins a step: from here on everything is drawn from this key and from what it is bound to. */
    public void begin(byte[] of, String boundTo) {
        Check.that(of.length == KEY, "the length of a step's key", KEY + " bytes", of.length);
        key = hash("coins", of, boundTo.getBytes(StandardCharsets.UTF_8));
    }

    /** The stream of this name. */
    public RandomStream stream(String name) {
        return new Named("").fork(name);
    }

    /** A stream that begins anew with every step. */
    private final class Named extends RandomStream {
        private final String path;
        private byte[] of;
        private Keystream words;

        Named(String path) {
            this.path = path;
        }

        @Override
        public boolean secure() {
            return true;
        }

        @Override
        public long nextLong() {
            if (of != key) beginAnew();
            return words.next();
        }

        private void beginAnew() {
            byte[] now = key;
            if (now == BEFORE)
                throw new IllegalStateException(
                        "coins were drawn before the first step, and no step's key tells them: an"
                                + " accountable release takes samplers that draw each batch of that step's own coins, such as"
                                + " PoissonNodes or HomeStars");
            words = new Keystream(hash("stream", now, path.getBytes(StandardCharsets.UTF_8)));
            of = now;
        }

        /** The length keeps paths apart whatever names hold. */
        @Override
        public RandomStream fork(String name) {
            return new Named(path + "/" + Check.given("name", name).length() + ":" + name);
        }

        @Override
        public RandomStream fork(long number) {
            return new Named(path + "/#" + number);
        }

        @Override
        protected long word(long index) {
            return nextLong();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException("a step's coins have no position to store: its key is stored");
        }

        @Override
        public void seek(long position) {
            throw new UnsupportedOperationException("a step's coins cannot be moved: noise must never be drawn twice");
        }
    }
}
