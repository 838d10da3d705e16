package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.train.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at several sweeps before any of them trains, to tell how many runs they will make together and about how long that takes.
 * A sweep that is looked at returns its runs if all are there, and ends otherwise, and so does what it belongs to.
 */
public final class RunPlan {
    private static final ThreadLocal<RunPlan> LOOKING = new ThreadLocal<>();

    /** Ends a sweep that was looked at. */
    private static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1;

        Missing() {
            super("runs are missing", null, false, false);
        }
    }

    private final Map<Setting, Double> seconds = new LinkedHashMap<>();

    private RunPlan() {}

    /**
     * Looks at the sweeps of all these parts, which may do other things beside that, and do them twice then. Before more than five
     * minutes of training somebody who can answer is asked.
     */
    public static void of(List<? extends Runnable> parts) {
        RunPlan around = LOOKING.get(), here = around == null ? new RunPlan() : around;
        LOOKING.set(here);
        boolean missing = false;
        try {
            for (Runnable part : Check.given("parts", parts)) {
                try {
                    part.run();
                } catch (Missing e) {
                    missing = true;
                }
            }
        } finally {
            LOOKING.set(around);
        }
        if (around == null) RunOrigins.ofCell().plan(here.seconds);
        else if (missing) throw new Missing();
    }

    /** Ends a sweep that is looked at, if it has something to make. */
    static void look(Map<Setting, Double> open) {
        RunPlan plan = LOOKING.get();
        if (plan == null || open.isEmpty()) return;
        plan.seconds.putAll(open);
        throw new Missing();
    }
}
