package dpgnn.nn;

import dpgnn.base.Check;
import java.nio.ByteBuffer;

/** Optimises by gradient descent: v = momentum * v + g + decay * w, w = w - rate * v. */
public final class Sgd implements Optimizer {
    private final double rate;
    private final double momentum;
    private final double decay;
    private float[] velocity = new float[0];
    private float[] values = new float[0];

    private Sgd(double rate, double momentum, double decay) {
        this.rate = Check.positive("rate", rate);
        this.momentum = Check.rightOpen("momentum", momentum, 0, 1);
        this.decay = Check.rightOpen("decay", decay, 0, Double.POSITIVE_INFINITY);
    }

    public static Sgd of(double rate) {
        return new Sgd(rate, 0, 0);
    }

    public Sgd withMomentum(double other) {
        return new Sgd(rate, other, decay);
    }

    /** Adds {@code decay} times the weights to the gradient. */
    public Sgd withDecay(double other) {
        return new Sgd(rate, momentum, other);
    }

    @Override
    public String name() {
        return "Sgd[rate=" + rate + ", momentum=" + momentum + ", decay=" + decay + "]";
    }

    @Override
    public void step(Parameters parameters, float[] gradient) {
        int n = parameters.size();
        if (values.length != n) values = new float[n];
        if (momentum > 0 && velocity.length != n) velocity = new float[n];
        parameters.read(values);
        float r = (float) rate;
        float m = (float) momentum;
        float d = (float) decay;
        if (momentum == 0) for (int i = 0; i < n; i++) values[i] -= r * (gradient[i] + d * values[i]);
        else
            for (int i = 0; i < n; i++) {
                velocity[i] = m * velocity[i] + gradient[i] + d * values[i];
                values[i] -= r * velocity[i];
            }
        parameters.write(values);
    }

    @Override
    public Sgd fresh() {
        return new Sgd(rate, momentum, decay);
    }

    @Override
    public byte[] save() {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * velocity.length);
        bytes.asFloatBuffer().put(velocity);
        return bytes.array();
    }

    @Override
    public void load(byte[] saved) {
        if (saved.length % Float.BYTES != 0)
            throw new IllegalArgumentException("saved state must be whole floats, had " + saved.length + " bytes");
        velocity = new float[saved.length / Float.BYTES];
        ByteBuffer.wrap(saved).asFloatBuffer().get(velocity);
    }
}
