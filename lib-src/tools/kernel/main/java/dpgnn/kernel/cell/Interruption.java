package dpgnn.kernel.cell;

import java.util.concurrent.atomic.AtomicInteger;
import jdk.jshell.JShell;

/**
 * The stop button. A running cell is first asked to stop, by the interrupt flag of its thread. One that does not listen is stopped
 * by JShell: on JDK 20 and newer at the next turn of a loop of the cell's, on older ones anywhere, by the death of its thread. A
 * handler that catches everything takes that for one more exception, so that it is repeated until the thread is out of the loop.
 */
final class Interruption {
    /** A training looks at its interrupt flag at least this often; what is deaf for longer is stopped by force. */
    private static final long PATIENCE_MILLIS = 1000;
    /** How long force is tried before the author is told that it does not help. */
    private static final long FORCE_MILLIS = 10_000;

    private static final long PAUSE_MILLIS = 50;
    private static final int GENTLE_ROUNDS = 5;

    private final CellExecution execution;
    private final JShell shell;
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean asked;
    private volatile boolean busy;

    Interruption(CellExecution execution, JShell shell) {
        this.execution = execution;
        this.shell = shell;
    }

    void begin() {
        asked = false;
        execution.reset();
        running.incrementAndGet();
        busy = true;
    }

    void end() {
        busy = false;
        // The flag of an interrupt that came too late must not stop what this thread does next.
        Thread.interrupted();
    }

    boolean isAsked() {
        return asked;
    }

    /** Asks the running cell to stop; false if none runs. */
    boolean ask() {
        if (!busy) return false;
        boolean again = asked;
        asked = true;
        execution.interrupt();
        if (again) return true;
        int cell = running.get();
        Thread force = new Thread(() -> force(cell), "kernel-interrupt");
        force.setDaemon(true);
        force.start();
        return true;
    }

    private void force(int cell) {
        try {
            Thread.sleep(PATIENCE_MILLIS);
            long end = System.nanoTime() + FORCE_MILLIS * 1_000_000;
            int round = 0;
            while (runs(cell)) {
                if (System.nanoTime() > end) {
                    System.err.println(
                            "the cell does not stop: it waits for something that cannot be interrupted, or catches "
                                    + "every exception; restart the kernel (menu Kernel, Restart) to be rid of it");
                    return;
                }
                // One blow is enough for most; of many in quick succession one meets the handler that caught the last.
                int blows = round++ < GENTLE_ROUNDS ? 1 : 100;
                for (int blow = 0; blow < blows && runs(cell); blow++) shell.stop();
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean runs(int cell) {
        return busy && running.get() == cell && execution.isRunning();
    }
}
