package dpgnn.mpc.wire;

/**
 * Thrown when a run ends early. It has the fault and, in words for this party's own operator, what happened and what would
 * have been right. The words may name private values. Peers get the fault alone.
 */
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Fault fault;

    public ProtocolException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    public ProtocolException(Fault fault, String message, Throwable cause) {
        super(message, cause);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
