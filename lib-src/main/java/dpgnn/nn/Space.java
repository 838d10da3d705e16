package dpgnn.nn;

/** The rows of a batch that a layer works on, example after example. */
final class Space {
    int examples;
    int[] row = new int[16];
    int[] exampleStart = new int[17];
    /** Whether no example has more than one row: norms are then products. */
    boolean single;

    int rows() {
        return exampleStart[examples];
    }

    void begin(int count) {
        examples = 0;
        single = true;
        exampleStart = Grow.to(exampleStart, count + 1);
        exampleStart[0] = 0;
    }

    void add(int end, int r) {
        row = Grow.to(row, end + 1);
        row[end] = r;
    }

    void endExample(int end) {
        if (end - exampleStart[examples] > 1) single = false;
        exampleStart[++examples] = end;
    }
}
