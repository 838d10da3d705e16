package dpgnn.train;

/** A training ended at an interrupt, whole: what it had done lies in its checkpoint, if it keeps one. */
public final class TrainingStopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    TrainingStopped(InterruptedException cause) {
        super(cause.getMessage(), cause);
    }
}
