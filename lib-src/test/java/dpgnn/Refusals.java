package dpgnn;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** What is refused, and what the refusal says. */
public final class Refusals {
    private Refusals() {}

    /** The call must end in an exception of this kind, whose message has all of these words. Returns the message. */
    public static String refused(Class<? extends Throwable> kind, Executable call, String... words) {
        String message = assertThrows(kind, call).getMessage();
        for (String word : words) assertTrue(message.contains(word), () -> "'" + word + "' is not in: " + message);
        return message;
    }

    /** By an {@link IllegalArgumentException}. */
    public static String refused(Executable call, String... words) {
        return refused(IllegalArgumentException.class, call, words);
    }

    /** By any exception of running code. */
    public static void assertMessage(String part, Executable call) {
        refused(RuntimeException.class, call, part);
    }

    public static void assertRefused(String part, Executable call) {
        refused(call, part);
    }
}
