package dpgnn.generate.net;

import dpgnn.random.RandomStream;

/** Draws that several methods share. */
public final class SharedDraws {
    private SharedDraws() {}

    /** Some of 0 .. n-1, all different, in random order. */
    public static int[] distinct(int n, int count, RandomStream coins) {
        int[] all = permutation(n, coins);
        return count == n ? all : java.util.Arrays.copyOf(all, count);
    }

    /** All of 0 .. n-1 in random order (Fisher and Yates). */
    public static int[] permutation(int n, RandomStream coins) {
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
