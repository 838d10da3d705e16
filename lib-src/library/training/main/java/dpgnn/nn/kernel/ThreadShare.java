package dpgnn.nn.kernel;

import dpgnn.base.Check;
import java.util.concurrent.Callable;

/**
 * Decides how many threads a training uses: all processors, or its share of them when several trainings run at once. The
 * system property {@code dpgnn.threads} fixes another number for every training. No result depends on this number, in any
 * bit.
 */
public final class ThreadShare {
    private static final ThreadLocal<Integer> RUNS = ThreadLocal.withInitial(() -> 1);

    private ThreadShare() {}

    /** The threads of a training that this thread starts now. */
    public static int here() {
        int own = Math.max(1, Runtime.getRuntime().availableProcessors() / RUNS.get());
        return Math.max(1, Integer.getInteger("dpgnn.threads", own));
    }

    /** Does a piece of work that shares the processors with others of its kind; {@code runs} is their number. */
    public static <T> T among(int runs, Callable<T> work) throws Exception {
        Check.atLeast("runs", runs, 1);
        int before = RUNS.get();
        RUNS.set(Math.max(runs, before));
        try {
            return work.call();
        } finally {
            RUNS.set(before);
        }
    }
}
