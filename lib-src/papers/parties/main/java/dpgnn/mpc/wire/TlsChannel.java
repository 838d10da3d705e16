package dpgnn.mpc.wire;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Frames over one TLS connection, each behind its length. One thread reads ahead up to a bound and another writes, so a peer
 * that sends too much is held up by TCP, and one that reads too little holds up whoever sends to it.
 */
final class TlsChannel implements Channel {
    /** Bytes that may wait to be sent before a party waits for its peer: a matrix of an epoch, mostly. */
    private static final int UNSENT = 16 << 20;

    private static final int ABORT = 0x58475044;

    /** The last frame. TCP can be cut by anybody on its way; this comes from the peer. */
    private static final byte[] END = {};

    private final String peer;
    private final Closeable line;
    private final BlockingQueue<byte[]> inbox;
    private final Deque<byte[]> outbox = new ArrayDeque<>();
    private final Thread reader;
    private final Thread writer;
    private long unsent;
    private volatile ProtocolException failure;
    private volatile boolean ended;
    private volatile boolean closed;

    /**
     * @param line what ends both directions at once when it is closed
     * @param secured the same line after its handshake
     * @param ahead the most frames to read before they are taken
     */
    TlsChannel(String peer, Closeable line, Socket secured, int ahead) throws IOException {
        this.peer = peer;
        this.line = line;
        inbox = new LinkedBlockingQueue<>(ahead);
        DataInputStream in = new DataInputStream(secured.getInputStream());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(secured.getOutputStream(), 1 << 16));
        reader = TlsNetwork.begin("read from " + peer, () -> read(in));
        writer = TlsNetwork.begin("write to " + peer, () -> write(out));
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void send(byte[] frame, Duration atMost) {
        Countdown end = Countdown.of(atMost);
        try {
            synchronized (outbox) {
                while (failure == null && !closed && (unsent >= UNSENT || !writer.isAlive())) {
                    if (end.over())
                        throw new ProtocolException(Fault.LATE, "'" + peer + "' took no message within " + end);
                    outbox.wait(20);
                }
                if (failure != null) throw failure;
                if (closed) throw gone("this party has ended the connection", null);
                put(frame);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProtocolException(Fault.REFUSED, "interrupted while sending to '" + peer + "'", e);
        }
    }

    @Override
    public byte[] take(Duration atMost) throws InterruptedException {
        byte[] frame = inbox.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (frame == null && ended && inbox.isEmpty() && failure == null)
            failure = gone("it closed the connection", null);
        return frame;
    }

    @Override
    public ProtocolException failure() {
        return failure;
    }

    /** What waits to be sent makes way for the code, which the peer looks at when it arrives and not when its turn comes. */
    @Override
    public void abort(Fault reason) {
        synchronized (outbox) {
            if (closed) return;
            outbox.clear();
            put(ByteBuffer.allocate(5)
                    .putInt(ABORT)
                    .put((byte) reason.ordinal())
                    .array());
            close();
        }
    }

    @Override
    public void close() {
        synchronized (outbox) {
            if (closed) return;
            closed = true;
            put(END);
        }
    }

    /** Waits until both sides have ended the connection, and cuts it when they have not in time. */
    void finish(Countdown atMost) throws InterruptedException {
        close();
        for (Thread thread : new Thread[] {writer, reader})
            thread.join(Math.max(1, atMost.left().toMillis()));
        TlsNetwork.cut(line);
        writer.interrupt();
    }

    private void put(byte[] frame) {
        outbox.add(frame);
        unsent += frame.length;
        outbox.notifyAll();
    }

    private void write(DataOutputStream out) {
        try {
            byte[] frame;
            do {
                boolean last;
                synchronized (outbox) {
                    while (outbox.isEmpty()) outbox.wait();
                    frame = outbox.remove();
                    last = outbox.isEmpty();
                }
                out.writeInt(frame.length);
                out.write(frame);
                if (last) out.flush();
                synchronized (outbox) {
                    unsent -= frame.length;
                    outbox.notifyAll();
                }
            } while (frame != END);
        } catch (IOException | InterruptedException e) {
            // The reader, to whom the peer may have said why, finds the line broken too.
        }
    }

    private void read(DataInputStream in) {
        try {
            for (int length = in.readInt(); length != 0; length = in.readInt()) {
                if (length < 0 || length > FrameCodec.LIMIT) {
                    failure = new ProtocolException(
                            Fault.GARBAGE, "'" + peer + "' sent a frame above " + FrameCodec.LIMIT + " bytes");
                    return;
                }
                byte[] frame = new byte[length];
                in.readFully(frame);
                if (length >= 4 && ByteBuffer.wrap(frame).getInt() == ABORT) failure = aborted(frame);
                else while (!closed && !inbox.offer(frame, 20, TimeUnit.MILLISECONDS)) continue;
            }
            ended = true;
        } catch (IOException e) {
            if (failure == null && !closed) failure = gone("the connection broke", e);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
        }
    }

    private ProtocolException aborted(byte[] frame) {
        if (frame.length == 5 && frame[4] >= 0 && frame[4] < Fault.values().length)
            return Fault.values()[frame[4]].from(peer);
        return new ProtocolException(Fault.GARBAGE, "'" + peer + "' gave up with no code that this party knows");
    }

    private ProtocolException gone(String why, Throwable cause) {
        return new ProtocolException(Fault.VANISHED, "'" + peer + "' is gone: " + why, cause);
    }
}
