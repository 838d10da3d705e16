package dpgnn.graph.data;

import dpgnn.graph.format.MalformedFile;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** A ZIP of NumPy arrays, stored or deflated; each array is read from the file when it is asked for. */
final class Npz implements Closeable {
    /** Deflate never shrinks by more than this, so a longer claim is a lie. */
    private static final long MOST_SHRINKING = 1032;

    private final String file;
    private final long bytes;
    private final ZipFile zip;

    public Npz(Path path) throws IOException {
        this.file = path.getFileName().toString();
        this.bytes = Files.size(path);
        try {
            this.zip = new ZipFile(path.toFile());
        } catch (ZipException | IllegalArgumentException | java.io.EOFException e) {
            throw new MalformedFile(file, "ZIP directory", e.getMessage(), "a ZIP of NumPy arrays", e);
        }
    }

    public boolean has(String name) {
        return zip.getEntry(name + ".npy") != null;
    }

    /** The first of these arrays that is there. */
    public String first(String... names) throws MalformedFile {
        for (String name : names) if (has(name)) return name;
        throw new MalformedFile(
                file,
                "ZIP directory",
                zip.stream().limit(20).map(ZipEntry::getName).toList(),
                "an archive with one of " + java.util.List.of(names));
    }

    public int[] ints(String name) throws IOException {
        return read(name, Npy::ints);
    }

    public float[] floats(String name) throws IOException {
        return read(name, Npy::floats);
    }

    public int[] shape(String name) throws IOException {
        return read(name, npy -> npy.shape);
    }

    public String text(String name) throws IOException {
        return read(name, Npy::text);
    }

    /** A sparse matrix whose four arrays have names with this prefix. */
    public Csr csr(String prefix) throws IOException {
        int[] shape = ints(prefix + "shape");
        if (shape.length != 2 || shape[0] < 0 || shape[1] < 0)
            throw new MalformedFile(file, prefix + "shape", java.util.Arrays.toString(shape), "two sizes");
        return Csr.of(
                file, shape[0], shape[1], ints(prefix + "indptr"), ints(prefix + "indices"), floats(prefix + "data"));
    }

    private interface Reading<T> {
        T of(Npy npy) throws IOException;
    }

    private <T> T read(String name, Reading<T> reading) throws IOException {
        ZipEntry entry = zip.getEntry(name + ".npy");
        if (entry == null)
            throw new MalformedFile(file, "ZIP directory", "no entry " + name + ".npy", "an archive that holds it");
        long justified = Math.min(bytes, entry.getCompressedSize())
                * (entry.getMethod() == ZipEntry.STORED ? 1 : MOST_SHRINKING);
        long available = Math.min(entry.getSize(), justified);
        try (var in =
                new BufferedInputStream(zip.getInputStream(entry), (int) Math.max(512, Math.min(1 << 16, available)))) {
            return reading.of(Npy.read(file + "!" + entry.getName(), in, available));
        } catch (ZipException | IllegalArgumentException | java.io.EOFException e) {
            throw new MalformedFile(file, "entry " + entry.getName(), e.getMessage(), "an intact ZIP entry", e);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
