package dpgnn.sampling;

/** Numbers of steps, from 0. */
final class Steps {
    private Steps() {}

    static long checked(long step) {
        if (step < 0) throw new IllegalArgumentException("step must be at least 0, was " + step);
        return step;
    }
}
