package dpgnn.graph.data;

import dpgnn.base.AtomicFile;
import dpgnn.base.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Downloads a file beside its target, goes on where an earlier attempt broke off, checks size and SHA-256, and only then
 * renames it into place. Only http and https, and http only where the SHA-256 is known; at most five redirections.
 *
 * <p>The bytes received so far lie in a {@code .part} file, which one process at a time writes. A download continues from it
 * where the SHA-256 is known, since that shows at the end whether the file is right, or where the server says that it still
 * has the same file; otherwise it begins anew. A download that can be continued leaves the file behind; any other removes it.
 *
 * @param timeoutMillis the longest wait for a connection or for the next bytes
 * @param attempts how often a download that broke off is resumed
 * @param pace how long it may take in all, and how slow it may be
 */
record Download(int timeoutMillis, int attempts, DownloadPace pace) {
    private static final int REDIRECTIONS = 5;

    /** For files whose size nobody states. */
    private static final long LARGEST = 4L << 30;

    /** A failure after which going on cannot help. */
    private static final class Hopeless extends IOException {
        private static final long serialVersionUID = 1;

        Hopeless(String message) {
            super(message);
        }
    }

    void fetch(String address, Path target, String sha256, long bytes) throws IOException {
        Files.createDirectories(target.getParent());
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try (FileChannel out =
                FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            lock(out, part);
            if (sha256.isEmpty()) out.truncate(0);
            Fetching fetching = new Fetching(address, out, !sha256.isEmpty(), bytes < 0 ? LARGEST : bytes);
            try {
                boolean resumed = out.size() > 0;
                fetching.all();
                String found = sha256(out);
                if (resumed && !right(out.size(), found, bytes, sha256)) {
                    out.truncate(0); // what was there was of another file
                    fetching.all();
                    found = sha256(out);
                }
                if (!right(out.size(), found, bytes, sha256))
                    throw new Hopeless(address + " sent " + out.size() + " bytes with SHA-256 " + found
                            + ", but it must be " + (bytes < 0 ? "" : bytes + " bytes with ") + "SHA-256 " + sha256);
                AtomicFile.move(part, target);
            } catch (IOException | RuntimeException e) {
                if (e instanceof Hopeless || sha256.isEmpty() || out.size() == 0) Files.deleteIfExists(part);
                throw e;
            }
        }
    }

    private static boolean right(long size, String found, long bytes, String sha256) {
        return (bytes < 0 || size == bytes) && (sha256.isEmpty() || sha256.equalsIgnoreCase(found));
    }

    /** Through the channel that holds the lock: closing another one would end the lock. */
    private static String sha256(FileChannel part) throws IOException {
        return Sha256.of(Channels.newInputStream(part.position(0)), part.size());
    }

    private static void lock(FileChannel out, Path part) throws IOException {
        boolean ours;
        try {
            ours = out.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            ours = false;
        }
        if (!ours || !Files.exists(part)) // renamed after it was opened
        throw new IOException("another download is writing " + part + "; try again when it has ended");
    }

    /** One file on its way. */
    private final class Fetching {
        private final String address;
        private final FileChannel out;
        private final boolean verified;
        private final long limit;
        private final DownloadPace.Watch watch;
        /** What a server calls the version that it sends; empty where it gives no name that is safe to go on by. */
        private String version = "";

        Fetching(String address, FileChannel out, boolean verified, long limit) {
            this.address = address;
            this.out = out;
            this.verified = verified;
            this.limit = limit;
            watch = pace.begin(address);
        }

        void all() throws IOException {
            for (int attempt = 1; ; attempt++) {
                IOException trouble;
                try {
                    if (receive()) return;
                    trouble = new IOException(
                            address + " broke off " + attempts + " times, last after " + out.size() + " bytes");
                } catch (SocketTimeoutException e) {
                    trouble = new IOException(address + " did not answer in " + timeoutMillis + " ms", e);
                }
                watch.check();
                if (attempt >= attempts) throw trouble;
            }
        }

        /** One request; true when all that the server announced has come. */
        private boolean receive() throws IOException {
            if (!verified && version.isEmpty()) out.truncate(0);
            long have = out.size();
            HttpURLConnection connection = null;
            try (var guard = watch.guard()) {
                connection = open(have, guard);
                int status = connection.getResponseCode();
                if (status == 416 && have > 0) {
                    out.truncate(0);
                    version = "";
                    return false;
                }
                if (status != 200 && status != 206)
                    throw new IOException(address + " answered with status " + status
                            + (status == 416
                                    ? " (it has no such range of bytes), though all of it was asked for"
                                    : ""));
                String range = connection.getHeaderField("Content-Range");
                boolean resumed = status == 206 && range != null && range.startsWith("bytes " + have + "-");
                if (status == 206 && !resumed)
                    throw new Hopeless(address + " must go on at byte " + have + ", went on with " + range);
                if (!resumed) out.truncate(0);
                version = version(connection);
                long announced = connection.getContentLengthLong();
                if (announced > limit - out.size()) throw tooMuch();
                long got = copy(connection);
                return got >= 0 && (announced < 0 || got == announced);
            } catch (SocketTimeoutException | Hopeless e) {
                throw e;
            } catch (IOException e) {
                watch.check(); // it is the watch that closed the connection
                throw e;
            } finally {
                if (connection != null) connection.disconnect();
            }
        }

        private Hopeless tooMuch() {
            return new Hopeless(address + " sends more than the " + limit + " bytes that it may");
        }

        /** Appends what comes; how much that was, or -1 where the connection broke. */
        private long copy(HttpURLConnection connection) throws IOException {
            byte[] buffer = new byte[1 << 16];
            long got = 0;
            out.position(out.size());
            try (InputStream in = connection.getInputStream()) {
                while (true) {
                    int n;
                    try {
                        n = in.read(buffer);
                    } catch (SocketTimeoutException e) {
                        throw e;
                    } catch (IOException e) {
                        watch.check();
                        return -1;
                    }
                    if (n < 0) return got;
                    got += n;
                    if (out.position() + n > limit) throw tooMuch();
                    for (ByteBuffer some = ByteBuffer.wrap(buffer, 0, n); some.hasRemaining(); ) out.write(some);
                    watch.came(n);
                }
            }
        }

        private HttpURLConnection open(long have, DownloadPace.Guard guard) throws IOException {
            URI at = uri(address);
            for (int hop = 0; hop <= REDIRECTIONS; hop++) {
                require(at);
                HttpURLConnection connection = (HttpURLConnection) at.toURL().openConnection();
                guard.over(connection);
                connection.setInstanceFollowRedirects(false);
                connection.setConnectTimeout(timeoutMillis);
                connection.setReadTimeout(timeoutMillis);
                connection.setRequestProperty("Accept-Encoding", "identity");
                if (have > 0) {
                    connection.setRequestProperty("Range", "bytes=" + have + "-");
                    if (!version.isEmpty()) connection.setRequestProperty("If-Range", version);
                }
                int status = connection.getResponseCode();
                if (status < 300 || status > 399) return connection;
                String next = connection.getHeaderField("Location");
                connection.disconnect();
                if (next == null) throw new Hopeless(at + " redirects to nowhere");
                at = at.resolve(uri(next));
            }
            throw new Hopeless(address + " redirects more than " + REDIRECTIONS + " times");
        }

        /** Over http anybody on the way can change a file, so that only a known SHA-256 makes it what it says. */
        private void require(URI at) throws IOException {
            if (!"http".equals(at.getScheme()) && !"https".equals(at.getScheme()))
                throw new Hopeless(at + " must be an address of http or https");
            if (at.getHost() == null) throw new Hopeless(at + " must name a host");
            if (!verified && "http".equals(at.getScheme()) && !at.getHost().matches("localhost|127\\.0\\.0\\.1"))
                throw new Hopeless(
                        at + " is of http, where anybody on the way can change a file, and no SHA-256 of it is known;"
                                + " fetch it by hand from a place that you trust");
        }
    }

    /** By a strong tag a server tells whether it still has the file of which a part came; a date is too coarse for that. */
    private static String version(HttpURLConnection connection) {
        String tag = connection.getHeaderField("ETag");
        return tag == null || tag.startsWith("W/") ? "" : tag;
    }

    private static URI uri(String address) throws IOException {
        try {
            return new URI(address);
        } catch (URISyntaxException e) {
            throw new Hopeless(address + " must be an address");
        }
    }
}
