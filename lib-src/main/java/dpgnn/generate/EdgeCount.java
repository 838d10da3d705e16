package dpgnn.generate;

import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.random.Stream;
import java.util.Optional;

/**
 * How many edges a generated graph gets, and what saying so costs. There is no way to make one that forgets where its number
 * came from.
 *
 * <p><b>Guarantee.</b> A noisy count is |E| + Laplace(1/epsilon), rounded: one edge moves it by one, rounding is
 * post-processing, and the event is that of the Laplace mechanism.
 */
public final class EdgeCount {
    private final long edges;
    private final Optional<Event> event;
    private final String words;

    private EdgeCount(long edges, Optional<Event> event, String words) {
        this.edges = edges;
        this.event = event;
        this.words = words;
    }

    /** A number that everybody knows, whatever the graph. */
    public static EdgeCount known(long edges) {
        Checks.atLeast("edges", edges, 0);
        return new EdgeCount(edges, Optional.empty(), "The number of edges, " + edges + ", is public.");
    }

    /** The number of edges with Laplace noise, kept between 0 and the number of pairs. */
    public static EdgeCount noisy(Graph graph, double epsilon, Stream coins) {
        GraphStatistics.requireUndirected(graph);
        Checks.positive("epsilon", epsilon);
        double magnitude = -StrictMath.log(coins.nextOpenDouble()) / epsilon;
        double value = graph.edges() + (coins.nextBoolean() ? magnitude : -magnitude);
        long pairs = graph.nodes() * (graph.nodes() - 1L) / 2;
        return new EdgeCount(
                Math.max(0, Math.min(pairs, Math.round(value))),
                Optional.of(new Event.Laplace(1 / epsilon)),
                "The number of edges was counted with Laplace noise of scale " + 1 / epsilon + ".");
    }

    /** The exact number, as the paper takes it: nothing is provable with it. */
    public static EdgeCount exactNoPrivacy(Graph graph) {
        GraphStatistics.requireUndirected(graph);
        return new EdgeCount(
                graph.edges(),
                Optional.of(new Event.NonPrivate("the graph's exact number of edges is released")),
                "The number of edges is the graph's own, without noise.");
    }

    public long edges() {
        return edges;
    }

    /** What the count reveals; empty when it is public. */
    public Optional<Event> event() {
        return event;
    }

    @Override
    public String toString() {
        return words;
    }
}
