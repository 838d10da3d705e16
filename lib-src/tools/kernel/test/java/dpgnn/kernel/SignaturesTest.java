package dpgnn.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class SignaturesTest {
    private static void read(Signatures signatures, String message) {
        signatures.generator().calculateSignature(message.getBytes(StandardCharsets.UTF_8));
        signatures.noteRead();
    }

    @Test
    void aMessageIsReadOnce() throws Exception {
        Signatures signatures = Signatures.of("hmac-sha256", "key");
        read(signatures, "one");
        read(signatures, "two");
        assertThrows(SecurityException.class, () -> read(signatures, "one"));
        read(signatures, "three");
    }

    @Test
    void whatIsNotSignedIsNotRefused() throws Exception {
        Signatures signatures = Signatures.of("hmac-sha256", "");
        read(signatures, "one");
        assertDoesNotThrow(() -> read(signatures, "one"));
    }
}
