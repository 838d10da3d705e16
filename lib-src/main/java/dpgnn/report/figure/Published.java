package dpgnn.report.figure;

import dpgnn.report.Table;
import dpgnn.report.TableReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tables that the papers printed, as facts: one CSV each, with a header line. */
final class Published {
    private Published() {}

    /** The names of all tables. */
    static List<String> names() {
        return resource("index.txt").lines().filter(line -> !line.isBlank()).toList();
    }

    static Table table(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("published table \"" + name + "\" does not exist; there are " + names());
        }
        return TableReader.parse(resource(name + ".csv"), name).title(name);
    }

    private static String resource(String file) {
        try (InputStream in = Published.class.getResourceAsStream("/tables/" + file)) {
            if (in == null) throw new IllegalStateException("/tables/" + file + " is not on the class path");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
