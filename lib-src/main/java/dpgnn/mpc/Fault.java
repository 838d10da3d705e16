package dpgnn.mpc;

/** Why a run ended early. */
public enum Fault {
    /** The connection to a peer broke, or was never made. */
    VANISHED,
    /** A peer did not send within the deadline. */
    LATE,
    /** A matrix of another shape, scale or meaning than the protocol says. */
    SHAPE,
    /** A message of another session. */
    SESSION,
    /** Bytes that are no message. */
    GARBAGE,
    /** A message that came before, or out of its order. */
    REPLAY,
    /** The parties do not agree about version, parameters or who takes part. */
    MISMATCH,
    /** Another party gave up and said why. */
    ABORTED,
    /** This party itself would not go on. */
    REFUSED
}
