package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.measure.LinkPrediction;
import dpgnn.graph.GraphCollection;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The attacks behind Figure 3 of Yang et al. (2021) at a notebook's scale: how well hidden links are guessed from released graphs.
 * Each data set's attacks run when they are first asked for.
 */
public final class LinkGrid {
    private static final double HIDDEN = 0.2;
    /** What the paper's code hides. */
    private static final double HIDDEN_AS_RELEASED = 0.3;

    private final Workbench bench;
    private final Map<String, GraphCollection> wholes = new LinkedHashMap<>();
    private final Map<String, LinkStudy> studies = new LinkedHashMap<>();
    private final LinkPrediction learned;
    private final LinkPrediction released;

    private LinkGrid(Workbench bench) {
        this.bench = bench;
        LinkPrediction.Learned small = new LinkPrediction.Learned(16, 12, 3, 3, 10);
        learned = bench.ci() ? small : new LinkPrediction.Learned(64, 40, 10, 5, 20);
        released = new LinkPrediction.Released(bench.ci() ? small : LinkPrediction.Learned.paper());
    }

    public static LinkGrid of(Workbench bench) throws IOException {
        LinkGrid grid = new LinkGrid(bench);
        grid.wholes.put("DBLP", GraphCollections.loadOrStandIn("dblp"));
        grid.wholes.put("IMDB", GraphCollections.loadOrStandIn("imdb-multi-subset"));
        return grid;
    }

    /** The data sets as the paper calls them. */
    public List<String> sets() {
        return List.copyOf(wholes.keySet());
    }

    /** The paper's attack, node2vec with a perceptron. */
    public LinkPrediction learned() {
        return learned;
    }

    /** The same as the paper's code runs it. */
    public LinkPrediction released() {
        return released;
    }

    /** All attacks of {@link #study}. */
    public List<LinkPrediction> attacks() {
        return List.of(
                learned, LinkPrediction.commonNeighbours(), LinkPrediction.adamicAdar(), LinkPrediction.degrees());
    }

    /** One of three values by the scale. */
    private int at(int ci, int quick, int paper) {
        return bench.ci() ? ci : bench.paper() ? paper : quick;
    }

    /** The attacks on every release of a data set. */
    public LinkStudy study(String set) {
        if (!studies.containsKey(set)) {
            GraphCollection whole = wholes.get(set);
            GraphCollection part = set.equals("DBLP")
                    ? LinkStudy.eligible(whole, at(1, 3, 6), at(100, 200, 200), 70, 1)
                    : LinkStudy.eligible(whole, at(3, 5, 12), at(25, 40, 40), 15, 1);
            studies.put(set, LinkStudy.run(whole, part, makers(), attacks(), HIDDEN, bench, bench.seeds()));
        }
        return studies.get(set);
    }

    /** What stands beside the published numbers: of IMDB the attack of the paper on all graphs, where they are the paper's. */
    public LinkStudy figured(String set) {
        GraphCollection whole = wholes.get(set);
        if (set.equals("DBLP") || bench.ci() || whole.provenance().standIn()) return study(set);
        List<GraphMaker> shown = new ArrayList<>(List.of(GraphMaker.ggan(settings())));
        for (double e : new double[] {0.1, 1, 10}) shown.add(GraphMaker.dpgganNoised(settings(), e));
        return figured("figure 3", whole.size(), shown, learned, HIDDEN);
    }

    /** The attack as the paper's code runs it, without DPGGAN; where the graphs are not the paper's, on a few. */
    public LinkStudy asReleased() {
        GraphCollection whole = wholes.get("IMDB");
        boolean all = !bench.ci() && !whole.provenance().standIn();
        List<GraphMaker> shown = List.of(GraphMaker.ggan(settings()));
        return figured("as released", all ? whole.size() : 3, shown, released, HIDDEN_AS_RELEASED);
    }

    private LinkStudy figured(String what, int graphs, List<GraphMaker> shown, LinkPrediction attack, double hidden) {
        GraphCollection whole = wholes.get("IMDB");
        return studies.computeIfAbsent(what, key -> {
            GraphCollection part = LinkStudy.eligible(whole, graphs, 1000, 1, hidden);
            return LinkStudy.run(whole, part, shown, List.of(attack), hidden, bench, bench.seeds());
        });
    }

    private GeneratorSettings settings() {
        return GeneratorSettings.paper()
                .with(GeneratorSettings::steps, at(10, 50, 100))
                .with(GeneratorSettings::rate, 0.01);
    }

    private List<GraphMaker> makers() {
        GeneratorSettings settings = settings();
        List<GraphMaker> makers = new ArrayList<>(List.of(GraphMaker.gvae(settings), GraphMaker.ggan(settings)));
        for (double e : new double[] {0.1, 1, 10}) {
            makers.add(GraphMaker.dpgganNoised(settings, e));
            makers.add(GraphMaker.dpgganWhole(settings, e, 0.1));
            makers.add(GraphMaker.pairwise(settings.with(GeneratorSettings::rate, 0.02), 0.2, e, 1, 5));
            makers.add(GraphMaker.randomisedResponse(e, settings.delta()));
        }
        return makers;
    }
}
