package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.base.Rounded;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.RoundedLaplace;
import java.util.Optional;

/**
 * Sets how many edges a generated graph gets, and records what releasing that number costs. A count cannot be made without
 * the origin of its number.
 *
 * <p><b>Guarantee.</b> A noisy count is |E| + Laplace(1/epsilon), rounded: one edge moves it by one, rounding is
 * post-processing, and the event is that of the Laplace mechanism. From secure coins the rounded number is drawn with exact
 * tails, every probability to a relative η = 2^-41 ({@link RoundedLaplace}). Such an error takes the divergence at ε to at most
 * (1 + η) times that at ε - 2η - η², and that of Laplace noise is 1 - e^((ε - 1/scale)/2): a scale whose inverse is smaller
 * by 2^-38 e^(epsilon/2) pays for both factors, so that the stated event still dominates.
 *
 * <p>Proof: docs/proofs.md, lemma 25.
 */
public final class EdgeCount {
    private final long edges;
    private final Optional<Event> event;
    private final String words;
    private final Rigour rigour;

    private EdgeCount(long edges, Optional<Event> event, String words, Rigour rigour) {
        this.edges = edges;
        this.event = event;
        this.words = words;
        this.rigour = rigour;
    }

    /** A number that everybody knows, whatever the graph. */
    public static EdgeCount known(long edges) {
        Check.atLeast("edges", edges, 0);
        return new EdgeCount(edges, Optional.empty(), "The number of edges, " + edges + ", is public.", Rigour.EXACT);
    }

    /** The number of edges with Laplace noise, kept between 0 and the number of pairs. */
    public static EdgeCount noisy(Graph graph, double epsilon, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("coins", coins);
        GraphStatistics.requireUndirected(graph);
        Check.positive("epsilon", epsilon);
        double value;
        if (coins.secure()) value = graph.edges() + (double) RoundedLaplace.draw(enlarged(epsilon), coins);
        else {
            double magnitude = -StrictMath.log(coins.nextOpenDouble()) / epsilon;
            value = graph.edges() + (coins.nextBoolean() ? magnitude : -magnitude);
        }
        long pairs = graph.nodes() * (graph.nodes() - 1L) / 2;
        return new EdgeCount(
                Math.max(0, Math.min(pairs, Math.round(value))),
                Optional.of(new Event.Laplace(1 / epsilon)),
                "The number of edges was counted with Laplace noise of scale " + Rounded.near(1 / epsilon) + ".",
                Rigour.of(coins.fresh()));
    }

    private static double enlarged(double epsilon) {
        return 1 / epsilon * (1 + 0x1p-37 * Math.exp(Math.min(epsilon, 60) / 2) / epsilon);
    }

    /** The exact number, as the paper takes it: nothing is provable with it. */
    public static EdgeCount exactNoPrivacy(Graph graph) {
        Check.given("graph", graph);
        GraphStatistics.requireUndirected(graph);
        return new EdgeCount(
                graph.edges(),
                Optional.of(new Event.NonPrivate("the graph's exact number of edges is released")),
                "The number of edges is the graph's own, without noise.",
                Rigour.EXACT);
    }

    public long edges() {
        return edges;
    }

    Rigour rigour() {
        return rigour;
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
