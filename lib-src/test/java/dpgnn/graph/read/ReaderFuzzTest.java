package dpgnn.graph.read;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.FuzzAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every reader on ten thousand damaged copies of small intact files: it answers with data or with a {@link MalformedFile}, and
 * with nothing else. The intact files are those that {@link SmallFiles} writes.
 */
class ReaderFuzzTest {
    private static final int MUTATIONS = 10_000;

    /** Memory rather than a disk where there is such a folder: the test writes 130,000 small files. */
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    Path disk;

    @TestFactory
    List<DynamicTest> everyReaderWithstandsDamage() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (SmallFiles.Format format : SmallFiles.formats())
            tests.add(DynamicTest.dynamicTest(format.name(), () -> withstands(format)));
        return tests;
    }

    private void withstands(SmallFiles.Format format) throws IOException {
        Path own = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "dpgnn-fuzz")
                : Files.createTempDirectory(disk, "dpgnn-fuzz");
        try {
            withstands(format, own);
        } finally {
            try (var all = Files.walk(own)) {
                for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        }
    }

    private static void withstands(SmallFiles.Format format, Path own) throws IOException {
        for (var file : format.files().entrySet()) {
            Path path = own.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        assertDoesNotThrow(() -> format.reader().read(new Sources(own::resolve)), "the intact files must be readable");
        List<String> places = List.copyOf(format.files().keySet());
        int[] refused = new int[1];
        assertTimeout(Duration.ofSeconds(60), () -> {
            for (int i = 0; i < MUTATIONS; i++) {
                String place = places.get(i % places.size());
                Path damaged = own.resolve("damaged").resolve(Path.of(place).getFileName());
                Files.createDirectories(damaged.getParent());
                Files.write(damaged, Mutations.of(format.files().get(place), i / places.size()));
                Sources sources = new Sources(p -> p.equals(place) ? damaged : own.resolve(p));
                try {
                    FuzzAccess.checked(() -> format.reader().read(sources));
                } catch (MalformedFile e) {
                    refused[0]++;
                } catch (Throwable e) {
                    throw new AssertionError(format.name() + ", damage " + i + " of " + place + ": " + e, e);
                }
            }
        });
        assertTrue(refused[0] > MUTATIONS / 20, "some damage must be noticed, was noticed " + refused[0] + " times");
    }
}
