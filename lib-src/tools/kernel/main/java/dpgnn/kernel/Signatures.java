package dpgnn.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.dflib.jjava.jupyter.messages.HMACGenerator;

/**
 * The signatures of messages. One says that a message was written by somebody who has the key, not that it was written now: a
 * message that was recorded and comes again, on whichever socket, is refused.
 */
final class Signatures {
    /** The oldest are forgotten, so that a kernel which runs for weeks does not fill its memory. */
    private static final int REMEMBERED = 1 << 16;

    private final HMACGenerator generator;
    /** What this thread signed or checked last: a socket belongs to one thread, and checks what it reads. */
    private final ThreadLocal<String> last = new ThreadLocal<>();

    /** The header of what this thread signed or checked last; that of the message type keeps no subshell. */
    private final ThreadLocal<byte[]> header = new ThreadLocal<>();

    private final Set<String> seen = new LinkedHashSet<>();

    private Signatures(String scheme, String key) throws GeneralSecurityException {
        boolean open = key == null || key.isEmpty();
        generator = open ? new Noting("hmac-sha256", "none", true) : new Noting(scheme, key, false);
    }

    /** Signatures by this key; an empty one signs and refuses nothing. */
    static Signatures of(String scheme, String key) throws GeneralSecurityException {
        return new Signatures(scheme, key);
    }

    HMACGenerator generator() {
        return generator;
    }

    private final class Noting extends HMACGenerator {
        private final boolean open;

        Noting(String scheme, String key, boolean open) throws GeneralSecurityException {
            super(scheme, key);
            this.open = open;
        }

        @Override
        public synchronized String calculateSignature(byte[]... parts) {
            header.set(parts[0]);
            if (open) return "";
            String signature = super.calculateSignature(parts);
            last.set(signature);
            return signature;
        }
    }

    /**
     * Notes the signature of the message that this thread just read.
     *
     * @throws SecurityException if one with it was read before
     */
    void noteRead() {
        String signature = last.get();
        if (signature == null) return;
        synchronized (seen) {
            if (!seen.add(signature)) throw new SecurityException("a message with its signature came before");
            if (seen.size() > REMEMBERED) seen.remove(seen.iterator().next());
        }
    }

    /** The subshell that the message is for which this thread just read; empty for none. */
    String subshell() {
        String read = new String(header.get(), StandardCharsets.UTF_8);
        if (!read.contains("subshell_id")) return "";
        JsonElement id = JsonParser.parseString(read).getAsJsonObject().get("subshell_id");
        return id == null || id.isJsonNull() ? "" : id.getAsString();
    }
}
