package dpgnn.mpc;

import dpgnn.random.Stream;
import java.util.List;

/** The dealer's work for {@link SharedInitial}: one mask of the features for the run, fresh masks of everything else each epoch. */
final class Dealing {
    private final Mesh mesh;
    private final Settings settings;
    private final Shape shape;
    private final Stream stream;
    private Triples.Left left;

    Dealing(Mesh mesh, Settings settings, Shape shape, Stream stream) {
        this.mesh = mesh;
        this.settings = settings;
        this.shape = shape;
        this.stream = stream;
    }

    /** Whether the update of W0 is cut with dealt masks. */
    static boolean masksUpdates(Settings settings) {
        return settings.initialRule() == UpdateRule.SGD && settings.truncation() == Settings.TruncationRule.DEALT;
    }

    void prepare(int firstEpoch) {
        if (settings.initial() != Settings.Initial.SHARED) return;
        List<String> holders = mesh.roster().holders();
        left = Triples.left(shape.nodes(), shape.width(), holders.size(), stream);
        for (int p = 0; p < holders.size(); p++) mesh.send(holders.get(p), Matter.FEATURE_MASK, 0, left.share(p), 0);
        deal(firstEpoch);
    }

    void deal(int epoch) {
        if (settings.initial() != Settings.Initial.SHARED || epoch >= settings.epochs()) return;
        List<String> holders = mesh.roster().holders();
        Triples.Right forward = left.right(settings.width(), stream);
        Triples.Right backward = left.rightOfTranspose(settings.width(), stream);
        List<Truncation.Mask> opening = settings.coarsening() > 0
                ? Truncation.deal(shape.nodes(), settings.width(), settings.coarsening(), holders.size(), stream)
                : List.of();
        List<Truncation.Mask> update = masksUpdates(settings)
                ? Truncation.deal(shape.width(), settings.width(), settings.shift(), holders.size(), stream)
                : List.of();
        for (int p = 0; p < holders.size(); p++) {
            String to = holders.get(p);
            Triples.Half half = forward.take(p);
            mesh.send(to, Matter.WEIGHT_MASK, epoch, half.v(), 0);
            mesh.send(to, Matter.EMBEDDING_MASK, epoch, half.z(), 0);
            half = backward.take(p);
            mesh.send(to, Matter.GRADIENT_MASK, epoch, half.v(), 0);
            mesh.send(to, Matter.UPDATE_MASK, epoch, half.z(), 0);
            if (!opening.isEmpty()) send(to, epoch, opening.get(p));
            if (!update.isEmpty()) send(to, epoch, update.get(p));
        }
    }

    private void send(String to, int epoch, Truncation.Mask mask) {
        mesh.send(to, Matter.TRUNCATION_MASK, epoch, mask.r(), 0);
        mesh.send(to, Matter.TRUNCATION_SHIFTED, epoch, mask.shifted(), 0);
        mesh.send(to, Matter.TRUNCATION_TOP, epoch, mask.top(), 0);
    }
}
