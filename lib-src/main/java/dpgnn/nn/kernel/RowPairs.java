package dpgnn.nn.kernel;

import java.util.Arrays;

/** Pairs of rows of one example, collected so that their dot products can be taken at once. */
final class RowPairs {
    /** Takes the result of one pair; a pair of different rows counts twice. */
    interface Sink {
        void take(int i, int example, double factor);
    }

    private final int[] example;
    private final int[] left;
    private final int[] right;
    private int count;

    RowPairs(int capacity) {
        example = new int[capacity];
        left = new int[capacity];
        right = new int[capacity];
    }

    boolean isFull() {
        return count == example.length;
    }

    int count() {
        return count;
    }

    void add(int e, int r, int s) {
        example[count] = e;
        left[count] = r;
        right[count++] = s;
    }

    int[] left() {
        return Arrays.copyOf(left, count);
    }

    int[] right() {
        return Arrays.copyOf(right, count);
    }

    void drain(Sink sink) {
        for (int i = 0; i < count; i++) sink.take(i, example[i], left[i] == right[i] ? 1 : 2);
        count = 0;
    }
}
