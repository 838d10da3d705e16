package dpgnn.mpc;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** One trained matrix with its gradient and what Adam (Kingma and Ba 2015) remembers of earlier ones. */
final class Weights {
    private final Matrix value;
    private final Matrix mean;
    private final Matrix square;
    private Matrix gradient;
    private Matrix best;

    private Weights(Matrix value) {
        this.value = value;
        mean = Matrix.of(value.rows(), value.columns());
        square = Matrix.of(value.rows(), value.columns());
    }

    static Weights of(Matrix start) {
        return new Weights(start);
    }

    Matrix value() {
        return value;
    }

    Matrix gradient() {
        return gradient;
    }

    void gradient(Matrix gradient) {
        this.gradient = gradient;
    }

    /** One step; {@code step} counts from 1. The penalty is added to the gradient. */
    void update(Settings.Rule rule, double rate, double decay, int step) {
        Matrix g = gradient.copy().add(decay, value);
        if (rule == Settings.Rule.SGD) value.add(-rate, g);
        else value.add(-1, adamStep(g, rate, step));
    }

    /** What Adam takes away for this gradient. */
    Matrix adamStep(Matrix g, double rate, int step) {
        Matrix move = Matrix.of(g.rows(), g.columns());
        double meanScale = 1 / (1 - Math.pow(0.9, step));
        double squareScale = 1 / (1 - Math.pow(0.999, step));
        for (int i = 0; i < g.values().length; i++) {
            double x = g.values()[i];
            mean.values()[i] = 0.9 * mean.values()[i] + 0.1 * x;
            square.values()[i] = 0.999 * square.values()[i] + 0.001 * x * x;
            move.values()[i] =
                    rate * mean.values()[i] * meanScale / (Math.sqrt(square.values()[i] * squareScale) + 1e-8);
        }
        return move;
    }

    void keepBest() {
        best = value.copy();
    }

    /** The value at the last {@link #keepBest}, or now if there was none. */
    Matrix best() {
        return best == null ? value : best;
    }

    static void save(List<Weights> all, DataOutput out) throws IOException {
        for (Weights w : all) {
            for (Matrix m : new Matrix[] {w.value, w.mean, w.square, w.best()})
                for (double v : m.values()) out.writeDouble(v);
        }
    }

    static void load(List<Weights> all, DataInput in) throws IOException {
        for (Weights w : all) {
            w.best = w.value.copy();
            for (Matrix m : new Matrix[] {w.value, w.mean, w.square, w.best})
                for (int i = 0; i < m.values().length; i++) m.values()[i] = in.readDouble();
        }
    }
}
