package dpgnn.nn.kernel;

/** Functions that follow a linear map. Every derivative is a function of the output, so that inputs need not be kept. */
public enum Activation {
    IDENTITY,
    RELU,
    ELU,
    SELU,
    TANH;

    private static final float SCALE = 1.0507009873554805f;
    private static final float ALPHA = 1.6732632423543772f;

    public float apply(float x) {
        return switch (this) {
            case IDENTITY -> x;
            case RELU -> Math.max(x, 0f);
            case ELU -> x > 0 ? x : expm1(x);
            case SELU -> x > 0 ? SCALE * x : SCALE * ALPHA * expm1(x);
            case TANH -> (float) Math.tanh(x);
        };
    }

    /** The derivative where the output was y. */
    float slope(float y) {
        return switch (this) {
            case IDENTITY -> 1f;
            case RELU -> y > 0 ? 1f : 0f;
            case ELU -> y > 0 ? 1f : y + 1f;
            case SELU -> y > 0 ? SCALE : y + SCALE * ALPHA;
            case TANH -> 1f - y * y;
        };
    }

    /**
     * e^x - 1 for x up to 0. The JVM has fast code for exp and none for expm1, which took a third of a step; what cancels here is
     * 1e-16, far below the rounding of the result to a float unless x is itself that small.
     */
    private static float expm1(float x) {
        return x > -1e-6f ? x : (float) (Math.exp(x) - 1);
    }
}
