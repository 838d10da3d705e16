package dpgnn.graph.data;

import dpgnn.graph.format.MalformedFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of a NumPy array and the stream that stands behind it. The numbers are decoded straight into the array that is
 * asked for, after the shape was found to fit into the bytes that are there.
 */
final class Npy implements java.io.Closeable {
    private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([^']{1,16})'");
    private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9, L]{0,80})\\)");

    public final String file;
    public final Dtype type;
    public final int[] shape;
    private final int count;
    /** Whether a matrix is stored column by column. */
    private final boolean columns;

    private final InputStream in;

    Npy(String file, Dtype type, int[] shape, boolean columns, InputStream in, long available) throws MalformedFile {
        this.file = file;
        this.type = type;
        this.shape = shape;
        this.in = in;
        long numbers = 1;
        for (int n : shape) {
            numbers *= n;
            if (numbers * Math.max(1, type.size()) > available || numbers > Integer.MAX_VALUE - 8)
                throw new MalformedFile(
                        file,
                        "shape",
                        java.util.Arrays.toString(shape),
                        "small enough for the " + available + " bytes there");
        }
        this.count = (int) numbers;
        this.columns = columns && shape.length > 1;
        if (this.columns) dimension(0, 2);
    }

    public static Npy open(Path path) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 13);
        try {
            return read(path.getFileName().toString(), in, Files.size(path));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Reads the head; {@code available} bounds what the stream can yield. */
    public static Npy read(String file, InputStream in, long available) throws IOException {
        byte[] head = in.readNBytes(8);
        if (head.length < 8
                || (head[0] & 0xFF) != 0x93
                || !new String(head, 1, 5, StandardCharsets.ISO_8859_1).equals("NUMPY"))
            throw new MalformedFile(file, "offset 0", java.util.Arrays.toString(head), "the mark \\x93NUMPY");
        int version = head[6];
        if (version < 1 || version > 3) throw new MalformedFile(file, "offset 6", "version " + version, "1, 2 or 3");
        byte[] size = in.readNBytes(version == 1 ? 2 : 4);
        long length = 0;
        for (int i = size.length - 1; i >= 0; i--) length = length << 8 | size[i] & 0xFF;
        if (length > Math.min(available, 1 << 16))
            throw new MalformedFile(
                    file, "offset 8", "a head of " + length + " bytes", "at most 65536 bytes and in the file");
        byte[] text = in.readNBytes((int) length);
        if (text.length < length)
            throw new MalformedFile(file, "offset 10", "the end of the file", "a head of " + length + " bytes");
        String dict = new String(text, StandardCharsets.ISO_8859_1);
        Dtype type = Dtype.of(file, find(file, DESCR, dict));
        boolean columns = find(file, ORDER, dict).equals("True");
        return new Npy(file, type, shape(file, find(file, SHAPE, dict)), columns, in, available);
    }

    public int dimension(int axis, int axes) throws MalformedFile {
        if (shape.length != axes)
            throw new MalformedFile(file, "shape", java.util.Arrays.toString(shape), "of " + axes + " dimensions");
        return shape[axis];
    }

    /** The numbers, row by row. */
    public int[] ints() throws IOException {
        int[] stored = type.ints(count, in, file, "numbers");
        if (!columns) return stored;
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) rows[i] = stored[place(i)];
        return rows;
    }

    /** The numbers as floats, row by row. */
    public float[] floats() throws IOException {
        float[] stored = type.floats(count, in, file, "numbers");
        if (!columns) return stored;
        float[] rows = new float[count];
        for (int i = 0; i < count; i++) rows[i] = stored[place(i)];
        return rows;
    }

    /** Where a number stands that is at place {@code i} row by row. */
    private int place(int i) {
        return i % shape[1] * shape[0] + i / shape[1];
    }

    /** A short text, for the field that names a sparse format. */
    String text() throws IOException {
        if (type.kind() != 'S' && type.kind() != 'U') throw new MalformedFile(file, "type", type.kind(), "a text");
        return new String(in.readNBytes(Math.min(256, type.size())), StandardCharsets.ISO_8859_1).replace("\0", "");
    }

    private static String find(String file, Pattern pattern, String dict) throws MalformedFile {
        Matcher m = pattern.matcher(dict);
        if (!m.find()) throw new MalformedFile(file, "head", dict, "a dict with " + pattern.pattern());
        return m.group(1);
    }

    private static int[] shape(String file, String text) throws MalformedFile {
        String[] parts = text.replace("L", "").isBlank()
                ? new String[0]
                : text.replace("L", "").split(",");
        int[] shape = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i].strip();
            if (!part.matches("[0-9]{1,9}"))
                throw new MalformedFile(file, "shape", text, "whole numbers below 1000000000, separated by commas");
            shape[i] = Integer.parseInt(part);
        }
        return shape;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
