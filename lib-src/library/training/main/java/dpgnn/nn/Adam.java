package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.nn.kernel.GradientSum;
import dpgnn.nn.kernel.ResidentParameters;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

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
    /** The moments, where a device has them. */
    private ResidentParameters there;

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

    /** Whether a device has all that it does. */
    boolean fitsDevice() {
        return decoupled == 0;
    }

    /** Leaves the moments to a device, which has those so far. */
    void moveTo(ResidentParameters device) {
        prepare(device.size());
        device.write(first, second);
        there = device;
    }

    /** One step on the device that has the moments, by the sum of gradients there. */
    void step(GradientSum gradient) {
        steps++;
        there.move(
                gradient,
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
        steps++;
        float b1 = (float) beta1;
        float b2 = (float) beta2;
        float d = (float) decay;
        float step = (float) (rate / (1 - Math.pow(beta1, steps)));
        float scale = (float) (1 / Math.sqrt(1 - Math.pow(beta2, steps)));
        float epsilon = (float) EPSILON;
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
        if (there != null) there.read(first, second);
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
