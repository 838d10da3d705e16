package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dpgnn.base.Sha256;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Downloads from a server on this machine that breaks off, lies and redirects. */
@Tag("jdk")
class DownloadTest {
    private static final byte[] CONTENT = new byte[300_000];
    private static final Download QUICK = new Download(500, 3, DownloadPace.usual());

    static {
        for (int i = 0; i < CONTENT.length; i++) CONTENT[i] = (byte) (i * 31 >> 3);
    }

    @TempDir
    Path folder;

    private HttpServer server;
    private String base;
    private int requests;
    private String sha;

    @BeforeEach
    void start() throws Exception {
        sha = HexFormat.of()
                .formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(CONTENT));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(r -> {
            Thread thread = new Thread(r);
            thread.setDaemon(true);
            return thread;
        }));
        base = "http://localhost:" + server.getAddress().getPort();
        server.createContext("/whole", e -> send(e, CONTENT.length));
        server.createContext("/breaks", e -> send(e, 100_000));
        server.createContext("/moved", e -> redirect(e, "/whole"));
        server.createContext("/circle", e -> redirect(e, "/circle"));
        server.createContext("/silent", e -> pause());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Sends what is asked for, but breaks off after so many bytes. */
    private void send(HttpExchange exchange, int most) throws IOException {
        requests++;
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null ? 0 : Integer.parseInt(range.replaceAll("[^0-9]", ""));
        if (from > 0)
            exchange.getResponseHeaders()
                    .add("Content-Range", "bytes " + from + "-" + (CONTENT.length - 1) + "/" + CONTENT.length);
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, CONTENT.length - from);
        exchange.getResponseBody().write(CONTENT, from, Math.min(most, CONTENT.length - from));
        exchange.getResponseBody().flush();
        exchange.close();
    }

    private void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void pause() {
        try {
            Thread.sleep(3_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path fetch(String path, String wanted, long bytes) throws IOException {
        Path target = folder.resolve("a/file");
        QUICK.fetch(base + path, target, wanted, bytes);
        return target;
    }

    @Test
    void takesAFileThroughARedirection() throws IOException {
        assertArrayEquals(CONTENT, Files.readAllBytes(fetch("/moved", sha, CONTENT.length)));
    }

    @Test
    void goesOnWhereItBrokeOff() throws IOException {
        assertArrayEquals(CONTENT, Files.readAllBytes(fetch("/breaks", sha, CONTENT.length)));
        assertEquals(3, requests);
    }

    @Test
    void refusesAnotherContentAndLeavesNothing() {
        refused(IOException.class, () -> fetch("/whole", sha.replace(sha.charAt(0), 'x'), -1), sha);
        assertFalse(Files.exists(folder.resolve("a/file")));
        assertFalse(Files.exists(folder.resolve("a/file.part")));
    }

    @Test
    void stopsAtMoreBytesThanPromised() {
        refused(IOException.class, () -> fetch("/whole", sha, 1_000));
        assertFalse(Files.exists(folder.resolve("a/file")));
    }

    @Test
    void saysWhatIsMissingWhereNothingAnswers() {
        refused(IOException.class, () -> fetch("/nowhere", sha, 1), "404");
        refused(IOException.class, () -> fetch("/circle", sha, 1), "redirects");
        refused(IOException.class, () -> fetch("/silent", sha, 1), "did not answer");
    }

    /** One file of the manifest, which is looked for in folders of this test. */
    private DataFiles files(String address, String place, Optional<Download> download) {
        Manifest manifest =
                new Manifest(List.of(new Manifest.Entry("tiny", place, base + address, "", -1, "none", "nobody")));
        return new DataFiles(List.of(folder.resolve("data")), folder.resolve("cache"), manifest, download, false);
    }

    @Test
    void looksInFoldersThenInTheCacheThenDownloads() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Path cache = folder.resolve("cache");
        DataFiles online = files("/whole", "tiny/file", Optional.of(QUICK));
        DataFiles offline = files("/whole", "tiny/file", Optional.empty());
        refused(
                MissingData.class,
                () -> offline.find("tiny/file"),
                data.resolve("tiny/file").toString());
        assertEquals(cache.resolve("tiny/file"), online.find("tiny/file"));
        assertEquals(cache.resolve("tiny/file"), offline.find("tiny/file"));
        Files.write(cache.resolve("tiny/file"), Arrays.copyOf(CONTENT, 10));
        String pinned = refused(AlteredFile.class, () -> new Sources(offline).file("tiny/file"));
        assertTrue(pinned.contains(sha), "the first download is pinned: " + pinned);
        Files.write(data.resolve("file"), new byte[1]);
        assertEquals(data.resolve("file"), offline.find("tiny/file"));
    }

    /** Neither what is asked for nor what an archive calls its files leads out of the folder. */
    @Test
    void noNameLeavesTheFolder() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data/tu"));
        DataFiles files = files("/nowhere", "tu/XX.zip", Optional.empty());
        for (String name : new String[] {"../../XX/XX_A.txt", "/etc/XX/XX_A.txt", "..\\up/XX/XX_A.txt"}) {
            FileBytes.zip(data.resolve("XX.zip"), name, CONTENT);
            refused(IOException.class, () -> files.find("tu/XX/XX_A.txt"), name);
            assertFalse(Files.exists(folder.resolve("cache/tu/XX/XX_A.txt")));
        }
        for (String place : new String[] {"../secret", "tu/../../secret", "/etc/passwd", "C:\\secret"})
            refused(() -> files.find(place), place);
    }

    @Test
    void takesOneFileOutOfAnArchiveWithDoubleSlashes() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data/tu"));
        FileBytes.zip(data.resolve("XX.zip"), "XX//XX_A.txt", CONTENT);
        DataFiles files = files("/nowhere", "tu/XX.zip", Optional.empty());
        Path found = files.find("tu/XX/XX_A.txt");
        assertEquals(sha, Sha256.of(found));
        refused(IOException.class, () -> files.find("tu/XX/XX_other.txt"));
    }
}
