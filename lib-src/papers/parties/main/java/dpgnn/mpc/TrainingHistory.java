package dpgnn.mpc;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The figures that the label holder saw, epoch by epoch. Accuracies are those of the weights before the epoch's step. */
public final class TrainingHistory {
    /** One epoch; the loss is the mean cross-entropy of the training nodes, with dropout. */
    public record Epoch(int epoch, double loss, double validation, double test) {}

    private final List<Epoch> epochs = new ArrayList<>();
    private int best = -1;

    /** Whether this epoch's validation accuracy is above all before it. */
    public boolean add(int epoch, double loss, double validation, double test) {
        epochs.add(new Epoch(epoch, loss, validation, test));
        boolean better = best < 0 || validation > epochs.get(best).validation();
        if (better) best = epochs.size() - 1;
        return better;
    }

    public List<Epoch> epochs() {
        return List.copyOf(epochs);
    }

    /** The epoch whose weights are published: the first with the best validation accuracy. */
    public Epoch best() {
        if (best < 0) throw new IllegalStateException("there is no best epoch before the first one");
        return epochs.get(best);
    }

    /** The one in the middle: what an epoch takes while nothing else disturbs it. */
    public static double median(List<Double> seconds) {
        return seconds.stream().sorted().toList().get(seconds.size() / 2);
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(epochs.size());
        for (Epoch e : epochs) {
            out.writeInt(e.epoch());
            out.writeDouble(e.loss());
            out.writeDouble(e.validation());
            out.writeDouble(e.test());
        }
    }

    void load(DataInput in) throws IOException {
        epochs.clear();
        best = -1;
        int count = in.readInt();
        for (int i = 0; i < count; i++) add(in.readInt(), in.readDouble(), in.readDouble(), in.readDouble());
    }
}
