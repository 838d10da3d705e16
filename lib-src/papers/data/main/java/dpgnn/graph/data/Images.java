package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import dpgnn.graph.read.Sources;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * Grey images, each labelled with a digit, for baselines without a graph. Immutable: arrays are copied on the way in and out,
 * so use {@link #label} and {@link #copyImage} in loops.
 *
 * @param pixels image after image, row after row, 0 to 255 as unsigned bytes
 */
public record Images(int count, int rows, int columns, byte[] pixels, int[] labels) {
    public Images {
        if (pixels.length != (long) count * rows * columns || labels.length != count)
            throw new IllegalArgumentException("images must have count x rows x columns = " + count + " x " + rows
                    + " x " + columns + " pixels and as many labels, had " + pixels.length + " and " + labels.length);
        pixels = pixels.clone();
        labels = labels.clone();
    }

    /** A copy. */
    @Override
    public byte[] pixels() {
        return pixels.clone();
    }

    /** A copy. */
    @Override
    public int[] labels() {
        return labels.clone();
    }

    /** The digit of an image. */
    public int label(int image) {
        return labels[image];
    }

    /** Writes an image as numbers from 0 to 1 to {@code into[offset .. offset + rows x columns)}. */
    public void copyImage(int image, float[] into, int offset) {
        int size = rows * columns;
        for (int k = 0; k < size; k++) into[offset + k] = (pixels[image * size + k] & 0xFF) / 255f;
    }

    /** Images that were published in two parts. */
    public record Parts(Images train, Images test, Dataset.Provenance provenance) {}

    /** Reads MNIST's gzipped IDX files: big-endian headers, then bytes. */
    static Parts read(Sources sources, String shownName) throws IOException {
        return new Parts(part(sources, "train"), part(sources, "t10k"), sources.provenance(shownName));
    }

    private static Images part(Sources sources, String part) throws IOException {
        Path images = sources.file("mnist/" + part + "-images-idx3-ubyte.gz");
        Path labels = sources.file("mnist/" + part + "-labels-idx1-ubyte.gz");
        int[] shape = new int[3];
        byte[] pixels = content(images, 2051, shape);
        int[] count = new int[1];
        byte[] digits = content(labels, 2049, count);
        if (count[0] != shape[0])
            throw new MalformedFile(
                    labels.getFileName().toString(), "offset 4", count[0], shape[0] + ", as many as there are images");
        int[] classes = new int[count[0]];
        for (int i = 0; i < classes.length; i++) classes[i] = digits[i] & 0xFF;
        return new Images(shape[0], shape[1], shape[2], pixels, classes);
    }

    /** What follows the head; read in pieces, so that memory grows only with what really is there. */
    private static byte[] content(Path path, int magic, int[] shape) throws IOException {
        String file = path.getFileName().toString();
        try (InputStream in = Lines.open(path)) {
            int mark = word(in, file, 0);
            if (mark != magic) throw new MalformedFile(file, "offset 0", mark, "the mark " + magic);
            long size = 1;
            for (int i = 0; i < shape.length; i++) {
                shape[i] = word(in, file, 4 + 4 * i);
                if (shape[i] < 0 || (size *= shape[i]) > Integer.MAX_VALUE - 8)
                    throw new MalformedFile(file, "offset " + (4 + 4 * i), shape[i], "sizes below 2^31 bytes together");
            }
            ReadLimit.heap(file, "sizes in the head", 2 * size); // the pieces and what they become
            byte[] content = in.readNBytes((int) size);
            if (content.length < size || in.read() >= 0)
                throw new MalformedFile(
                        file,
                        "offset " + (4 + 4 * shape.length),
                        content.length < size ? "only " + content.length + " bytes" : "more bytes",
                        size + " bytes, as the head says");
            return content;
        } catch (ZipException | EOFException e) {
            throw new MalformedFile(file, "gzip data", e.getMessage(), "intact", e);
        }
    }

    private static int word(InputStream in, String file, int offset) throws IOException {
        byte[] b = in.readNBytes(4);
        if (b.length < 4) throw new MalformedFile(file, "offset " + offset, "the end of the file", "four bytes");
        return (b[0] & 0xFF) << 24 | (b[1] & 0xFF) << 16 | (b[2] & 0xFF) << 8 | b[3] & 0xFF;
    }
}
