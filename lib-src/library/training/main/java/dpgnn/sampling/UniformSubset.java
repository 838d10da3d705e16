package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;

/** Draws uniform subsets of a fixed size in reused memory: a shuffle that stops early and is undone afterwards. */
final class UniformSubset {
    private int[] all = new int[0];
    private int[] swapped = new int[0];
    private int[] chosen = new int[0];

    /** The first {@code size} entries of the answer are distinct and uniform in 0 .. population-1; it is overwritten next time. */
    int[] draw(int population, int size, RandomStream coins) {
        Check.that(size <= population, "size", "at most the population " + population, size);
        if (all.length != population) {
            all = new int[population];
            for (int i = 0; i < population; i++) all[i] = i;
        }
        if (swapped.length < size) {
            swapped = new int[size];
            chosen = new int[size];
        }
        for (int i = 0; i < size; i++) {
            int k = i + coins.nextInt(population - i);
            swapped[i] = k;
            swap(i, k);
        }
        System.arraycopy(all, 0, chosen, 0, size);
        for (int i = size - 1; i >= 0; i--) swap(i, swapped[i]);
        return chosen;
    }

    private void swap(int i, int k) {
        int held = all[i];
        all[i] = all[k];
        all[k] = held;
    }
}
