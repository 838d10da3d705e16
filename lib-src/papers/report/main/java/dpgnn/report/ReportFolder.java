package dpgnn.report;

import dpgnn.report.render.WholeFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Saves the figures and tables of a notebook for a paper, in the folder that the system property or the environment variable
 * DPGNN_REPORT names. Files are numbered in the order in which they are first shown, such as "03-accuracy-on-cora.svg".
 */
public final class ReportFolder {
    private static final String NAME = "DPGNN_REPORT";
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Map<Object, Integer> NUMBERS = new ConcurrentHashMap<>();

    private ReportFolder() {}

    /** Keeps a table on behalf of what was shown, which may make a new one each time. */
    static void keep(Object shown, Table table) {
        keep(shown, table, table);
    }

    /** Keeps what is shown, with another form of it for a paper. */
    public static void keep(Object shown, Table table, Table printed) {
        Path stem = stem(shown, table.title().isEmpty() ? "table" : table.title());
        if (stem == null) return;
        table.save(ending(stem, "csv"));
        printed.save(ending(stem, "tex"));
    }

    /** Keeps the record of a run, runs/NAME.json, so that a figure can be traced to what it was made from, and to which data. */
    public static void keepRun(String name, String data, java.util.function.Supplier<String> json) {
        FileOrigin.used(name, data);
        Path folder = folder();
        if (folder != null) WholeFile.write(folder.resolve("runs").resolve(name + ".json"), json.get());
    }

    /** Where a file that is written now comes from, in a line: notebook, cell, runs and data with their hashes. */
    public static String origin() {
        return FileOrigin.text();
    }

    /** Begins to count anew, as a fresh kernel does. */
    public static void restart() {
        COUNT.set(0);
        NUMBERS.clear();
        FileOrigin.restart();
    }

    public static Path ending(Path stem, String extension) {
        return stem.resolveSibling(stem.getFileName() + "." + extension);
    }

    /** Where a shown object goes, without an ending; null where none is asked for. The same object shown again keeps its number. */
    public static Path stem(Object shown, String title) {
        Path folder = folder();
        if (folder == null) return null;
        int number = NUMBERS.computeIfAbsent(shown, s -> COUNT.incrementAndGet());
        return folder.resolve((number < 10 ? "0" : "") + number + "-" + WholeFile.slug(title));
    }

    private static Path folder() {
        String folder = System.getProperty(NAME, System.getenv(NAME));
        return folder == null || folder.isBlank() ? null : Path.of(folder);
    }
}
