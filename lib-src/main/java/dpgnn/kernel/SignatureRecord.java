package dpgnn.kernel;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The signatures of the messages that came, over all sockets. A signature says that a message was written by somebody who has the
 * key, not that it was written now: one that was recorded and is sent again is refused.
 */
final class SignatureRecord {
    /** The oldest are forgotten, so that a kernel which runs for weeks does not fill its memory. */
    private static final int REMEMBERED = 1 << 16;

    private final Set<String> seen = new LinkedHashSet<>();

    /**
     * Notes this signature, which is empty where messages are not signed.
     *
     * @throws SecurityException if it was noted before
     */
    synchronized void add(String signature) {
        if (signature.isEmpty()) return;
        if (!seen.add(signature)) throw new SecurityException("a message with its signature came before");
        if (seen.size() > REMEMBERED) seen.remove(seen.iterator().next());
    }
}
