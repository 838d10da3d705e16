package dpgnn.kernel;

import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.dflib.jjava.jupyter.messages.Message;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/**
 * The shell socket and its subshells. One thread reads and writes the socket; the main shell and every subshell have a queue and a
 * thread of their own, so that what a widget sends to a subshell does not wait for the cell that runs.
 */
final class ShellChannel {
    private static final String MAIN = "", WAKE = "inproc://shell-replies";

    /** Behind the last message of a subshell that was deleted. */
    private static final Message<?> END = Messages.status(null, "idle");

    private final KernelSocket socket;
    private final Signatures signatures;
    private final ZMQ.Socket woken;
    private final ZMQ.Socket wake;
    private final Queue<Message<?>> replies = new ConcurrentLinkedQueue<>();
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    ShellChannel(ZMQ.Context context, KernelSocket socket, Signatures signatures) {
        this.socket = socket;
        this.signatures = signatures;
        woken = context.socket(SocketType.PULL);
        woken.bind(WAKE);
        wake = context.socket(SocketType.PUSH);
        wake.connect(WAKE);
        socket.wokenBy(woken);
    }

    /** What one shell or subshell has still to answer. */
    final class Line implements ReplyChannel {
        final BlockingQueue<Message<?>> queue = new LinkedBlockingQueue<>();
        private final boolean sub;

        Line(boolean sub) {
            this.sub = sub;
        }

        @Override
        public void send(Message<?> reply) {
            replies.add(reply);
            synchronized (wake) {
                wake.send(new byte[0]);
            }
        }

        @Override
        public Message<?> waiting() {
            return sub ? null : queue.poll();
        }

        @Override
        public boolean isSubshell() {
            return sub;
        }

        private void start(Requests requests) {
            Thread thread =
                    new Thread(Reserve.outliving(() -> answer(requests)), sub ? "kernel-subshell" : "kernel-cells");
            thread.setDaemon(sub);
            thread.start();
        }

        private void answer(Requests requests) {
            while (true) {
                try {
                    Message<?> message = queue.take();
                    if (message == END) return;
                    requests.handle(message, this);
                } catch (RuntimeException e) {
                    System.err.println("message dropped: " + e);
                } catch (InterruptedException e) {
                    // The stop button came when its work was done.
                }
            }
        }
    }

    /** Reads and writes for ever. */
    void serve(Requests requests) {
        begin(MAIN, new Line(false), requests);
        Reserve.outliving(this::serve).run();
    }

    private void serve() {
        while (true) {
            try {
                Message<?> message = socket.read(-1);
                for (Message<?> reply; (reply = replies.poll()) != null; ) socket.sendMessage(reply);
                while (woken.recv(ZMQ.DONTWAIT) != null) {
                    // A wake-up per reply, all of which are sent.
                }
                if (message != null)
                    lines.getOrDefault(signatures.subshell(), lines.get(MAIN))
                            .queue
                            .add(message);
            } catch (RuntimeException e) {
                // A message that cannot be read must not end the kernel.
                System.err.println("message dropped: " + e);
            }
        }
    }

    private void begin(String id, Line line, Requests requests) {
        lines.put(id, line);
        line.start(requests);
    }

    /** Starts a subshell, and gives its name. */
    String create(Requests requests) {
        String id = UUID.randomUUID().toString();
        begin(id, new Line(true), requests);
        return id;
    }

    /** Ends a subshell when it has answered what it was sent; false if there is none. */
    boolean delete(String id) {
        Line line = MAIN.equals(id) ? null : lines.remove(id);
        if (line == null) return false;
        return line.queue.add(END);
    }

    Collection<String> subshells() {
        TreeSet<String> ids = new TreeSet<>(lines.keySet());
        ids.remove(MAIN);
        return ids;
    }
}
