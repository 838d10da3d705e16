package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every reader on damaged copies of small intact files, which {@link SmallFiles} writes: cut off at every byte (every block of
 * a larger file), with hostile numbers at every place, and with ten thousand random mutations. It answers with data or with a
 * {@link MalformedFile} and with nothing else, within a second of its own time, and within the memory that the package
 * states ({@link ReadingCost}).
 */
class ReaderFuzzTest {
    private static final int MUTATIONS = 10_000;
    private static final int BLOCK = 64;

    /** So many cuts and hostile places per file go through the readers; between them a file is stepped through evenly. */
    private static final int PLACES = 300;

    /** A hang fails after this, on a machine that may be busy; a whole format takes about a second and a half. */
    private static final Duration HANG = Duration.ofMinutes(5);

    /** Memory rather than a disk where there is such a folder: the test writes 250,000 small files. */
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    Path disk;

    private interface Damage {
        byte[] of(byte[] base, int i);
    }

    @TestFactory
    List<DynamicTest> everyReaderWithstandsDamage() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (SmallFiles.Format format : SmallFiles.formats())
            tests.add(DynamicTest.dynamicTest(format.name(), () -> inOwnFolder(format)));
        return tests;
    }

    private void inOwnFolder(SmallFiles.Format format) throws IOException {
        Path own = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "dpgnn-fuzz")
                : Files.createTempDirectory(disk, "dpgnn-fuzz");
        try {
            assertTimeoutPreemptively(HANG, () -> withstands(format, own));
        } finally {
            try (var all = Files.walk(own)) {
                for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        }
    }

    private static void withstands(SmallFiles.Format format, Path own) throws IOException {
        format.writeTo(own);
        assertDoesNotThrow(() -> format.reader().read(new Sources(own::resolve)), "the intact files must be readable");
        Reading reading = new Reading(format, own);
        List<String> places = List.copyOf(format.files().keySet());
        for (String place : alike(places)) {
            int length = format.files().get(place).length;
            int[] ends = ends(length);
            for (int e : Extent.places(ends.length, 4, 16))
                reading.of(place, (base, i) -> Arrays.copyOf(base, i), ends[e]);
            int step = Math.max(1, length / PLACES);
            for (int shot : Extent.places((length + step - 1) / step, 4, 16)) {
                int at = shot * step;
                int bigEndian = at % 2;
                reading.of(place, (base, i) -> Mutations.hostile(base, i, bigEndian == 1), at);
            }
        }
        int before = reading.refused;
        int[] mutations = Extent.places(MUTATIONS, 10, 110);
        for (int i : mutations) reading.of(places.get(i % places.size()), Mutations::of, i / places.size());
        int noticed = reading.refused - before;
        assertTrue(noticed > mutations.length / 20, "some damage must be noticed, was noticed " + noticed + " times");
    }

    /** Folds come in twenty files of one form: the first of each form stands for all. */
    private static List<String> alike(List<String> places) {
        List<String> chosen = new ArrayList<>();
        List<String> forms = new ArrayList<>();
        for (String place : places) {
            String form = place.replaceAll("-[0-9]+\\.txt", "");
            if (!forms.contains(form)) chosen.add(place);
            forms.add(form);
        }
        return chosen;
    }

    /** Every byte of a small file; of a larger one every block, one byte before, and one after. */
    private static int[] ends(int length) {
        if (length <= PLACES) return java.util.stream.IntStream.range(0, length).toArray();
        return java.util.stream.IntStream.range(0, length)
                .filter(i -> i % BLOCK <= 1 || i % BLOCK == BLOCK - 1)
                .toArray();
    }

    /** Reads a format with one of its files damaged, watched. */
    private static final class Reading {
        private final SmallFiles.Format format;
        private final Path own;
        private final ReadingCost cost;
        private int refused;

        Reading(SmallFiles.Format format, Path own) throws IOException {
            this.format = format;
            this.own = own;
            this.cost = ReadingCost.of(format, own);
        }

        void of(String place, Damage damage, int i) throws IOException {
            Path damaged = own.resolve("damaged").resolve(Path.of(place).getFileName());
            Files.createDirectories(damaged.getParent());
            Files.write(damaged, damage.of(format.files().get(place), i));
            Sources sources = new Sources(p -> p.equals(place) ? damaged : own.resolve(p));
            String what = format.name() + ", damage " + i + " of " + place;
            cost.start();
            if (!reads(sources, what)) refused++;
            cost.check(what, place, damaged, () -> reads(sources, what));
        }

        /** Whether the reader answers with data; otherwise it must say what is malformed. */
        private boolean reads(Sources sources, String what) {
            try {
                FuzzAccess.checked(() -> format.reader().read(sources));
                return true;
            } catch (MalformedFile e) {
                return false;
            } catch (Throwable e) {
                throw new AssertionError(what + ": " + e, e);
            }
        }
    }
}
