package dpgnn.study.paper;

import dpgnn.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What comparisons and claims of a notebook show, as lines of CSV in the folder that the system property or the environment variable
 * DPGNN_CELLS names. A notebook that is run in place leaves them beside its kept runs, and the pages are written from there.
 */
final class ShownCells {
    private static final String FOLDER = "DPGNN_CELLS";

    private ShownCells() {}

    /** Appends lines to a file of this name; the first ones bring their head. */
    static synchronized void keep(String name, Table lines) {
        String folder = System.getProperty(FOLDER, System.getenv(FOLDER));
        if (folder == null || folder.isBlank()) return;
        Path file = Path.of(folder, name + ".csv");
        String csv = lines.csv();
        try {
            Files.writeString(
                    file,
                    Files.exists(file) ? csv.substring(csv.indexOf('\n') + 1) : csv,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
