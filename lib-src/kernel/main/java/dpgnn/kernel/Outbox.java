package dpgnn.kernel;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;

/**
 * Publishes the kernel's messages in order. Any thread may add to it; one thread of its own sends. Text that is written in
 * small pieces is gathered for some milliseconds, because one message per character would swamp the browser. A full outbox
 * holds the writer back, because a loop that prints must not fill the heap.
 */
final class Outbox {
    private static final int CAPACITY = 4096;
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int GATHER_CHARS = 1 << 16;

    private sealed interface Item {}

    private record Text(MessageContext parent, String stream, String text) implements Item {
        boolean continues(Text other) {
            return parent == other.parent && stream.equals(other.stream);
        }
    }

    private record Whole(Message<?> message) implements Item {}

    private record Mark(CountDownLatch reached) implements Item {}

    private final BlockingQueue<Item> items = new ArrayBlockingQueue<>(CAPACITY);
    private final Consumer<Message<?>> send;

    Outbox(Consumer<Message<?>> send) {
        this.send = send;
        Thread thread = new Thread(this::sendForEver, "kernel-iopub");
        thread.setDaemon(true);
        thread.start();
    }

    void add(Message<?> message) {
        put(new Whole(message));
    }

    void add(MessageContext parent, String stream, String text) {
        put(new Text(parent, stream, text));
    }

    /** Waits until everything that was added so far is sent. */
    void flush() {
        Mark mark = new Mark(new CountDownLatch(1));
        put(mark);
        try {
            mark.reached().await(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An interrupted cell still gets its last words out, so the interrupt is kept for later. */
    private void put(Item item) {
        boolean interrupted = false;
        while (true) {
            try {
                items.put(item);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void sendForEver() {
        try {
            Item item = items.take();
            while (true) {
                Item next = null;
                if (item instanceof Text text) next = sendGathered(text);
                else if (item instanceof Whole whole) send.accept(whole.message());
                else if (item instanceof Mark mark) mark.reached().countDown();
                item = next == null ? items.take() : next;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends the text with what follows it; returns the first item that does not belong to it, if one came. */
    private Item sendGathered(Text first) throws InterruptedException {
        StringBuilder gathered = new StringBuilder(first.text());
        long end = System.nanoTime() + GATHER_NANOS;
        Item next = null;
        while (gathered.length() < GATHER_CHARS) {
            next = items.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (!(next instanceof Text more) || !more.continues(first)) break;
            gathered.append(more.text());
            next = null;
        }
        send.accept(Messages.stream(first.parent(), first.stream(), gathered.toString()));
        return next;
    }
}
