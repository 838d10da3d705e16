package dpgnn.graph.data;

import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.format.ReadLimit;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The type of the numbers of an array, as NumPy writes it, and how to read them from a stream.
 *
 * @param kind b for booleans, i and u for whole numbers, f for floating ones, S and U for texts, V for anything else
 * @param size bytes of one number
 */
record Dtype(char kind, int size, boolean bigEndian) {
    private static final int CHUNK = 1 << 16;

    /** How much longer an array becomes when it is full: rarely, so that copies cost little memory beside the last one. */
    private static final int GROWTH = 8;

    /** Takes a number that was read: whole ones exactly in {@code whole}, floating ones in {@code real}. */
    private interface Sink {
        void number(int i, long whole, double real) throws MalformedFile;

        /** There will be numbers up to this one, for the bytes of them are there. */
        void reserve(int end);
    }

    static Dtype of(String file, String descr) throws MalformedFile {
        String body = descr;
        boolean big = body.startsWith(">");
        if (body.startsWith("<") || body.startsWith("|") || body.startsWith("=") || big) body = body.substring(1);
        if (body.matches("[biufSU][0-9]{1,6}")) {
            char kind = body.charAt(0);
            int size = Integer.parseInt(body.substring(1)) * (kind == 'U' ? 4 : 1);
            boolean fits =
                    switch (kind) {
                        case 'b' -> size == 1;
                        case 'f' -> size == 4 || size == 8;
                        case 'i', 'u' -> size == 1 || size == 2 || size == 4 || size == 8;
                        default -> true;
                    };
            if (fits) return new Dtype(kind, size, big);
        }
        if (body.startsWith("O")) return new Dtype('V', 8, false);
        throw new MalformedFile(file, "array type", descr, "such as '<i4', '<i8', '<f4', '<f8' or '|b1'");
    }

    boolean isWhole() {
        return kind == 'b' || kind == 'i' || kind == 'u';
    }

    boolean isNumber() {
        return isWhole() || kind == 'f';
    }

    /** Whole numbers, which must fit into 32 bits. */
    int[] ints(int count, InputStream in, String file, String where) throws IOException {
        if (!isWhole()) throw new MalformedFile(file, where, "numbers of type " + kind + size, "whole numbers");
        ReadLimit.heap(file, where, held(count));
        var sink = new Sink() {
            private int[] result = new int[0];

            @Override
            public void reserve(int end) {
                if (end > result.length) result = Arrays.copyOf(result, grown(end, count));
            }

            @Override
            public void number(int i, long whole, double real) throws MalformedFile {
                if (whole != (int) whole)
                    throw new MalformedFile(file, where + ", value " + i, whole, "a number of at most 32 bits");
                result[i] = (int) whole;
            }
        };
        each(count, in, file, where, sink);
        return sink.result;
    }

    /** Numbers as floats, rounded where they are longer. */
    float[] floats(int count, InputStream in, String file, String where) throws IOException {
        if (!isNumber()) throw new MalformedFile(file, where, "values of type " + kind + size, "numbers");
        ReadLimit.heap(file, where, held(count));
        var sink = new Sink() {
            private float[] result = new float[0];

            @Override
            public void reserve(int end) {
                if (end > result.length) result = Arrays.copyOf(result, grown(end, count));
            }

            @Override
            public void number(int i, long whole, double real) throws MalformedFile {
                if (!Float.isFinite((float) real))
                    throw new MalformedFile(file, where + ", value " + i, real, "a finite number");
                result[i] = (float) real;
            }
        };
        each(count, in, file, where, sink);
        return sink.result;
    }

    /** A length for an array that must hold {@code end} of {@code count} numbers now; the last length is the count itself. */
    private static int grown(int end, int count) {
        return (int) Math.min(count, (long) end * GROWTH);
    }

    /** The bytes of so many numbers and of the shorter array that they are copied from. */
    private static long held(int count) {
        return 4L * count + 4L * count / GROWTH;
    }

    private void each(int count, InputStream in, String file, String where, Sink sink) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[(int) Math.min(CHUNK, (long) count * size)])
                .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int perChunk = CHUNK / size;
        for (int done = 0; done < count; ) {
            int now = Math.min(perChunk, count - done);
            int got;
            try {
                got = in.readNBytes(buffer.array(), 0, now * size);
            } catch (EOFException e) {
                got = 0;
            }
            if (got < now * size)
                throw new MalformedFile(file, where, "only " + (done + got / size) + " numbers", count + " numbers");
            sink.reserve(done + now);
            for (int k = 0; k < now; k++) {
                int at = k * size;
                switch (kind) {
                    case 'f' -> sink.number(done + k, 0, size == 4 ? buffer.getFloat(at) : buffer.getDouble(at));
                    default -> {
                        long v = whole(buffer, at);
                        sink.number(done + k, v, v);
                    }
                }
            }
            done += now;
        }
    }

    private long whole(ByteBuffer buffer, int at) {
        boolean signed = kind == 'i';
        return switch (size) {
            case 1 -> signed ? buffer.get(at) : buffer.get(at) & 0xFF;
            case 2 -> signed ? buffer.getShort(at) : buffer.getShort(at) & 0xFFFF;
            case 4 -> signed ? buffer.getInt(at) : buffer.getInt(at) & 0xFFFFFFFFL;
            default -> buffer.getLong(at);
        };
    }
}
