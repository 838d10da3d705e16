package dpgnn.graph.read;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    @TempDir
    Path folder;

    @TestFactory
    List<DynamicTest> everyReaderWithstandsDamage() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (SmallFiles.Format format : SmallFiles.formats())
            tests.add(DynamicTest.dynamicTest(format.name(), () -> withstands(format)));
        return tests;
    }

    private void withstands(SmallFiles.Format format) throws IOException {
        Path own = Files.createDirectories(folder.resolve(format.name()));
        for (var file : format.files().entrySet()) {
            Path path = own.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        Sources.Locator locator = own::resolve;
        assertDoesNotThrow(() -> format.reader().read(new Sources(locator)), "the intact files must be readable");
        List<String> places = List.copyOf(format.files().keySet());
        int[] refused = new int[1];
        assertTimeout(Duration.ofSeconds(60), () -> {
            for (int i = 0; i < MUTATIONS; i++) {
                String place = places.get(i % places.size());
                byte[] intact = format.files().get(place);
                Files.write(own.resolve(place), Mutations.of(intact, i / places.size()));
                try {
                    dpgnn.graph.FuzzAccess.checked(() -> format.reader().read(new Sources(locator)));
                } catch (MalformedFile e) {
                    refused[0]++;
                } catch (Throwable e) {
                    throw new AssertionError(format.name() + ", damage " + i + " of " + place + ": " + e, e);
                }
                if (i + places.size() >= MUTATIONS || places.size() > 1) Files.write(own.resolve(place), intact);
            }
        });
        assertTrue(refused[0] > MUTATIONS / 20, "some damage must be noticed, was noticed " + refused[0] + " times");
    }
}
