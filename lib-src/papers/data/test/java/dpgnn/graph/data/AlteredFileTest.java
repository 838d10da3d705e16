package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.graph.read.Sources;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files at hand whose SHA-256 is not the one of the manifest: cut short, damaged, or another version. */
class AlteredFileTest {
    private static final String PLACE = "tiny/numbers.txt";
    private static final String ADDRESS = "http://localhost:9/numbers.txt";

    @TempDir
    Path folder;

    private final byte[] content = new byte[5_000];
    private Path data;
    private Path cache;
    private String sha;

    @BeforeEach
    void write() throws IOException {
        RandomStream coins = Streams.seed(3).stream("bytes");
        for (int i = 0; i < content.length; i++) content[i] = (byte) coins.nextInt(256);
        data = Files.createDirectories(folder.resolve("data"));
        cache = Files.createDirectories(folder.resolve("cache"));
        Path intact = Files.write(folder.resolve("intact"), content);
        sha = Sha256.of(intact);
    }

    private DataFiles files(boolean othersAllowed) {
        Manifest manifest = new Manifest(List.of(
                new Manifest.Entry("tiny", PLACE, ADDRESS, sha, content.length, "none", "nobody"),
                new Manifest.Entry("zipped", "zipped.zip", ADDRESS, sha, -1, "none", "nobody"),
                new Manifest.Entry("free", "free/a.npz", "https://localhost/folder/", "", -1, "none", "nobody")));
        return new DataFiles(List.of(data), cache, manifest, Optional.empty(), othersAllowed);
    }

    private static Path put(Path root, String place, byte[] bytes) throws IOException {
        Path path = root.resolve(place);
        Files.createDirectories(path.getParent());
        return Files.write(path, bytes);
    }

    private static byte[] flipped(byte[] bytes) {
        byte[] copy = bytes.clone();
        copy[copy.length / 2] ^= 4;
        return copy;
    }

    @Test
    void anIntactFileIsReadWithoutAWord() throws IOException {
        put(data, PLACE, content);
        Sources sources = new Sources(files(false));
        sources.file(PLACE);
        assertEquals("tiny", sources.provenance("tiny").name());
        assertEquals(List.of(), sources.provenance("tiny").notes());
        assertEquals(sha, sources.provenance("tiny").sources().get(0).sha256());
    }

    @Test
    void anotherFileIsRefusedWithItsHashTheExpectedOneAndWhatToDo() throws IOException {
        Path path = put(data, PLACE, flipped(content));
        String refused = refused(AlteredFile.class, () -> new Sources(files(false)).file(PLACE));
        for (String part : new String[] {
            path.toString(), Sha256.of(path), sha, ADDRESS, "damaged or another version", "DPGNN_OTHER_FILES=true"
        }) assertTrue(refused.contains(part), refused);
    }

    /** In the layout of the manifest and with all files directly in the folder, cut at many places. */
    @Test
    void aTruncatedFileIsRefusedAsCutShort() throws IOException {
        for (String place : new String[] {PLACE, "numbers.txt"})
            for (int length = 0; length < content.length; length += 499) {
                Path path = put(data, place, Arrays.copyOf(content, length));
                refused(
                        AlteredFile.class,
                        () -> new Sources(files(false)).file(PLACE),
                        "cut short",
                        "(" + length + " bytes)");
                Files.delete(path);
            }
    }

    /** A user's own version, knowingly used, stands in the name and in the notes of everything that comes of it. */
    @Test
    void anotherFileThatIsMeantNamesItself() throws IOException {
        Path path = put(data, PLACE, flipped(content));
        Sources sources = new Sources(files(true));
        sources.file(PLACE);
        Dataset.Provenance provenance = sources.provenance("tiny", "A note.");
        assertEquals("tiny (other files)", provenance.name());
        assertEquals("A note.", provenance.notes().get(0));
        assertTrue(provenance.notes().get(1).contains(sha));
        assertTrue(provenance.notes().get(1).contains(Sha256.of(path)));
    }

    @Test
    void ourOwnCopyIsRefusedWhateverIsAllowed() throws IOException {
        for (byte[] bytes : new byte[][] {flipped(content), Arrays.copyOf(content, 100)})
            for (boolean allowed : new boolean[] {false, true}) {
                Path path = put(cache, PLACE, bytes);
                String refused = refused(AlteredFile.class, () -> new Sources(files(allowed)).file(PLACE));
                assertTrue(refused.contains(path + " has SHA-256 " + Sha256.of(path)));
                assertTrue(refused.contains("Delete it"), refused);
                assertFalse(refused.contains("DPGNN_OTHER_FILES"), refused);
            }
    }

    @Test
    void anArchiveIsCheckedBeforeItIsUnpackedAndItsFilesAfterwards() throws IOException {
        Path archive = data.resolve("zipped.zip");
        FileBytes.zip(archive, "zipped/a.txt", content);
        refused(AlteredFile.class, () -> new Sources(files(false)).file("zipped/a.txt"));
        sha = Sha256.of(archive);
        Path unpacked = new Sources(files(false)).file("zipped/a.txt");
        assertEquals(cache.resolve("zipped/a.txt"), unpacked);
        assertEquals(unpacked, new Sources(files(false)).file("zipped/a.txt"));
        Files.write(unpacked, Arrays.copyOf(content, 4_000));
        refused(AlteredFile.class, () -> new Sources(files(false)).file("zipped/a.txt"), "Delete it and a.txt.sha256");
    }

    @Test
    void aFileThatNeedNotBeThereIsNeitherFetchedNorMissed() throws IOException {
        assertEquals(Optional.empty(), files(false).findIfThere("free/a.npz"));
        assertEquals(Optional.empty(), files(false).findIfThere("zipped/none.txt"));
        Path path = put(data, "free/a.npz", content);
        assertEquals(Optional.of(path), files(false).findIfThere("free/a.npz"));
    }

    @Test
    void whatMustBeFetchedByHandSaysSo() {
        refused(
                MissingData.class,
                () -> files(false).find("free/a.npz"),
                "by hand",
                "https://localhost/folder/",
                data.resolve("free/a.npz").toString());
    }
}
