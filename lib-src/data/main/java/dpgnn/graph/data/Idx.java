package dpgnn.graph.data;

import dpgnn.graph.format.Lines;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import dpgnn.graph.read.Sources;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** Reads MNIST's gzipped IDX files: big-endian headers, then bytes. */
final class Idx {
    private Idx() {}

    public static Images.Parts read(Sources sources, String shownName) throws IOException {
        return new Images.Parts(part(sources, "train"), part(sources, "t10k"), sources.provenance(shownName));
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
