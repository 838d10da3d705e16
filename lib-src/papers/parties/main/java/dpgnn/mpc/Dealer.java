package dpgnn.mpc;

import dpgnn.mpc.layer.UpdateRule;
import dpgnn.mpc.ring.Triples;
import dpgnn.mpc.ring.Truncation;
import dpgnn.mpc.wire.Endpoint;
import dpgnn.mpc.wire.MessageKind;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;

/**
 * Deals for {@link SharedInitial}: one mask of the features for the run, fresh masks of everything else each epoch. It keeps no
 * state: a resumed run gets new masks.
 */
final class Dealer implements PartyProgram {
    private final Endpoint endpoint;
    private final PpgnnSettings settings;
    private final PpgnnSizes sizes;
    private final RandomStream stream;
    private Triples.Left left;

    public Dealer(Endpoint endpoint, PpgnnSettings settings, PpgnnSizes sizes, Streams masks) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.sizes = sizes;
        stream = masks.stream("dealer");
    }

    /** Whether the update of W0 is cut with dealt masks. */
    static boolean masksUpdates(PpgnnSettings settings) {
        return settings.initialRule() == UpdateRule.SGD && settings.truncation() == PpgnnSettings.TruncationRule.DEALT;
    }

    @Override
    public void prepare(int firstEpoch) {
        if (settings.initial() != PpgnnSettings.Initial.SHARED) return;
        List<String> holders = endpoint.roster().holders();
        left = Triples.left(sizes.nodes(), sizes.width(), holders.size(), stream);
        for (int p = 0; p < holders.size(); p++)
            endpoint.send(holders.get(p), MessageKind.FEATURE_MASK, 0, left.share(p), 0);
        deal(firstEpoch);
    }

    @Override
    public void epoch(int epoch) {
        deal(epoch + 1);
    }

    private void deal(int epoch) {
        if (settings.initial() != PpgnnSettings.Initial.SHARED || epoch >= settings.epochs()) return;
        List<String> holders = endpoint.roster().holders();
        Triples.Right forward = left.right(settings.width(), stream);
        Triples.Right backward = left.rightOfTranspose(settings.width(), stream);
        List<Truncation.Mask> opening = settings.coarsening() > 0
                ? Truncation.deal(sizes.nodes(), settings.width(), settings.coarsening(), holders.size(), stream)
                : List.of();
        List<Truncation.Mask> update = masksUpdates(settings)
                ? Truncation.deal(sizes.width(), settings.width(), settings.shift(), holders.size(), stream)
                : List.of();
        for (int p = 0; p < holders.size(); p++) {
            String to = holders.get(p);
            Triples.Half half = forward.take(p);
            endpoint.send(to, MessageKind.WEIGHT_MASK, epoch, half.v(), 0);
            endpoint.send(to, MessageKind.EMBEDDING_MASK, epoch, half.z(), 0);
            half = backward.take(p);
            endpoint.send(to, MessageKind.GRADIENT_MASK, epoch, half.v(), 0);
            endpoint.send(to, MessageKind.UPDATE_MASK, epoch, half.z(), 0);
            if (!opening.isEmpty()) send(to, epoch, opening.get(p));
            if (!update.isEmpty()) send(to, epoch, update.get(p));
        }
    }

    private void send(String to, int epoch, Truncation.Mask mask) {
        endpoint.send(to, MessageKind.TRUNCATION_MASK, epoch, mask.r(), 0);
        endpoint.send(to, MessageKind.TRUNCATION_SHIFTED, epoch, mask.shifted(), 0);
        endpoint.send(to, MessageKind.TRUNCATION_TOP, epoch, mask.top(), 0);
    }
}
