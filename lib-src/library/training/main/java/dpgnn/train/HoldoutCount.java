package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.mechanism.NoisyCount;
import dpgnn.nn.Predictions;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.util.Arrays;
import java.util.Set;

/**
 * Scores a training by how many nodes of a view it answers rightly, each from its own row alone, with noise on the count.
 *
 * <p><b>Guarantee.</b> A node is counted once and has one answer, a function of its own row in every bit, so that a node that is
 * there or not, takes part or not, or is replaced, changes the count by at most 1, given the training; no edge is read. That holds
 * for the whole node and for its features and label. A graph may change all answers, and a node of records takes all its records
 * along, of which nothing bounds how many are counted: neither is protected. What is public: the noise.
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
        if (!view.labels().isSingle())
            throw new IllegalArgumentException("a score counts right answers, so a node must have one class, but has "
                    + (view.labels().isMulti() ? "a set of them" : "numbers"));
        requireOnce("nodes", view.nodes());
        requireOnce("original", view.original());
        return new HoldoutCount(view, NoisyCount.of(sigma));
    }

    private static void requireOnce(String name, int[] numbers) {
        int[] sorted = numbers.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++)
            if (sorted[i] == sorted[i - 1])
                throw new IllegalArgumentException(
                        name + " of a view whose answers are counted must name each node once,"
                                + " since one node moves the count by 1; " + sorted[i] + " is there twice");
    }

    @Override
    public Event event() {
        return noise.event();
    }

    @Override
    public Set<Relation> relations(Sampler sampler) {
        Unit unit = sampler.unit();
        boolean ownRow = (unit == Unit.NODE || unit == Unit.FEATURE) && !(sampler instanceof PoissonRecords);
        return ownRow ? Set.of(Relation.values()) : Set.of();
    }

    @Override
    public Dataset.Provenance provenance() {
        return view.provenance();
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
