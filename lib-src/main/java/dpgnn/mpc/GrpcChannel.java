package dpgnn.mpc;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.CallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** One two-way stream of frames over TLS. What was not asked for stays at the sender, so a peer cannot flood the memory. */
final class GrpcChannel implements Channel, StreamObserver<byte[]> {
    private static final int ABORT = 0x58475044;

    private final String peer;
    private final AtomicReference<Status> transport;
    private final BlockingQueue<byte[]> inbox = new LinkedBlockingQueue<>();
    private final Object ready = new Object();
    private volatile CallStreamObserver<byte[]> out;
    private volatile ProtocolException failure;
    private volatile boolean ended;
    private volatile boolean closed;

    /**
     * @param transport how the transport ended the stream, where the stream itself is told less
     */
    GrpcChannel(String peer, AtomicReference<Status> transport) {
        this.peer = peer;
        this.transport = transport;
    }

    /** Attaches the stream, before it starts; asks for so many frames ahead. */
    void attach(CallStreamObserver<byte[]> stream) {
        out = stream;
        stream.setOnReadyHandler(() -> {
            synchronized (ready) {
                ready.notifyAll();
            }
        });
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public void send(byte[] frame, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        try {
            synchronized (ready) {
                while (!out.isReady()) {
                    if (failure != null) throw failure;
                    if (System.nanoTime() > end)
                        throw new ProtocolException(
                                Fault.LATE, "'" + peer + "' took no message within " + atMost.toMillis() + " ms");
                    ready.wait(20);
                }
            }
            out.onNext(frame);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProtocolException(Fault.REFUSED, "interrupted while sending to '" + peer + "'", e);
        } catch (IllegalStateException | StatusRuntimeException e) {
            throw failure != null ? failure : gone("the stream has ended", e);
        }
    }

    @Override
    public byte[] take(Duration atMost) throws InterruptedException {
        byte[] frame = inbox.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (frame != null) out.request(1);
        else if (ended && inbox.isEmpty() && failure == null) failure = gone("it closed the connection", null);
        return frame;
    }

    @Override
    public ProtocolException failure() {
        return failure;
    }

    /** The code is looked at when it arrives, not when its turn comes. */
    @Override
    public void abort(Fault reason) {
        if (closed) return;
        closed = true;
        byte[] frame = ByteBuffer.allocate(5)
                .putInt(ABORT)
                .put((byte) reason.ordinal())
                .array();
        try {
            out.onNext(frame);
            out.onCompleted();
        } catch (IllegalStateException | StatusRuntimeException e) {
            // The stream is down already; whoever was at its other end knows.
        }
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        try {
            out.onCompleted();
        } catch (IllegalStateException | StatusRuntimeException e) {
            // The stream is down already.
        }
    }

    @Override
    public void onNext(byte[] frame) {
        if (frame.length < 4 || ByteBuffer.wrap(frame).getInt() != ABORT) inbox.add(frame);
        else if (frame.length == 5 && frame[4] >= 0 && frame[4] < Fault.values().length)
            failure = Fault.values()[frame[4]].from(peer);
        else
            failure = new ProtocolException(Fault.GARBAGE, "'" + peer + "' gave up with no code that this party knows");
    }

    @Override
    public void onError(Throwable t) {
        Status status = transport.get().isOk() ? Status.fromThrowable(t) : transport.get();
        if (failure == null && !closed)
            failure = status.getCode() == Status.Code.RESOURCE_EXHAUSTED
                    ? new ProtocolException(
                            Fault.GARBAGE, "'" + peer + "' sent a frame above " + Frames.LIMIT + " bytes", t)
                    : gone(
                            status.getCode() + (status.getDescription() == null ? "" : ", " + status.getDescription()),
                            t);
    }

    @Override
    public void onCompleted() {
        ended = true;
    }

    private ProtocolException gone(String why, Throwable cause) {
        return new ProtocolException(Fault.VANISHED, "'" + peer + "' is gone: " + why, cause);
    }
}
