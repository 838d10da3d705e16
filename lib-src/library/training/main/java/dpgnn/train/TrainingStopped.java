package dpgnn.train;

import dpgnn.base.Check;
import java.util.Optional;
import java.util.function.Supplier;

/** A training, or a sweep of trainings, ended at an interrupt, whole: what it had done lies in its checkpoint or folder, if it keeps one. */
public final class TrainingStopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Supplier<Run> soFar;

    public TrainingStopped(InterruptedException cause) {
        super(Check.given("cause", cause).getMessage(), cause);
        soFar = cause instanceof TrainingLoop.StoppedAt stopped ? stopped.soFar : null;
    }

    /** The record of the steps before the interrupt, if one training was stopped: what was followed, and what holds so far. */
    public Optional<Run> soFar() {
        return Optional.ofNullable(soFar).map(Supplier::get);
    }
}
