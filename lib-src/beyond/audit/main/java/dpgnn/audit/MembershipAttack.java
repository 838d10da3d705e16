package dpgnn.audit;

import java.util.Arrays;

/**
 * Measures how often a guess whether a unit took part is right, at even odds. Thresholds are chosen on one half of the
 * scores; guesses are counted on the other.
 *
 * @param accuracy of guesses from a whole training
 * @param low lower confidence limit of the accuracy
 * @param high upper confidence limit of the accuracy
 * @param runs guesses that were counted
 * @param stepAccuracy of guesses from a single step
 */
public record MembershipAttack(double accuracy, double low, double high, int runs, double stepAccuracy) {
    /**
     * From scores that are larger where the unit took part.
     *
     * @param without one score for each training without the unit
     * @param with as many with it
     * @param stepWithout one score for each single step
     */
    static MembershipAttack of(
            double[] without, double[] with, double[] stepWithout, double[] stepWith, double confidence) {
        long[] whole = right(without, with);
        long[] steps = right(stepWithout, stepWith);
        double level = (1 - confidence) / 2;
        return new MembershipAttack(
                (double) whole[0] / whole[1],
                1 - EpsilonLowerBound.upperLimit(whole[1] - whole[0], whole[1], level),
                EpsilonLowerBound.upperLimit(whole[0], whole[1], level),
                (int) whole[1],
                (double) steps[0] / steps[1]);
    }

    /** Right guesses and all guesses on the second halves. */
    private static long[] right(double[] without, double[] with) {
        // At even odds there are as many of both; coins give nearly so.
        int each = Math.min(without.length, with.length);
        int half = each / 2;
        double threshold = threshold(Arrays.copyOf(without, half), Arrays.copyOf(with, half));
        long right = 0;
        for (int i = half; i < each; i++) {
            if (without[i] < threshold) right++;
            if (with[i] >= threshold) right++;
        }
        return new long[] {right, 2L * (each - half)};
    }

    /** The score at which most guesses of the first halves are right. */
    private static double threshold(double[] without, double[] with) {
        Arrays.sort(without);
        Arrays.sort(with);
        int below = 0;
        long best = -1;
        double threshold = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < with.length; k++) {
            while (below < without.length && without[below] < with[k]) below++;
            long right = below + (long) with.length - k;
            if (right > best) {
                best = right;
                threshold = with[k];
            }
        }
        return threshold;
    }
}
