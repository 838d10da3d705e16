package dpgnn.mpc.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.mpc.Parties;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.Sample;
import dpgnn.mpc.VerticalData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a peer with a good certificate does wrong, through TLS: the same faults as in memory, within the deadline. */
@Tag("jdk")
class TlsFaultsTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(60, 40, 3, 5), 1, 1, 1);
    private static final PpgnnSettings SETTINGS =
            PpgnnSettings.standard().with(PpgnnSettings::width, 4).with(PpgnnSettings::epochs, 6);
    private static final Roster ROSTER = Roster.of(2);

    @TempDir
    static Path keys;

    @BeforeAll
    static void make() {
        Keys.in(keys.resolve("keys"));
    }

    @ParameterizedTest
    @CsvSource({
        "b, garbage, GARBAGE, no message",
        "b, huge, GARBAGE, 'b' sent a frame above 1048576 bytes",
        "a, huge, GARBAGE, 'a' sent a frame above 1048576 bytes",
        "b, replay, REPLAY, a replay or a loss",
        "b, silence, LATE, did not send"
    })
    @Extent.OneIn(5)
    void faultsAreNamed(String wrong, String what, Fault fault, String words) {
        String right = wrong.equals("a") ? "b" : "a";
        byte[][] first = new byte[1][];
        Parties parties = Parties.of(ROSTER, SETTINGS, DATA)
                .overTls(keys.resolve("keys"))
                .tampered(wrong, right, (count, frame) -> {
                    if (count == 1) first[0] = frame;
                    if (count < 9 || count > 9 && !what.equals("silence")) return List.of(frame);
                    return switch (what) {
                        case "garbage" -> List.of(new byte[200]);
                        case "huge" -> List.of(new byte[2 << 20]);
                        case "replay" -> List.of(first[0]);
                        default -> List.of();
                    };
                })
                .run();
        Fault seen = parties.fault(right).fault();
        assertTrue(
                seen == fault || fault == Fault.LATE && seen == Fault.ABORTED,
                parties.fault(right).getMessage());
        assertTrue(parties.told(right).contains(words), parties.told(right));
        assertEquals(3, parties.ends.size(), "all end");
    }
}
