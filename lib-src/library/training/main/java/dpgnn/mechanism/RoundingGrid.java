package dpgnn.mechanism;

/** The multiples of a step that sums are rounded to before discrete noise is added. Proof: docs/proofs.md, lemma 30. */
final class RoundingGrid {
    /** Indices beyond this are cut off; cutting moves two numbers no further apart. */
    private static final double LAST = 0x1.0p60;

    private RoundingGrid() {}

    /**
     * Replaces values by the numbers of the multiples of the step next to them; each is off by at most 2^8 steps, since value and
     * quotient are rounded to 53 bits.
     */
    static void index(double[] values, double step) {
        for (double value : values)
            if (Double.isNaN(value)) throw new IllegalArgumentException("the sum must be a number, was NaN");
        for (int i = 0; i < values.length; i++)
            values[i] = Math.rint(Math.max(-LAST, Math.min(LAST, values[i] / step)));
    }

    /** By how much rounding may move two sums of this dimension further apart. */
    static double shift(int dimension, double step) {
        return Math.sqrt(dimension) * 2 * (0x1.0p8 + 0.5) * step;
    }
}
