package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that drip, never end, send another file the second time, or know no range. Their seconds pass on a clock of the test. */
class SlowServersTest {
    private static final byte[] CONTENT = new byte[50_000];
    private static final long SECOND = 1_000_000_000;

    static {
        for (int i = 0; i < CONTENT.length; i++) CONTENT[i] = (byte) (i * 7 >> 2);
    }

    /** What a server does with one request, given the range that was asked for. */
    private interface Answer {
        void to(String head, OutputStream out) throws IOException, InterruptedException;
    }

    @TempDir
    Path folder;

    private final AtomicLong now = new AtomicLong(5 * SECOND);
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private ServerSocket server;
    private Answer answer;
    private Path target;
    private Path part;
    private String sha;

    @BeforeEach
    void start() throws Exception {
        sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT));
        target = folder.resolve("file");
        part = folder.resolve("file.part");
        server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        Thread thread = new Thread(this::serve, "slow-server");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void serve() {
        while (!server.isClosed())
            try (Socket socket = server.accept()) {
                var in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
                StringBuilder head = new StringBuilder();
                for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine())
                    head.append(line).append('\n');
                asked.add(head.toString());
                answer.to(head.toString(), socket.getOutputStream());
                socket.getOutputStream().flush();
            } catch (IOException | InterruptedException e) {
                // The client has gone, as it should.
            }
    }

    private static void head(OutputStream out, String status, String... fields) throws IOException {
        out.write(("HTTP/1.1 " + status + "\r\nConnection: close\r\n"
                        + String.join(
                                "", Arrays.stream(fields).map(f -> f + "\r\n").toList()) + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    private static int from(String head) {
        var range = java.util.regex.Pattern.compile("Range: bytes=([0-9]+)-").matcher(head);
        return range.find() ? Integer.parseInt(range.group(1)) : 0;
    }

    /** Sends a part of the content from where it is asked to, and breaks off. */
    private static void some(String head, OutputStream out, String tag, int most) throws IOException {
        int from = from(head);
        String length = "Content-Length: " + (CONTENT.length - from);
        if (from == 0) head(out, "200 OK", length, "ETag: " + tag);
        else
            head(
                    out,
                    "206 Partial Content",
                    length,
                    "ETag: " + tag,
                    "Content-Range: bytes " + from + "-" + (CONTENT.length - 1) + "/" + CONTENT.length);
        out.write(CONTENT, from, Math.min(most, CONTENT.length - from));
    }

    private void fetch(String sha256, long bytes, Duration total, long leastPerSecond) throws IOException {
        DownloadPace pace = new DownloadPace(total, Duration.ofSeconds(30), leastPerSecond, now::get);
        new Download(60_000, 3, pace)
                .fetch("http://127.0.0.1:" + server.getLocalPort() + "/file", target, sha256, bytes);
    }

    private void fails(String sha256, long bytes, Duration total, long leastPerSecond, String words) {
        refused(IOException.class, () -> fetch(sha256, bytes, total, leastPerSecond), words);
    }

    /** Drips a byte, and the clock goes on by so much; ends only with the client. */
    private static void drip(OutputStream out, AtomicLong clock, long nanos) throws IOException {
        while (true) {
            clock.addAndGet(nanos);
            out.write(1);
            out.flush();
        }
    }

    @Test
    void aDripEndsAtTheLeastRate() {
        answer = (head, out) -> {
            head(out, "200 OK");
            drip(out, now, 2 * SECOND);
        };
        fails("", -1, Duration.ofDays(9), 1_000, "must send at least 1000 bytes/s");
        assertFalse(Files.exists(part), "nothing is to go on from");
    }

    @Test
    void allAttemptsTogetherEndInTotal() {
        answer = (head, out) -> {
            head(out, "200 OK");
            drip(out, now, 2 * SECOND);
        };
        fails(sha, -1, Duration.ofSeconds(100), 0, "must be here in 100 s");
        assertEquals(1, asked.size(), "there is no time for another attempt");
    }

    /** Reading a head has no end of its own: the guard breaks the connection. */
    @Test
    void aHeadThatNeverEndsIsBrokenOff() {
        answer = (head, out) -> {
            out.write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            now.addAndGet(101 * SECOND);
            while (true) { // until the client closes
                out.write('x');
                out.flush();
                Thread.sleep(20);
            }
        };
        fails("", -1, Duration.ofSeconds(100), 0, "must be here in 100 s");
        assertFalse(Files.exists(part));
    }

    @Test
    void anEndlessFileEndsAtItsSizeAndLeavesNothing() {
        answer = (head, out) -> {
            head(out, "200 OK");
            while (true) out.write(CONTENT);
        };
        fails(sha, 60_000, Duration.ofDays(9), 0, "more than the 60000 bytes");
        assertFalse(Files.exists(part));
        answer = (head, out) -> head(out, "200 OK", "Content-Length: " + (1L << 50));
        fails("", -1, Duration.ofDays(9), 0, "sends more than");
        assertFalse(Files.exists(part));
    }

    @Test
    void noRangeIsAFullSentence() throws IOException {
        Files.write(part, CONTENT);
        answer = (head, out) -> head(out, "416 Range Not Satisfiable", "Content-Length: 0");
        fails(sha, CONTENT.length, Duration.ofDays(9), 0, "answered with status 416 (it has no such range of bytes)");
        assertFalse(Files.exists(part));
        assertEquals(
                List.of(CONTENT.length, 0),
                asked.stream().map(SlowServersTest::from).toList());
    }

    /** A part of an earlier process is continued where the SHA-256 tells whether it was right, and made anew where not. */
    @Test
    void aPartOfEarlierIsContinuedOnlyUnderAChecksum() throws IOException {
        answer = (head, out) -> some(head, out, "\"a\"", CONTENT.length);
        Files.write(part, Arrays.copyOf(CONTENT, 20_000));
        fetch(sha, -1, Duration.ofDays(9), 0);
        assertArrayEquals(CONTENT, Files.readAllBytes(target));
        assertEquals(20_000, from(asked.get(0)));
        Files.write(part, new byte[20_000]); // of another file
        fetch(sha, -1, Duration.ofDays(9), 0);
        assertArrayEquals(CONTENT, Files.readAllBytes(target));
        assertEquals(
                List.of(20_000, 20_000, 0),
                asked.stream().map(SlowServersTest::from).toList());
        Files.write(part, new byte[20_000]);
        fetch("", -1, Duration.ofDays(9), 0);
        assertArrayEquals(CONTENT, Files.readAllBytes(target));
        assertEquals(0, from(asked.get(3)));
        assertFalse(Files.exists(part));
    }

    /** Without a checksum the server must say that it still has the same file; a weak tag does not. */
    @Test
    void itGoesOnByTheTagOfTheServer() throws IOException {
        answer = (head, out) -> some(head, out, "\"a\"", 20_000);
        fetch("", -1, Duration.ofDays(9), 0);
        assertArrayEquals(CONTENT, Files.readAllBytes(target));
        assertTrue(asked.get(1).contains("If-Range: \"a\"") && from(asked.get(1)) == 20_000, asked.get(1));
        asked.clear();
        answer = (head, out) -> some(head, out, "W/\"a\"", 20_000);
        fails("", -1, Duration.ofDays(9), 0, "broke off 3 times");
        assertEquals(List.of(0, 0, 0), asked.stream().map(SlowServersTest::from).toList());
        assertFalse(Files.exists(part));
    }

    @Test
    void whatBrokeOffStaysOnlyUnderAChecksum() throws IOException {
        answer = (head, out) -> some(head, out, "\"a\"", 10_000);
        fails(sha, -1, Duration.ofDays(9), 0, "broke off 3 times, last after 30000 bytes");
        assertEquals(30_000, Files.size(part));
        fails("", -1, Duration.ofDays(9), 0, "broke off");
        assertFalse(Files.exists(part));
    }

    @Test
    void oneAtATimeWritesAPart() throws Exception {
        answer = (head, out) -> {
            asked.add(refused(IOException.class, () -> fetch(sha, -1, Duration.ofDays(9), 0)));
            some(head, out, "\"a\"", CONTENT.length);
        };
        fetch(sha, -1, Duration.ofDays(9), 0);
        assertTrue(asked.get(1).contains("another download is writing " + part), asked.toString());
        assertArrayEquals(CONTENT, Files.readAllBytes(target));
    }

    @Test
    void httpWithoutAChecksumIsRefused() {
        Download download = new Download(1_000, 1, DownloadPace.usual());
        refused(
                IOException.class,
                () -> download.fetch("http://data.invalid/file", target, "", -1),
                "no SHA-256 of it is known");
        assertFalse(Files.exists(part));
    }
}
