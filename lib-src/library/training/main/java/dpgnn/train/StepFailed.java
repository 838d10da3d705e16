package dpgnn.train;

/** Thrown when a step of a training fails. The message says which step and what to look at, never a private value. */
public final class StepFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long step;

    StepFailed(long step, String why, Throwable cause) {
        super("step " + step + " could not be taken: " + why, cause);
        this.step = step;
    }

    /** The step, counted from 1. */
    public long step() {
        return step;
    }
}
