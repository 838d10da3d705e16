package dpgnn.study.paper;

import dpgnn.report.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The tables of papers that come with the library, one CSV each. Those of a {@link Paper} are in its own form. */
public final class PublishedTables {
    private PublishedTables() {}

    /** The names of all. */
    public static List<String> names() {
        return text("index.txt").lines().filter(line -> !line.isBlank()).toList();
    }

    /** A table as it is; an unknown name is an error that lists all. */
    public static Table named(String name) {
        if (!names().contains(name))
            throw new IllegalArgumentException("published table \"" + name + "\" does not exist; there are " + names());
        return Table.parse(text(name + ".csv"), name).title(name);
    }

    static String text(String file) {
        try (InputStream in = PublishedTables.class.getResourceAsStream("/tables/" + file)) {
            if (in == null) throw new IllegalArgumentException("/tables/" + file + " must come with the library");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
