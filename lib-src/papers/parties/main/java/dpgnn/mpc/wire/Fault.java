package dpgnn.mpc.wire;

/**
 * The reason why a run ended early. A party that gives up tells its peers this code and nothing else: the words of a
 * {@link ProtocolException} stay with its own operator, because they may name a value. The code itself may depend on data.
 * {@link #RANGE} reveals that one of the sender's numbers passed a public bound, and when; {@link #REFUSED} and {@link #VANISHED}
 * reveal when a party stopped, possibly because of its data. No code reveals which number, or how large.
 */
public enum Fault {
    VANISHED("the connection to a peer broke, or was never made"),
    LATE("a peer did not send within the deadline"),
    SHAPE("a matrix came of another shape, scale or meaning than the protocol says"),
    SESSION("a message came of another session"),
    GARBAGE("bytes came that are no message"),
    REPLAY("a message came twice, or out of its order"),
    MISMATCH("the parties do not agree about version, parameters or who takes part"),
    RANGE("a number left the range in which fixed point is right"),
    ABORTED("another party gave up"),
    REFUSED("it would not go on, for a reason that its own operator sees");

    private final String meaning;

    Fault(String meaning) {
        this.meaning = meaning;
    }

    /** What a party knows about a peer that sent this code. */
    ProtocolException from(String peer) {
        return new ProtocolException(ABORTED, "'" + peer + "' gave up: " + this + ", " + meaning);
    }
}
