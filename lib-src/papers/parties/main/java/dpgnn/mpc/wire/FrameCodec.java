package dpgnn.mpc.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages cut into frames of bounded size, and put together again. The size of a message is checked against a limit before
 * memory is taken for it, so a peer cannot make a party allocate what the protocol never sends.
 */
final class FrameCodec {
    /** Longest frame in bytes: what the transport is told to refuse beyond. */
    static final int LIMIT = 1 << 20;

    private static final int FIRST = 0x31475044;
    private static final int MORE = 0x2B475044;
    private static final int FIRST_HEADER = 56;
    private static final int MORE_HEADER = 24;

    private final String peer;
    private final long limit;
    private Message pending;
    private int filled;

    /**
     * @param limit the most words that a message may have
     */
    FrameCodec(String peer, long limit) {
        this.peer = peer;
        this.limit = limit;
    }

    static List<byte[]> of(Message m) {
        List<byte[]> frames = new ArrayList<>();
        int at = 0;
        do {
            boolean first = at == 0;
            int header = first ? FIRST_HEADER : MORE_HEADER;
            int words = Math.min(m.words().length - at, (LIMIT - header) / 8);
            ByteBuffer buffer = ByteBuffer.allocate(header + 8 * words).order(ByteOrder.LITTLE_ENDIAN);
            buffer.putInt(first ? FIRST : MORE)
                    .putInt(first ? m.kind().ordinal() : at)
                    .putLong(m.tag())
                    .putLong(m.sequence());
            if (first)
                buffer.putInt(m.epoch())
                        .putInt(m.rows())
                        .putInt(m.columns())
                        .putInt(m.scale())
                        .putInt(m.depth())
                        .putInt(words)
                        .putLong(m.note());
            buffer.asLongBuffer().put(m.words(), at, words);
            frames.add(buffer.array());
            at += words;
        } while (at < m.words().length);
        return frames;
    }

    /** Takes one frame; gives the message that it completes, or null where more must come. */
    Message accept(byte[] frame) {
        ByteBuffer buffer = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
        if (frame.length < MORE_HEADER || frame.length > LIMIT) throw garbage("a frame of " + frame.length + " bytes");
        int magic = buffer.getInt();
        if (magic != (pending == null ? FIRST : MORE)) throw garbage("a frame that begins with " + magic);
        return pending == null ? first(buffer, frame.length) : more(buffer, frame.length);
    }

    private Message first(ByteBuffer buffer, int length) {
        if (length < FIRST_HEADER) throw garbage("a frame of " + length + " bytes");
        int ordinal = buffer.getInt();
        long tag = buffer.getLong();
        long sequence = buffer.getLong();
        int epoch = buffer.getInt();
        int rows = buffer.getInt();
        int columns = buffer.getInt();
        int scale = buffer.getInt();
        int depth = buffer.getInt();
        int words = buffer.getInt();
        long note = buffer.getLong();
        if (ordinal < 0 || ordinal >= MessageKind.values().length) throw garbage("a matter numbered " + ordinal);
        if (rows < 0 || columns < 0 || depth < 0) throw garbage("a matrix of " + rows + " x " + columns);
        long size = (long) rows * columns;
        if (size > limit)
            throw new ProtocolException(
                    Fault.SHAPE,
                    "'" + peer + "' announced " + rows + " x " + columns + " words; this run's largest matrix has "
                            + limit);
        if (words < 0 || words > size || length != FIRST_HEADER + 8L * words)
            throw garbage("a frame of " + length + " bytes that says it holds " + words + " words of " + size);
        pending = new Message(
                tag,
                sequence,
                epoch,
                MessageKind.values()[ordinal],
                rows,
                columns,
                scale,
                depth,
                note,
                new long[(int) size]);
        filled = 0;
        return fill(buffer, words);
    }

    private Message more(ByteBuffer buffer, int length) {
        int at = buffer.getInt();
        long tag = buffer.getLong();
        long sequence = buffer.getLong();
        int words = (length - MORE_HEADER) / 8;
        if (at != filled || tag != pending.tag() || sequence != pending.sequence())
            throw garbage("a part at word " + at + " where the one at word " + filled + " was due");
        if (words == 0 || (length - MORE_HEADER) % 8 != 0 || filled + words > pending.words().length)
            throw garbage("a part of " + length + " bytes");
        return fill(buffer, words);
    }

    private Message fill(ByteBuffer buffer, int words) {
        buffer.asLongBuffer().get(pending.words(), filled, words);
        filled += words;
        if (filled < pending.words().length) {
            if (words == 0) throw garbage("an empty first part");
            return null;
        }
        Message complete = pending;
        pending = null;
        return complete;
    }

    private ProtocolException garbage(String what) {
        return new ProtocolException(Fault.GARBAGE, "'" + peer + "' sent bytes that are no message: " + what);
    }
}
