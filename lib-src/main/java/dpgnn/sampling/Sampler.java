package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.Stream;

/**
 * How the examples of a step are drawn. What a sampler's constructor takes is public and may be printed in a ledger; what its
 * methods take is private data.
 */
public interface Sampler {
    /** Whom the sampler's {@link #event} protects. */
    Unit unit();

    /** Which neighbours it protects against. */
    Relation relation();

    /**
     * What one protected unit can change in one step, given noise of {@code multiplier} times the norm to which each
     * example's gradient is clipped.
     *
     * @param facts what is public about the graph that will be sampled
     */
    Event event(Facts facts, double multiplier);

    /** Starts to draw from a graph: roots are taken from {@code roots} only, the rest of the graph may be walked. */
    Draws draws(Graph graph, int[] roots, Stream coins);

    /** What the event may depend on, and what is therefore public. */
    record Facts(Graph graph, int[] roots) {}

    /** A running sequence of batches. */
    interface Draws {
        /** Fills the batch of the next step. */
        void next(Batch batch);
    }
}
