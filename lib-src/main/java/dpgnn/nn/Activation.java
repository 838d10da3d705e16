package dpgnn.nn;

/** What follows a linear map. Every derivative is a function of the output, so that inputs need not be kept. */
public enum Activation {
    IDENTITY,
    RELU,
    ELU,
    SELU,
    TANH;

    private static final float SCALE = 1.0507009873554805f;
    private static final float ALPHA = 1.6732632423543772f;

    float apply(float x) {
        return switch (this) {
            case IDENTITY -> x;
            case RELU -> Math.max(x, 0f);
            case ELU -> x > 0 ? x : (float) Math.expm1(x);
            case SELU -> x > 0 ? SCALE * x : (float) (SCALE * ALPHA * Math.expm1(x));
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
}
