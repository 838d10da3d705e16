package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.base.Shipped;
import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.UserPart;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A method of making graphs like a given one, ready for comparison with others: its name, its epsilon in tables (empty if it
 * has none), and what it does.
 *
 * @param variant how the decoder is protected, in a word; empty for methods without a decoder
 * @param named whether node i of the result stands for node i of the original, so that an attacker need not align them
 * @param details all further choices, in words: two makers of the same {@link #work} and details make the same graphs
 */
public record GraphMaker(String name, String variant, String epsilon, boolean named, String details, Recipe recipe) {
    /** Share of epsilon that goes to counting edges. */
    private static final double COUNT = TopFilter.COUNT;

    /** The variant of {@link #dpgvaeNoised}. */
    public static final String NOISED = "published, noise by formula";

    private static final String COUNTED = "count=" + COUNT + " calibrated jointly";

    /**
     * Learns from one graph, and reads it then only: all that a supplier makes is drawn from what was released once, so that any
     * number of its graphs has the guarantee that each of them states. Another training is another release, and composes.
     */
    @FunctionalInterface
    public interface Recipe {
        Supplier<GraphPublisher.Published> train(Graph graph, Streams streams);
    }

    /** Trains by the recipe; where that is not the library's, its graphs have a guarantee that is GIVEN at best. */
    public Supplier<GraphPublisher.Published> train(Graph graph, Streams streams) {
        Supplier<GraphPublisher.Published> trained = recipe.train(graph, streams);
        if (Shipped.sameOrigin(recipe.getClass(), GraphMaker.class)) return trained;
        List<String> byUser = UserPart.of("recipe", recipe, Recipe.class);
        return () -> trained.get().byUser(byUser);
    }

    public GraphPublisher.Published make(Graph graph, Streams streams) {
        return train(graph, streams).get();
    }

    /** Name, variant and epsilon. */
    public String label() {
        return joined(name, variant, epsilon);
    }

    /**
     * The label without an epsilon that nothing depends on: the published variant trains alike whatever it claims, but for the
     * number of steps, which is among the details.
     */
    public String work() {
        return joined(name, variant, variant.equals("published") ? "" : epsilon);
    }

    private static String joined(String... words) {
        return String.join(
                " ", List.of(words).stream().filter(w -> !w.isEmpty()).toList());
    }

    /** Trains a decoder: {@link GraphVae} or {@link GraphGan}. */
    private interface DecoderTraining {
        ReleasedDecoder train(GeneratorSettings settings, Protection protection, Graph graph, Streams streams);
    }

    private static final DecoderTraining VAE =
            (settings, p, g, s) -> GraphVae.of(settings, p).train(g, s);
    private static final DecoderTraining GAN =
            (settings, p, g, s) -> GraphGan.of(settings, p).train(g, s);

    public static GraphMaker gvae(GeneratorSettings settings) {
        Check.given("settings", settings);
        return open("GVAE", VAE, settings);
    }

    public static GraphMaker ggan(GeneratorSettings settings) {
        Check.given("settings", settings);
        return open("GGAN", GAN, settings);
    }

    /**
     * As published: exact number of edges, per-node clipping, the paper's noise whatever epsilon is asked for, and at most as many
     * steps as the paper's formula allows for it.
     */
    public static GraphMaker dpgvaePublished(GeneratorSettings settings, double epsilon) {
        Check.given("settings", settings);
        return published("DPGVAE", VAE, settings, epsilon);
    }

    /** See {@link #dpgvaePublished}. */
    public static GraphMaker dpgganPublished(GeneratorSettings settings, double epsilon) {
        Check.given("settings", settings);
        return published("DPGGAN", GAN, settings, epsilon);
    }

    /** As published, but for a given number of steps, with the noise that the paper's formula then asks for. */
    public static GraphMaker dpgvaeNoised(GeneratorSettings settings, double epsilon) {
        Check.given("settings", settings);
        return noised("DPGVAE", VAE, settings, epsilon);
    }

    /** See {@link #dpgvaeNoised}. */
    public static GraphMaker dpgganNoised(GeneratorSettings settings, double epsilon) {
        Check.given("settings", settings);
        return noised("DPGGAN", GAN, settings, epsilon);
    }

    /** The published update with as much noise for each graph, and a noisy count, as make epsilon provable. */
    public static GraphMaker dpgvaePerNode(GeneratorSettings settings, double epsilon, double clip) {
        Check.given("settings", settings);
        Protection.WholeGradient least = whole(settings, epsilon, clip);
        Protection.Published printed = Protection.published(epsilon, settings.delta());
        String details = settings + " q=" + printed.rate() + " clip=" + clip + " " + COUNTED;
        return maker("DPGVAE", "per-node, provable", epsilon, details, (g, s) -> {
            double sigma = 2.0 * printed.batch(g.nodes()) * least.multiplier();
            Protection p =
                    new Protection.Published(epsilon, settings.delta(), printed.rate(), sigma, clip, printed.decay());
            Supplier<GraphPublisher.Published> release =
                    noisy(GraphVae.of(settings, p).train(g, s), g, epsilon, s);
            return () -> same(release.get());
        });
    }

    public static GraphMaker dpgvaeWhole(GeneratorSettings settings, double epsilon, double clip) {
        Check.given("settings", settings);
        return whole("DPGVAE", VAE, settings, epsilon, clip);
    }

    public static GraphMaker dpgganWhole(GeneratorSettings settings, double epsilon, double clip) {
        Check.given("settings", settings);
        return whole("DPGGAN", GAN, settings, epsilon, clip);
    }

    /**
     * A decoder of pairs with public codes.
     *
     * @param rate at which pairs are sampled
     * @param positiveWeight what a linked pair counts more; public
     */
    public static GraphMaker pairwise(
            GeneratorSettings settings, double rate, double epsilon, double clip, double positiveWeight) {
        Check.given("settings", settings);
        Protection.Pairwise p =
                Protection.pairwise(rate, epsilon, settings.delta(), settings.steps(), clip, count(epsilon));
        return new GraphMaker(
                "pair decoder",
                "pairwise",
                text(epsilon),
                true,
                settings + " rate=" + rate + " clip=" + clip + " weight=" + positiveWeight + " " + COUNTED,
                (g, s) -> noisy(PairTraining.of(settings, p, positiveWeight).train(g, s), g, epsilon, s));
    }

    public static GraphMaker netGan(NetGan netGan) {
        Check.given("netGan", netGan);
        return plain("NetGAN", true, netGan.toString(), (g, s) -> {
            NetGan.Trained trained = netGan.train(g, s);
            return () -> trained.generate(s.stream("graph"));
        });
    }

    public static GraphMaker graphRnn(GraphRnn graphRnn) {
        Check.given("graphRnn", graphRnn);
        return plain("GraphRNN", false, graphRnn.toString(), (g, s) -> {
            GraphRnn.Trained trained = graphRnn.train(g, s);
            return () -> trained.generate(s.stream("graph"));
        });
    }

    public static GraphMaker erdosRenyi() {
        return plain(
                "Erdős–Rényi",
                false,
                "",
                (g, s) -> () -> ReferenceGraphs.erdosRenyi(g.nodes(), g.edges(), s.stream("graph")));
    }

    /** A random graph that nothing but the number of nodes is known for: how well attacks do that no release helps. */
    public static GraphMaker blindErdosRenyi() {
        return blind("blind Erdős–Rényi", "mean degree 4", ReferenceGraphs::blindErdosRenyi);
    }

    /** A maker that looks at no edge, with a few large degrees and many small ones. */
    public static GraphMaker blindPowerLaw() {
        return blind("blind power law", "mean degree 4, exponent 3", ReferenceGraphs::blindPowerLaw);
    }

    public static GraphMaker sameDegrees() {
        return plain("same degrees", true, "", (g, s) -> () -> ReferenceGraphs.sameDegrees(g, s.stream("graph")));
    }

    /**
     * A method that decodes, after a training, what it still holds of the graph. Nothing of it is private.
     *
     * @param variant what sets it apart
     */
    public static GraphMaker unprotected(
            String name, String variant, String details, BiFunction<Graph, Streams, Graph> maker) {
        Check.given("name", name);
        Check.given("variant", variant);
        Check.given("details", details);
        Check.given("maker", maker);
        GraphMaker plain = plain(name, true, details, (g, s) -> () -> maker.apply(g, s));
        return new GraphMaker(name, variant, "", true, details, plain.recipe);
    }

    /** The graph itself: what a perfect copy would score. */
    public static GraphMaker original() {
        return plain("Original", true, "", (g, s) -> () -> g);
    }

    public static GraphMaker privateDegrees(double epsilon, double delta) {
        Check.positive("epsilon", epsilon);
        Check.open("delta", delta, 0, 1);
        return maker("private degrees", "", epsilon, "delta=" + delta, (g, s) -> PrivateDegrees.of(epsilon)
                .release(g, delta, s.stream("degrees")));
    }

    public static GraphMaker degreeHistogram(double epsilon, double delta) {
        DegreeHistogram histogram = DegreeHistogram.of(epsilon);
        Check.open("delta", delta, 0, 1);
        return maker(
                "degree histogram",
                "",
                epsilon,
                "delta=" + delta,
                (g, s) -> histogram.release(g, delta, s.stream("histogram")));
    }

    public static GraphMaker randomisedResponse(double epsilon, double delta) {
        RandomisedResponse response = RandomisedResponse.of(epsilon);
        return answering(
                "randomised response", epsilon, delta, (g, s) -> response.publish(g, delta, s.stream("answers")));
    }

    public static GraphMaker topFilter(double epsilon, double delta) {
        TopFilter filter = TopFilter.of(epsilon);
        return answering("top filter", epsilon, delta, (g, s) -> filter.publish(g, delta, s.stream("filter")));
    }

    /** Each pair's answer is the release, and the graph is made of all: there is one. */
    private static GraphMaker answering(
            String name, double epsilon, double delta, BiFunction<Graph, Streams, GraphPublisher.Published> publish) {
        Check.open("delta", delta, 0, 1);
        return new GraphMaker(name, "", text(epsilon), true, "delta=" + delta, (g, s) -> {
            GraphPublisher.Published answers = publish.apply(g, s);
            return () -> answers;
        });
    }

    /** So many edges as a noisy count says, put at random: what counting alone gives. */
    public static GraphMaker countAlone(double epsilon, double delta) {
        Check.positive("epsilon", epsilon);
        Check.open("delta", delta, 0, 1);
        return maker("count alone", "", epsilon, "delta=" + delta, (g, s) -> {
            EdgeCount count = EdgeCount.noisy(g, epsilon, s.stream("count"));
            int nodes = g.nodes();
            Guarantee pure = Protection.Bounds.pure("Laplace noise on a count", epsilon, delta, s.stream("count"));
            return () -> new GraphPublisher.Published(
                    ReferenceGraphs.erdosRenyi(nodes, count.edges(), s.stream("graph")), pure, pure);
        });
    }

    private static GraphMaker maker(String name, String variant, double epsilon, String details, Recipe recipe) {
        return new GraphMaker(name, variant, text(epsilon), false, details, recipe);
    }

    private interface Plain {
        Supplier<Graph> train(Graph graph, Streams streams);
    }

    private static GraphMaker plain(String name, boolean named, String details, Plain plain) {
        Guarantee none =
                Protection.Bounds.of(new Event.NonPrivate(name + " reads the graph without noise"), 1e-5, List.of());
        return new GraphMaker(name, "", "", named, details, (g, s) -> {
            Supplier<Graph> trained = plain.train(g, s);
            return () -> new GraphPublisher.Published(trained.get(), none, none);
        });
    }

    private interface Blind {
        Graph draw(int nodes, RandomStream coins);
    }

    private static GraphMaker blind(String name, String details, Blind blind) {
        Guarantee all = Guarantee.of(Unit.EDGE, Relation.ADD_REMOVE)
                .by(
                        "independence of the graph",
                        0,
                        1e-5,
                        Verdict.SOUND,
                        GuaranteeTerms.of(List.of("Nothing but the public number of nodes was read.")));
        return new GraphMaker(name, "", "", false, details, (g, s) -> {
            int nodes = g.nodes();
            return () -> new GraphPublisher.Published(blind.draw(nodes, s.stream("graph")), all, all);
        });
    }

    private static GraphMaker open(String name, DecoderTraining training, GeneratorSettings settings) {
        Recipe recipe = (g, s) -> exact(training.train(settings, Protection.none(), g, s), g, s);
        return new GraphMaker(name, "", "", false, settings.toString(), recipe);
    }

    private static GraphMaker published(
            String name, DecoderTraining training, GeneratorSettings settings, double epsilon) {
        Protection.Published p = Protection.published(epsilon, settings.delta());
        GeneratorSettings capped =
                settings.with(GeneratorSettings::steps, (int) Math.min(settings.steps(), p.paperSteps()));
        return claimed(name, "published", training, capped, p);
    }

    private static GraphMaker noised(
            String name, DecoderTraining training, GeneratorSettings settings, double epsilon) {
        Protection.Published p = Protection.published(epsilon, settings.delta(), settings.steps());
        return claimed(name, NOISED, training, settings, p);
    }

    private static GraphMaker claimed(
            String name, String variant, DecoderTraining training, GeneratorSettings settings, Protection.Published p) {
        Recipe recipe = (g, s) -> exact(training.train(settings, p, g, s), g, s);
        return maker(name, variant, p.epsilon(), settings + " " + printed(p), recipe);
    }

    private static GraphMaker whole(
            String name, DecoderTraining training, GeneratorSettings settings, double epsilon, double clip) {
        Protection p = whole(settings, epsilon, clip);
        Recipe recipe = (g, s) -> noisy(training.train(settings, p, g, s), g, epsilon, s);
        return maker(name, "whole-gradient", epsilon, settings + " clip=" + clip + " " + COUNTED, recipe);
    }

    private static Protection.WholeGradient whole(GeneratorSettings settings, double epsilon, double clip) {
        return Protection.wholeGradient(epsilon, settings.delta(), settings.steps(), clip, count(epsilon));
    }

    /** What counting edges releases beside the weights of a decoder, of an epsilon for both. */
    public static Event count(double epsilon) {
        Check.positive("epsilon", epsilon);
        return new Event.Laplace(1 / (COUNT * epsilon));
    }

    private static String printed(Protection.Published p) {
        return "q=" + p.rate() + " sigma=" + p.sigma() + " clip=" + p.clip() + " decay=" + p.decay();
    }

    private static Supplier<GraphPublisher.Published> exact(ReleasedDecoder decoder, Graph graph, Streams streams) {
        return drawn(decoder, graph.nodes(), EdgeCount.exactNoPrivacy(graph), streams);
    }

    private static Supplier<GraphPublisher.Published> noisy(
            ReleasedDecoder decoder, Graph graph, double epsilon, Streams streams) {
        return drawn(decoder, graph.nodes(), EdgeCount.noisy(graph, COUNT * epsilon, streams.stream("count")), streams);
    }

    /** Graphs of released weights and a count that was released once: no further graph reads the original. */
    private static Supplier<GraphPublisher.Published> drawn(
            ReleasedDecoder decoder, int nodes, EdgeCount count, Streams streams) {
        return () -> GraphPublisher.top(decoder, nodes, count, streams.stream("graph"));
    }

    /** What is claimed of a calibrated method is what is provable. */
    private static GraphPublisher.Published same(GraphPublisher.Published p) {
        return new GraphPublisher.Published(p.graph(), p.provable(), p.provable());
    }

    private static String text(double epsilon) {
        return epsilon == Math.rint(epsilon) ? Long.toString((long) epsilon) : Double.toString(epsilon);
    }
}
