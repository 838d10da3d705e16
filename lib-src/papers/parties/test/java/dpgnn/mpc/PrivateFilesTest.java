package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.mpc.wire.Certificates;
import dpgnn.mpc.wire.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a party writes of its own is for its owner alone, and a killed write leaves nothing for good. */
@Tag("jdk")
class PrivateFilesTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(60, 40, 3, 5), 1, 1, 1);
    private static final Roster ROSTER = Roster.of(2);

    @TempDir
    Path folder;

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void keysDataAndSavepointsAreTheirOwnersAlone() throws Exception {
        Certificates.make(folder.resolve("keys"), List.of("a"));
        assertEquals("rwx------", mode(folder.resolve("keys")));
        for (String file : List.of("a.p12", "a.password"))
            assertEquals("rw-------", mode(folder.resolve("keys").resolve(file)), file);
        HolderFiles.write(folder.resolve("data"), DATA.holders().get(0));
        for (String file : List.of("features.csv", "edges.csv", "labels.csv", "split.csv"))
            assertEquals("rw-------", mode(folder.resolve("data").resolve(file)), file);
        Savepoints.in(folder.resolve("savepoints"));
        assertEquals("rwx------", mode(folder.resolve("savepoints")));
    }

    /** Killed while it writes: what it left is private, no savepoint, and gone after the next start, with nothing else. */
    @Test
    void aKilledWriteIsCleanedUpOnTheNextStart() throws Exception {
        Path own = Files.createDirectory(folder.resolve("a"));
        Path part = own.resolve("epoch-9.part");
        Process writer = ChildJvm.of(
                        EndlessSavepoint.class, own.resolve("epoch-9").toString())
                .start();
        try {
            // Stopped where it stands, and let go again until that is in a write.
            do {
                signal(writer, "CONT");
                Thread.sleep(5);
                signal(writer, "STOP");
                assertTrue(writer.isAlive());
            } while (!Files.exists(part));
        } finally {
            writer.destroyForcibly();
        }
        assertTrue(writer.waitFor(Spawned.HANGS_MINUTES, TimeUnit.MINUTES));
        assertTrue(Files.exists(part));
        assertEquals("rw-------", mode(part));
        Files.deleteIfExists(own.resolve("epoch-9"));
        List<Path> others = List.of(own.resolve("epoch-.part"), own.resolve("notes.part"), own.resolve("model"));
        for (Path other : others) Files.writeString(other, "of somebody else");

        PpgnnSettings settings =
                PpgnnSettings.standard().with(PpgnnSettings::width, 4).with(PpgnnSettings::epochs, 2);
        Parties parties = Parties.of(ROSTER, settings, DATA).savepoints(folder).run();
        assertEquals(Map.of(), parties.ends);
        assertEquals(0, parties.starts.get("a"), "half a savepoint is none");
        assertFalse(Files.exists(part), "cleaned up");
        for (Path other : others) assertTrue(Files.exists(other), other.toString());
    }

    private static void signal(Process process, String name) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                        .start()
                        .waitFor());
    }
}
