package dpgnn.graph;

/** Computes how many values a table has, provided that Java's arrays can hold them. */
public final class ArraySize {
    /** Some virtual machines keep a few words of an array for themselves. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    private ArraySize() {}

    /**
     * The number of values, at most 2^31 - 9.
     *
     * @param what the table is of, for the error
     */
    public static int of(String what, long rows, long columns) {
        if (rows < 0 || columns < 0 || (columns > 0 && rows > MOST / columns))
            throw new IllegalArgumentException(
                    what + " must have at most " + MOST + " values, asked for " + rows + " x " + columns);
        return (int) (rows * columns);
    }
}
