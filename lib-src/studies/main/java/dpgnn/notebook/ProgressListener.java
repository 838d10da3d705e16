package dpgnn.notebook;

import dpgnn.report.Progress;
import dpgnn.train.Listener;
import java.util.ArrayList;
import java.util.List;

/** Shows a training as a progress bar: step, loss, followed figures, epsilon spent, time left. */
public final class ProgressListener implements Listener {
    /** An epsilon is computed at most so often that it takes a twentieth of the time. */
    private static final int PATIENCE = 20;

    private Progress progress;
    private double epsilon = Double.NaN;
    private long askedAt;
    private long askingTook;

    private ProgressListener() {}

    public static ProgressListener of() {
        return new ProgressListener();
    }

    @Override
    public void started(String title, long steps) {
        progress = Progress.of(title, steps);
        epsilon = Double.NaN;
        askedAt = 0;
        askingTook = 0;
    }

    @Override
    public boolean step(Moment moment) {
        long now = System.nanoTime();
        boolean last = moment.step() == moment.steps();
        if (last || askedAt == 0 || now - askedAt > PATIENCE * askingTook + 500_000_000L) {
            epsilon = moment.epsilon().getAsDouble();
            askedAt = System.nanoTime();
            askingTook = askedAt - now;
        }
        List<Object> shown = new ArrayList<>(List.of("loss", moment.loss()));
        moment.figures().forEach((name, value) -> {
            shown.add(name);
            shown.add(value);
        });
        if (!Double.isNaN(epsilon)) {
            shown.add("epsilon");
            shown.add(epsilon);
        }
        progress.step(moment.step(), shown.toArray());
        return true;
    }

    @Override
    public void ended() {
        progress.close();
    }
}
