package dpgnn.generate;

/** Refusals that name what was wrong. */
final class Checks {
    private Checks() {}

    static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value))
            throw new IllegalArgumentException(name + " must be positive and finite, was " + value);
    }

    static void share(String name, double value) {
        if (!(value > 0 && value <= 1)) throw new IllegalArgumentException(name + " must be in (0, 1], was " + value);
    }

    static void atLeast(String name, long value, long least) {
        if (value < least) throw new IllegalArgumentException(name + " must be at least " + least + ", was " + value);
    }
}
