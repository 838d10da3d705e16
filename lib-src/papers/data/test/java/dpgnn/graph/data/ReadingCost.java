package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;

/**
 * What one reading may cost: a second of the thread's own time, and the memory that the documentation of the package states,
 * {@link #PER_FILE} bytes for each file and {@link #PER_BYTE} for each byte of unpacked content. Memory is what the thread
 * allocates in all, which is more than what it ever holds.
 */
final class ReadingCost {
    static final long PER_FILE = 1 << 20;
    static final long PER_BYTE = 256;
    private static final long SECOND = 1_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<String, Long> unpacked = new HashMap<>();
    private long bytesBefore;
    private long timeBefore;

    static ReadingCost of(SmallFiles.Format format, Path own) throws IOException {
        ReadingCost cost = new ReadingCost();
        for (String place : format.files().keySet()) cost.unpacked.put(place, unpacked(own.resolve(place)));
        return cost;
    }

    void start() {
        bytesBefore = allocated();
        timeBefore = System.nanoTime();
    }

    /** Something that reads. */
    interface Again {
        void read() throws IOException;
    }

    /**
     * The clock on the wall is cheap to ask, but counts what else the machine does: what seems slow is read again.
     *
     * @param damaged what stood in for the file at this place
     */
    void check(String what, String place, Path damaged, Again again) throws IOException {
        long took = System.nanoTime() - timeBefore;
        long bytes = allocated() - bytesBefore;
        // Unpacking for the true size takes time, so it is done where the size of the intact file does not suffice.
        if (bytes > bound(unpacked.get(place), place)) {
            long bound = bound(unpacked(damaged), place);
            assertTrue(bytes <= bound, () -> what + " took " + bytes + " bytes, but at most " + bound + " are stated");
        }
        if (took > SECOND) checkTime(what, again);
    }

    private static void checkTime(String what, Again again) throws IOException {
        long before = THREADS.getCurrentThreadCpuTime();
        again.read();
        long took = THREADS.getCurrentThreadCpuTime() - before;
        assertTrue(took <= SECOND, () -> what + " took " + took / 1e9 + " s of the thread's time");
    }

    private long bound(long content, String place) {
        long all = content;
        for (var file : unpacked.entrySet()) if (!file.getKey().equals(place)) all += file.getValue();
        return unpacked.size() * PER_FILE + all * PER_BYTE;
    }

    static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** How many bytes a file holds, unpacked as far as that goes. */
    static long unpacked(Path path) throws IOException {
        String name = path.getFileName().toString();
        long size = Files.size(path);
        if (name.endsWith(".gz")) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(path))) {
                return Math.max(size, counted(in));
            } catch (IOException e) {
                return size;
            }
        }
        if (!name.endsWith(".npz")) return size;
        long sum = 0;
        try (ZipFile zip = new ZipFile(path.toFile())) {
            for (var entry : zip.stream().toList())
                try (InputStream in = zip.getInputStream(entry)) {
                    sum += counted(in);
                } catch (IOException | IllegalArgumentException e) {
                    continue;
                }
        } catch (IOException | IllegalArgumentException e) {
            return size;
        }
        return Math.max(size, sum);
    }

    private static long counted(InputStream in) {
        byte[] buffer = new byte[1 << 12];
        long count = 0;
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) count += n;
        } catch (IOException e) {
            return count;
        }
        return count;
    }
}
