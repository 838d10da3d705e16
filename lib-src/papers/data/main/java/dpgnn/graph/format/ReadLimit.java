package dpgnn.graph.format;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.ZipException;

/**
 * Limits the memory and unpacked size of one data file, so that a small file that swells ends in an error message and not in
 * an exhausted machine. An array must fit into the free heap before it is made; {@code java -Xmx} (DPGNN_HEAP for notebooks)
 * raises that limit. Content unpacked from gzip or an archive may be 64 MB, or 100 times its packed size: text and numbers
 * shrink to a tenth or so, zeros to a thousandth. DPGNN_UNPACK_TIMES ({@code -Ddpgnn.unpackTimes}) changes that factor.
 */
public final class ReadLimit {
    private static final long ALWAYS = 64L << 20;
    private static final long TIMES = 100;

    /** An array of this size is made without looking: a look costs more than it. */
    private static final long SMALL = 1 << 20;

    private ReadLimit() {}

    /** Refuses what a file declares if it cannot fit into the heap. */
    public static void heap(String file, String where, long bytes) throws MalformedFile {
        if (bytes <= SMALL || bytes <= room()) return;
        System.gc(); // what nobody holds any more counts as used until it is collected
        if (bytes > room())
            throw new MalformedFile(
                    file,
                    where,
                    megabytes(bytes) + " to hold in memory",
                    "at most " + megabytes(room()) + ", which is what a heap of " + megabytes(most())
                            + " has room for; a larger heap (java -Xmx, DPGNN_HEAP of notebooks) reads it");
    }

    /** How many bytes one file may take now. A third of a heap is often kept for young objects, where no large array fits. */
    public static long room() {
        Runtime runtime = Runtime.getRuntime();
        long free = most() - (runtime.totalMemory() - runtime.freeMemory());
        return Math.max(0, Math.min(free - most() / 16, most() * 5 / 8));
    }

    private static long most() {
        return Runtime.getRuntime().maxMemory();
    }

    /** A stream that ends in an error where it unpacks to more than so many packed bytes may. */
    public static InputStream unpacked(String file, InputStream in, long packed) {
        long times = times();
        long limit = packed > Long.MAX_VALUE / times ? Long.MAX_VALUE : Math.max(ALWAYS, packed * times);
        return new FilterInputStream(in) {
            private long passed;

            @Override
            public int read() throws IOException {
                int b = in.read();
                if (b >= 0) count(1);
                return b;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int n;
                try {
                    n = in.read(into, from, length);
                } catch (ZipException | EOFException e) {
                    throw new MalformedFile(file, "byte " + passed, e.getMessage(), "intact gzip data", e);
                }
                if (n > 0) count(n);
                return n;
            }

            private void count(int n) throws MalformedFile {
                if ((passed += n) > limit)
                    throw new MalformedFile(
                            file,
                            "unpacked",
                            "more than " + megabytes(limit) + " in " + packed + " packed bytes",
                            "at most 64 MB or " + times
                                    + " times the packed size; DPGNN_UNPACK_TIMES sets another number");
            }
        };
    }

    private static long times() {
        String given = System.getProperty("dpgnn.unpackTimes", System.getenv("DPGNN_UNPACK_TIMES"));
        if (given == null || given.isBlank()) return TIMES;
        if (!given.matches("[1-9][0-9]{0,8}"))
            throw new IllegalStateException("DPGNN_UNPACK_TIMES must be a whole number from 1, was " + given);
        return Long.parseLong(given);
    }

    /** Something that reads. */
    @FunctionalInterface
    public interface Reading<T> {
        T read() throws IOException;
    }

    /** Reads a whole data set; where the heap ends before it does, the error says so. */
    public static <T> T within(String name, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (OutOfMemoryError e) {
            throw new IOException(
                    "data set " + name + " does not fit into the heap of " + megabytes(most())
                            + " beside what is there; give Java a larger one (java -Xmx, DPGNN_HEAP of notebooks)",
                    e);
        }
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%d MB", Math.round(bytes / 1048576.0));
    }
}
