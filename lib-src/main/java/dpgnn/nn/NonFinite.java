package dpgnn.nn;

/** A loss or gradient that is not a finite number. The message names layer and examples, never a value. */
public final class NonFinite extends ArithmeticException {
    private static final long serialVersionUID = 1;

    private final String layer;
    private final int firstExample;
    private final int lastExample;

    NonFinite(String layer, int firstExample, int lastExample) {
        super("the gradient of layer " + layer + " is not finite in examples " + firstExample + " to " + lastExample
                + " of the batch; the learning rate or the features may be too large");
        this.layer = layer;
        this.firstExample = firstExample;
        this.lastExample = lastExample;
    }

    public String layer() {
        return layer;
    }

    public int firstExample() {
        return firstExample;
    }

    public int lastExample() {
        return lastExample;
    }
}
