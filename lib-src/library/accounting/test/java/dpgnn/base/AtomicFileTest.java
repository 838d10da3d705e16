package dpgnn.base;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Listing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class AtomicFileTest {
    @TempDir
    Path folder;

    interface Writer {
        void write(Path path, byte[] content) throws IOException;
    }

    private static final List<Writer> WRITERS = List.of(AtomicFile::write, AtomicFile::writePrivate);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void replacesAFileAndMakesItsFolders() throws IOException {
        for (Writer w : WRITERS) {
            Path path = folder.resolve("a").resolve("b" + WRITERS.indexOf(w));
            w.write(path, bytes("old"));
            w.write(path, bytes("new"));
            assertEquals("new", Files.readString(path));
        }
        assertEquals(2, Listing.files(folder.resolve("a")).size(), "nothing is left beside them");
    }

    /** A reader never sees a mixture, nor nothing, however often the file is written. */
    @Test
    void aReaderSeesTheOldFileOrTheNewOne() throws Exception {
        Path path = folder.resolve("f");
        byte[][] versions = {bytes("0".repeat(200_000)), bytes("1".repeat(200_000))};
        AtomicFile.write(path, versions[0]);
        AtomicBoolean done = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            try {
                for (int i = 1; i <= 40; i++) AtomicFile.write(path, versions[i % 2]);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } finally {
                done.set(true);
            }
        });
        writer.start();
        while (!done.get()) {
            String seen = Files.readString(path);
            assertEquals(seen.substring(0, 1).repeat(200_000), seen);
        }
        writer.join();
        assertEquals(List.of("f"), Listing.names(folder));
    }

    /** A write that fails leaves what was there, and nothing beside it. */
    @Test
    void aFailedWriteLeavesNothing() throws IOException {
        Path taken = Files.createDirectories(folder.resolve("taken").resolve("by a folder"));
        for (Writer w : WRITERS) assertThrows(IOException.class, () -> w.write(taken.getParent(), bytes("x")));
        assertEquals(List.of("taken"), Listing.names(folder));
        assertTrue(Files.isDirectory(taken));
    }

    @Test
    void aPrivateFileIsItsOwnersAlone() throws IOException {
        Path path = folder.resolve("secret");
        AtomicFile.writePrivate(path, bytes("x"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        Path open = folder.resolve("figure");
        Path plain = Files.writeString(folder.resolve("plain"), "x");
        AtomicFile.write(open, bytes("x"));
        assertEquals(Files.getPosixFilePermissions(plain), Files.getPosixFilePermissions(open));
    }

    @Test
    void anInterruptDoesNotStopAWrite() throws IOException {
        Thread.currentThread().interrupt();
        AtomicFile.writePrivate(folder.resolve("f"), bytes("whole"));
        assertTrue(Thread.interrupted(), "and is not swallowed");
        assertEquals("whole", Files.readString(folder.resolve("f")));
    }

    @Test
    void aFailureNamesTheFileAndWhatToDo() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        Path full = Files.createDirectories(folder.resolve("folder/with"));
        for (Writer w : WRITERS) {
            for (Path target : List.of(file.resolve("inner"), full.getParent())) {
                String said = refused(IOException.class, () -> w.write(target, bytes("y")));
                Path named = target.equals(full.getParent()) ? target : file;
                assertTrue(said.startsWith("cannot ") && said.contains(" " + named + ": "), said);
                assertTrue(said.endsWith("; make room or take another place, and start again"), said);
            }
        }
        assertEquals(
                "cannot write the ledger a/b: No space left on device; make room or take another place, and start again",
                AtomicFile.failed("write the ledger", Path.of("a/b"), new IOException("No space left on device"))
                        .getMessage());
        assertEquals(List.of("file", "folder"), Listing.names(folder), "nothing is left beside them");
    }

    @Test
    void leftoversOfThisFileAreRemovedAndNoOthers() throws IOException {
        for (String name : List.of("f", "f123.part", "g123.part", "f.txt"))
            Files.writeString(folder.resolve(name), "x");
        AtomicFile.removeLeftovers(folder.resolve("f"));
        assertEquals(List.of("f", "f.txt", "g123.part"), Listing.names(folder));
    }

    @Test
    void digestsAreThoseOfTheStandard() throws IOException {
        String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assertEquals(abc, Sha256.of("abc"));
        assertEquals(abc, Sha256.of(Files.writeString(folder.resolve("abc"), "abc")));
        assertFalse(abc.equals(Sha256.of("abd")));
    }
}
