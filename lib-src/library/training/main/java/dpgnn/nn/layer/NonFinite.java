package dpgnn.nn.layer;

/** Thrown when a loss or gradient is not a finite number and nothing is clipped. The message names examples, never a value. */
public final class NonFinite extends ArithmeticException {
    private static final long serialVersionUID = 1;

    private final int firstExample;
    private final int lastExample;

    /** @param what the loss, or the gradient of a layer */
    public NonFinite(String what, int firstExample, int lastExample) {
        super(what + " is not finite in examples " + firstExample + " to " + lastExample
                + " of the batch; the learning rate or the features may be too large");
        this.firstExample = firstExample;
        this.lastExample = lastExample;
    }

    public int firstExample() {
        return firstExample;
    }

    public int lastExample() {
        return lastExample;
    }
}
