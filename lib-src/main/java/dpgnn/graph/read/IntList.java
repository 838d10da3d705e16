package dpgnn.graph.read;

import java.util.Arrays;

/** Numbers that come one after another; memory grows with what came. */
final class IntList {
    private int[] items = new int[16];
    private int size;

    void add(int item) {
        if (size == items.length)
            items = Arrays.copyOf(items, (int) Math.min(Integer.MAX_VALUE - 8L, size * 3L / 2 + 16));
        items[size++] = item;
    }

    int size() {
        return size;
    }

    int get(int i) {
        return items[i];
    }

    void set(int i, int item) {
        items[i] = item;
    }

    int[] toArray() {
        return Arrays.copyOf(items, size);
    }

    /** All lines of a file that hold one whole number each, in this range. */
    static IntList lines(java.nio.file.Path path, int least, int most) throws java.io.IOException {
        IntList list = new IntList();
        try (Lines lines = Lines.of(path)) {
            while (lines.next()) if (!lines.isBlank()) list.add(lines.lastNumber(least, most));
        }
        return list;
    }
}
