package dpgnn.nn.layer;

import dpgnn.nn.kernel.Buffers;
import dpgnn.nn.kernel.FloatMatrix;
import dpgnn.nn.kernel.Kernels;
import dpgnn.random.RandomStream;

/**
 * Sets each entry to zero with a given probability during training, and scales up the others. The masks do not depend on the
 * data.
 */
final class DropoutLayer extends Layer {
    private final Layer in;
    private final double rate;
    private FloatMatrix mask;
    private float[] host = new float[16];

    DropoutLayer(Layer in, double rate) {
        super(in);
        this.in = in;
        this.rate = rate;
    }

    @Override
    public void prepare(Kernels kernels) {
        super.prepare(kernels);
        mask = kernels.matrix(width);
    }

    @Override
    public void forward(PassContext pass) {
        out.resize(in.out.rows());
        pass.kernels().fill(out, 0);
        pass.kernels().add(in.out, 1f, out);
        if (pass.part().dropout() == null) return;
        draw(pass.part().dropout(), in.out.rows() * width);
        pass.kernels().upload(host, 0, in.out.rows(), mask);
        pass.kernels().times(mask, out);
    }

    @Override
    public boolean drops() {
        return true;
    }

    /** Two coins to a word of the stream, by 32 bits each. */
    private void draw(RandomStream stream, int count) {
        host = Buffers.to(host, count);
        long limit = (long) (rate * 0x1.0p32);
        float kept = (float) (1 / (1 - rate));
        for (int i = 0; i < count; i += 2) {
            long word = stream.nextLong();
            host[i] = (word >>> 32) < limit ? 0f : kept;
            if (i + 1 < count) host[i + 1] = (word & 0xFFFFFFFFL) < limit ? 0f : kept;
        }
    }

    @Override
    public void backward(PassContext pass) {
        if (!in.learns) return;
        if (pass.part().dropout() != null) pass.kernels().times(mask, gradient);
        pass.kernels().add(gradient, 1f, in.zeroedGradient(pass.kernels()));
    }
}
