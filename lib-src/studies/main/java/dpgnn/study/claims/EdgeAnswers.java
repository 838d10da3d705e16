package dpgnn.study.claims;

import dpgnn.audit.EpsilonLowerBound;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.PrivateDegrees;
import dpgnn.generate.RandomisedResponse;
import dpgnn.graph.Graph;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A classical generator, which is private for every single edge without any training, at delta 0. The audit publishes again and
 * again, and asks of what is published whether an edge was there.
 *
 * @param maker the generator for an epsilon
 * @param look guesses about an edge from this many publications at an epsilon
 */
record EdgeAnswers(String name, Function<Double, GraphMaker> maker, Look look, String fault) implements ClaimedMethod {
    /** Scores that are larger where the edge is. */
    record Scores(double[] without, double[] with) {}

    @FunctionalInterface
    interface Look {
        Scores at(double epsilon, int publications, RandomStream coins);
    }

    @Override
    public String paper() {
        return "classical";
    }

    @Override
    public String known() {
        return "set of nodes";
    }

    @Override
    public String missing() {
        return "";
    }

    @Override
    public String shown() {
        return "";
    }

    /** Every pair of a graph is a canary: half of them are edges. */
    static EdgeAnswers randomisedResponse() {
        return new EdgeAnswers(
                "randomised response",
                epsilon -> GraphMaker.randomisedResponse(epsilon, ClaimsBench.DELTA),
                EdgeAnswers::answers,
                "pairs lie half as often as they should");
    }

    /** Two nodes: they are linked or not, and that is all. */
    static EdgeAnswers privateDegrees() {
        return new EdgeAnswers(
                "private degrees",
                epsilon -> GraphMaker.privateDegrees(epsilon, ClaimsBench.DELTA),
                EdgeAnswers::linked,
                "a third of the noise is added");
    }

    private static Scores answers(double epsilon, int publications, RandomStream coins) {
        int nodes = (int) Math.ceil(Math.sqrt(2.0 * publications)) + 1;
        List<int[]> edges = new ArrayList<>();
        RandomStream truth = coins.fork("truth");
        for (int v = 1; v < nodes; v++)
            for (int u = 0; u < v; u++) if (truth.nextBoolean()) edges.add(new int[] {u, v});
        Graph graph = Graph.undirected(nodes, sink -> edges.forEach(e -> sink.edge(e[0], e[1])));
        Graph published = RandomisedResponse.of(epsilon)
                .publish(graph, ClaimsBench.DELTA, coins.fork("answers"))
                .graph();
        double[][] scores = new double[2][nodes * (nodes - 1) / 2];
        int[] count = new int[2];
        for (int v = 1; v < nodes; v++)
            for (int u = 0; u < v; u++) {
                int world = graph.hasEdge(u, v) ? 1 : 0;
                scores[world][count[world]++] = published.hasEdge(u, v) ? 1 : 0;
            }
        return new Scores(java.util.Arrays.copyOf(scores[0], count[0]), java.util.Arrays.copyOf(scores[1], count[1]));
    }

    private static Scores linked(double epsilon, int publications, RandomStream coins) {
        double[][] scores = new double[2][publications];
        for (int world = 0; world < 2; world++) {
            boolean edge = world == 1;
            Graph pair = Graph.undirected(2, sink -> {
                if (edge) sink.edge(0, 1);
            });
            for (int i = 0; i < publications; i++)
                scores[world][i] = PrivateDegrees.of(epsilon)
                        .publish(pair, ClaimsBench.DELTA, coins.fork(2L * i + world))
                        .graph()
                        .edges();
        }
        return new Scores(scores[0], scores[1]);
    }

    @Override
    public boolean makesGraphs() {
        return true;
    }

    @Override
    public TrialOutcome train(ClaimsBench bench, double epsilon, long seed) throws Exception {
        return GeneratorMethods.train(maker.apply(epsilon), bench, seed);
    }

    @Override
    public Optional<Guarantee> release(ClaimsBench bench, double epsilon) throws Exception {
        return Optional.of(GeneratorMethods.release(maker.apply(epsilon), bench));
    }

    /** Both faults come to the same: what was meant for epsilon is done for a larger one. */
    private double done(double epsilon) {
        if (name.equals("private degrees")) return 3 * epsilon;
        double lie = 1 / (1 + Math.exp(epsilon)) / 2;
        return Math.log((1 - lie) / lie);
    }

    @Override
    public Optional<AuditFinding> audit(ClaimsBench bench, double epsilon, AuditSize size, boolean planted) {
        Scores seen = look.at(
                planted ? done(epsilon) : epsilon,
                16 * size.canaries(),
                Streams.seed(size.seed()).stream("publications"));
        double least = EpsilonLowerBound.atThreshold(
                        seen.without(), seen.with(), 0.5, ClaimsBench.DELTA, size.confidence())
                .epsilon();
        return Optional.of(AuditFinding.of(
                Double.NaN,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                0,
                least,
                epsilon,
                size.confidence(),
                seen.without().length + seen.with().length + " answers"));
    }
}
