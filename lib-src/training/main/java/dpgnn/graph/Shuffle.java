package dpgnn.graph;

import dpgnn.random.RandomStream;

/** Uniform orders (Fisher and Yates). */
final class Shuffle {
    private Shuffle() {}

    static int[] of(int size, RandomStream coins) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) order[i] = i;
        for (int i = size - 1; i > 0; i--) {
            int k = coins.nextInt(i + 1);
            int held = order[i];
            order[i] = order[k];
            order[k] = held;
        }
        return order;
    }
}
