package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.Roster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A party resumes its own run, and no other one. */
@Tag("jdk")
class SavepointSealTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(60, 40, 3, 5), 1, 1, 1);
    private static final PpgnnSettings SETTINGS =
            PpgnnSettings.standard().with(PpgnnSettings::width, 4).with(PpgnnSettings::epochs, 2);
    private static final Roster ROSTER = Roster.of(2);

    @TempDir
    Path folder;

    private Parties run(Roster roster, PpgnnSettings settings, String session, VerticalData data) {
        return Parties.of(roster, settings, data)
                .session(name -> session)
                .savepoints(folder)
                .run();
    }

    private void refused(Parties parties, String party, String what) {
        assertEquals(Fault.REFUSED, parties.fault(party).fault());
        String said = parties.fault(party).getMessage();
        assertTrue(said.contains("is of another run: " + what + " differ"), said);
    }

    @Test
    void anotherSessionSettingRosterOrDataIsRefused() throws Exception {
        assertEquals(Map.of(), run(ROSTER, SETTINGS, "one", DATA).ends);
        byte[] before = Files.readAllBytes(folder.resolve("a/epoch-2"));
        refused(run(ROSTER, SETTINGS, "two", DATA), "a", "session");
        refused(run(ROSTER, SETTINGS.with(PpgnnSettings::dropout, 0.1), "one", DATA), "server", "settings");
        refused(run(ROSTER, SETTINGS, "one", Sample.map(DATA, 1, x -> 2 * x)), "b", "data");
        refused(run(new Roster(ROSTER.holders(), "other", "other"), SETTINGS, "one", DATA), "a", "roster");
        assertTrue(Arrays.equals(before, Files.readAllBytes(folder.resolve("a/epoch-2"))), "and left as it was");
        assertEquals(
                Map.of("a", 2, "b", 2, "server", 2),
                run(ROSTER, SETTINGS.with(PpgnnSettings::epochs, 3), "one", DATA).starts,
                "a longer run of the same is the same");
    }

    @Test
    void savepointsAreTheirOwnersAndTellNothingBeforeTheyAreOpened() throws Exception {
        run(ROSTER, SETTINGS, "one", DATA);
        for (String name : ROSTER.parties())
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(folder.resolve(name).resolve("epoch-2"))));
        byte[] first = Files.readAllBytes(folder.resolve("a/epoch-1"));
        byte[] second = Files.readAllBytes(folder.resolve("a/epoch-2"));
        for (int at = 0; at < SavepointSeal.LENGTH; at += 32)
            assertFalse(
                    Arrays.equals(first, at, at + 32, second, at, at + 32),
                    "the same data leaves no mark that is the same");
    }
}
