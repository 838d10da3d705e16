package dpgnn.graph;

import java.util.Arrays;

/** Sorts parts of an array of node numbers: long parts by two passes over half of the bits each, short ones as Java does. */
final class NeighbourSort {
    private static final int SHORT = 96;

    private final int bits;
    private final int[] count;
    private int[] scratch = new int[0];

    NeighbourSort(int nodes) {
        bits = Math.max(1, (33 - Integer.numberOfLeadingZeros(Math.max(1, nodes - 1))) / 2);
        count = new int[1 << Math.min(bits, 12)];
    }

    void sort(int[] values, int from, int to) {
        int length = to - from;
        if (length < SHORT || length < count.length / 8 || bits > 12) {
            Arrays.sort(values, from, to);
            return;
        }
        if (scratch.length < length) scratch = new int[length + length / 2];
        pass(values, from, scratch, 0, length, 0);
        pass(scratch, 0, values, from, length, bits);
    }

    private void pass(int[] source, int sourceFrom, int[] target, int targetFrom, int length, int shift) {
        int mask = count.length - 1;
        Arrays.fill(count, 0);
        for (int i = sourceFrom; i < sourceFrom + length; i++) count[source[i] >>> shift & mask]++;
        int at = targetFrom;
        for (int digit = 0; digit < count.length; digit++) {
            int many = count[digit];
            count[digit] = at;
            at += many;
        }
        for (int i = sourceFrom; i < sourceFrom + length; i++) target[count[source[i] >>> shift & mask]++] = source[i];
    }
}
