package dpgnn.mpc.wire;

/**
 * A message with one matrix, or none (0 x 0).
 *
 * @param tag the pair's session, which both handshakes fix
 * @param sequence 0, 1, 2 ... in each direction
 * @param scale fractional bits of ring elements, or {@link #REAL} for doubles
 * @param depth how many messages came before it, one after another: the rounds so far
 * @param note a small number beside the matrix
 */
public record Message(
        long tag,
        long sequence,
        int epoch,
        MessageKind kind,
        int rows,
        int columns,
        int scale,
        int depth,
        long note,
        long[] words) {
    public static final int REAL = -1;

    String shape() {
        return rows + " x " + columns + (scale == REAL ? " doubles" : " at scale " + scale);
    }
}
