package dpgnn.kernel;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dflib.jjava.jupyter.channels.JupyterSocket;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.dflib.jjava.jupyter.messages.Message;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** One of the five sockets of a kernel. It is used by one thread only. */
final class KernelSocket extends JupyterSocket implements ReplyChannel {
    private static final int BIND_SECONDS = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final int port;
    private final Signatures signatures;
    private final ZMQ.Poller poller;

    KernelSocket(ZMQ.Context context, SocketType type, Signatures signatures, String name, int port) {
        super(context, type, signatures.generator(), LoggerFactory.getLogger("kernel." + name));
        this.port = port;
        this.signatures = signatures;
        setLinger(1000);
        // A client that is slow to read holds the outbox back; without this, what comes too fast for it would be
        // dropped.
        if (type == SocketType.PUB) setXpubNoDrop(true);
        poller = context.poller(2);
        poller.register(this, ZMQ.Poller.POLLIN);
    }

    /** Ends a wait for messages when this socket has something too. */
    void wokenBy(ZMQ.Socket other) {
        poller.register(other, ZMQ.Poller.POLLIN);
    }

    @Override
    public void send(Message<?> reply) {
        sendMessage(reply);
    }

    /** Sends one part of a message, when there is memory for it: what follows half a message would be taken for its other half. */
    @Override
    public boolean send(byte[] part, int flags) {
        while (true) {
            try {
                return super.send(part, flags);
            } catch (OutOfMemoryError e) {
                Reserve.release();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    @Override
    public Message<?> waiting() {
        return read(0);
    }

    /**
     * Binds the socket. The client picked the port and let go of it again, so on a busy machine an outgoing connection may hold
     * it for a moment: that is waited for.
     */
    @Override
    public void bind(KernelConnectionProperties connection) {
        String address = formatAddress(connection.getTransport(), connection.getIp(), port);
        for (int attempt = 1; ; attempt++) {
            try {
                bind(address);
                return;
            } catch (ZMQException e) {
                if (attempt == BIND_SECONDS * 10)
                    throw new IllegalStateException("cannot bind " + address + ": " + e.getMessage(), e);
                pause();
            }
        }
    }

    /**
     * Waits for a message at most this long, for ever if negative; null when none came.
     *
     * @throws SecurityException if its signature is wrong or was seen before
     */
    Message<?> read(long milliseconds) {
        if (poller.poll(milliseconds) <= 0 || !poller.pollin(0)) return null;
        Message<?> message = readMessage();
        signatures.noteRead();
        return message;
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while binding", e);
        }
    }
}
