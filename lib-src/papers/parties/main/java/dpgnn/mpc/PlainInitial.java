package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The same numbers as {@link SharedInitial} without sharing: each holder multiplies its columns with its rows of W0, and the
 * products and gradients travel in the clear. It protects nothing; it is there to run many experiments and to test the other one.
 */
final class PlainInitial implements InitialLayer {
    private final Endpoint endpoint;
    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final SparseMatrix features;
    private final Matrix start;
    private final int self;
    private TrainedMatrix weights;

    PlainInitial(
            Endpoint endpoint, PpgnnSettings settings, PpgnnSizes sizes, SparseMatrix features, RandomStream init) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.sizes = sizes;
        this.features = features;
        start = InitialLayer.start(sizes, settings, init);
        self = endpoint.roster().holders().indexOf(endpoint.self());
        weights = TrainedMatrix.of(rows(start, self));
    }

    private Matrix rows(Matrix all, int holder) {
        return all.sliceRows(
                sizes.offset(holder), sizes.offset(holder) + sizes.widths().get(holder));
    }

    /** Both paths start from the same W0: the sum of what every holder drew, of which this one keeps its rows. */
    @Override
    public void prepare(int firstEpoch) {
        List<String> holders = endpoint.roster().holders();
        for (int q = 0; q < holders.size(); q++)
            if (q != self) endpoint.send(holders.get(q), MessageKind.PLAIN_START, 0, rows(start, q), 0);
        Matrix sum = rows(start, self);
        for (String peer : endpoint.otherHolders())
            sum.add(1, endpoint.receive(peer, MessageKind.PLAIN_START, 0, sum.rows(), sum.columns()));
        if (!loaded) weights = TrainedMatrix.of(sum);
    }

    private boolean loaded;

    @Override
    public Matrix forward(int epoch) {
        return sum(MessageKind.PLAIN_EMBEDDING, epoch, features.times(weights.value()));
    }

    @Override
    public void backward(int epoch, Matrix gradient) {
        weights.gradient(features.transpose().times(sum(MessageKind.PLAIN_GRADIENT, epoch, gradient)));
        weights.update(settings.initialRule(), settings.initialRate(), settings.decay(), epoch + 1);
    }

    /** In the order of the holders, so that everybody gets the same bits. */
    private Matrix sum(MessageKind kind, int epoch, Matrix own) {
        for (String peer : endpoint.otherHolders()) endpoint.send(peer, kind, epoch, own, 0);
        Matrix sum = Matrix.of(own.rows(), own.columns());
        for (String holder : endpoint.roster().holders())
            sum.add(
                    1,
                    holder.equals(endpoint.self())
                            ? own
                            : endpoint.receive(holder, kind, epoch, own.rows(), own.columns()));
        return sum;
    }

    @Override
    public void keepBest() {
        weights.keepBest();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        TrainedMatrix.save(List.of(weights), out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        TrainedMatrix.load(List.of(weights), in);
        loaded = true;
    }
}
