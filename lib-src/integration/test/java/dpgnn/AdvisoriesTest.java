package dpgnn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** No jar of the class path is older than the table of docs/security.md says that it must be. */
class AdvisoriesTest {
    private static final Pattern ROW =
            Pattern.compile("\\| `([a-z0-9.-]+):([a-z0-9-]+)` \\| ([0-9][0-9.]*) \\| [^|]*(?:CVE|GHSA)-[^|]+\\|");

    private record Least(String artifact, String version) {}

    private static List<Least> table() throws IOException {
        List<Least> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("docs/security.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) rows.add(new Least(row.group(2), row.group(3)));
            else assertFalse(line.matches("\\| `.*"), "a row must be artifact, version and advisories, was " + line);
        }
        return rows;
    }

    @Test
    void noJarIsOlderThanItMustBe() throws IOException {
        List<String> found = new ArrayList<>();
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator))
            for (Least least : table()) {
                Matcher version = Pattern.compile(Pattern.quote(least.artifact()) + "-([0-9][0-9.]*)[.-].*jar")
                        .matcher(Path.of(jar).getFileName().toString());
                if (!version.matches()) continue;
                found.add(least.artifact());
                assertTrue(
                        compare(version.group(1), least.version()) >= 0,
                        jar + " must be of version " + least.version() + " at least");
            }
        assertTrue(found.contains("commons-lang3") && found.contains("jackson-core"), "found only " + found);
    }

    @Test
    void versionsAreComparedAsNumbers() {
        assertTrue(compare("2.18.12", "2.18.9") > 0);
        assertTrue(compare("1.28.0", "1.26") > 0);
        assertTrue(compare("3.17.0", "3.18.0") < 0);
        assertEquals(0, compare("4.1.137.", "4.1.137"));
    }

    private static int compare(String a, String b) {
        String[] left = a.split("\\.");
        String[] right = b.split("\\.");
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int x = i < left.length ? Integer.parseInt(left[i]) : 0;
            int y = i < right.length ? Integer.parseInt(right[i]) : 0;
            if (x != y) return Integer.compare(x, y);
        }
        return 0;
    }
}
