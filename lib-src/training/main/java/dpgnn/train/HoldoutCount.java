package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.EvaluationView;
import dpgnn.mechanism.NoisyCount;
import dpgnn.nn.Predictions;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;

/**
 * Scores a training by how many nodes of a view it answers rightly, each from its own row alone, with noise on the count.
 *
 * <p><b>Guarantee.</b> A node has one answer, a function of its own row in every bit, so that a node that is there or not, or is
 * replaced, changes the count by at most 1, given the training; no edge is read. What is public: the noise.
 *
 * <p>Proof: docs/proofs.md, lemma 53.
 */
public final class HoldoutCount implements PrivateSelection.Score {
    private final EvaluationView view;
    private final Evaluation rows;
    private final NoisyCount noise;

    private HoldoutCount(EvaluationView view, NoisyCount noise) {
        this.view = view;
        this.noise = noise;
        rows = Evaluation.stars(view, 0, Streams.seed(0).stream("no neighbour is drawn"))
                .exact();
    }

    /**
     * Counts on a view, such as that of validation nodes.
     *
     * @param sigma the deviation of the noise, in nodes; the next power of two is taken
     */
    public static HoldoutCount of(EvaluationView view, double sigma) {
        Check.given("view", view);
        if (view.labels().isMulti())
            throw new IllegalArgumentException(
                    "a score counts right answers, so a node must have one label, but has sets of classes");
        return new HoldoutCount(view, NoisyCount.of(sigma));
    }

    @Override
    public Event event() {
        return noise.event();
    }

    @Override
    public double of(Trained trained, RandomStream coins) {
        return noise.release(count(trained), coins);
    }

    /** Without noise. */
    long count(Trained trained) {
        int[] answers = Predictions.classes(logits(trained), view.labels().classes());
        int[] nodes = rows.nodes();
        long right = 0;
        for (int i = 0; i < nodes.length; i++) if (answers[i] == view.labels().of(nodes[i])) right++;
        return right;
    }

    /** One row of them a node. */
    float[] logits(Trained trained) {
        return rows.logits(trained.network(), trained.parameters());
    }

    @Override
    public String toString() {
        return "right answers from own rows, noise of deviation " + (1L << noise.bits());
    }
}
