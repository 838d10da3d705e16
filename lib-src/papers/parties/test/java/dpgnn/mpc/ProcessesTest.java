package dpgnn.mpc;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.ChildJvm;
import dpgnn.mpc.wire.Certificates;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.Keys;
import dpgnn.mpc.wire.ProtocolException;
import dpgnn.mpc.wire.Roster;
import dpgnn.mpc.wire.TlsNetwork;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parties over mutually authenticated TLS: on threads, and as processes that are killed and paused. */
class ProcessesTest {
    private static final VerticalData DATA = Sample.split(Sample.citations(60, 40, 3, 5), 1, 1, 1);
    private static final Roster ROSTER = Roster.of(2);

    @TempDir
    static Path folder;

    @BeforeAll
    static void keys() {
        Keys.in(folder.resolve("keys"));
        for (String name : ROSTER.holders())
            HolderFiles.write(
                    folder.resolve("data-" + name),
                    DATA.holders().get(ROSTER.holders().indexOf(name)));
    }

    @Test
    void filesComeBackAsTheyWere() {
        HolderData a = DATA.holders().get(0);
        HolderData read = HolderFiles.read(
                folder.resolve("data-a"), DATA.sizes(), a.features().columns());
        assertArrayEquals(a.features().dense().values(), read.features().dense().values());
        assertEquals(a.edges().edges(), read.edges().edges());
        assertEquals(
                a.supervision().orElseThrow().train().length,
                read.supervision().orElseThrow().train().length);
        assertTrue(HolderFiles.read(folder.resolve("data-b"), DATA.sizes(), 20)
                .supervision()
                .isEmpty());
    }

    @Test
    void overTlsTheNumbersAreThoseInProcess() throws IOException {
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::width, 4)
                .with(PpgnnSettings::epochs, 3)
                .with(PpgnnSettings::openedBits, 36);
        Parties parties = Parties.of(ROSTER, settings, DATA)
                .overTls(folder.resolve("keys"))
                .run();
        assertEquals(Map.of(), parties.ends);
        Parties expected = Parties.of(ROSTER, settings, DATA).run();
        for (int e = 0; e < 3; e++)
            assertEquals(
                    expected.history("a").epochs().get(e).loss(),
                    parties.history("a").epochs().get(e).loss(),
                    1e-3);
    }

    /** Three processes, each with its own key and files, come to the losses of the run in one process. */
    @Test
    void processesComeToTheSameNumbers() {
        PpgnnSettings settings = PpgnnSettings.standard()
                .with(PpgnnSettings::width, 4)
                .with(PpgnnSettings::epochs, 4)
                .with(PpgnnSettings::openedBits, 36);
        var apart = PartyProcesses.of(
                        settings,
                        folder.resolve("apart"),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PartyCommand.class.getName())
                .atMost(Duration.ofMinutes(10))
                .train(DATA, 3);
        var together = VerticalGnn.of(settings).train(DATA, dpgnn.random.Streams.seed(3));
        assertEquals(4, apart.losses().size());
        var epochs = together.history().epochs();
        for (int e = 0; e < 4; e++)
            assertEquals(epochs.get(e).loss(), apart.losses().get(e), 1e-3);
        assertTrue(apart.epochSeconds() > 0);
        long inMemory = together.traffic().get("a").sent();
        assertTrue(
                Math.abs(apart.traffic().sent() - inMemory) < 500,
                "but for the greeting a sends the same: " + apart.traffic().sent() + " and " + inMemory);
    }

    @Test
    void aProcessThatFailsIsNamedWithWhatItSaid() {
        Path failing = folder.resolve("failing");
        String script = "echo no such party >&2; exit 3";
        PartyProcesses apart = PartyProcesses.of(PpgnnSettings.standard(), failing, "sh", "-c", script);
        refused(ProtocolException.class, () -> apart.train(DATA, 3), "'keys' ended with 3: no such party");
    }

    private static Map<String, Process> startAll(int epochs, double deadline) throws IOException {
        var addresses = TlsNetwork.freeAddresses(ROSTER);
        Map<String, Process> all = new HashMap<>();
        for (String name : ROSTER.parties()) {
            List<String> lines = List.of(
                    "keys=" + folder.resolve("keys"),
                    "savepoints=" + folder.resolve("savepoints-" + name),
                    "model=" + folder.resolve("model-" + name),
                    "deadline=" + deadline,
                    "nodes=60",
                    "widths=20,20",
                    "setting.width=4",
                    "setting.epochs=" + epochs);
            all.put(name, Spawned.start(folder, name, addresses, lines));
        }
        return all;
    }

    /** Waits until a has finished this epoch, or any. */
    private static void awaitEpoch(String epoch) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(Spawned.HANGS_MINUTES);
        while (!Spawned.printed(folder, "a").contains("epoch " + epoch)) {
            boolean refused = false;
            for (String name : List.of("a", "b", "server"))
                refused |= Spawned.complained(folder, name).stream().anyMatch(line -> line.startsWith("REFUSED"));
            if (refused || System.nanoTime() > end)
                throw new AssertionError("no epoch " + epoch + ": " + Spawned.complained(folder, "a")
                        + Spawned.complained(folder, "b") + Spawned.complained(folder, "server"));
            Thread.sleep(20);
        }
    }

    /** Killed in the middle: clear errors at the others, no model anywhere; run again, it resumes and all publish. */
    @Test
    @Tag("nightly")
    void killedThenPausedThenResumed() throws Exception {
        long began = System.nanoTime();
        Map<String, Process> first = startAll(100_000, 600);
        double starting;
        try {
            awaitEpoch("5 ");
            starting = (System.nanoTime() - began) / 1e9;
            first.get("b").destroyForcibly();
            for (String name : List.of("a", "server")) {
                assertEquals(1, Spawned.exit(first.get(name)));
                List<String> said = Spawned.complained(folder, name);
                assertEquals(2, said.size(), "a warning and one line: " + said);
                assertTrue(said.get(1).matches(".*('b' is gone|gave up: (VANISHED|ABORTED)).*"), name + ": " + said);
            }
        } finally {
            first.values().forEach(Process::destroyForcibly);
        }
        for (String name : ROSTER.parties()) assertFalse(Files.exists(folder.resolve("model-" + name)));

        // A party that is stopped is told from a slow one by the deadline alone: several times what starting takes here
        // and now.
        Map<String, Process> second = startAll(100_000, Math.max(4, 4 * starting));
        try {
            awaitEpoch("");
            String out = Spawned.printed(folder, "a");
            assertFalse(out.contains("epoch 0 "), "resumed: " + out);
            pause(second.get("b"));
            StringBuilder together = new StringBuilder();
            for (String name : List.of("a", "server")) {
                assertEquals(1, Spawned.exit(second.get(name)));
                String said = Spawned.complained(folder, name).toString();
                assertTrue(said.matches(".*(LATE|ABORTED): .*did not send.*"), name + " said: " + said);
                together.append(said);
            }
            // Whoever's deadline ends first names whom it waited for, which may be one who waits for b in turn.
            assertTrue(
                    together.toString().matches("(?s).*('(a|b|server)' did not send|from '(a|b|server)').*"),
                    "the one who was waited for is named: " + together);
        } finally {
            second.values().forEach(Process::destroyForcibly);
        }

        int reached = last(folder, "a");
        for (String name : ROSTER.parties())
            try (var files = Files.list(folder.resolve("savepoints-" + name))) {
                for (Path file : files.toList()) assertEquals("rw-------", mode(file), file.toString());
            }
        // A party keeps the last two: one that was stopped before its next one still has what the others keep.
        for (String name : ROSTER.parties())
            assertTrue(Math.abs(last(folder, name) - reached) <= 1, "savepoints lie at most one epoch apart");
        // Another number of epochs is another agreement, but the same state. What a kill left of a write is gone
        // afterwards.
        for (String name : ROSTER.parties()) {
            Files.writeString(folder.resolve("savepoints-" + name).resolve("epoch-99.part"), "half");
            Files.writeString(folder.resolve("model-" + name + ".part"), "half");
        }
        Map<String, Process> third = startAll(reached + 5, 600);
        try {
            for (String name : ROSTER.parties()) {
                int end = Spawned.exit(third.get(name));
                assertEquals(0, end, Spawned.complained(folder, name).toString());
                assertEquals("rw-------", mode(folder.resolve("model-" + name)));
            }
        } finally {
            third.values().forEach(Process::destroyForcibly);
        }
        try (var files = Files.walk(folder)) {
            assertEquals(
                    List.of(), files.filter(f -> f.toString().endsWith(".part")).toList());
        }
    }

    private static List<String> waiting(String keys, String nodes) {
        return List.of("keys=" + folder.resolve(keys), "deadline=600", "nodes=" + nodes, "widths=20,20");
    }

    private void endsWithOneLine(Map<String, InetSocketAddress> addresses, List<String> lines, String words)
            throws Exception {
        Process a = Spawned.start(folder, "a", addresses, lines);
        try {
            assertEquals(1, Spawned.exit(a));
        } finally {
            a.destroyForcibly();
        }
        saidOneLine("a", words);
    }

    /** Of which any of these words is part. */
    private static void saidOneLine(String name, String... words) throws IOException {
        List<String> said = new ArrayList<>(Spawned.complained(folder, name));
        said.removeIf(line -> line.startsWith("warning: "));
        assertEquals(1, said.size(), said.toString());
        assertTrue(Arrays.stream(words).anyMatch(said.get(0)::contains), said.get(0));
    }

    @Test
    void whateverKeepsAPartyFromStartingIsOneLine() throws Exception {
        var addresses = TlsNetwork.freeAddresses(ROSTER);
        try (ServerSocket taken = new ServerSocket(addresses.get("a").getPort())) {
            endsWithOneLine(addresses, waiting("keys", "60"), "REFUSED: cannot listen at ");
            assertTrue(taken.isBound());
        }
        endsWithOneLine(addresses, waiting("keys", "2000000000"), "REFUSED: not enough memory");
        endsWithOneLine(addresses, waiting("nowhere", "60"), "REFUSED: the key of 'a' in ");
        Path ended = Files.createDirectory(folder.resolve("ended"));
        for (String file : List.of("a.p12", "a.password", "a.crt", "server.crt"))
            Files.copy(folder.resolve("keys").resolve(file), ended.resolve(file));
        for (String[] arguments : List.of(
                new String[] {"-genkeypair", "-keyalg", "EC", "-dname", "CN=b", "-startdate", "-10d", "-validity", "2"},
                new String[] {"-exportcert", "-file", ended.resolve("b.crt").toString()})) {
            List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
            command.addAll(List.of(arguments));
            command.addAll(List.of("-alias", "b", "-keystore", ended + "/b.p12", "-storepass", "changeit"));
            assertEquals(
                    0,
                    Spawned.exit(new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .start()));
        }
        endsWithOneLine(addresses, waiting("ended", "60"), "REFUSED: the certificate of 'b', ");
        assertTrue(Spawned.complained(folder, "a").toString().contains(" ended on 20"));
    }

    /** A party in whose process a thread dies as soon as it is up. */
    static final class Troubled {
        public static void main(String[] arguments) {
            new Thread(() -> {
                        while (Thread.getDefaultUncaughtExceptionHandler() == null) Thread.onSpinWait();
                        throw new IllegalStateException("of several\nlines");
                    })
                    .start();
            PartyCommand.main(arguments);
        }
    }

    @Test
    void dyingThreadsLeaveNoTraces() throws Exception {
        Spawned.start(folder, "a", TlsNetwork.freeAddresses(ROSTER), waiting("keys", "60"))
                .destroyForcibly()
                .waitFor(); // writes the configuration
        Path said = folder.resolve("troubled.err");
        Process troubled = ChildJvm.of(Troubled.class, "--role", "holder", "--config", folder + "/a.properties")
                .redirectOutput(folder.resolve("troubled.out").toFile())
                .redirectError(said.toFile())
                .start();
        try {
            while (!Files.readString(said).contains("lines")) {
                assertTrue(troubled.isAlive());
                Thread.sleep(20);
            }
        } finally {
            troubled.destroyForcibly();
        }
        saidOneLine("troubled", "REFUSED: of several lines");
    }

    /** While a waits, others throw at its port what they like; it says nothing of that, and one line when b disagrees. */
    @Test
    @Tag("nightly")
    void noiseAtThePortLeavesNoTrace() throws Exception {
        var addresses = TlsNetwork.freeAddresses(ROSTER);
        Process a = Spawned.start(folder, "a", addresses, waiting("keys", "60"));
        List<TlsNetwork> open = new CopyOnWriteArrayList<>();
        try {
            byte[][] noise = {
                "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8),
                new byte[100_000],
                {0x16, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3}, // a TLS hello that goes no further
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.UTF_8)
            };
            int thrown = 0;
            while (thrown < noise.length) {
                assertTrue(a.isAlive(), Spawned.complained(folder, "a").toString());
                try (Socket socket = new Socket("127.0.0.1", addresses.get("a").getPort())) {
                    socket.getOutputStream().write(noise[thrown++]);
                    socket.shutdownOutput();
                    while (socket.getInputStream().read() >= 0) continue;
                } catch (ConnectException e) {
                    Thread.sleep(50); // it does not listen yet
                } catch (IOException e) {
                    continue; // it hung up
                }
            }
            List<Thread> others = new ArrayList<>();
            for (String name : List.of("b", "server")) {
                Thread other = new Thread(() -> {
                    Certificates keys = Certificates.of(folder.resolve("keys"), name);
                    TlsNetwork network =
                            TlsNetwork.connect(ROSTER, name, addresses, keys, Duration.ofMinutes(10), 5000);
                    open.add(network);
                    Endpoint endpoint = new Endpoint(ROSTER, name, network.channels(), Duration.ofMinutes(10), 5000);
                    assertThrows(ProtocolException.class, () -> endpoint.greet("another session", Map.of(), List.of()));
                });
                other.start();
                others.add(other);
            }
            assertEquals(1, Spawned.exit(a));
            for (Thread other : others) other.join();
        } finally {
            a.destroyForcibly();
            open.forEach(TlsNetwork::close);
        }
        // Its own finding, told by who found it first, or by who was told.
        saidOneLine("a", "SESSION", "another party gave up");
    }

    private static String mode(Path file) throws IOException {
        return java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void pause(Process process) throws Exception {
        new ProcessBuilder("sh", "-c", "kill -STOP " + process.pid()).start().waitFor();
    }

    @Test
    void configurationsAreCheckedBeforeAnythingIsSent() throws IOException {
        Path config = Files.writeString(folder.resolve("wrong.properties"), "name=a\nholders=a,b\nserver=s\nnods=3\n");
        assertEquals(1, PartyCommand.run(new String[] {"--role", "holder", "--config", config.toString()}));
        assertEquals(1, PartyCommand.run(new String[] {"--role", "server", "--config", config.toString()}));
        assertEquals(1, PartyCommand.run(new String[] {"--help"}));
    }

    private static int last(Path folder, String name) throws IOException {
        return Savepoints.in(folder.resolve("savepoints-" + name)).completed().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElseThrow();
    }
}
