package dpgnn.mpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
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
        assertEquals(0, PartyCommand.run(new String[] {
            "--certificates", folder.resolve("keys").toString(), "--names", "a,b,server,stranger"
        }));
        for (String name : ROSTER.holders())
            HolderFiles.write(
                    folder.resolve("data-" + name),
                    DATA.holders().get(ROSTER.holders().indexOf(name)));
    }

    @Test
    void filesComeBackAsTheyWere() {
        HolderData a = DATA.holders().get(0);
        HolderData read = HolderFiles.read(
                folder.resolve("data-a"), DATA.shape(), a.features().columns());
        assertEquals(a.features().encode(16), read.features().encode(16));
        assertEquals(a.edges().edges(), read.edges().edges());
        assertEquals(
                a.supervision().orElseThrow().train().length,
                read.supervision().orElseThrow().train().length);
        assertTrue(HolderFiles.read(folder.resolve("data-b"), DATA.shape(), 20)
                .supervision()
                .isEmpty());
    }

    @Test
    void overTlsTheNumbersAreThoseInProcess() throws IOException {
        Settings settings =
                Settings.standard().with("width", 4).with("epochs", 3).with("openedBits", 36);
        var addresses = GrpcNetwork.freeAddresses(ROSTER);
        Parties parties = Parties.run(
                ROSTER,
                n -> settings,
                n -> "tls",
                DATA,
                n -> GrpcNetwork.connect(
                                ROSTER,
                                n,
                                addresses,
                                Certificates.of(folder.resolve("keys"), n),
                                Duration.ofSeconds(20),
                                DATA.shape().limit(settings))
                        .channels(),
                Map.of(),
                Duration.ofSeconds(20));
        assertEquals(Map.of(), parties.ends);
        var local = LocalChannels.of(ROSTER);
        Parties expected =
                Parties.run(ROSTER, n -> settings, n -> "tls", DATA, local::get, Map.of(), Duration.ofSeconds(20));
        for (int e = 0; e < 3; e++)
            assertEquals(
                    ((Holder) expected.programs.get("a"))
                            .history()
                            .epochs()
                            .get(e)
                            .loss(),
                    ((Holder) parties.programs.get("a"))
                            .history()
                            .epochs()
                            .get(e)
                            .loss(),
                    1e-3);
    }

    /** Three processes, each with its own key and files, come to the losses of the run in one process. */
    @Test
    void processesComeToTheSameNumbers() {
        Settings settings =
                Settings.standard().with("width", 4).with("epochs", 4).with("openedBits", 36);
        var apart = PartyProcesses.of(
                        settings,
                        folder.resolve("apart"),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PartyCommand.class.getName())
                .atMost(Duration.ofSeconds(60))
                .train(DATA, 3);
        var together = VerticalGnn.of(settings).train(DATA, dpgnn.random.Streams.seed(3));
        assertEquals(4, apart.losses().size());
        for (int e = 0; e < 4; e++)
            assertEquals(
                    together.history().epochs().get(e).loss(), apart.losses().get(e), 1e-3);
        assertTrue(apart.epochSeconds() > 0);
        long inMemory = together.traffic().get("a").sent();
        assertTrue(
                Math.abs(apart.traffic().sent() - inMemory) < 500,
                "but for the greeting a sends the same: " + apart.traffic().sent() + " and " + inMemory);
    }

    @Test
    void aProcessThatFailsIsNamedWithWhatItSaid() {
        ProtocolException failed = assertThrows(ProtocolException.class, () -> PartyProcesses.of(
                        Settings.standard(), folder.resolve("failing"), "sh", "-c", "echo no such party >&2; exit 3")
                .train(DATA, 3));
        assertTrue(failed.getMessage().contains("'keys' ended with 3: no such party"), failed.getMessage());
    }

    /** A certificate of the run is not enough: who is not expected to call is turned away, and an unknown one cannot even connect. */
    @Test
    void strangersAreTurnedAway() throws IOException {
        var addresses = GrpcNetwork.freeAddresses(ROSTER);
        Certificates.make(folder.resolve("others"), List.of("b"));
        long limit = 1000;
        Thread a = new Thread(() -> {
            try {
                GrpcNetwork.connect(
                                ROSTER,
                                "a",
                                addresses,
                                Certificates.of(folder.resolve("keys"), "a"),
                                Duration.ofSeconds(3),
                                limit)
                        .close();
                throw new AssertionError("nobody who may call did");
            } catch (ProtocolException e) {
                ended[0] = e;
            }
        });
        a.start();
        Roster alone = new Roster(List.of("a", "b"), "server", "server");
        for (Certificates wrong : List.of(
                Certificates.of(folder.resolve("others"), "b"), Certificates.of(folder.resolve("keys"), "stranger"))) {
            var own = GrpcNetwork.freeAddresses(ROSTER);
            own.put("a", addresses.get("a"));
            Map<String, Channel> channels = new HashMap<>();
            Thread caller = new Thread(() -> {
                try {
                    GrpcNetwork.connect(alone, "b", own, wrong, Duration.ofSeconds(1), limit);
                } catch (ProtocolException e) {
                    channels.clear();
                }
            });
            caller.start();
            join(caller);
        }
        join(a);
        assertEquals(Fault.VANISHED, ended[0].fault());
        assertTrue(ended[0].getMessage().contains("did not connect"), ended[0].getMessage());
    }

    private final ProtocolException[] ended = new ProtocolException[1];

    private static void join(Thread thread) {
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertFalse(thread.isAlive(), "hangs");
    }

    private static Process start(String name, String role, Map<String, InetSocketAddress> addresses, int epochs)
            throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "name=" + name,
                "session=processes",
                "holders=a,b",
                "server=server",
                "keys=" + folder.resolve("keys"),
                "savepoints=" + folder.resolve("savepoints-" + name),
                "model=" + folder.resolve("model-" + name),
                "deadline=4",
                "seed=3",
                "nodes=60",
                "widths=20,20",
                "classes=3",
                "setting.width=4",
                "setting.epochs=" + epochs));
        if (role.equals("holder")) lines.add("data=" + folder.resolve("data-" + name));
        addresses.forEach((n, at) -> lines.add("address." + n + "=127.0.0.1:" + at.getPort()));
        Path config = Files.write(folder.resolve(name + ".properties"), lines);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        PartyCommand.class.getName(),
                        "--role",
                        role,
                        "--config",
                        config.toString())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private static Map<String, Process> startAll(int epochs) throws IOException {
        var addresses = GrpcNetwork.freeAddresses(ROSTER);
        Map<String, Process> all = new HashMap<>();
        for (String name : ROSTER.parties())
            all.put(name, start(name, name.equals("server") ? "server" : "holder", addresses, epochs));
        return all;
    }

    private static void awaitEpoch(int epoch) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        while (!Files.readString(folder.resolve("a.out")).contains("epoch " + epoch + " ")) {
            if (System.nanoTime() > end)
                throw new AssertionError("no epoch " + epoch + ": " + Files.readString(folder.resolve("a.err"))
                        + Files.readString(folder.resolve("b.err")) + Files.readString(folder.resolve("server.err")));
            Thread.sleep(20);
        }
    }

    /** Killed in the middle: clear errors at the others, no model anywhere; run again, it resumes and all publish. */
    @Test
    void killedThenPausedThenResumed() throws Exception {
        Map<String, Process> first = startAll(100_000);
        try {
            awaitEpoch(5);
            first.get("b").destroyForcibly();
            for (String name : List.of("a", "server")) {
                assertTrue(first.get(name).waitFor(12, TimeUnit.SECONDS), name + " hangs");
                assertEquals(1, first.get(name).exitValue());
                String said = Files.readString(folder.resolve(name + ".err"));
                assertTrue(said.matches("(?s).*('b' is gone|gave up: (VANISHED|ABORTED)).*"), name + " said: " + said);
                // A newer JVM warns of its own accord where it was not told that libraries may be loaded.
                long ours = said.lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("WARNING: "))
                        .count();
                assertEquals(2, ours, "a warning and one line: " + said);
            }
        } finally {
            first.values().forEach(Process::destroyForcibly);
        }
        for (String name : ROSTER.parties()) assertFalse(Files.exists(folder.resolve("model-" + name)));

        Map<String, Process> second = startAll(100_000);
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
            while (!Files.readString(folder.resolve("a.out")).contains("epoch ") && System.nanoTime() < end)
                Thread.sleep(20);
            String out = Files.readString(folder.resolve("a.out"));
            assertTrue(
                    out.contains("epoch ") && !out.startsWith("epoch 0 "),
                    "resumed: " + out.lines().findFirst());
            pause(second.get("b"));
            StringBuilder together = new StringBuilder();
            for (String name : List.of("a", "server")) {
                assertTrue(second.get(name).waitFor(20, TimeUnit.SECONDS), name + " hangs");
                String said = Files.readString(folder.resolve(name + ".err"));
                assertTrue(said.matches("(?s).*(LATE|ABORTED): .*did not send.*"), name + " said: " + said);
                together.append(said);
            }
            // Whoever's deadline ends first names whom it waited for, which may be one who waits for b in turn.
            assertTrue(
                    together.toString().matches("(?s).*('[ab]' did not send|from '[ab]').*"),
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
        // Another number of epochs is another agreement, but the same state.
        Map<String, Process> third = startAll(reached + 5);
        try {
            for (String name : ROSTER.parties()) {
                assertTrue(third.get(name).waitFor(40, TimeUnit.SECONDS), name + " hangs");
                assertEquals(0, third.get(name).exitValue(), Files.readString(folder.resolve(name + ".err")));
                assertEquals("rw-------", mode(folder.resolve("model-" + name)));
            }
        } finally {
            third.values().forEach(Process::destroyForcibly);
        }
    }

    private static String mode(Path file) throws IOException {
        return java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void pause(Process process) throws Exception {
        new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void keysStayInTheirFolderAndAreNotOverwritten() throws IOException {
        Path keys = folder.resolve("once");
        for (String names : List.of("../evil", "a,../evil", "trust", "a,a", "A"))
            assertEquals(
                    1, PartyCommand.run(new String[] {"--certificates", keys.toString(), "--names", names}), names);
        assertFalse(Files.exists(folder.resolve("evil.p12")));
        assertFalse(Files.exists(keys), "nothing was made");
        Certificates.make(keys, List.of("a"));
        byte[] first = Files.readAllBytes(keys.resolve("a.p12"));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> Certificates.make(keys, List.of("b", "a")));
        assertTrue(refused.getMessage().contains("never overwritten"), refused.getMessage());
        assertTrue(java.util.Arrays.equals(first, Files.readAllBytes(keys.resolve("a.p12"))));
        assertFalse(Files.exists(keys.resolve("b.p12")));
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
