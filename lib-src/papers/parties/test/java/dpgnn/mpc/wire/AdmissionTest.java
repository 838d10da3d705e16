package dpgnn.mpc.wire;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mpc.Spawned;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may connect: the holder of the key of the certificate that lies in the folder, while it lies there and is valid. */
class AdmissionTest {
    private static final Roster ROSTER = Roster.of(2);
    private static final Duration START = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final Map<String, InetSocketAddress> addresses = TlsNetwork.freeAddresses(ROSTER);
    private final AtomicLong time = new AtomicLong();
    private final List<CompletableFuture<TlsNetwork>> begun = new ArrayList<>();
    private final Moved clock = new Moved();

    /** The wall's clock, moved by days. */
    private static class Moved extends Clock {
        private volatile Duration by = Duration.ZERO;

        Duration by() {
            return by;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(by());
        }
    }

    /** Every party has a folder of its own: its key, and everybody's certificate. */
    @BeforeEach
    void handOut() throws IOException {
        Path made = Keys.made();
        for (String self : List.of("a", "b", "server", "stranger")) {
            Path own = Files.createDirectory(folder.resolve(self));
            for (String file : List.of(self + ".p12", self + ".password", "a.crt", "b.crt", "server.crt"))
                Files.copy(made.resolve(file), own.resolve(file));
        }
        Files.copy(made.resolve("stranger.crt"), folder.resolve("stranger/stranger.crt"));
    }

    @AfterEach
    void end() {
        time.addAndGet(10 * START.toNanos());
        for (var network : begun)
            try {
                network.get(10, TimeUnit.MINUTES).close();
            } catch (Exception e) {
                // It did not come about.
            }
    }

    private Certificates keys(String name) {
        return Certificates.of(folder.resolve(name), name, clock);
    }

    private CompletableFuture<TlsNetwork> connect(Roster roster, String name, Certificates keys) {
        return connect(roster, name, keys, time);
    }

    private CompletableFuture<TlsNetwork> connect(Roster roster, String name, Certificates keys, AtomicLong time) {
        CompletableFuture<TlsNetwork> made = new CompletableFuture<>();
        Countdown start = Countdown.of(START, time::get);
        begun.add(made);
        new Thread(() -> {
                    try {
                        made.complete(TlsNetwork.connect(roster, name, addresses, keys, start, 1000));
                    } catch (Throwable e) {
                        made.completeExceptionally(e);
                    }
                })
                .start();
        return made;
    }

    private static void await(BooleanSupplier what) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (!what.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("hangs");
            Thread.sleep(10);
        }
    }

    private boolean listens(String name) {
        try (Socket socket = new Socket("127.0.0.1", addresses.get(name).getPort())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String fault(Fault fault, CompletableFuture<TlsNetwork> network) throws Exception {
        try {
            network.get(10, TimeUnit.MINUTES);
            throw new AssertionError("admitted");
        } catch (java.util.concurrent.ExecutionException e) {
            assertEquals(
                    fault,
                    ((ProtocolException) e.getCause()).fault(),
                    e.getCause().toString());
            return e.getCause().getMessage();
        }
    }

    private void refusedAtTheStart(String... words) throws Exception {
        String said = fault(Fault.REFUSED, connect(ROSTER, "a", keys("a")));
        for (String word : words) assertTrue(said.contains(word), said);
    }

    /** a waits, b comes, is turned away for this reason, and a says so when its time is over. */
    private void turnedAway(Certificates atA, String words) throws Exception {
        var a = connect(ROSTER, "a", atA);
        await(() -> listens("a"));
        connect(ROSTER, "b", Certificates.of(folder.resolve("b"), "b"));
        await(() -> !atA.refusal("b").isEmpty());
        time.addAndGet(2 * START.toNanos());
        String said = fault(Fault.VANISHED, a);
        assertTrue(said.contains("'b' did not connect within 30000 ms"), said);
        assertTrue(said.contains(words), said);
    }

    @Test
    void whoeverIsInTheFolderIsAdmitted() throws Exception {
        var all = List.of(
                connect(ROSTER, "a", keys("a")),
                connect(ROSTER, "b", keys("b")),
                connect(ROSTER, "server", keys("server")));
        for (var network : all)
            assertEquals(2, network.get(10, TimeUnit.MINUTES).channels().size());
    }

    @Test
    @Tag("nightly")
    void certificatesThatEndedOrHaveNotBegunAreRefusedAtTheStart() throws Exception {
        clock.by = Duration.ofDays(366);
        refusedAtTheStart("the certificate of 'a'", " ended on 20");
        assertFalse(listens("a"), "nothing was opened");
        clock.by = Duration.ofDays(-3);
        refusedAtTheStart("the certificate of 'a'", " begins on 20");
        // One day's difference between clocks does no harm.
        clock.by = Duration.ofHours(-20);
        keys("a").mustAdmit(ROSTER);
    }

    @Test
    void aCertificateThatEndsMeanwhileIsRefusedAtTheHandshake() throws Exception {
        Certificates a = Certificates.of(folder.resolve("a"), "a", new Moved() {
            @Override
            Duration by() { // once a listens, a year has passed
                return listens("a") ? Duration.ofDays(366) : Duration.ZERO;
            }
        });
        turnedAway(a, "ended on");
    }

    @Test
    void warningsBeginThirtyDaysBefore() {
        Certificates a = keys("a");
        clock.by = KeyPairs.VALID.minusDays(33);
        assertEquals(List.of(), a.ending(ROSTER));
        clock.by = KeyPairs.VALID.minusDays(30);
        List<String> lines = a.ending(ROSTER);
        assertEquals(3, lines.size(), lines.toString());
        assertTrue(lines.get(0).startsWith("the certificate of 'a' ends in 28 days, on 20"), lines.get(0));
        a.mustAdmit(ROSTER);
    }

    /** Whose file is removed is turned away at the next handshake, and admitted once it is back, without a new start. */
    @Test
    void aRemovedFileRevokes() throws Exception {
        Path file = folder.resolve("a/b.crt");
        Certificates a = keys("a");
        var waiting = connect(ROSTER, "a", a);
        await(() -> listens("a"));
        Files.delete(file);
        AtomicLong timeOfB = new AtomicLong();
        var b = connect(ROSTER, "b", keys("b"), timeOfB);
        await(() -> !a.refusal("b").isEmpty());
        assertTrue(
                a.refusal("b").contains("b.crt does not exist; whoever has none there is not admitted"),
                a.refusal("b"));
        timeOfB.addAndGet(2 * START.toNanos());
        fault(Fault.VANISHED, b);
        assertFalse(waiting.isDone());
        Files.copy(Keys.made().resolve("b.crt"), file);
        connect(ROSTER, "b", keys("b"));
        connect(ROSTER, "server", keys("server"));
        assertEquals(2, waiting.get(10, TimeUnit.MINUTES).channels().size());
    }

    @Test
    void aMissingFileIsRefusedAtTheStart() throws Exception {
        Files.delete(folder.resolve("a/server.crt"));
        refusedAtTheStart("there is no certificate of 'server'");
        Files.copy(Keys.made().resolve("b.crt"), folder.resolve("a/server.crt"));
        refusedAtTheStart("must be one of 'server', was one of 'b'");
        Files.writeString(folder.resolve("a/server.crt"), "nothing");
        refusedAtTheStart("server.crt, is none");
    }

    @Test
    void aKeyOfAnotherCertificateIsRefusedAtTheStart() throws Exception {
        Certificates.make(folder.resolve("other"), List.of("a"));
        Files.copy(folder.resolve("other/a.crt"), folder.resolve("a/a.crt"), StandardCopyOption.REPLACE_EXISTING);
        refusedAtTheStart("is not the certificate of the key");
    }

    /** The right name on a certificate that somebody made for himself. */
    @Test
    void aNameAloneIsNotEnough() throws Exception {
        Certificates.make(folder.resolve("other"), List.of("b"));
        for (String file : List.of("b.p12", "b.password", "b.crt"))
            Files.copy(
                    folder.resolve("other").resolve(file),
                    folder.resolve("b").resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        turnedAway(keys("a"), "its certificate is another one than");
    }

    /** A certificate of the folder is not enough either: who is not of the run is turned away. */
    @Test
    void aStrangerWithAGoodCertificateIsTurnedAway() throws Exception {
        Files.copy(Keys.made().resolve("stranger.crt"), folder.resolve("a/stranger.crt"));
        var a = connect(ROSTER, "a", keys("a"));
        await(() -> listens("a"));
        Roster strange = new Roster(List.of("a", "stranger"), "server", "server");
        addresses.put("stranger", TlsNetwork.freeAddresses(ROSTER).get("b"));
        String said = fault(Fault.VANISHED, connect(strange, "stranger", keys("stranger")));
        assertTrue(said.contains("'stranger' is not expected to call here"), said);
        assertFalse(a.isDone());
    }

    /** Who answers at the address of a, with another party's good certificate, is not taken for a. */
    @Test
    void anotherPartyAtTheAddressIsNotTakenForIt() throws Exception {
        Map<String, InetSocketAddress> right = Map.copyOf(addresses);
        connect(ROSTER, "server", keys("server"));
        await(() -> listens("server"));
        addresses.put("a", right.get("server"));
        addresses.put("server", TlsNetwork.freeAddresses(ROSTER).get("server"));
        Certificates b = keys("b");
        connect(ROSTER, "b", b);
        await(() -> !b.refusal("a").isEmpty());
        assertTrue(b.refusal("a").contains("a certificate of 'server' came where 'a' should be"), b.refusal("a"));
    }

    @Test
    void onlyTls13IsSpoken() throws Exception {
        connect(ROSTER, "a", keys("a"));
        await(() -> listens("a"));
        for (String version : List.of("TLSv1.2", "TLSv1.3"))
            try (Socket line = new Socket("127.0.0.1", addresses.get("a").getPort())) {
                SSLSocket secured = keys("b").secured(line, "a");
                secured.setEnabledProtocols(new String[] {version});
                if (version.equals("TLSv1.2")) assertThrows(SSLHandshakeException.class, secured::startHandshake);
                else assertEquals(1, secured.getInputStream().read(), "welcome");
            }
    }

    /** Many who say nothing keep nobody out: the first of them are hung up on. */
    @Test
    void callersWhoShowNoCertificateKeepNobodyOut() throws Exception {
        var a = connect(ROSTER, "a", keys("a"));
        await(() -> listens("a"));
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 80; i++)
                silent.add(new Socket("127.0.0.1", addresses.get("a").getPort()));
            silent.get(0).setSoTimeout((int) Duration.ofMinutes(10).toMillis());
            assertEquals(-1, silent.get(0).getInputStream().read(), "hung up");
            connect(ROSTER, "b", keys("b"));
            connect(ROSTER, "server", keys("server"));
            assertEquals(2, a.get(10, TimeUnit.MINUTES).channels().size());
        } finally {
            for (Socket socket : silent) socket.close();
        }
    }

    @Test
    void keysStayInTheirFolderAndAreNotOverwritten() throws IOException {
        Path keys = folder.resolve("once/deep");
        for (String names : List.of(
                "../evil",
                "a,../evil",
                "/tmp/evil",
                "a/b",
                "a\\b",
                "a,a",
                "A",
                "a,A",
                "",
                "a,",
                "a, b",
                "..",
                ".",
                "con",
                "lpt1",
                "-a",
                "a.b",
                "a\n",
                "x".repeat(32)))
            assertEquals(1, Spawned.command("--certificates", keys.toString(), "--names", names), names);
        assertFalse(Files.exists(folder.resolve("once")), "nothing was made");
        Certificates.make(keys, List.of("a"));
        byte[] first = Files.readAllBytes(keys.resolve("a.p12"));
        refused(() -> Certificates.make(keys, List.of("b", "a")), "never overwritten");
        assertTrue(java.util.Arrays.equals(first, Files.readAllBytes(keys.resolve("a.p12"))));
        assertFalse(Files.exists(keys.resolve("b.p12")));
        // A link to a place elsewhere is not written through, though nothing is there.
        Files.createSymbolicLink(keys.resolve("c.p12"), folder.resolve("elsewhere"));
        refused(() -> Certificates.make(keys, List.of("c")));
        assertFalse(Files.exists(folder.resolve("elsewhere")));
        // Another party's key in the same folder is no hindrance, and nothing unfinished is left.
        Certificates.make(keys, List.of("b"));
        try (var files = Files.list(keys)) {
            assertEquals(
                    List.of("a.crt", "a.p12", "a.password", "b.crt", "b.p12", "b.password", "c.p12"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aFileIsPrivateBeforeItHasContent() throws Exception {
        Path file = folder.resolve("f");
        PrivateFiles.create(file);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertThrows(FileAlreadyExistsException.class, () -> PrivateFiles.create(file));
    }
}
