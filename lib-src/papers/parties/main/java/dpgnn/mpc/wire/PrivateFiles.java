package dpgnn.mpc.wire;

import dpgnn.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes a party's own files. Only their owner may read them, from the first byte on, and each file is either whole or
 * absent.
 */
public final class PrivateFiles {
    /** What a file is called until it is whole. */
    private static final String UNFINISHED = ".part";

    private PrivateFiles() {}

    /** Makes an empty file; one that exists is an error. */
    static void create(Path file) throws IOException {
        if (posix()) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return;
        }
        Files.createFile(file);
        file.toFile().setReadable(false, false);
        file.toFile().setReadable(true, true);
    }

    /** Makes a folder, and those above it, unless it is there; only its owner sees what lies in a new one. */
    public static void createFolder(Path folder) throws IOException {
        if (posix())
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        else Files.createDirectories(folder);
    }

    private static boolean posix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /** Writes beside the place, forces the content to disk and renames. */
    public static void write(Path file, byte[] content) {
        Path place = file.toAbsolutePath();
        Path beside = place.resolveSibling(place.getFileName() + UNFINISHED);
        try {
            Files.deleteIfExists(beside);
            create(beside);
            AtomicFile.put(beside, place, content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    public static void write(Path file, List<String> lines) {
        write(file, (String.join("\n", lines) + (lines.isEmpty() ? "" : "\n")).getBytes(StandardCharsets.UTF_8));
    }

    /** Removes what a write of this file left that was killed. */
    public static void clean(Path file) {
        Path place = file.toAbsolutePath();
        if (Files.isDirectory(place.getParent()))
            clean(place.getParent(), Pattern.quote(place.getFileName().toString()));
    }

    /** Removes what killed writes left of all files whose name matches. */
    public static void clean(Path folder, String names) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(UNFINISHED)
                        && name.substring(0, name.length() - UNFINISHED.length())
                                .matches(names)) Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove unfinished files in " + folder, e);
        }
    }
}
