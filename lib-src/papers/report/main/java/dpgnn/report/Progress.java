package dpgnn.report;

import dpgnn.base.Check;
import dpgnn.report.render.Escapes;
import dpgnn.report.render.Numbers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a training: step, loss, metric, epsilon spent, time left. In a notebook it is a bar, updated in place
 * at most ten times a second; elsewhere it is a line every five seconds. After {@link #close} one line of text without a time
 * remains, so that a second run of a notebook gives the same output. A value that was not given anew names its step.
 *
 * <pre>{@code
 * try (var progress = Progress.of("DRW on Cora", steps)) {
 *     for (int step = 1; step <= steps; step++) progress.step(step, "loss", loss, "epsilon", spent);
 * }
 * }</pre>
 */
public final class Progress implements AutoCloseable {
    private static final long IN_PLACE = 100_000_000L;
    private static final long LINES = 5_000_000_000L;

    private final String title;
    private final long total;
    private final LongSupplier clock;
    private final long start;
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final Map<String, Long> givenAt = new LinkedHashMap<>();
    private Display.Handle handle;
    private long step;
    private long shownAt;
    private long rateAt;
    private long rateStep;
    private double secondsPerStep = Double.NaN;
    private boolean closed;
    private boolean timed;

    private Progress(String title, long total, LongSupplier clock) {
        this.title = Check.given("title", title);
        if (total < 1) throw new IllegalArgumentException("total = " + total + ", must be at least 1 step");
        this.total = total;
        this.clock = clock;
        start = clock.getAsLong();
        shownAt = start;
        rateAt = start;
        if (Display.interactive()) show(start, false);
    }

    /** Opens a bar with this many steps. */
    public static Progress of(String title, long total) {
        return new Progress(title, total, System::nanoTime);
    }

    static Progress of(String title, long total, LongSupplier nanoseconds) {
        return new Progress(title, total, nanoseconds);
    }

    /** Lets the last line say how long the training took, which makes a notebook's output differ from run to run. */
    public Progress timed() {
        timed = true;
        return this;
    }

    /** This many steps are done; names and values in turn: {@code step(7, "loss", 0.31, "epsilon", 1.2)}. */
    public synchronized void step(long done, Object... namesAndValues) {
        if (closed) throw new IllegalStateException("progress \"" + title + "\" is closed and takes no further step");
        if (done < 0 || done > total) {
            throw new IllegalArgumentException("step " + done + " of \"" + title + "\", must be in 0.." + total);
        }
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "namesAndValues has " + namesAndValues.length + " entries, must be names and values in turn");
        }
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (!(namesAndValues[i] instanceof String name) || !(namesAndValues[i + 1] instanceof Number value)) {
                throw new IllegalArgumentException("namesAndValues[" + i + "] is " + namesAndValues[i] + ", "
                        + namesAndValues[i + 1] + "; must be a name (text) and its value (a number)");
            }
            values.put(name, value.doubleValue());
            givenAt.put(name, done);
        }
        step = done;
        long now = clock.getAsLong();
        if (now - shownAt < (Display.interactive() ? IN_PLACE : LINES)) return;
        measure(now);
        show(now, false);
    }

    /** Leaves one line in place of the bar: the number of finished steps and the last values, without a time. */
    @Override
    public synchronized void close() {
        if (closed) return;
        closed = true;
        show(clock.getAsLong(), true);
    }

    /** The rate, smoothed so that one slow step (an evaluation, a checkpoint) moves the time left by little. */
    private void measure(long now) {
        if (step <= rateStep) return;
        double latest = (now - rateAt) * 1e-9 / (step - rateStep);
        secondsPerStep = Double.isNaN(secondsPerStep) ? latest : 0.8 * secondsPerStep + 0.2 * latest;
        rateAt = now;
        rateStep = step;
    }

    private void show(long now, boolean last) {
        shownAt = now;
        String left = "";
        if (last && timed) left = "in " + duration((now - start) * 1e-9);
        if (!last && !Double.isNaN(secondsPerStep)) left = duration((total - step) * secondsPerStep) + " left";
        Object picture = new Picture(title, step, total, figures(), left, last);
        if (handle == null || !Display.interactive()) handle = Display.show(picture);
        else handle.update(picture);
    }

    private String figures() {
        StringBuilder out = new StringBuilder();
        values.forEach((name, value) -> {
            // What a release does not let one see is no number.
            if (value.isNaN()) return;
            out.append("  ").append(name).append(' ').append(Numbers.significant(value, 4));
            if (givenAt.get(name) != step)
                out.append(" (step ").append(givenAt.get(name)).append(')');
        });
        return out.toString();
    }

    static String duration(double seconds) {
        long s = Math.max(0, Math.round(seconds));
        if (s < 60) return s + " s";
        if (s < 3600) return s / 60 + " min " + s % 60 + " s";
        return s / 3600 + " h " + s % 3600 / 60 + " min";
    }

    /** One state of the bar. */
    private record Picture(String title, long step, long total, String figures, String left, boolean last)
            implements Display.Rich {
        @Override
        public Map<String, String> mime() {
            return last ? Map.of("text/plain", text()) : Map.of("text/html", html(), "text/plain", text());
        }

        private String count() {
            return step + " of " + total + (last && step < total ? " (stopped)" : "");
        }

        private String text() {
            return title + ": " + count() + figures + (left.isEmpty() ? "" : "  " + left);
        }

        private String html() {
            String percent = Numbers.fixed(100.0 * step / total, 1);
            return "<div class=\"dpgnn-progress\" style=\"font-variant-numeric:tabular-nums;color:inherit;margin:0.3em 0\">"
                    + "<div><strong>" + Escapes.html(title) + "</strong>&ensp;" + count()
                    + (left.isEmpty() ? "" : "&ensp;<span style=\"opacity:0.7\">" + left + "</span>") + "</div>"
                    + "<div role=\"progressbar\" aria-valuenow=\"" + step + "\" aria-valuemin=\"0\" aria-valuemax=\""
                    + total
                    + "\" style=\"height:8px;border-radius:4px;background:rgba(128,128,128,0.25);max-width:480px;margin:0.25em 0\">"
                    + "<div style=\"height:8px;border-radius:4px;width:" + percent
                    + "%;background:#0072B2\"></div></div>"
                    + "<div style=\"opacity:0.85;white-space:pre\">"
                    + Escapes.html(figures.strip()) + "</div></div>";
        }
    }
}
