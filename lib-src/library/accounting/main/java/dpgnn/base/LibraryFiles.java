package dpgnn.base;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Where the classes of the library's modules lie: jars named {@code dpgnn-}, or folders of classes, of this process's class path. */
public final class LibraryFiles {
    private LibraryFiles() {}

    /** The jars and folders in their order on the class path. */
    public static List<Path> all() {
        return Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .filter(LibraryFiles::isOne)
                .toList();
    }

    private static boolean isOne(Path entry) {
        if (Files.isDirectory(entry)) return Files.isDirectory(entry.resolve("dpgnn"));
        String name = String.valueOf(entry.getFileName());
        return name.startsWith("dpgnn-") && name.endsWith(".jar") && Files.isRegularFile(entry);
    }
}
