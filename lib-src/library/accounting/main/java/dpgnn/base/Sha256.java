package dpgnn.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256, in hexadecimal unless stated otherwise. */
public final class Sha256 {
    private Sha256() {}

    /** A digest to be fed piece by piece. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /** Of the text in UTF-8. */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in, Files.size(file));
        }
    }

    /** Of a stream with about so many bytes, which stays open. */
    public static String of(InputStream in, long size) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[(int) Math.max(1, Math.min(1 << 16, size))];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) digest.update(buffer, 0, n);
        return HexFormat.of().formatHex(digest.digest());
    }
}
