package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the data that a notebook read in data.csv, one line per file or per generated data set. The file lies in the folder
 * that the system property or the environment variable DPGNN_REPORT names, beside the figures that {@code dpgnn.report} keeps
 * there.
 */
final class ReadTrail {
    private static final String NAME = "DPGNN_REPORT";
    private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

    private ReadTrail() {}

    /** Notes each file once. */
    static void note(Dataset.Provenance data) throws IOException {
        String folder = System.getProperty(NAME, System.getenv(NAME));
        if (folder == null || folder.isBlank()) return;
        if (data.sources().isEmpty()) add(folder, data.name() + ",,");
        for (Dataset.Source source : data.sources())
            add(folder, data.name() + "," + source.file() + "," + source.sha256());
    }

    private static void add(String folder, String line) throws IOException {
        if (!NOTED.add(folder + " " + line)) return;
        Path file = Path.of(folder, "data.csv");
        synchronized (NOTED) {
            Files.createDirectories(file.getParent());
            if (!Files.exists(file)) Files.writeString(file, "data,file,sha256\n");
            Files.write(file, (line + "\n").getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        }
    }
}
