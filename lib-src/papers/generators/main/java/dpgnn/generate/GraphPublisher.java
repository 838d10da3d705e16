package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes graphs from a released decoder.
 *
 * <p><b>Guarantee.</b> The arguments are its only input: weights that a training released, the public number of nodes, a
 * number of edges that states its cost, and coins. Codes come from the prior, never from an encoder; generating any number of
 * graphs is post-processing. The guarantee of a published graph composes that of the weights with that of the count.
 */
public final class GraphPublisher {
    private GraphPublisher() {}

    /**
     * A graph that may be published.
     *
     * @param claimed what the method's authors say
     * @param provable what holds for what ran
     */
    public record Published(Graph graph, Guarantee claimed, Guarantee provable) {
        /** This graph, where a user gave these parts of what made it. */
        Published byUser(List<String> parts) {
            return new Published(
                    graph,
                    claimed,
                    provable.with(provable.verdict(), provable.terms().byUser(parts)));
        }
    }

    /** The pairs with the largest logits become edges, ties by number. */
    public static Published top(ReleasedDecoder decoder, int nodes, EdgeCount count, RandomStream coins) {
        Check.atLeast("nodes", nodes, 1);
        Matrix logits = decoder.logits(nodes, coins);
        return published(ScoredPairs.largest(nodes, count.edges(), logits::get), decoder, count);
    }

    private static Published published(Graph graph, ReleasedDecoder decoder, EdgeCount count) {
        Guarantee weights = decoder.provable();
        List<Event> parts = new ArrayList<>(List.of(decoder.event()));
        count.event().ifPresent(parts::add);
        Event whole = parts.stream()
                .filter(e -> e instanceof Event.NonPrivate)
                .findFirst()
                .orElse(parts.size() == 1 ? parts.get(0) : new Event.Composed(parts));
        List<String> notes = List.of(count.toString());
        Guarantee provable =
                decoder.rigour().and(count.rigour()).judge(Protection.Bounds.of(whole, weights.delta(), notes), whole);
        return new Published(graph, decoder.claimed().equals(weights) ? provable : decoder.claimed(), provable);
    }
}
