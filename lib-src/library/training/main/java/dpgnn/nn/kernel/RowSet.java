package dpgnn.nn.kernel;

/** The rows of a batch that a layer works on, example after example. */
public final class RowSet {
    public int examples;
    public int[] row = new int[16];
    public int[] exampleStart = new int[17];

    public int rows() {
        return exampleStart[examples];
    }

    public void begin(int count) {
        examples = 0;
        exampleStart = Buffers.to(exampleStart, count + 1);
        exampleStart[0] = 0;
    }

    public void add(int end, int r) {
        row = Buffers.to(row, end + 1);
        row[end] = r;
    }

    public void endExample(int end) {
        exampleStart[++examples] = end;
    }
}
