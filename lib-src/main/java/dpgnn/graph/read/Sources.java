package dpgnn.graph.read;

import dpgnn.graph.Dataset.Provenance;
import dpgnn.graph.Dataset.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The files that one data set is read from: finds each by its place in the layout, and remembers what it read. */
public final class Sources {
    /** Finds a file by its place, such as {@code planetoid/ind.cora.x}. */
    @FunctionalInterface
    public interface Locator {
        Path find(String file) throws IOException;
    }

    private final Locator locator;
    private final List<Source> read = new ArrayList<>();

    public Sources(Locator locator) {
        this.locator = locator;
    }

    /** The file at this place, whose SHA-256 is put on record. */
    public Path file(String place) throws IOException {
        Path path = locator.find(place);
        read.add(new Source(place, sha256(path)));
        return path;
    }

    /** What was read so far, under a name and with notes. */
    public Provenance provenance(String name, String... notes) {
        return new Provenance(name, read, false, List.of(notes));
    }

    /** In hexadecimal. */
    public static String sha256(Path path) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime must have SHA-256", e);
        }
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(path)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) digest.update(buffer, 0, n);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
