package dpgnn.train;

import dpgnn.base.Check;

/** A training, or a sweep of trainings, ended at an interrupt, whole: what it had done lies in its checkpoint or folder, if it keeps one. */
public final class TrainingStopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TrainingStopped(InterruptedException cause) {
        super(Check.given("cause", cause).getMessage(), cause);
    }
}
