package dpgnn.nn;

import dpgnn.random.Stream;

/** Each entry is zero with a probability, else scaled up, while training; the masks do not depend on the data. */
final class Dropout extends Node {
    private final Node in;
    private final double rate;
    private Matrix mask;
    private float[] host = new float[16];

    Dropout(Node in, double rate) {
        super(in.width, in.learns);
        this.in = in;
        this.rate = rate;
    }

    @Override
    void prepare(Kernels kernels) {
        super.prepare(kernels);
        mask = kernels.matrix(width);
    }

    @Override
    void forward(Pass pass) {
        out.resize(in.out.rows());
        pass.kernels().fill(out, 0);
        pass.kernels().add(in.out, 1f, out);
        if (pass.part().dropout() == null) return;
        draw(pass.part().dropout(), in.out.rows() * width);
        pass.kernels().upload(host, 0, in.out.rows(), mask);
        pass.kernels().times(mask, out);
    }

    /** Two coins to a word of the stream, by 32 bits each. */
    private void draw(Stream stream, int count) {
        host = Grow.to(host, count);
        long limit = (long) (rate * 0x1.0p32);
        float kept = (float) (1 / (1 - rate));
        for (int i = 0; i < count; i += 2) {
            long word = stream.nextLong();
            host[i] = (word >>> 32) < limit ? 0f : kept;
            if (i + 1 < count) host[i + 1] = (word & 0xFFFFFFFFL) < limit ? 0f : kept;
        }
    }

    @Override
    void backward(Pass pass) {
        if (!in.learns) return;
        if (pass.part().dropout() != null) pass.kernels().times(mask, gradient);
        pass.kernels().add(gradient, 1f, in.zeroedGradient(pass.kernels()));
    }
}
