package dpgnn.kernel;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.MessageContext;

/**
 * Publishes the kernel's messages in order. Any thread may add to it; one thread of its own sends. Text that is written in
 * small pieces is gathered for some milliseconds, because one message per character would swamp the browser. A full outbox
 * holds the writer back, because a loop that prints must not fill the heap.
 *
 * <p>A writer may be stopped by force, which on older JDKs kills it at any instruction. So no lock is held here that would stay
 * locked, and no count is kept that would stay wrong: the queue is linked by single writes, the numbers of the items tell
 * how many wait at most, and an empty queue has none.
 */
final class Outbox {
    private static final int CAPACITY = 4096;
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int GATHER_CHARS = 1 << 16;
    /** A writer that died before it could tell is noticed after this time. */
    private static final long UNTOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private sealed interface Item {}

    private record Text(MessageContext parent, String stream, String text) implements Item {
        boolean continues(Text other) {
            return parent == other.parent && stream.equals(other.stream);
        }
    }

    private record Whole(Message<?> message) implements Item {}

    private record Mark(CountDownLatch reached) implements Item {}

    private record Numbered(long number, Item item) {}

    private final Queue<Numbered> items = new ConcurrentLinkedQueue<>();
    private final AtomicLong added = new AtomicLong();
    private final Consumer<Message<?>> send;
    private final Thread sender;
    private volatile long taken;

    Outbox(Consumer<Message<?>> send) {
        this.send = send;
        sender = new Thread(this::sendForEver, "kernel-iopub");
        sender.setDaemon(true);
        sender.start();
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
        long number = added.incrementAndGet();
        boolean interrupted = false;
        while (number - taken > CAPACITY) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        items.add(new Numbered(number, item));
        LockSupport.unpark(sender);
        if (interrupted) Thread.currentThread().interrupt();
    }

    /** The next item, if one comes within this time. */
    private Item take(long nanos) {
        long end = System.nanoTime() + nanos;
        while (true) {
            Numbered next = items.poll();
            if (next != null) {
                // A writer that was held back may come after others with higher numbers.
                taken = Math.max(taken, next.number());
                return next.item();
            }
            taken = added.get();
            long left = end - System.nanoTime();
            if (left <= 0) return null;
            LockSupport.parkNanos(Math.min(left, UNTOLD_NANOS));
        }
    }

    private void sendForEver() {
        Item item = null;
        while (true) {
            try {
                if (item == null) item = take(Long.MAX_VALUE >> 1);
                Item next = null;
                if (item instanceof Text text) next = sendGathered(text);
                else if (item instanceof Whole whole) publish(whole::message);
                else if (item instanceof Mark mark) mark.reached().countDown();
                item = next;
            } catch (OutOfMemoryError e) { // while text was gathered
                Reserve.release();
                item = null;
            }
        }
    }

    /** Sends the message, when there is memory for it. */
    private void publish(Supplier<Message<?>> message) {
        while (true) {
            try {
                send.accept(message.get());
                return;
            } catch (OutOfMemoryError e) {
                Reserve.release();
                LockSupport.parkNanos(UNTOLD_NANOS);
            }
        }
    }

    /** Sends the text with what follows it; returns the first item that does not belong to it, if one came. */
    private Item sendGathered(Text first) {
        StringBuilder gathered = new StringBuilder(first.text());
        long end = System.nanoTime() + GATHER_NANOS;
        Item next = null;
        while (gathered.length() < GATHER_CHARS) {
            next = take(end - System.nanoTime());
            if (!(next instanceof Text more) || !more.continues(first)) break;
            gathered.append(more.text());
            next = null;
        }
        publish(() -> Messages.stream(first.parent(), first.stream(), gathered.toString()));
        return next;
    }
}
