package dpgnn.nn;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;

/**
 * Divides a step into pieces that several threads take, one piece after another; each worker has memory of its own. Which
 * thread takes which piece is left to chance, but the pieces are fixed, so that results do not depend on the number of
 * threads.
 */
final class ParallelBlocks {
    /** What a worker does with a piece. */
    public interface Piece<W> {
        void run(W worker, int lane);
    }

    private ParallelBlocks() {}

    /** Runs all pieces on at most so many threads and returns when they are done; workers are made when a thread needs one. */
    public static <W> void run(int lanes, int most, List<W> workers, IntFunction<W> fresh, Piece<W> piece) {
        int threads = Math.min(most, lanes);
        while (workers.size() < threads) {
            W worker = fresh.apply(workers.size());
            if (worker == null) break;
            workers.add(worker);
        }
        threads = Math.min(threads, workers.size());
        if (threads <= 1) {
            for (int lane = 0; lane < lanes; lane++) piece.run(workers.get(0), lane);
            return;
        }
        AtomicInteger next = new AtomicInteger();
        CountDownLatch open = new CountDownLatch(lanes);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int t = 1; t < threads; t++) {
            W worker = workers.get(t);
            // One that starts when nothing is left finds that out before it touches its worker.
            ForkJoinPool.commonPool().execute(() -> take(next, lanes, worker, piece, open, failure));
        }
        take(next, lanes, workers.get(0), piece, open, failure);
        await(open);
        rethrow(failure.get());
    }

    private static <W> void take(
            AtomicInteger next,
            int lanes,
            W worker,
            Piece<W> piece,
            CountDownLatch open,
            AtomicReference<Throwable> failure) {
        for (int lane = next.getAndIncrement(); lane < lanes; lane = next.getAndIncrement())
            try {
                if (failure.get() == null) piece.run(worker, lane);
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                open.countDown();
            }
    }

    /** An interrupt is for the next step: the pieces that run share memory with us. */
    private static void await(CountDownLatch open) {
        boolean interrupted = false;
        while (true)
            try {
                open.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof RuntimeException e) throw e;
        if (failure instanceof Error e) throw e;
    }
}
