package dpgnn.generate;

import dpgnn.random.Stream;

/** Draws that several methods share. */
final class Samples {
    private Samples() {}

    /** Some of 0 .. n-1, all different, in random order. */
    static int[] distinct(int n, int count, Stream coins) {
        int[] all = permutation(n, coins);
        return count == n ? all : java.util.Arrays.copyOf(all, count);
    }

    /** All of 0 .. n-1 in random order (Fisher and Yates). */
    static int[] permutation(int n, Stream coins) {
        int[] all = new int[n];
        for (int i = 0; i < n; i++) all[i] = i;
        for (int i = n - 1; i > 0; i--) {
            int j = coins.nextInt(i + 1);
            int swapped = all[i];
            all[i] = all[j];
            all[j] = swapped;
        }
        return all;
    }
}
