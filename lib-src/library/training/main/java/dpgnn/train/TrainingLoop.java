package dpgnn.train;

import dpgnn.graph.TrainingView;
import dpgnn.nn.Parameters;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.account.EpsilonCertificate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** One training, private or not: steps, figures, checkpoints. */
final class TrainingLoop implements AutoCloseable {
    private final Trainer trainer;
    private final Training training;
    private final TrainingView view;
    private final Schedule schedule;
    private final Parameters parameters;
    private final StepSum sum;

    private final TreeMap<String, List<Run.Point>> history = new TreeMap<>();
    private final Map<String, Double> latest = new LinkedHashMap<>();
    private TrainingFolder folder = TrainingFolder.none();

    TrainingLoop(Trainer trainer, Training training) {
        if (trainer.probe != null && trainer.folder != null)
            throw new IllegalArgumentException("a training with a probe keeps no checkpoint: take checkpoint("
                    + trainer.folder + ", ...) or the probe away");
        this.trainer = trainer;
        this.training = training;
        view = training.view();
        schedule = training.schedule();
        parameters = training.parameters();
        sum = training.stepSum();
    }

    /** Takes the steps that are still to be taken. */
    Trained run() throws InterruptedException, IOException {
        long steps = training.planned();
        folder = TrainingFolder.open(trainer, training);
        training.advice = folder::advice;
        if (trainer.coins != null) training.begin(folder.start());
        long step = folder.restore(parameters, training.optimizer(), history);
        sum.moveTo(folder.clip());
        long last = folder.last(steps);
        String title = title()
                + RunVerdict.lost(folder.past(), steps)
                + (folder.goesOn() ? ", from step " + step + " on" : "");
        warn();
        for (Listener listener : trainer.listeners) listener.started(title, last);
        try {
            boolean goOn = true;
            while (step < last && goOn) {
                if (Thread.interrupted()) throw interrupted(step, last);
                folder.intend(step, last, training::state);
                training.take(step);
                step++;
                goOn = look(step, last, true);
                if (step % trainer.checkpointEvery == 0 && step < last && goOn) save(step, false);
            }
            look(step, last, false);
            if (step < last) {
                folder.leaveOut(last - step);
                save(step, false); // That a listener ended it outlasts a crash from here on.
                folder.forfeit(step, last);
            }
            training.requireNumbers(step - 1, parameters.toArray());
            save(step, true);
            folder.end(training::state);
        } finally {
            for (Listener listener : trainer.listeners) listener.ended();
        }
        Run run = record(step, steps, guarantees(last, steps));
        return new Trained(trainer.model, training.network(), parameters, run, schedule);
    }

    /** Says of the features, once, why a network may not learn from them. A release does not: that would tell of private values. */
    private void warn() {
        if (trainer.streams.isSecure() || trainer.probe != null || !trainer.memory.looksAnew(view.features())) return;
        view.features().unequal(false).ifPresent(note -> System.getLogger("dpgnn")
                .log(System.Logger.Level.WARNING, note));
    }

    private void follow(long step, boolean all) {
        trainer.followed.forEach((name, f) -> {
            if (!f.after().test(step) && !all) return;
            List<Run.Point> points = history.computeIfAbsent(name, n -> new ArrayList<>());
            if (!points.isEmpty() && points.get(points.size() - 1).step() == step) {
                latest.put(name, points.get(points.size() - 1).value());
                return;
            }
            double value = f.metric().of(training.network(), parameters.copy());
            points.add(new Run.Point(step, value));
            latest.put(name, value);
        });
    }

    /** Figures and listeners see what is private: where one fails, that may be an end by what it saw, like a listener's own. */
    private boolean look(long step, long last, boolean tell) throws IOException {
        try {
            follow(step, step == last || !tell);
            return !tell || tell(step, last);
        } catch (RuntimeException | Error e) {
            if (sum.isRelease() && !folder.hadEnded()) {
                folder.leaveOut(Math.max(1, last - step));
                save(step, false);
            }
            throw e;
        }
    }

    private boolean tell(long step, long steps) {
        if (trainer.listeners.isEmpty()) return true;
        double told = sum.isRelease() ? Double.NaN : training.loss();
        Map<String, Double> figures = new HashMap<>(latest);
        sum.tell(figures);
        Map<String, Long> measured = new HashMap<>();
        for (String name : latest.keySet()) {
            List<Run.Point> points = history.get(name);
            measured.put(name, points.get(points.size() - 1).step());
        }
        Listener.Moment moment =
                new Listener.Moment(step, steps, told, Map.copyOf(figures), Map.copyOf(measured), () -> spent(step));
        boolean goOn = true;
        for (Listener listener : trainer.listeners) goOn &= listener.step(moment);
        return goOn;
    }

    private double spent(long steps) {
        return sum.epsilon(steps == 0 ? 0 : steps + folder.past().lost());
    }

    private InterruptedException interrupted(long step, long steps) throws IOException {
        save(step, false);
        folder.hold(step, parameters, training.optimizer(), history, sum.movedTo());
        String said = "the training was stopped after step " + step + " of " + steps + folder.advice();
        boolean told = step > 0 && schedule != null && !sum.isRelease();
        Event spent = told ? folder.spent(step) : null;
        return new StoppedAt(
                said, () -> record(step, steps, told ? verdict().stopped(spent, folder.past()) : List.of()));
    }

    /** An interrupt, with the record of the steps before it, whose epsilon may take longer than somebody waits who stops a cell. */
    static final class StoppedAt extends InterruptedException {
        private static final long serialVersionUID = 1;

        final transient Supplier<Run> soFar;

        private StoppedAt(String said, Supplier<Run> soFar) {
            super(said);
            this.soFar = soFar;
        }
    }

    private void save(long step, boolean ended) throws IOException {
        folder.save(step, ended, parameters, training.optimizer(), history, sum.movedTo());
    }

    private String title() {
        return trainer.experiment + " on " + view.name();
    }

    private Run record(long step, long steps, List<Guarantee> guarantees) {
        Map<String, Double> metrics = new HashMap<>(latest);
        if (folder.past().lost() > 0)
            metrics.put("steps lost", (double) folder.past().lost());
        return training.record(step, steps, metrics, history, guarantees);
    }

    /** @param paid how many steps are paid for: more than were taken, where a listener ended the training */
    private List<Guarantee> guarantees(long paid, long steps) {
        if (schedule == null) return List.of();
        boolean asScheduled = paid == steps && folder.spentSteps(paid) == steps;
        List<String> given = view.provenance().given();
        return verdict().guarantees(folder.spent(paid), asScheduled, folder.past(), given);
    }

    private RunVerdict verdict() {
        List<String> also = trainer.coins == null
                ? List.of()
                : List.of(EpsilonCertificate.accountable(folder.ledger().head().hash()));
        return training.verdict(folder.charged(), also);
    }

    @Override
    public void close() {
        folder.close();
    }
}
