package dpgnn.graph;

import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Downloads a file beside its target, goes on where an earlier attempt broke off, checks size and SHA-256, and only then
 * renames it into place. Only http and https; at most five redirections.
 *
 * @param timeoutMillis the longest wait for a connection or for the next bytes
 * @param attempts how often a download that broke off is resumed
 */
record Download(int timeoutMillis, int attempts) {
    private static final int REDIRECTIONS = 5;
    private static final long LARGEST = 16L << 30;

    void fetch(String address, Path target, String sha256, long bytes) throws IOException {
        Files.createDirectories(target.getParent());
        Path part = target.resolveSibling(target.getFileName() + ".part");
        boolean complete = false;
        for (int attempt = 1; !complete; attempt++) {
            try {
                complete = receive(address, part, bytes < 0 ? LARGEST : bytes);
                if (!complete && attempt >= attempts)
                    throw new IOException(
                            address + " broke off " + attempts + " times, last after " + Files.size(part) + " bytes");
            } catch (java.net.SocketTimeoutException e) {
                if (attempt >= attempts)
                    throw new IOException(address + " did not answer in " + timeoutMillis + " ms", e);
            }
        }
        String actual = Sources.sha256(part);
        if ((bytes >= 0 && Files.size(part) != bytes) || (!sha256.isEmpty() && !sha256.equalsIgnoreCase(actual))) {
            String found = Files.size(part) + " bytes with SHA-256 " + actual;
            Files.delete(part);
            throw new IOException(address + " sent " + found + ", but it must be "
                    + (bytes < 0 ? "" : bytes + " bytes with ") + "SHA-256 " + sha256);
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** One request; true when all that the server announced has come. */
    private boolean receive(String address, Path part, long limit) throws IOException {
        long have = Files.exists(part) ? Files.size(part) : 0;
        HttpURLConnection connection = open(address, have);
        try {
            int status = connection.getResponseCode();
            if (status == 416) {
                Files.deleteIfExists(part);
                return false;
            }
            if (status != 200 && status != 206) throw new IOException(address + " answered with status " + status);
            String range = connection.getHeaderField("Content-Range");
            boolean resumed = status == 206 && range != null && range.startsWith("bytes " + have + "-");
            if (status == 206 && !resumed) {
                Files.deleteIfExists(part);
                throw new IOException(address + " must go on at byte " + have + ", went on with " + range);
            }
            long announced = connection.getContentLengthLong();
            long from = resumed ? have : 0;
            long got = copy(connection, part, from, limit, resumed);
            return announced < 0 || got == announced;
        } finally {
            connection.disconnect();
        }
    }

    private static long copy(HttpURLConnection connection, Path part, long from, long limit, boolean resumed)
            throws IOException {
        byte[] buffer = new byte[1 << 16];
        long got = 0;
        try (InputStream in = connection.getInputStream();
                OutputStream out = Files.newOutputStream(
                        part,
                        StandardOpenOption.CREATE,
                        resumed ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            while (true) {
                int n;
                try {
                    n = in.read(buffer);
                } catch (java.net.SocketTimeoutException e) {
                    throw e;
                } catch (IOException e) {
                    return -1;
                }
                if (n < 0) return got;
                got += n;
                if (from + got > limit)
                    throw new IOException(
                            connection.getURL() + " sends more than the " + limit + " bytes that it must");
                out.write(buffer, 0, n);
            }
        }
    }

    private HttpURLConnection open(String address, long have) throws IOException {
        URI at = uri(address);
        for (int hop = 0; hop <= REDIRECTIONS; hop++) {
            if (!"http".equals(at.getScheme()) && !"https".equals(at.getScheme()))
                throw new IOException(at + " must be an address of http or https");
            HttpURLConnection connection = (HttpURLConnection) at.toURL().openConnection();
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(timeoutMillis);
            connection.setReadTimeout(timeoutMillis);
            connection.setRequestProperty("Accept-Encoding", "identity");
            if (have > 0) connection.setRequestProperty("Range", "bytes=" + have + "-");
            int status = connection.getResponseCode();
            if (status < 300 || status > 399) return connection;
            String next = connection.getHeaderField("Location");
            connection.disconnect();
            if (next == null) throw new IOException(at + " redirects to nowhere");
            at = at.resolve(uri(next));
        }
        throw new IOException(address + " redirects more than " + REDIRECTIONS + " times");
    }

    private static URI uri(String address) throws IOException {
        try {
            return new URI(address);
        } catch (URISyntaxException e) {
            throw new IOException(address + " must be an address", e);
        }
    }
}
