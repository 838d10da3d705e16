package dpgnn.mpc;

import dpgnn.linear.Matrix;
import dpgnn.linear.SparseMatrix;
import dpgnn.mpc.layer.TrainedMatrix;
import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.ring.Ring;
import dpgnn.mpc.ring.RingMatrix;
import dpgnn.mpc.ring.Share;
import dpgnn.mpc.ring.Triples;
import dpgnn.mpc.ring.Truncation;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Algorithm 1 on shares: W0 is never whole at anybody, and X only at its holders.
 *
 * <p><b>Guarantee.</b> Against honest-but-curious parties and a dealer that colludes with no holder, a holder sees of the others'
 * features and of W0 nothing that h0 and its own input do not tell: everything else that it receives is uniform. h0 is opened to
 * every holder in every epoch, and that does tell of X. The columns of all h0 span the columns of X once epochs times width reach
 * the columns that a holder lacks, and {@code ColumnRecovery} reads binary columns off that span, exactly, some of them before. So
 * h0 loses its low bits before it is opened: at the standard 4 and a rate of 1 that attack finds nothing, which is no proof that
 * none would. An h0 that is opened whole gives inner products of features away too ({@code Leakage.gram}); at 4 bits next to
 * nothing of that was left after twelve epochs on Cora. Each start of W0 must come from a secure stream: whoever knew W0 could
 * solve h0 = X W0 for sparse rows of X. {@link Headroom} says when fixed point holds.
 */
final class SharedInitial implements InitialLayer {
    private final Endpoint endpoint;
    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final SparseMatrix features;
    private final RandomStream masks;
    private final boolean first;
    private final TrainedMatrix adam;
    private final Headroom headroom;
    private RingMatrix weights;
    private RingMatrix best;
    private RingMatrix opened;
    private RingMatrix mask;
    private Triples.Half forward;
    private Triples.Half backward;
    private Truncation.Mask opening;
    private Truncation.Mask update;

    SharedInitial(
            Endpoint endpoint,
            PpgnnSettings settings,
            PpgnnSizes sizes,
            SparseMatrix features,
            RandomStream init,
            RandomStream masks) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.sizes = sizes;
        this.features = features;
        this.masks = masks;
        first = endpoint.first();
        headroom = new Headroom(settings, endpoint.roster().holders().size());
        weights = RingMatrix.encode(InitialLayer.start(sizes, settings, init), settings.weightBits());
        adam = TrainedMatrix.of(Matrix.of(sizes.width(), settings.width()));
    }

    @Override
    public void prepare(int firstEpoch) {
        headroom.features(features);
        int n = sizes.nodes();
        int scale = settings.featureBits();
        List<String> holders = endpoint.roster().holders();
        int self = holders.indexOf(endpoint.self());
        List<RingMatrix> shares =
                new ArrayList<>(Share.split(RingMatrix.encode(features, scale), holders.size(), masks));
        for (int q = 0; q < holders.size(); q++)
            if (q != self) endpoint.send(holders.get(q), MessageKind.FEATURE_SHARE, 0, shares.get(q), scale);
        RingMatrix x = RingMatrix.of(n, sizes.width());
        for (int q = 0; q < holders.size(); q++)
            x.put(
                    sizes.offset(q),
                    q == self
                            ? shares.get(q)
                            : endpoint.receive(
                                    holders.get(q),
                                    MessageKind.FEATURE_SHARE,
                                    0,
                                    n,
                                    sizes.widths().get(q),
                                    scale));
        mask = dealt(MessageKind.FEATURE_MASK, 0, n, sizes.width());
        opened = endpoint.open(MessageKind.MASKED_FEATURES, 0, x.subtract(mask), scale);
        takeMasks(firstEpoch);
    }

    /** The dealer is one epoch ahead, so masks are there before they are needed. */
    private void takeMasks(int epoch) {
        if (epoch >= settings.epochs()) return;
        int n = sizes.nodes();
        int f = sizes.width();
        int d = settings.width();
        forward = new Triples.Half(
                dealt(MessageKind.WEIGHT_MASK, epoch, f, d), dealt(MessageKind.EMBEDDING_MASK, epoch, n, d));
        backward = new Triples.Half(
                dealt(MessageKind.GRADIENT_MASK, epoch, n, d), dealt(MessageKind.UPDATE_MASK, epoch, f, d));
        if (settings.coarsening() > 0) opening = dealtMask(epoch, n, d);
        if (Dealer.masksUpdates(settings)) update = dealtMask(epoch, f, d);
    }

    private Truncation.Mask dealtMask(int epoch, int rows, int columns) {
        return new Truncation.Mask(
                dealt(MessageKind.TRUNCATION_MASK, epoch, rows, columns),
                dealt(MessageKind.TRUNCATION_SHIFTED, epoch, rows, columns),
                dealt(MessageKind.TRUNCATION_TOP, epoch, rows, columns));
    }

    private RingMatrix dealt(MessageKind kind, int epoch, int rows, int columns) {
        return endpoint.receive(endpoint.roster().dealer(), kind, epoch, rows, columns, 0);
    }

    @Override
    public Matrix forward(int epoch) {
        RingMatrix g =
                endpoint.open(MessageKind.MASKED_WEIGHTS, epoch, weights.minus(forward.v()), settings.weightBits());
        RingMatrix share = Triples.product(opened, mask, g, forward, first);
        int shift = settings.coarsening();
        if (shift > 0) {
            int scale = settings.featureBits() + settings.weightBits();
            RingMatrix seen =
                    endpoint.open(MessageKind.MASKED_EMBEDDING, epoch, Truncation.mask(share, opening, first), scale);
            share = Truncation.finish(seen, opening, shift, first);
        }
        int bits = settings.openedBits();
        return headroom.initial(
                endpoint.open(MessageKind.INITIAL_EMBEDDING, epoch, share, bits).decode(bits));
    }

    /**
     * Each holder's own derivative serves as its share of the sum: it is masked by a uniform share of V before anybody sees it. The
     * learning rate is public and goes in before encoding, so one truncation per epoch is enough.
     */
    @Override
    public void backward(int epoch, Matrix gradient) {
        boolean sgd = settings.initialRule() == UpdateRule.SGD;
        double rate = sgd ? settings.initialRate() : 1;
        RingMatrix own = RingMatrix.encode(headroom.gradient(gradient.map(x -> rate * x)), settings.gradientBits());
        RingMatrix g =
                endpoint.open(MessageKind.MASKED_GRADIENT, epoch, own.subtract(backward.v()), settings.gradientBits());
        RingMatrix step = Triples.transposeProduct(opened, mask, g, backward, first);
        step.add(Ring.encode(rate * settings.decay(), settings.shift()), weights);
        int scale = settings.featureBits() + settings.gradientBits();
        if (sgd) weights.subtract(truncated(epoch, step, scale));
        else {
            Matrix seen =
                    endpoint.open(MessageKind.OPENED_UPDATE, epoch, step, scale).decode(scale);
            RingMatrix move =
                    RingMatrix.encode(adam.adamStep(seen, settings.initialRate(), epoch + 1), settings.weightBits());
            if (first) weights.subtract(move);
        }
        takeMasks(epoch + 1);
    }

    private RingMatrix truncated(int epoch, RingMatrix share, int scale) {
        int shift = settings.shift();
        if (settings.truncation() == PpgnnSettings.TruncationRule.LOCAL)
            return Truncation.local(
                    share,
                    shift,
                    endpoint.roster().holders().indexOf(endpoint.self()),
                    endpoint.roster().holders().size());
        RingMatrix seen = endpoint.open(MessageKind.MASKED_UPDATE, epoch, Truncation.mask(share, update, first), scale);
        return Truncation.finish(seen, update, shift, first);
    }

    @Override
    public void keepBest() {
        best = weights.copy();
    }

    /** Masks are not saved: a resumed run shares the features anew under new masks, so none can serve twice by mistake. */
    @Override
    public void save(DataOutput out) throws IOException {
        for (RingMatrix m : new RingMatrix[] {weights, best == null ? weights : best})
            for (long v : m.values()) out.writeLong(v);
        TrainedMatrix.save(List.of(adam), out);
    }

    @Override
    public void load(DataInput in) throws IOException {
        best = weights.copy();
        for (RingMatrix m : new RingMatrix[] {weights, best})
            for (int i = 0; i < m.values().length; i++) m.values()[i] = in.readLong();
        TrainedMatrix.load(List.of(adam), in);
    }
}
