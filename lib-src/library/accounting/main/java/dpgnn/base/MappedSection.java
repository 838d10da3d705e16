package dpgnn.base;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * A run of numbers in a file that the operating system maps into memory: what is read is loaded, and what is not needed is
 * dropped again. Numbers are little-endian and are counted from 0; a section may have more of them than an array.
 */
public final class MappedSection {
    /** Segments of 1 GiB: a buffer ends at 2 GiB, and no number may lie across an end. */
    static final int SHIFT = 30;

    private static final int MASK = (1 << SHIFT) - 1;

    private final ByteBuffer[] segments;
    private final long bytes;

    MappedSection(ByteBuffer[] segments, long bytes) {
        this.segments = segments;
        this.bytes = bytes;
    }

    public long bytes() {
        return bytes;
    }

    public byte byteAt(long index) {
        return segments[(int) (index >>> SHIFT)].get((int) index & MASK);
    }

    public short shortAt(long index) {
        long at = index << 1;
        return segments[(int) (at >>> SHIFT)].getShort((int) at & MASK);
    }

    public int intAt(long index) {
        long at = index << 2;
        return segments[(int) (at >>> SHIFT)].getInt((int) at & MASK);
    }

    public long longAt(long index) {
        long at = index << 3;
        return segments[(int) (at >>> SHIFT)].getLong((int) at & MASK);
    }

    public float floatAt(long index) {
        long at = index << 2;
        return segments[(int) (at >>> SHIFT)].getFloat((int) at & MASK);
    }

    /** Copies floats to {@code into[offset .. offset + length)}. */
    public void copyFloats(long index, float[] into, int offset, int length) {
        for (int done = 0; done < length; ) {
            long at = index + done << 2;
            FloatBuffer from = segments[(int) (at >>> SHIFT)]
                    .duplicate()
                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                    .position((int) at & MASK)
                    .asFloatBuffer();
            int part = Math.min(length - done, from.remaining());
            from.get(into, offset + done, part);
            done += part;
        }
    }

    /** All of it as 64-bit words, as {@link java.util.BitSet#valueOf(long[])} takes them. */
    public long[] longs() {
        long[] all = new long[Math.toIntExact(bytes / Long.BYTES)];
        for (int i = 0; i < all.length; i++) all[i] = longAt(i);
        return all;
    }

    /** All of it as text in UTF-8. */
    public String text() {
        byte[] all = new byte[Math.toIntExact(bytes)];
        for (int i = 0; i < all.length; i++) all[i] = byteAt(i);
        return new String(all, java.nio.charset.StandardCharsets.UTF_8);
    }
}
