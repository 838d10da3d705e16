package dpgnn.graph.format;

import dpgnn.graph.ArraySize;
import java.util.Arrays;

/** Numbers that come one after another; memory grows with what came. */
public final class IntList {
    private int[] items = new int[16];
    private int size;

    public void add(int item) {
        if (size == items.length) items = Arrays.copyOf(items, room(size));
        items[size++] = item;
    }

    /** For how many numbers there is room, where there is none behind so many. */
    static int room(int size) {
        int least = ArraySize.of("a list of numbers from a file", size + 1L, 1);
        return (int) Math.max(least, Math.min(Integer.MAX_VALUE - 8L, size * 3L / 2 + 16));
    }

    public int size() {
        return size;
    }

    public int get(int i) {
        return items[i];
    }

    public int[] toArray() {
        return Arrays.copyOf(items, size);
    }

    /** All lines of a file that hold one whole number each, in this range. */
    public static IntList lines(java.nio.file.Path path, int least, int most) throws java.io.IOException {
        IntList list = new IntList();
        try (Lines lines = Lines.of(path)) {
            while (lines.next()) if (!lines.isBlank()) list.add(lines.lastNumber(least, most));
        }
        return list;
    }
}
