package dpgnn.generate;

import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import java.util.List;

/**
 * A method of making a graph like a given one, ready to be compared with others: its name, the epsilon by which a table knows
 * it (empty where it has none), and what it does.
 *
 * @param variant how the decoder is protected, in a word; empty for methods without a decoder
 * @param named whether node i of the result stands for node i of the original, so that an attacker need not align them
 */
public record GraphMaker(String name, String variant, String epsilon, boolean named, Recipe recipe) {
    /** Share of epsilon that goes to counting edges. */
    private static final double COUNT = 0.2;

    /** Makes one graph from one. */
    @FunctionalInterface
    public interface Recipe {
        GraphPublisher.Published make(Graph graph, Streams streams);
    }

    public GraphPublisher.Published make(Graph graph, Streams streams) {
        return recipe.make(graph, streams);
    }

    /** Name, variant and epsilon. */
    public String label() {
        return name + (variant.isEmpty() ? "" : " " + variant) + (epsilon.isEmpty() ? "" : " " + epsilon);
    }

    public static GraphMaker gvae(GeneratorSettings settings) {
        return open(
                "GVAE", (g, s) -> exact(GraphVae.of(settings, Protection.none()).train(g, s), g, s));
    }

    public static GraphMaker ggan(GeneratorSettings settings) {
        return open(
                "GGAN", (g, s) -> exact(GraphGan.of(settings, Protection.none()).train(g, s), g, s));
    }

    /** As published: exact number of edges, per-node clipping, the paper's noise whatever epsilon is asked for. */
    public static GraphMaker dpgvaePublished(GeneratorSettings settings, double epsilon) {
        Protection p = Protection.published(epsilon, settings.delta());
        return new GraphMaker(
                "DPGVAE",
                "published",
                text(epsilon),
                false,
                (g, s) -> exact(GraphVae.of(settings, p).train(g, s), g, s));
    }

    /** See {@link #dpgvaePublished}. */
    public static GraphMaker dpgganPublished(GeneratorSettings settings, double epsilon) {
        Protection p = Protection.published(epsilon, settings.delta());
        return new GraphMaker(
                "DPGGAN",
                "published",
                text(epsilon),
                false,
                (g, s) -> exact(GraphGan.of(settings, p).train(g, s), g, s));
    }

    /** The published update with as much noise for each graph, and a noisy count, as make epsilon provable. */
    public static GraphMaker dpgvaePerNode(GeneratorSettings settings, double epsilon, double clip) {
        Protection.WholeGradient least =
                Protection.wholeGradient((1 - COUNT) * epsilon, settings.delta(), settings.steps(), clip);
        Protection.Published printed = Protection.published(epsilon, settings.delta());
        return new GraphMaker("DPGVAE", "per-node, provable", text(epsilon), false, (g, s) -> {
            double sigma = 2.0 * printed.batch(g.nodes()) * least.multiplier();
            Protection p =
                    new Protection.Published(epsilon, settings.delta(), printed.rate(), sigma, clip, printed.decay());
            return same(noisy(GraphVae.of(settings, p).train(g, s), g, COUNT * epsilon, s));
        });
    }

    public static GraphMaker dpgvaeWhole(GeneratorSettings settings, double epsilon, double clip) {
        Protection p = Protection.wholeGradient((1 - COUNT) * epsilon, settings.delta(), settings.steps(), clip);
        return new GraphMaker(
                "DPGVAE",
                "whole-gradient",
                text(epsilon),
                false,
                (g, s) -> noisy(GraphVae.of(settings, p).train(g, s), g, COUNT * epsilon, s));
    }

    public static GraphMaker dpgganWhole(GeneratorSettings settings, double epsilon, double clip) {
        Protection p = Protection.wholeGradient((1 - COUNT) * epsilon, settings.delta(), settings.steps(), clip);
        return new GraphMaker(
                "DPGGAN",
                "whole-gradient",
                text(epsilon),
                false,
                (g, s) -> noisy(GraphGan.of(settings, p).train(g, s), g, COUNT * epsilon, s));
    }

    /**
     * A decoder of pairs with public codes.
     *
     * @param rate at which pairs are sampled
     * @param positiveWeight what a linked pair counts more; public
     */
    public static GraphMaker pairwise(
            GeneratorSettings settings, double rate, double epsilon, double clip, double positiveWeight) {
        Protection.Pairwise p =
                Protection.pairwise(rate, (1 - COUNT) * epsilon, settings.delta(), settings.steps(), clip);
        return new GraphMaker(
                "pair decoder",
                "pairwise",
                text(epsilon),
                true,
                (g, s) -> noisy(PairTraining.of(settings, p, positiveWeight).train(g, s), g, COUNT * epsilon, s));
    }

    public static GraphMaker netGan(NetGan netGan) {
        return plain("NetGAN", (g, s) -> netGan.train(g, s).generate(s.stream("graph")));
    }

    public static GraphMaker graphRnn(GraphRnn graphRnn) {
        return unnamed("GraphRNN", (g, s) -> graphRnn.train(g, s).generate(s.stream("graph")));
    }

    public static GraphMaker erdosRenyi() {
        return unnamed("Erdős–Rényi", (g, s) -> ReferenceGraphs.erdosRenyi(g.nodes(), g.edges(), s.stream("graph")));
    }

    public static GraphMaker sameDegrees() {
        return plain("same degrees", (g, s) -> ReferenceGraphs.sameDegrees(g, s.stream("graph")));
    }

    public static GraphMaker privateDegrees(double epsilon, double delta) {
        return new GraphMaker("private degrees", "", text(epsilon), false, (g, s) -> PrivateDegrees.of(epsilon)
                .publish(g, delta, s.stream("degrees")));
    }

    public static GraphMaker randomisedResponse(double epsilon, double delta) {
        return new GraphMaker("randomised response", "", text(epsilon), true, (g, s) -> RandomisedResponse.of(epsilon)
                .publish(g, delta, s.stream("answers")));
    }

    private interface Plain {
        Graph make(Graph graph, Streams streams);
    }

    private static GraphMaker plain(String name, Plain plain) {
        Guarantee none =
                Protection.Bounds.of(new Event.NonPrivate(name + " reads the graph without noise"), 1e-5, List.of());
        return new GraphMaker(name, "", "", true, (g, s) -> new GraphPublisher.Published(plain.make(g, s), none, none));
    }

    private static GraphMaker unnamed(String name, Plain plain) {
        return new GraphMaker(name, "", "", false, plain(name, plain).recipe);
    }

    private static GraphMaker open(String name, Recipe recipe) {
        return new GraphMaker(name, "", "", false, recipe);
    }

    private static GraphPublisher.Published exact(ReleasedDecoder decoder, Graph graph, Streams streams) {
        return GraphPublisher.top(decoder, graph.nodes(), EdgeCount.exactNoPrivacy(graph), streams.stream("graph"));
    }

    private static GraphPublisher.Published noisy(
            ReleasedDecoder decoder, Graph graph, double epsilon, Streams streams) {
        EdgeCount count = EdgeCount.noisy(graph, epsilon, streams.stream("count"));
        return GraphPublisher.top(decoder, graph.nodes(), count, streams.stream("graph"));
    }

    /** What is claimed of a calibrated method is what is provable. */
    private static GraphPublisher.Published same(GraphPublisher.Published p) {
        return new GraphPublisher.Published(p.graph(), p.provable(), p.provable());
    }

    private static String text(double epsilon) {
        return epsilon == Math.rint(epsilon) ? Long.toString((long) epsilon) : Double.toString(epsilon);
    }
}
