package dpgnn.study.claims;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.Protection;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.graph.Graph;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.study.WorkCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The methods that make graphs, and how they are held against the graphs that they learn from. */
final class GeneratorMethods {
    static final String PAPER = "DPGGAN (IJCAI 2021)";
    private static final String NODES = "set of nodes";
    private static final String SHOWN = "DPGVAE: clipping nodes hides no edge";
    private static final String COUNTED = "exact count of edges, and one edge moves many nodes' gradients";
    private static final double CLIP = 0.1;

    private GeneratorMethods() {}

    static List<ClaimedMethod> all() {
        return List.of(
                published("DPGVAE, published", false, GraphMaker::dpgvaePublished),
                published("DPGGAN, published", true, GraphMaker::dpgganPublished),
                whole(
                        "DPGVAE, whole gradient",
                        false,
                        GraphMaker::dpgvaeWhole,
                        "nothing is clipped",
                        DecoderMethod.Flaw.NO_CLIP),
                whole(
                        "DPGGAN, whole gradient",
                        true,
                        GraphMaker::dpgganWhole,
                        "noise for C where 2C can change",
                        DecoderMethod.Flaw.HALF_NOISE),
                new DecoderMethod(
                        "DPGVAE, per node, enough noise",
                        "ours",
                        NODES,
                        "",
                        "",
                        (bench, epsilon) -> GraphMaker.dpgvaePerNode(bench.settings(), epsilon, CLIP),
                        GeneratorMethods::perNode,
                        false,
                        "noise for C where 2C can change",
                        DecoderMethod.Flaw.HALF_NOISE),
                new DecoderMethod(
                        "pair decoder",
                        "ours",
                        NODES,
                        "",
                        "",
                        (bench, epsilon) -> GraphMaker.pairwise(pairSettings(bench), 0.2, epsilon, 1, 5),
                        (bench, epsilon, nodes) -> Protection.pairwise(
                                0.2,
                                epsilon,
                                ClaimsBench.DELTA,
                                bench.settings().steps(),
                                1,
                                GraphMaker.count(epsilon)),
                        false,
                        "pairs are drawn twice as often as stated",
                        DecoderMethod.Flaw.EAGER),
                EdgeAnswers.randomisedResponse(),
                EdgeAnswers.privateDegrees());
    }

    private interface Making {
        GraphMaker of(GeneratorSettings settings, double epsilon);
    }

    private interface Clipped {
        GraphMaker of(GeneratorSettings settings, double epsilon, double clip);
    }

    private static ClaimedMethod published(String name, boolean game, Making making) {
        return new DecoderMethod(
                name,
                PAPER,
                NODES + ", number of edges",
                COUNTED,
                SHOWN,
                (bench, epsilon) -> making.of(bench.settings(), epsilon),
                (bench, epsilon, nodes) -> Protection.published(epsilon, ClaimsBench.DELTA),
                game,
                "half of the noise is added",
                DecoderMethod.Flaw.HALF_NOISE);
    }

    private static ClaimedMethod whole(
            String name, boolean game, Clipped making, String fault, DecoderMethod.Flaw flaw) {
        return new DecoderMethod(
                name,
                "ours",
                NODES,
                "",
                "",
                (bench, epsilon) -> making.of(bench.settings(), epsilon, CLIP),
                (bench, epsilon, nodes) -> wholeGradient(bench, epsilon),
                game,
                fault,
                flaw);
    }

    private static Protection.WholeGradient wholeGradient(ClaimsBench bench, double epsilon) {
        return Protection.wholeGradient(
                epsilon, ClaimsBench.DELTA, bench.settings().steps(), CLIP, GraphMaker.count(epsilon));
    }

    private static Protection perNode(ClaimsBench bench, double epsilon, int nodes) {
        Protection.Published printed = Protection.published(epsilon, ClaimsBench.DELTA);
        double sigma =
                2.0 * printed.batch(nodes) * wholeGradient(bench, epsilon).multiplier();
        return new Protection.Published(epsilon, ClaimsBench.DELTA, printed.rate(), sigma, CLIP, printed.decay());
    }

    private static GeneratorSettings pairSettings(ClaimsBench bench) {
        return bench.settings().with(GeneratorSettings::rate, 0.02);
    }

    /** A graph for each graph; the figure is the mean cosine of the histograms of degrees. */
    static TrialOutcome train(GraphMaker maker, ClaimsBench bench, long seed) throws Exception {
        List<Graph> graphs = bench.graphs();
        WorkCost.Of<List<GraphPublisher.Published>> made = WorkCost.of(() -> {
            List<GraphPublisher.Published> all = new ArrayList<>();
            for (int g = 0; g < graphs.size(); g++)
                all.add(maker.make(graphs.get(g), Streams.seed(seed * 1_000_003 + g)));
            return all;
        });
        double cosine = 0;
        Guarantee claimed = null;
        Guarantee proved = null;
        for (int g = 0; g < graphs.size(); g++) {
            GraphPublisher.Published one = made.result().get(g);
            cosine += GraphComparison.of(graphs.get(g), one.graph()).degreeCosine() / graphs.size();
            if (claimed == null || one.claimed().epsilon() > claimed.epsilon()) claimed = one.claimed();
            if (proved == null || one.provable().epsilon() > proved.epsilon()) proved = one.provable();
        }
        Map<String, Double> metrics = new TreeMap<>(made.cost().metrics("training"));
        metrics.put("seconds", made.cost().seconds() / graphs.size());
        metrics.put("degree cosine", cosine);
        return new TrialOutcome(bench.graphData(), metrics, List.of(claimed, proved));
    }

    /** What a graph that is drawn with secure streams is guaranteed. */
    static Guarantee release(GraphMaker maker, ClaimsBench bench) throws Exception {
        return maker.make(bench.graphs().get(0), Streams.secure()).provable();
    }

    /** The graph without the first edge of its node of the largest degree. */
    static Graph neighbour(Graph graph) {
        int hub = 0;
        for (int v = 1; v < graph.nodes(); v++) if (graph.inDegree(v) > graph.inDegree(hub)) hub = v;
        return graph.withoutEdge(hub, graph.inNeighbour(hub, 0));
    }
}
