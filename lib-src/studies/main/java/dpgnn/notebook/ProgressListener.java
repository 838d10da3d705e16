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
    private long askedAt;
    private long askingTook;

    private ProgressListener() {}

    public static ProgressListener of() {
        return new ProgressListener();
    }

    @Override
    public void started(String title, long steps) {
        progress = Progress.of(title, steps);
        askedAt = 0;
        askingTook = 0;
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
        if (last || askedAt == 0 || now - askedAt > PATIENCE * askingTook + 500_000_000L) {
            shown.addAll(List.of("epsilon", moment.epsilon().getAsDouble()));
            askedAt = System.nanoTime();
            askingTook = askedAt - now;
        }
        progress.step(moment.step(), shown.toArray());
        return true;
    }

    @Override
    public void ended() {
        progress.close();
    }
}
