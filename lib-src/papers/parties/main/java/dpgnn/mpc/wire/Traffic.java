package dpgnn.mpc.wire;

/**
 * The traffic that one party sent and received.
 *
 * @param dealt the received bytes that a dealer sent: they depend on no data and may come ahead of time
 * @param rounds the longest chain of messages, each sent after the one before was received, that ends at this party
 */
public record Traffic(long sent, long received, long dealt, long messages, int rounds) {
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0);

    public Traffic minus(Traffic before) {
        return new Traffic(
                sent - before.sent,
                received - before.received,
                dealt - before.dealt,
                messages - before.messages,
                rounds - before.rounds);
    }

    /**
     * A line between parties.
     *
     * @param bitsPerSecond of each party's own line
     * @param roundSeconds one message there
     */
    public record Line(double bitsPerSecond, double roundSeconds) {
        /** 1 Gbit/s and 0.2 ms. */
        public static final Line LAN = new Line(1e9, 2e-4);

        /** 100 Mbit/s and 40 ms. */
        public static final Line WAN = new Line(1e8, 4e-2);

        /** Computing, then every byte of the busiest party through its line, then every round. */
        public double seconds(double computing, Traffic busiest) {
            double bytes = Math.max(busiest.sent, busiest.received);
            return computing + 8 * bytes / bitsPerSecond + busiest.rounds * roundSeconds;
        }
    }
}
