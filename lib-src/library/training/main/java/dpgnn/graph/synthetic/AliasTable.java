package dpgnn.graph.synthetic;

/** Draws entries of a list in proportion to their weights, in constant time (Walker 1977; Vose 1991). */
final class AliasTable {
    private final int[] entry;
    private final int[] other;
    /** The entry of a cell is taken when 32 random bits are at most this, else the cell's other. */
    private final long[] limit;

    /** Over {@code entries[from .. to)}, each with the weight of the node it names. */
    AliasTable(int[] entries, int from, int to, double[] weight) {
        int size = to - from;
        double total = 0;
        for (int i = from; i < to; i++) total += weight[entries[i]];
        entry = new int[size];
        other = new int[size];
        limit = new long[size];
        double[] scaled = new double[size];
        int[] stack = new int[size];
        int small = 0;
        int large = size;
        for (int i = 0; i < size; i++) {
            entry[i] = entries[from + i];
            scaled[i] = weight[entry[i]] * size / total;
            if (scaled[i] < 1) stack[small++] = i;
            else stack[--large] = i;
        }
        while (small > 0 && large < size) {
            int less = stack[--small];
            int more = stack[large];
            limit[less] = (long) (scaled[less] * 0x1.0p32);
            other[less] = entry[more];
            scaled[more] -= 1 - scaled[less];
            if (scaled[more] < 1) {
                large++;
                stack[small++] = more;
            }
        }
        while (small > 0) limit[stack[--small]] = 1L << 32;
        while (large < size) limit[stack[large++]] = 1L << 32;
    }

    int draw(long bits) {
        int cell = (int) (((bits >>> 32) * entry.length) >>> 32);
        return (bits & 0xFFFFFFFFL) < limit[cell] ? entry[cell] : other[cell];
    }
}
