package dpgnn.nn;

/** Thrown when a device cannot be used or cannot go on; the message is one sentence. */
public final class DeviceFailure extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public DeviceFailure(String sentence) {
        super(sentence);
    }

    public DeviceFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
