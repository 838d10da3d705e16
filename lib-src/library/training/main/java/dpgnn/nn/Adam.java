package dpgnn.nn;

import dpgnn.base.Check;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.function.BiConsumer;

/**
 * Optimises by Adam (Kingma and Ba 2015), with decay added to the gradient as in the papers' code, or decoupled from it as in AdamW
 * (Loshchilov and Hutter 2019).
 */
public final class Adam implements Optimizer {
    private static final double EPSILON = 1e-8;

    private final double rate;
    private final double beta1;
    private final double beta2;
    private final double decay;
    private final double decoupled;
    private long steps;
    private float[] first = new float[0];
    private float[] second = new float[0];
    private float[] values = new float[0];
    /** Copies both moments from where they were moved, or null where they are here. */
    private BiConsumer<float[], float[]> elsewhere;

    private Adam(double rate, double beta1, double beta2, double decay, double decoupled) {
        this.rate = Check.positive("rate", rate);
        this.beta1 = Check.rightOpen("beta1", beta1, 0, 1);
        this.beta2 = Check.rightOpen("beta2", beta2, 0, 1);
        this.decay = Check.rightOpen("decay", decay, 0, Double.POSITIVE_INFINITY);
        this.decoupled = Check.rightOpen("decoupled decay", decoupled, 0, Double.POSITIVE_INFINITY);
    }

    public static Adam of(double rate) {
        return new Adam(rate, 0.9, 0.999, 0, 0);
    }

    public Adam withBetas(double otherBeta1, double otherBeta2) {
        return new Adam(rate, otherBeta1, otherBeta2, decay, decoupled);
    }

    /** Adds {@code decay} times the weights to the gradient. */
    public Adam withDecay(double other) {
        return new Adam(rate, beta1, beta2, other, decoupled);
    }

    /** AdamW: takes {@code rate} times {@code decay} times the weights away from them, beside the step. */
    public Adam withDecoupledDecay(double other) {
        return new Adam(rate, beta1, beta2, decay, other);
    }

    @Override
    public String name() {
        return "Adam[rate=" + rate + ", beta1=" + beta1 + ", beta2=" + beta2 + ", decay=" + decay
                + (decoupled == 0 ? "" : ", decoupled=" + decoupled) + "]";
    }

    /** Whether a step needs nothing but what {@link #next} gives. */
    boolean mayMove() {
        return decoupled == 0;
    }

    /** Leaves the moments of so many parameters to whoever takes the steps from now on, and gives those so far. */
    void moveTo(int size, BiConsumer<float[], float[]> give, BiConsumer<float[], float[]> fetch) {
        prepare(size);
        give.accept(first, second);
        elsewhere = fetch;
    }

    /** The numbers of a step. */
    record Step(float decay, float beta1, float beta2, float step, float scale, float epsilon) {}

    /** Counts the next step. */
    Step next() {
        steps++;
        return new Step(
                (float) decay,
                (float) beta1,
                (float) beta2,
                (float) (rate / (1 - Math.pow(beta1, steps))),
                (float) (1 / Math.sqrt(1 - Math.pow(beta2, steps))),
                (float) EPSILON);
    }

    private void prepare(int n) {
        if (first.length == n) return;
        first = new float[n];
        second = new float[n];
    }

    @Override
    public void step(Parameters parameters, float[] gradient) {
        Check.given("parameters", parameters);
        int n = parameters.size();
        prepare(n);
        if (values.length != n) values = new float[n];
        parameters.read(values);
        Step next = next();
        float b1 = next.beta1, b2 = next.beta2, d = next.decay, step = next.step, scale = next.scale;
        float epsilon = next.epsilon;
        float kept = (float) (1 - rate * decoupled);
        for (int i = 0; i < n; i++) {
            float g = gradient[i] + d * values[i];
            float m = b1 * first[i] + (1 - b1) * g;
            float v = b2 * second[i] + (1 - b2) * g * g;
            first[i] = m;
            second[i] = v;
            values[i] = kept * values[i] - step * m / ((float) Math.sqrt(v) * scale + epsilon);
        }
        parameters.write(values);
    }

    @Override
    public Adam fresh() {
        return new Adam(rate, beta1, beta2, decay, decoupled);
    }

    @Override
    public byte[] save() {
        if (elsewhere != null) elsewhere.accept(first, second);
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 2 * Float.BYTES * first.length);
        bytes.putLong(steps);
        bytes.asFloatBuffer().put(first).put(second);
        return bytes.array();
    }

    @Override
    public void load(byte[] saved) {
        Check.given("saved", saved);
        if (saved.length < Long.BYTES || (saved.length - Long.BYTES) % (2 * Float.BYTES) != 0)
            throw new IllegalArgumentException(
                    "saved state must be a count and two moments, had " + saved.length + " bytes");
        ByteBuffer bytes = ByteBuffer.wrap(saved);
        steps = bytes.getLong();
        FloatBuffer floats = bytes.asFloatBuffer();
        first = new float[floats.remaining() / 2];
        second = new float[first.length];
        floats.get(first).get(second);
    }
}
