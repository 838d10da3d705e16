package dpgnn.train;

/** Counts the steps that it hears of, and interrupts the training after the one of this number; 0 is none. */
final class Stopping implements Listener {
    private final long at;
    int heard;

    Stopping(long at) {
        this.at = at;
    }

    @Override
    public boolean step(Moment moment) {
        heard++;
        if (moment.step() == at) Thread.currentThread().interrupt();
        return true;
    }

    @Override
    public boolean mayMissSteps() {
        return true;
    }
}
