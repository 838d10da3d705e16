package dpgnn.study.claims;

import dpgnn.audit.Canaries;
import dpgnn.audit.CanaryObservations;
import dpgnn.audit.EpsilonLowerBound;
import dpgnn.audit.ShiftPair;
import dpgnn.generate.EdgeCoupling;
import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.PrivateDegrees;
import dpgnn.generate.Protection;
import dpgnn.generate.RandomisedResponse;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.EdgeBatches;
import dpgnn.study.WorkCost;
import dpgnn.study.claims.AuditFinding.Seen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The methods that make graphs, and how they are held against the graphs that they learn from. Of a generator whose decoder is released
 * the update is coupled between graphs that differ in an edge, and canaries look at its noise. A classical one, which is private
 * for every single edge without any training, at delta 0, publishes again and again, and the audit asks of what is published
 * whether an edge was there.
 */
final class GeneratorMethods {
    private static final String PAPER = "DPGGAN (IJCAI 2021)", NODES = "set of nodes";
    private static final double CLIP = 0.1, DELTA = ClaimsBench.DELTA;

    private GeneratorMethods() {}

    /** The generator for an epsilon. */
    @FunctionalInterface
    private interface Making {
        GraphMaker at(ClaimsBench bench, double epsilon);
    }

    /** The protection of a decoder that learns from a graph of so many nodes. */
    @FunctionalInterface
    private interface Protecting {
        Protection of(ClaimsBench bench, double epsilon, int nodes);
    }

    /** A fault of a decoder's step. */
    private enum Flaw {
        NONE,
        HALF_NOISE,
        NO_CLIP,
        /** Pairs are drawn twice as often as stated. */
        EAGER
    }

    /** What is audited of a decoder, which has a discriminator beside it in a game. */
    private record Decoder(Protecting protection, boolean game, boolean proved, Flaw planted) {}

    static void into(Map<String, ClaimedMethod> all) {
        Decoder published = new Decoder(
                (bench, epsilon, nodes) -> Protection.published(epsilon, DELTA), false, false, Flaw.HALF_NOISE);
        Decoder whole =
                new Decoder((bench, epsilon, nodes) -> wholeGradient(bench, epsilon), false, true, Flaw.NO_CLIP);
        Decoder game = new Decoder(whole.protection, true, true, Flaw.HALF_NOISE);
        Decoder perNode = new Decoder(GeneratorMethods::perNode, false, true, Flaw.HALF_NOISE);
        Decoder pairs = new Decoder(GeneratorMethods::pairs, false, true, Flaw.EAGER);
        all.put("DPGVAE, published", decoder((b, e) -> GraphMaker.dpgvaePublished(b.settings(), e), published));
        all.put(
                "DPGGAN, published",
                decoder(
                        (b, e) -> GraphMaker.dpgganPublished(b.settings(), e),
                        new Decoder(published.protection, true, false, Flaw.HALF_NOISE)));
        all.put("DPGVAE, whole gradient", decoder((b, e) -> GraphMaker.dpgvaeWhole(b.settings(), e, CLIP), whole));
        all.put("DPGGAN, whole gradient", decoder((b, e) -> GraphMaker.dpgganWhole(b.settings(), e, CLIP), game));
        all.put(
                "DPGVAE, per node, enough noise",
                decoder((b, e) -> GraphMaker.dpgvaePerNode(b.settings(), e, CLIP), perNode));
        Making pairwise = (b, e) -> GraphMaker.pairwise(b.settings().with(GeneratorSettings::rate, 0.02), 0.2, e, 1, 5);
        all.put("pair decoder", decoder(pairwise, pairs));
        ClaimedMethod response =
                answering((b, e) -> GraphMaker.randomisedResponse(e, DELTA), GeneratorMethods::answers, epsilon -> {
                    double lie = 1 / (1 + Math.exp(epsilon)) / 2;
                    return Math.log((1 - lie) / lie);
                });
        all.put(
                "randomised response",
                response.with(ClaimedMethod::uses, (bench, epsilon) -> RandomisedResponse.of(epsilon)));
        ClaimedMethod degrees = answering(
                (b, e) -> GraphMaker.privateDegrees(e, DELTA), GeneratorMethods::linked, epsilon -> 3 * epsilon);
        all.put("private degrees", degrees.with(ClaimedMethod::uses, (bench, epsilon) -> PrivateDegrees.of(epsilon)));
    }

    private static ClaimedMethod making(Making making) {
        return ClaimedMethod.of((bench, epsilon, seed) -> train(making.at(bench, epsilon), bench, seed))
                .with(ClaimedMethod::reads, ClaimedMethod.Reads.GRAPHS)
                .with(ClaimedMethod::release, (bench, epsilon) -> making.at(bench, epsilon)
                        .make(bench.graphs().get(0), Streams.secure())
                        .provable());
    }

    private static ClaimedMethod decoder(Making making, Decoder decoder) {
        return making(making)
                .with(ClaimedMethod::audit, (bench, asked) -> audit(decoder, bench, asked))
                .with(ClaimedMethod::uses, (bench, epsilon) -> decoder.protection.of(bench, epsilon, 40));
    }

    private static Protection.WholeGradient wholeGradient(ClaimsBench bench, double epsilon) {
        return Protection.wholeGradient(epsilon, DELTA, bench.settings().steps(), CLIP, GraphMaker.count(epsilon));
    }

    private static Protection perNode(ClaimsBench bench, double epsilon, int nodes) {
        Protection.Published printed = Protection.published(epsilon, DELTA);
        double sigma =
                2.0 * printed.batch(nodes) * wholeGradient(bench, epsilon).multiplier();
        return new Protection.Published(epsilon, DELTA, printed.rate(), sigma, CLIP, printed.decay());
    }

    private static Protection pairs(ClaimsBench bench, double epsilon, int nodes) {
        return Protection.pairwise(0.2, epsilon, DELTA, bench.settings().steps(), 1, GraphMaker.count(epsilon));
    }

    /** A graph for each graph; the figure is the mean cosine of the histograms of degrees. */
    private static TrialOutcome train(GraphMaker maker, ClaimsBench bench, long seed) throws Exception {
        List<Graph> graphs = bench.graphs();
        WorkCost.Of<List<GraphPublisher.Published>> made = WorkCost.of(() -> {
            List<GraphPublisher.Published> all = new ArrayList<>();
            for (int g = 0; g < graphs.size(); g++)
                all.add(maker.make(graphs.get(g), Streams.seed(seed * 1_000_003 + g)));
            return all;
        });
        double cosine = 0;
        Guarantee claimed = null, proved = null;
        for (int g = 0; g < graphs.size(); g++) {
            GraphPublisher.Published one = made.result().get(g);
            cosine += GraphComparison.of(graphs.get(g), one.graph()).degreeCosine() / graphs.size();
            if (claimed == null || one.claimed().epsilon() > claimed.epsilon()) claimed = one.claimed();
            if (proved == null || one.provable().epsilon() > proved.epsilon()) proved = one.provable();
        }
        var figures = Map.of("degree cosine", cosine, "seconds", made.cost().seconds() / graphs.size());
        return TrialOutcome.of(bench.graphData(), TrialOutcome.metrics(made.cost(), figures), List.of(claimed, proved));
    }

    private static AuditFinding audit(Decoder decoder, ClaimsBench bench, MethodAudit asked) throws Exception {
        Flaw flaw = asked.planted() ? decoder.planted : Flaw.NONE;
        Graph graph = bench.graphs().get(bench.graphs().size() - 1);
        Protection p = decoder.protection.of(bench, asked.epsilon(), graph.nodes());
        Streams streams = Streams.seed(asked.seed());
        int steps = bench.settings().steps();
        EdgeCoupling coupled = coupled(decoder.game, bench.settings(), p, graph, flaw, streams);
        double change = coupled.worst() / (decoder.proved ? coupled.provable() : coupled.claimed());
        CanaryObservations seen = Canaries.replay(
                ShiftPair.of(((Event.Repeated) p.event(graph.nodes(), steps)).event(), p.noise(), 1),
                p.noise(),
                p.clip(),
                asked.canaries() / 2,
                steps,
                (t, sum, coins) -> hide(p, flaw, sum, coins),
                streams.stream("canaries"));
        double claimed =
                decoder.proved ? p.provable(graph.nodes(), steps, DELTA).epsilon() : asked.epsilon();
        double proved = decoder.proved ? change : Double.NaN;
        return AuditFinding.of(
                Seen.canaries(change, proved, seen, steps, DELTA, asked.confidence()),
                claimed,
                asked.confidence(),
                "one edge in a graph of " + graph.nodes() + " nodes; " + asked.canaries() + " canaries in " + steps
                        + " steps, the weights alone");
    }

    /** The noise of a step of clip norm C of the first: canaries of later ones would be as long in units of theirs. */
    private static void hide(Protection p, Flaw flaw, float[] sum, RandomStream coins) {
        if (flaw == Flaw.EAGER && p instanceof Protection.Pairwise pairs) {
            double again = pairs.rate() / (1 - pairs.rate());
            for (int k = 0; k < sum.length; k++)
                if (sum[k] == 0 && coins.nextDouble() < again) sum[k] = (float) (k % 2 == 1 ? p.clip() : -p.clip());
        }
        float[] before = sum.clone();
        p.hide(sum, 0, coins);
        if (flaw == Flaw.HALF_NOISE) for (int k = 0; k < sum.length; k++) sum[k] = (sum[k] + before[k]) / 2;
    }

    /** With the graph without the first edge of its node of the largest degree. */
    private static EdgeCoupling coupled(
            boolean game, GeneratorSettings settings, Protection p, Graph graph, Flaw flaw, Streams streams) {
        int hub = 0;
        for (int v = 1; v < graph.nodes(); v++) if (graph.inDegree(v) > graph.inDegree(hub)) hub = v;
        Graph neighbour = graph.withoutEdge(hub, graph.inNeighbour(hub, 0));
        if (p instanceof Protection.Pairwise pairs)
            return EdgeCoupling.ofPairs(graph, neighbour, settings, pairs, EdgeBatches.of(pairs.rate()), streams);
        EdgeCoupling.Clipping clipping = flaw == Flaw.NO_CLIP ? (gradient, clip) -> {} : EdgeCoupling.FLAT;
        return EdgeCoupling.ofEncoder(graph, neighbour, settings, p, game, clipping, streams);
    }

    /** What many publications say of an edge where it is not and where it is: larger where it is. */
    @FunctionalInterface
    private interface Look {
        double[][] at(double epsilon, int publications, RandomStream coins);
    }

    /** The fault: what was meant for one epsilon is done for a larger one. */
    private static ClaimedMethod answering(Making making, Look look, DoubleUnaryOperator done) {
        return making(making).with(ClaimedMethod::audit, (bench, asked) -> {
            double[][] seen = look.at(
                    asked.planted() ? done.applyAsDouble(asked.epsilon()) : asked.epsilon(),
                    16 * asked.canaries(),
                    Streams.seed(asked.seed()).stream("publications"));
            double least = EpsilonLowerBound.atThreshold(seen[0], seen[1], 0.5, DELTA, asked.confidence())
                    .epsilon();
            String words = seen[0].length + seen[1].length + " answers";
            return AuditFinding.of(Seen.of(Double.NaN, Double.NaN, least), asked.epsilon(), asked.confidence(), words);
        });
    }

    /** Every pair of a graph is a canary: half of them are edges. */
    private static double[][] answers(double epsilon, int publications, RandomStream coins) {
        int nodes = (int) Math.ceil(Math.sqrt(2.0 * publications)) + 1;
        RandomStream truth = coins.fork("truth");
        List<int[]> edges = new ArrayList<>();
        for (int v = 1; v < nodes; v++)
            for (int u = 0; u < v; u++) if (truth.nextBoolean()) edges.add(new int[] {u, v});
        Graph graph = Graph.undirected(nodes, sink -> edges.forEach(e -> sink.edge(e[0], e[1])));
        Graph published = RandomisedResponse.of(epsilon)
                .publish(graph, DELTA, coins.fork("answers"))
                .graph();
        double[][] scores = new double[2][nodes * (nodes - 1) / 2];
        int[] count = new int[2];
        for (int v = 1; v < nodes; v++)
            for (int u = 0; u < v; u++) {
                int world = graph.hasEdge(u, v) ? 1 : 0;
                scores[world][count[world]++] = published.hasEdge(u, v) ? 1 : 0;
            }
        return new double[][] {Arrays.copyOf(scores[0], count[0]), Arrays.copyOf(scores[1], count[1])};
    }

    /** Two nodes: they are linked or not, and that is all. */
    private static double[][] linked(double epsilon, int publications, RandomStream coins) {
        double[][] scores = new double[2][publications];
        Graph[] pair = {Graph.undirected(2, new int[0], new int[0]), Graph.undirected(2, new int[] {0}, new int[] {1})};
        for (int world = 0; world < 2; world++)
            for (int i = 0; i < publications; i++)
                scores[world][i] = PrivateDegrees.of(epsilon)
                        .publish(pair[world], DELTA, coins.fork(2L * i + world))
                        .graph()
                        .edges();
        return scores;
    }
}
