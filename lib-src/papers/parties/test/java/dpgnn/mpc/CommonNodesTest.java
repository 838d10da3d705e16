package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.mpc.wire.Channel;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Fault;
import dpgnn.mpc.wire.LocalChannels;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Role;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.Tampered;
import dpgnn.mpc.wire.Transcript;
import dpgnn.mpc.wire.WaitingClock;
import dpgnn.random.Streams;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holders find their common nodes among parties, some of which cheat. */
@Tag("jdk")
@Tag("vectors")
class CommonNodesTest {
    private static final int MOST = 1000;

    private final Map<String, CommonNodes.Found> found = new ConcurrentHashMap<>();
    private final Map<String, ProtocolException> ends = new ConcurrentHashMap<>();
    private final Map<String, Transcript> transcripts = new ConcurrentHashMap<>();

    private void run(Roster roster, Map<String, Map<String, Channel>> channels, Map<String, List<String>> identifiers) {
        WaitingClock clock = new WaitingClock();
        Map<String, Thread> threads = new HashMap<>();
        for (String name : roster.parties()) {
            Thread thread = new Thread(() -> {
                Endpoint endpoint = endpoint(roster, name, channels, clock);
                transcripts.put(name, endpoint.transcript());
                try {
                    endpoint.greet("s", Map.of(), List.of());
                    CommonNodes nodes = new CommonNodes(endpoint, "s", MOST, Streams.secure().stream(name));
                    found.put(name, endpoint.plays(Role.HOLDER) ? nodes.find(identifiers.get(name)) : nodes.told());
                } catch (ProtocolException e) {
                    ends.put(name, e);
                }
            });
            threads.put(name, thread);
            thread.start();
        }
        for (Thread thread : threads.values()) {
            assertDoesNotThrow(() -> thread.join(600_000));
            assertTrue(!thread.isAlive(), "hangs");
        }
    }

    private static Endpoint endpoint(
            Roster roster, String name, Map<String, Map<String, Channel>> channels, LongSupplier clock) {
        Map<String, Channel> own = channels.get(name);
        return new Endpoint(roster, name, own, WaitingClock.DEADLINE, CommonNodes.limit(), clock);
    }

    private static List<String> named(int from, int to) {
        List<String> ids = new java.util.ArrayList<>(
                IntStream.range(from, to).mapToObj(i -> "id-" + i).toList());
        Collections.shuffle(ids);
        return ids;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    @Extent.OneIn(4)
    void allFindTheSame(int holders) {
        Roster plain = Roster.of(holders);
        Roster roster = new Roster(plain.holders(), "server", "dealer");
        // More than a block at the first holder, fewer at each of the others; the last has the fewest.
        int most = holders == 2 || Extent.ALL ? CommonNodes.BLOCK + 20 : 40;
        Map<String, List<String>> identifiers = new HashMap<>();
        for (int p = 0; p < holders; p++) identifiers.put(roster.holders().get(p), named(p, most - 10 * p));
        run(roster, LocalChannels.of(roster), identifiers);
        assertEquals(Map.of(), ends);
        List<String> expected =
                named(holders - 1, most - 10 * (holders - 1)).stream().sorted().toList();
        for (String holder : roster.holders())
            assertEquals(new CommonNodes.Found(expected.size(), expected), found.get(holder), holder);
        for (String other : List.of("server", "dealer"))
            assertEquals(new CommonNodes.Found(expected.size(), List.of()), found.get(other));
        Set<MessageKind> seen = new TreeSet<>();
        transcripts.get("server").lines().forEach(line -> seen.add(line.kind()));
        assertEquals(Set.of(MessageKind.COMMON_NODES), seen, "a number is all that the server gets");
    }

    @Test
    void nothingInCommonEndsTheRun() {
        Roster roster = Roster.of(2);
        run(roster, LocalChannels.of(roster), Map.of("a", named(0, 5), "b", named(5, 9)));
        assertEquals(Map.of(), found);
        // Who is told by the other first says that.
        assertTrue(Stream.of("a", "b").anyMatch(n -> ends.get(n).getMessage().contains("no identifier is common")));
        assertEquals(Fault.ABORTED, ends.get("server").fault());
    }

    @Test
    void tooManyIdentifiersAreRefused() {
        Roster roster = Roster.of(2);
        run(roster, LocalChannels.of(roster), Map.of("a", named(0, 5), "b", named(0, MOST + 1)));
        assertTrue(ends.get("b").getMessage().contains("1 to 1000 identifiers, were 1001"), ends.toString());
        assertEquals(Fault.ABORTED, ends.get("a").fault());
    }

    /** The first word of a frame's matrix. */
    private static final int WORDS = 56;

    private static MessageKind kind(byte[] frame) {
        ByteBuffer buffer = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
        return buffer.getInt(0) == 0x31475044 ? MessageKind.values()[buffer.getInt(4)] : null;
    }

    /** What b sends to a is changed where it is of this matter. */
    private ProtocolException cheating(MessageKind what, BiFunction<byte[], CompletableFuture<byte[]>, byte[]> change) {
        Roster roster = Roster.of(2);
        var channels = LocalChannels.of(roster);
        CompletableFuture<byte[]> ofA = new CompletableFuture<>();
        channels.get("a")
                .computeIfPresent(
                        "b",
                        (peer, inner) -> new Tampered(inner, (count, frame) -> {
                            if (kind(frame) == MessageKind.BLINDED) ofA.complete(frame);
                            return List.of(frame);
                        }));
        channels.get("b")
                .computeIfPresent(
                        "a",
                        (peer, inner) -> new Tampered(
                                inner,
                                (count, frame) ->
                                        List.of(kind(frame) == what ? change.apply(frame.clone(), ofA) : frame)));
        run(roster, channels, Map.of("a", named(0, 8), "b", named(4, 12)));
        assertEquals(null, found.get("a"), "a goes no further");
        assertEquals(null, found.get("server"));
        return ends.get("a");
    }

    private void refused(Fault fault, String words, ProtocolException end) {
        assertEquals(fault, end.fault(), end.getMessage());
        assertTrue(end.getMessage().contains(words), end.getMessage());
    }

    private static void fill(byte[] frame, int number, byte with) {
        java.util.Arrays.fill(frame, WORDS + 256 * number, WORDS + 256 * (number + 1), with);
    }

    @Test
    void aCountThatIsNoneIsRefused() {
        for (long count : new long[] {0, -1, MOST + 1, Long.MIN_VALUE})
            refused(
                    Fault.GARBAGE,
                    "'b' must have 1 to 1000 identifiers, said " + count,
                    cheating(MessageKind.IDENTIFIERS, (frame, ofA) -> {
                        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putLong(48, count);
                        return frame;
                    }));
    }

    @Test
    void numbersThatBlindNothingAreRefused() {
        for (byte with : new byte[] {0, -1})
            refused(Fault.GARBAGE, "between 1 and the prime", cheating(MessageKind.BLINDED, (frame, ofA) -> {
                fill(frame, 3, with);
                return frame;
            }));
    }

    @Test
    void aNumberThatComesTwiceIsRefused() {
        refused(Fault.GARBAGE, "came twice", cheating(MessageKind.BLINDED, (frame, ofA) -> {
            System.arraycopy(frame, WORDS, frame, WORDS + 256, 256);
            return frame;
        }));
    }

    /** b names nobody, and claims everybody: it sends a's own numbers back. */
    @Test
    void aReflectionIsRefused() {
        refused(Fault.GARBAGE, "sent back", cheating(MessageKind.BLINDED, (frame, ofA) -> {
            System.arraycopy(ofA.join(), WORDS, frame, WORDS, frame.length - WORDS);
            return frame;
        }));
    }

    /** Answers are fixed before any is seen, so nobody can fit them to the other's. */
    @Test
    void anAnswerThatWasNotFixedIsRefused() {
        refused(Fault.GARBAGE, "another answer than it had fixed", cheating(MessageKind.ANSWER, (frame, ofA) -> {
            System.arraycopy(frame, WORDS, frame, WORDS + 256, 256);
            return frame;
        }));
        refused(Fault.GARBAGE, "another answer than it had fixed", cheating(MessageKind.ANSWER_HASH, (frame, ofA) -> {
            frame[WORDS]++;
            return frame;
        }));
    }

    @Test
    void othersThanThoseThatTheOtherFoundAreRefused() {
        refused(Fault.MISMATCH, "'b' found other common nodes", cheating(MessageKind.COMMON_HASH, (frame, ofA) -> {
            frame[WORDS]++;
            return frame;
        }));
    }

    /** b has one identifier of a's, and answers as if all of a's were that one. */
    @Test
    void oneAnswerForAllIsRefused() throws Exception {
        Roster roster = Roster.of(2);
        var channels = LocalChannels.of(roster);
        Thread cheat = new Thread(() -> {
            Endpoint endpoint = endpoint(roster, "b", channels, () -> 0);
            endpoint.greet("s", Map.of(), List.of());
            Alignment side = Alignment.of(Streams.secure().stream("b"), "a b s");
            endpoint.send("a", MessageKind.IDENTIFIERS, 0, 1);
            long count = endpoint.receive("a", MessageKind.IDENTIFIERS, 0);
            endpoint.send("a", MessageKind.BLINDED, 0, CommonNodes.words(side.blind(List.of("id-3"))), 0);
            var answers = side.raise(CommonNodes.numbers(
                    endpoint.receive("a", MessageKind.BLINDED, 0, (int) count, Alignment.WORDS, 0)));
            answers = Collections.nCopies((int) count, answers.get(0));
            endpoint.send("a", MessageKind.ANSWER_HASH, 0, CommonNodes.hash(answers), 0);
            endpoint.receive("a", MessageKind.ANSWER_HASH, 0, 1, 4, 0);
            endpoint.send("a", MessageKind.ANSWER, 0, CommonNodes.words(answers), 0);
            endpoint.receive("a", MessageKind.ANSWER, 0, 1, Alignment.WORDS, 0);
            endpoint.receive("a", MessageKind.COMMON_HASH, 0, 1, 4, 0); // which a does not send: it has aborted
            endpoint.abort(new ProtocolException(Fault.REFUSED, "a believed it"));
        });
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        cheat.setUncaughtExceptionHandler((thread, e) -> ended.complete(e));
        Endpoint endpoint = endpoint(roster, "a", channels, () -> 0);
        Endpoint server = endpoint(roster, "server", channels, () -> 0);
        cheat.start();
        new Thread(() -> server.greet("s", Map.of(), List.of())).start();
        endpoint.greet("s", Map.of(), List.of());
        CommonNodes nodes = new CommonNodes(endpoint, "s", MOST, Streams.secure().stream("a"));
        refused(Fault.GARBAGE, "came twice", assertThrows(ProtocolException.class, () -> nodes.find(named(0, 8))));
        assertEquals(Fault.ABORTED, ((ProtocolException) ended.get(10, TimeUnit.MINUTES)).fault());
    }
}
