package dpgnn.notebook;

import dpgnn.report.Display;
import dpgnn.report.Progress;
import dpgnn.train.Listener;
import dpgnn.train.Run;
import dpgnn.train.TrainingStopped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows a training as a progress bar: step, loss, followed figures, epsilon spent, time left. */
public final class ProgressListener implements Listener {
    /** Epsilon takes a twentieth of the time at most. The first one loads classes, is not counted, and waits half a second. */
    private static final int PATIENCE = 20;

    /** Shows of a training that was stopped what holds of its steps so far, and what was followed. */
    public static final class Stopped implements Display.Converter {
        @Override
        public Display.Rich rich(Object value) {
            if (!(value instanceof TrainingStopped stopped)) return null;
            return stopped.soFar().<Display.Rich>map(run -> () -> shown(run)).orElse(null);
        }

        private static Map<String, String> shown(Run run) {
            List<Object> parts = new ArrayList<>();
            run.guarantees().forEach(parts::add);
            if (run.history().values().stream().anyMatch(points -> points.size() > 1)) parts.add(Lab.curve(run));
            String steps = "So far, " + run.metrics().get("steps").longValue() + " steps:";
            StringBuilder html = new StringBuilder("<p>" + steps + "</p>"), plain = new StringBuilder(steps);
            for (Object part : parts) {
                html.append(DialGrid.html(part));
                plain.append('\n').append(Display.render(part).get("text/plain"));
            }
            return Map.of("text/html", html.toString(), "text/plain", plain.toString());
        }
    }

    /** How long the training took whose bar was closed last, in seconds. */
    private static volatile double lastSeconds = Double.NaN;

    private Progress progress;
    private long began;
    private long askedAt;
    private long askingTook;

    private ProgressListener() {}

    public static ProgressListener of() {
        return new ProgressListener();
    }

    @Override
    public void started(String title, long steps) {
        progress = Progress.of(title, steps);
        began = System.nanoTime();
        askedAt = System.nanoTime();
        askingTook = -1;
    }

    @Override
    public boolean step(Moment moment) {
        List<Object> shown = new ArrayList<>(List.of("loss", moment.loss()));
        // The bar says of all others after which step they were measured.
        moment.figures().forEach((name, value) -> {
            if (moment.measured(name)) shown.addAll(List.of(name, value));
        });
        long now = System.nanoTime();
        boolean last = moment.step() == moment.steps();
        if (last || now - askedAt > PATIENCE * Math.max(askingTook, 0) + 500_000_000L) {
            shown.addAll(List.of("epsilon", moment.epsilon().getAsDouble()));
            askingTook = askingTook < 0 ? 0 : System.nanoTime() - now;
            askedAt = System.nanoTime();
        }
        progress.step(moment.step(), shown.toArray());
        return true;
    }

    @Override
    public boolean mayMissSteps() {
        return true;
    }

    @Override
    public void ended() {
        progress.close();
        lastSeconds = (System.nanoTime() - began) / 1e9;
    }

    static double lastSeconds() {
        return lastSeconds;
    }
}
