package dpgnn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What lies in a folder, in the order of the names. */
public final class Listing {
    private Listing() {}

    public static List<Path> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    public static List<String> names(Path folder) throws IOException {
        return files(folder).stream().map(f -> f.getFileName().toString()).toList();
    }
}
