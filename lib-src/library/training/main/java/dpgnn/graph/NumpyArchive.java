package dpgnn.graph;

import dpgnn.base.AtomicFile;
import dpgnn.base.Check;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Arrays for other programs: an archive (npz) that {@code numpy.load} reads, with little-endian numbers row by row. */
public final class NumpyArchive {
    private static final int MOST = 1 << 30;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ZipOutputStream zip = new ZipOutputStream(bytes);
    private long size;

    /** Adds an array of 32-bit floats. */
    public NumpyArchive floats(String name, float[] values, int... shape) {
        ByteBuffer raw = raw(name, "<f4", Check.given("values", values).length, Float.BYTES, shape);
        raw.asFloatBuffer().put(values);
        return entry(name, "<f4", raw, shape);
    }

    /** Adds an array of 32-bit whole numbers. */
    public NumpyArchive ints(String name, int[] values, int... shape) {
        ByteBuffer raw = raw(name, "<i4", Check.given("values", values).length, Integer.BYTES, shape);
        raw.asIntBuffer().put(values);
        return entry(name, "<i4", raw, shape);
    }

    /** Adds an array of bytes from 0 to 255, such as a text in UTF-8. */
    public NumpyArchive bytes(String name, byte[] values, int... shape) {
        ByteBuffer raw = raw(name, "|u1", Check.given("values", values).length, 1, shape);
        return entry(name, "|u1", raw.put(values).flip(), shape);
    }

    private ByteBuffer raw(String name, String type, int count, int each, int... shape) {
        long wanted = Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact);
        Check.that(wanted == count, "values of " + name, "as many as its shape has, " + wanted, count);
        size += (long) count * each;
        Check.that(size <= MOST, "arrays up to " + name, "at most " + MOST + " bytes", size);
        return ByteBuffer.allocate(count * each).order(ByteOrder.LITTLE_ENDIAN);
    }

    private NumpyArchive entry(String name, String type, ByteBuffer raw, int... shape) {
        String sizes = Arrays.stream(shape).mapToObj(n -> n + ",").collect(Collectors.joining(" "));
        String head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + sizes + "), }";
        String padded = head + " ".repeat(63 - (head.length() + 10) % 64) + "\n";
        ByteBuffer begin = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
        begin.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        begin.put((byte) 1).put((byte) 0).putShort((short) padded.length());
        try {
            ZipEntry entry = new ZipEntry(name + ".npy");
            entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0)); // equal arrays make equal files
            zip.putNextEntry(entry);
            zip.write(begin.array());
            zip.write(padded.getBytes(StandardCharsets.US_ASCII));
            zip.write(raw.array());
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException("an archive in memory must be writable: " + name, e);
        }
        return this;
    }

    /** Writes the file whole or not at all; only its owner may read it, since what is in it may be private. */
    public void write(Path path) throws IOException {
        zip.close();
        AtomicFile.writePrivate(Check.given("path", path), bytes.toByteArray());
    }
}
