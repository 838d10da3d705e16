package dpgnn.mpc.wire;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mpc.Parties;
import dpgnn.mpc.PpgnnSettings;
import dpgnn.mpc.Sample;
import dpgnn.mpc.VerticalData;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.random.Streams;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong at b ends in the stated fault at everybody else, within the deadline. */
class FaultsTest {
    private static final double DEADLINE = WaitingClock.DEADLINE.toMillis() / 1e3;
    private static final VerticalData DATA = Sample.split(Sample.citations(60, 40, 3, 5), 1, 1, 1);
    private static final PpgnnSettings SETTINGS = PpgnnSettings.standard()
            .with(PpgnnSettings::width, 4)
            .with(PpgnnSettings::epochs, 6)
            .with(PpgnnSettings::openedBits, 36);
    private static final Roster ROSTER = Roster.of(2);

    private static Parties parties() {
        return Parties.of(ROSTER, SETTINGS, DATA);
    }

    private static byte[] with(byte[] frame, int at, long change, boolean wide) {
        byte[] copy = frame.clone();
        ByteBuffer buffer = ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
        if (wide) buffer.putLong(at, buffer.getLong(at) ^ change);
        else buffer.putInt(at, (int) change);
        return copy;
    }

    @ParameterizedTest
    @CsvSource({
        "garbage, GARBAGE, no message",
        "truncated, GARBAGE, a frame of",
        "shape, SHAPE, must be",
        "matter, SHAPE, was due",
        "huge, SHAPE, largest matrix",
        "session, SESSION, another session",
        "replay, REPLAY, a replay or a loss",
        "silence, LATE, did not send"
    })
    void everyFaultIsNamedAtEverybodyElse(String what, Fault fault, String words) {
        byte[][] first = new byte[1][];
        Parties parties = parties()
                .tampered("b", "a", (count, frame) -> {
                    if (count == 1) first[0] = frame;
                    if (count < 9 || count > 9 && !what.equals("silence")) return List.of(frame);
                    return switch (what) {
                        case "garbage" -> List.of(new byte[200]);
                        case "truncated" -> List.of(java.util.Arrays.copyOf(frame, frame.length - 3));
                        case "shape" -> {
                            ByteBuffer in = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
                            yield List.of(with(with(frame, 28, in.getInt(32), false), 32, in.getInt(28), false));
                        }
                        case "matter" -> List.of(with(frame, 4, MessageKind.LOGIT_SHARE.ordinal(), false));
                        case "huge" -> List.of(with(with(frame, 28, 1 << 30, false), 32, 1 << 30, false));
                        case "session" -> List.of(with(frame, 8, 1, true));
                        case "replay" -> List.of(first[0]);
                        default -> List.of();
                    };
                })
                .run();
        Fault seen = parties.fault("a").fault();
        String said = parties.fault("a").getMessage();
        // Where one is silent each waits for the other, and whose deadline ends first tells the other.
        assertTrue(seen == fault || fault == Fault.LATE && seen == Fault.ABORTED, said);
        assertTrue(parties.told("a").contains(words), parties.told("a"));
        // Who is told of a silence is told by whoever waited: that may be one who waited for another who waited.
        assertTrue(said.contains("'b'") || seen == Fault.ABORTED, said);
        for (String other : List.of("b", "server")) {
            ProtocolException end = parties.fault(other);
            assertTrue(end.fault() == Fault.ABORTED || end.fault() == Fault.LATE, end.getMessage());
            assertTrue(parties.seconds.get(other) < 1.6 * DEADLINE, "within its deadline: " + parties.seconds);
        }
        if (fault != Fault.LATE)
            assertTrue(parties.fault("server").getMessage().contains("gave up"), "the server is told why");
    }

    @Test
    void aVanishedPeerIsNamed() {
        Parties parties = parties()
                .session(n -> {
                    if (n.equals("b")) throw new IllegalStateException("b stops before it starts");
                    return "one";
                })
                .run();
        // Whose deadline ends first tells the other a code; the words are its own.
        List<String> said =
                List.of(parties.fault("a").getMessage(), parties.fault("server").getMessage());
        assertTrue(said.stream().anyMatch(m -> m.contains("'b' did not send its greeting")), said.toString());
        assertTrue(said.stream().allMatch(m -> m.contains("not send")), said.toString());
    }

    @Test
    void parametersMustAgree() {
        Parties parties = parties()
                .settings(n -> n.equals("b") ? SETTINGS.with(PpgnnSettings::depth, 3) : SETTINGS)
                .run();
        assertTrue(parties.faults().containsValue(Fault.MISMATCH), parties.ends.toString());
        String depths = ".*'depth' is (2 here and 3 at 'b'|3 here and 2 at '.*').*";
        assertTrue(
                parties.ends.values().stream().anyMatch(e -> e.getMessage().matches(depths)), parties.ends.toString());
        assertEquals(3, parties.ends.size());
    }

    @Test
    void versionsMustAgree() {
        Parties parties = parties()
                .tampered("b", "a", (count, frame) -> {
                    if (count > 0) return List.of(frame);
                    String greeting =
                            new String(frame, StandardCharsets.UTF_8).replaceFirst("dpgnn-mpc 3", "dpgnn-mpc 4");
                    return List.of(greeting.getBytes(StandardCharsets.UTF_8));
                })
                .run();
        assertEquals(Fault.MISMATCH, parties.fault("a").fault());
        String said = parties.fault("a").getMessage();
        assertTrue(said.contains("'b' speaks 'dpgnn-mpc 4', this party speaks 'dpgnn-mpc 3'"), said);
        assertEquals(3, parties.ends.size());
    }

    /** Each greeting comes within the deadline, all of them together do not. */
    @Test
    void allGreetingsHaveOneDeadlineTogether() {
        Roster roster = Roster.of(3);
        WaitingClock clock = new WaitingClock();
        Map<String, Map<String, Channel>> channels = LocalChannels.of(roster);
        for (String peer : roster.othersThan("a")) {
            Handshake hands = Handshake.of(peer, "one", Map.of(), List.of(), Streams.seed(1).stream(peer));
            channels.get(peer).get("a").send(hands.frame(), WaitingClock.DEADLINE);
        }
        Map<String, Channel> slow = new HashMap<>();
        channels.get("a").forEach((peer, inner) -> slow.put(peer, new Slow(inner, clock)));
        Endpoint first = new Endpoint(roster, "a", slow, WaitingClock.DEADLINE, 1000, clock);
        String late = refused(ProtocolException.class, () -> first.greet("one", Map.of(), List.of()));
        assertEquals("'server' did not send its greeting within 1000 ms", late);
        // What connecting took counts too.
        Countdown start = Countdown.of(WaitingClock.DEADLINE, clock);
        clock.advance(WaitingClock.DEADLINE);
        Endpoint second = new Endpoint(roster, "a", slow, WaitingClock.DEADLINE, 1000, clock).greetWithin(start);
        refused(
                ProtocolException.class,
                () -> second.greet("one", Map.of(), List.of()),
                "'b' did not send its greeting");
    }

    /** Every look at the channel takes six tenths of a deadline. */
    private static final class Slow extends RelayChannel {
        private final WaitingClock clock;

        Slow(Channel inner, WaitingClock clock) {
            super(inner);
            this.clock = clock;
        }

        @Override
        public byte[] take(java.time.Duration atMost) throws InterruptedException {
            clock.advance(WaitingClock.DEADLINE.multipliedBy(6).dividedBy(10));
            return inner.take(atMost);
        }
    }

    /** Late, but not too late: a peer that lags within the deadline holds the others up and nothing more. */
    @Test
    void aPeerThatLagsWithinTheDeadlineIsWaitedFor() {
        Parties parties = parties();
        parties.tampered("b", "a", (count, frame) -> {
                    if (count == 9) parties.clock().advance(WaitingClock.DEADLINE.dividedBy(2));
                    return List.of(frame);
                })
                .run();
        assertEquals(Map.of(), parties.ends);
        assertTrue(parties.seconds.get("a") >= DEADLINE / 2, "a waited: " + parties.seconds);
    }

    @Test
    void sessionsMustAgree() {
        Parties parties = parties().session(n -> n.equals("b") ? "two" : "one").run();
        assertTrue(parties.faults().containsValue(Fault.SESSION), parties.ends.toString());
        assertEquals(3, parties.ends.size());
    }

    /** Broken off in the fourth epoch, resumed from the third: the same weights as without a break, up to fixed point. */
    @ParameterizedTest
    @CsvSource({"PLAIN, 0", "SHARED, 1e-3"})
    void resumesFromTheLastEpochThatAllFinished(PpgnnSettings.Initial initial, double tolerance, @TempDir Path folder)
            throws IOException {
        PpgnnSettings settings = SETTINGS.with(PpgnnSettings::initial, initial);
        Parties broken = Parties.of(ROSTER, settings, DATA)
                .savepoints(folder)
                .tampered("b", "server", (count, frame) -> count < 7 ? List.of(frame) : List.of())
                .run();
        assertEquals(3, broken.ends.size(), "all ended early");
        assertTrue(broken.faults().containsValue(Fault.LATE), broken.ends.toString());
        // A file that was not finished does not count.
        Files.write(folder.resolve("a/epoch-6"), new byte[] {1, 2, 3});
        Parties resumed = Parties.of(ROSTER, settings, DATA).savepoints(folder).run();
        assertEquals(Map.of(), resumed.ends);
        assertEquals(Map.of("a", 3, "b", 3, "server", 3), resumed.starts);
        Parties whole = Parties.of(ROSTER, settings, DATA).run();
        var expected = whole.history("a").epochs();
        var got = resumed.history("a").epochs();
        assertEquals(expected.size(), got.size());
        for (int e = 0; e < 6; e++)
            assertEquals(expected.get(e).loss(), got.get(e).loss(), tolerance, "epoch " + e);
        assertNotNull(Parties.completed(folder, "a"));
    }

    @Test
    void aPartyNeverSendsWhatIsNotAllowed() {
        var channels = LocalChannels.of(ROSTER);
        Endpoint endpoint = new Endpoint(ROSTER, "a", channels.get("a"), WaitingClock.DEADLINE, 1000);
        ProtocolException refused = assertThrows(
                ProtocolException.class,
                () -> endpoint.send("server", MessageKind.MASKED_FEATURES, 0, RingMatrix.of(2, 2), 16));
        assertEquals(Fault.REFUSED, refused.fault());
    }
}
