package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.measure.HiddenLinks;
import dpgnn.generate.measure.LinkPrediction;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.Workbench;
import dpgnn.study.generation.MakerRun.Attacking;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Repeats Figure 3 of Yang et al. (2021): attacks on the releases of generators that have seen four fifths of the links. The
 * results are areas under the ROC curve, averaged over graphs, one per seed; every seed hides other links.
 */
public record LinkStudy(ReadData data, List<MakerScores> measured, List<LinkPrediction> attacks) {
    /** The released graph is the visible one itself. */
    public static final String ORIGINAL = "Original";
    /**
     * Graphs that are made without the original, by label. What an attack finds in them it had before any release: the ranks of
     * the visible degrees, by which it aligns.
     */
    public static final List<String> BLIND = List.of("blind Erdős–Rényi", "blind power law");

    /** After an attack's name: its area over pairs of which both nodes keep a visible link. */
    public static final String KNOWN = ", known ends";

    /**
     * Graphs on which the question makes sense: at least so many edges, and enough pairs that are none.
     *
     * @param free how many such pairs, in shares of the edges
     */
    public static GraphCollection eligible(GraphCollection all, int count, int maxNodes, int minEdges, double free) {
        int[] chosen = IntStream.range(0, all.size())
                .filter(i -> {
                    Graph g = all.graphs().get(i);
                    long none = g.nodes() * (g.nodes() - 1L) / 2 - g.edges();
                    return g.edges() >= minEdges && none >= Math.round(free * g.edges());
                })
                .toArray();
        return GraphCollections.spread(GraphCollections.part(all, chosen), count, maxNodes);
    }

    /**
     * Attacks what the makers release, the original and the {@link #BLIND} ones.
     *
     * @param part the graphs that are attacked
     * @param hidden share of the edges that nobody but the judge sees
     */
    public static LinkStudy run(
            GraphCollection whole,
            GraphCollection part,
            List<GraphMaker> makers,
            List<LinkPrediction> attacks,
            double hidden,
            Workbench bench,
            long... seeds) {
        List<GraphMaker> all = new ArrayList<>(
                List.of(GraphMaker.original(), GraphMaker.blindErdosRenyi(), GraphMaker.blindPowerLaw()));
        all.addAll(makers);
        String described = attacks.stream().map(Object::toString).collect(Collectors.joining(", "));
        MakerSweep sweep = new MakerSweep(whole, part, bench);
        List<MakerScores> measured = new ArrayList<>();
        sweep.run(
                        new Attacking(whole.name(), GenerationStudy.size(sweep.part()), "", "", described, hidden, 1),
                        all,
                        seeds,
                        (run, maker) -> attack(sweep, run, maker, attacks))
                .forEach((maker, runs) -> measured.add(MakerScores.of(maker, runs)));
        return new LinkStudy(GraphCollections.data(part, whole), measured, attacks);
    }

    private static Run attack(MakerSweep sweep, Attacking run, GraphMaker maker, List<LinkPrediction> attacks)
            throws InterruptedException {
        List<Graph> graphs = sweep.part().graphs();
        Map<String, Double> areas = new HashMap<>();
        Guarantee weakest = null;
        for (int g = 0; g < graphs.size(); g++) {
            MakerSweep.stopIfInterrupted();
            Streams streams = MakerSweep.streams(run.seed(), g);
            HiddenLinks asked = HiddenLinks.of(graphs.get(g), run.hidden(), streams.stream("hidden"));
            GraphPublisher.Published made = maker.make(asked.visible(), streams);
            if (weakest == null || made.provable().epsilon() > weakest.epsilon()) weakest = made.provable();
            for (LinkPrediction a : attacks) {
                LinkPrediction.Areas area =
                        maker.named() ? a.named(made.graph(), asked, streams) : a.aligned(made.graph(), asked, streams);
                areas.merge(a.name(), area.all() / graphs.size(), Double::sum);
                areas.merge(a.name() + KNOWN, area.known() / graphs.size(), Double::sum);
            }
        }
        return sweep.record(run, areas, List.of(weakest));
    }

    /** Areas of one method and one attack, one per seed. */
    public double[] perSeed(String label, String attack) {
        return measured.stream()
                .filter(m -> m.maker().label().equals(label))
                .map(m -> m.of(attack))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown method \"" + label + "\"; there are "
                        + measured.stream().map(m -> m.maker().label()).toList()));
    }

    long[] seeds() {
        return measured.get(0).seeds();
    }

    public double mean(String label, String attack) {
        return Arrays.stream(perSeed(label, attack)).average().orElseThrow();
    }

    public Table table(String title) {
        List<String> figures = attacks.stream()
                .flatMap(a -> Stream.of(a.name(), a.name() + KNOWN))
                .toList();
        return MakerScores.table(title, figures, measured).note(data.toString());
    }
}
