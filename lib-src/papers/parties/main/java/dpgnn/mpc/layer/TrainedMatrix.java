package dpgnn.mpc.layer;

import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** A trained matrix, its gradient and Adam's averages of earlier gradients. */
public final class TrainedMatrix {
    private final Matrix value;
    private final Matrix mean;
    private final Matrix square;
    private Matrix gradient;
    private Matrix best;

    private TrainedMatrix(Matrix value) {
        this.value = value;
        mean = Matrix.of(value.rows(), value.columns());
        square = Matrix.of(value.rows(), value.columns());
    }

    public static TrainedMatrix of(Matrix start) {
        return new TrainedMatrix(start);
    }

    public Matrix value() {
        return value;
    }

    public Matrix gradient() {
        return gradient;
    }

    public void gradient(Matrix gradient) {
        this.gradient = gradient;
    }

    /** One step; {@code step} counts from 1. The penalty is added to the gradient. */
    public void update(UpdateRule rule, double rate, double decay, int step) {
        Matrix g = gradient.copy().add(decay, value);
        if (rule == UpdateRule.SGD) value.add(-rate, g);
        else value.add(-1, adamStep(g, rate, step));
    }

    /** What Adam takes away for this gradient. */
    public Matrix adamStep(Matrix g, double rate, int step) {
        Matrix move = Matrix.of(g.rows(), g.columns());
        AdamSteps.corrected(rate, step).move(mean.values(), square.values(), g.values(), move.values());
        return move;
    }

    public void keepBest() {
        best = value.copy();
    }

    /** The value at the last {@link #keepBest}, or now if there was none. */
    Matrix best() {
        return best == null ? value : best;
    }

    public static void save(List<TrainedMatrix> all, DataOutput out) throws IOException {
        for (TrainedMatrix w : all) {
            for (Matrix m : new Matrix[] {w.value, w.mean, w.square, w.best()})
                for (double v : m.values()) out.writeDouble(v);
        }
    }

    public static void load(List<TrainedMatrix> all, DataInput in) throws IOException {
        for (TrainedMatrix w : all) {
            w.best = w.value.copy();
            for (Matrix m : new Matrix[] {w.value, w.mean, w.square, w.best})
                for (int i = 0; i < m.values().length; i++) m.values()[i] = in.readDouble();
        }
    }
}
