package dpgnn.report.render;

import dpgnn.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes files beside their place and renames them into it, so that a reader never sees half a file. */
public final class WholeFile {
    private static final int LONGEST = 60;

    private WholeFile() {}

    public static Path write(Path path, String text) {
        return write(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Path write(Path path, byte[] bytes) {
        try {
            AtomicFile.write(path, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path.toAbsolutePath() + ": " + e.getMessage(), e);
        }
        return path;
    }

    /** The extension in lower case, one of those that are known; anything else is an error that lists them. */
    public static String extension(Path path, List<String> known) {
        String name = path.getFileName() == null ? "" : path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String extension = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        if (!known.contains(extension)) {
            throw new IllegalArgumentException(
                    "path \"" + path + "\" must end in one of ." + String.join(", .", known));
        }
        return extension;
    }

    /** A path with another extension. */
    public static Path sibling(Path path, String extension) {
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return path.resolveSibling((dot < 0 ? name : name.substring(0, dot)) + "." + extension);
    }

    /** A Greek letter by its name, anything else as it is. */
    private static String spelled(int c) {
        String name = String.valueOf(Character.getName(c));
        if (!name.matches("GREEK (SMALL|CAPITAL) LETTER .*")) return Character.toString(c);
        return name.substring(name.lastIndexOf(' ') + 1).replace("LAMDA", "LAMBDA");
    }

    /** A title as a file name: lower-case ASCII letters and digits with single hyphens between them, cut off between words. */
    public static String slug(String title) {
        String plain = java.text.Normalizer.normalize(title, java.text.Normalizer.Form.NFKD)
                .codePoints()
                .mapToObj(WholeFile::spelled)
                .collect(Collectors.joining())
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        if (plain.length() > LONGEST && plain.lastIndexOf('-', LONGEST) < 0) return plain.substring(0, LONGEST);
        return plain.isEmpty()
                ? "untitled"
                : plain.length() <= LONGEST
                        ? plain
                        : plain.substring(0, LONGEST + 1).replaceAll("-[^-]*$", "");
    }
}
