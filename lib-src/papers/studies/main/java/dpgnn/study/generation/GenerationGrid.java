package dpgnn.study.generation;

import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphRnn;
import dpgnn.generate.NetGan;
import dpgnn.graph.GraphCollection;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Variation;
import dpgnn.study.Workbench;
import dpgnn.train.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What notebooks share of the experiments of Yang et al. (2021): data sets and how many of their graphs are taken, how long decoders
 * train, and the measuring of methods, whose runs are found again by their work.
 */
public final class GenerationGrid {
    private static final double CLIP = 0.1;

    private final Workbench bench;
    private final Map<String, GraphCollection> collections = new LinkedHashMap<>();
    private final Map<String, Part> made = new LinkedHashMap<>();

    private GenerationGrid(Workbench bench) {
        this.bench = bench;
    }

    public static GenerationGrid of(Workbench bench) throws IOException {
        GenerationGrid grid = new GenerationGrid(bench);
        grid.collections.put("DBLP", GraphCollections.loadOrStandIn("dblp"));
        grid.collections.put("IMDB", GraphCollections.loadOrStandIn("imdb-multi-tu"));
        return grid;
    }

    /** Methods that were measured on the same graphs. */
    public record Part(GraphCollection whole, GraphCollection graphs, List<MakerScores> measured) {
        public ReadData data() {
            return GraphCollections.data(graphs, whole);
        }

        /** The scores of a method by its label. */
        public MakerScores of(String label) {
            return measured.stream()
                    .filter(m -> m.maker().label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown method \"" + label + "\"; there are "
                            + measured.stream().map(m -> m.maker().label()).toList()));
        }

        /** All methods, of those that claim an epsilon at 1 alone. */
        public Table table(String title, String... figures) {
            List<MakerScores> shown = measured.stream()
                    .filter(m -> List.of("", "1").contains(m.maker().epsilon()))
                    .toList();
            return MakerScores.table(title, List.of(figures), shown)
                    .note(data() + "; provable: the largest over graphs.");
        }
    }

    /** The data sets as the paper calls them. */
    public List<String> sets() {
        return List.copyOf(collections.keySet());
    }

    /** All graphs of a data set. */
    public GraphCollection collection(String set) {
        GraphCollection found = collections.get(set);
        if (found == null) throw new IllegalArgumentException("set must be one of " + sets() + ", was " + set);
        return found;
    }

    public boolean isStandIn() {
        return collections.values().stream().anyMatch(c -> c.provenance().standIn());
    }

    /** Whether all results are of the paper's data, so that claims can be held against them. */
    public boolean real() {
        return !bench.ci() && !isStandIn();
    }

    /** So many graphs of DBLP or of IMDB, of at most so many nodes. */
    public GraphCollection spread(String set, int dblp, int dblpNodes, int imdb, int imdbNodes) {
        boolean sparse = set.equals("DBLP");
        return GraphCollections.spread(collection(set), sparse ? dblp : imdb, sparse ? dblpNodes : imdbNodes);
    }

    /** The graphs of a data set that Tables 1 and 2 are run on. */
    public GraphCollection graphs(String set) {
        return real() ? spread(set, 69, 1000, 1500, 1000) : some(set);
    }

    /** Some of these, for decoders that are private by proof, and long trainings. */
    public GraphCollection some(String set) {
        return bench.ci() ? spread(set, 3, 40, 6, 15) : spread(set, 8, 90, 24, 30);
    }

    /** Those of all decoders; the published variant trains at most as long as the paper's formula allows. */
    public GeneratorSettings settings() {
        return lasting(bench.ci() ? 10 : bench.paper() ? 100 : 50);
    }

    /** The same for another number of steps. */
    public GeneratorSettings lasting(int steps) {
        return GeneratorSettings.paper().with(GeneratorSettings::steps, steps).with(GeneratorSettings::rate, 0.01);
    }

    public NetGan netGan() {
        return bench.ci()
                ? new NetGan(6, 8, 12, 10, 8, 1, 6, 3, 0.5, 5e-3)
                : new NetGan(8, 16, 16, 12, 10, 2, 120, 40, 0.5, 0.01);
    }

    public GraphRnn graphRnn() {
        return bench.ci() ? new GraphRnn(1, 8, 4, 1, 6, 3, 0.003) : new GraphRnn(1, 24, 8, 1, 60, 20, 0.01);
    }

    /** The paper's methods, private ones as published at a claimed epsilon of 1, and references that know the graph. */
    public List<GraphMaker> published() {
        return List.of(
                GraphMaker.gvae(settings()),
                GraphMaker.ggan(settings()),
                GraphMaker.graphRnn(graphRnn()),
                GraphMaker.netGan(netGan()),
                GraphMaker.dpgvaePublished(settings(), 1),
                GraphMaker.dpgganPublished(settings(), 1),
                GraphMaker.erdosRenyi(),
                GraphMaker.sameDegrees());
    }

    /** These on the graphs of Table 1. */
    public Part published(String set) {
        return measure(collection(set), graphs(set), published());
    }

    /** Methods whose epsilon is proved, decoders and two classical ones, then what is not private, on some graphs. */
    public Part proved(String set, double... epsilons) {
        List<GraphMaker> makers = new ArrayList<>();
        for (double e : epsilons) {
            makers.add(GraphMaker.dpgvaeWhole(settings(), e, CLIP));
            makers.add(GraphMaker.dpgganWhole(settings(), e, CLIP));
            makers.addAll(equal(set.equals("DBLP") ? 0.05 : 0.5, e));
            makers.add(GraphMaker.randomisedResponse(e, settings().delta()));
        }
        makers.addAll(List.of(
                GraphMaker.gvae(settings()),
                GraphMaker.ggan(settings()),
                GraphMaker.erdosRenyi(),
                GraphMaker.sameDegrees()));
        return measure(collection(set), some(set), makers);
    }

    /**
     * At equal provable epsilon: the paper's per-node update with the noise that its real sensitivity needs, sampled pairs with
     * tight accounting, and private degrees.
     *
     * @param rate at which pairs are sampled
     */
    public List<GraphMaker> equal(double rate, double epsilon) {
        return List.of(
                GraphMaker.dpgvaePerNode(settings(), epsilon, CLIP),
                pairwise(settings().steps(), rate, epsilon),
                GraphMaker.privateDegrees(epsilon, settings().delta()));
    }

    /** The decoder of sampled pairs. */
    public GraphMaker pairwise(int steps, double rate, double epsilon) {
        return GraphMaker.pairwise(lasting(steps).with(GeneratorSettings::rate, 0.02), rate, epsilon, 1, 5);
    }

    /**
     * Lets methods make one graph from every graph, anew for each seed, and measures these. Methods that do the same work share
     * their runs. What was measured is not looked for again.
     *
     * @param seeds those of the notebook if there are none
     */
    public Part measure(GraphCollection whole, GraphCollection graphs, List<GraphMaker> makers, long... seeds) {
        if (graphs.size() == 0)
            throw new IllegalArgumentException("graphs of " + whole.name() + " must be one at least, were none");
        long[] all = seeds.length == 0 ? bench.seeds() : seeds;
        String what = graphs.name()
                + graphs.size()
                + makers.stream().map(m -> m.label() + m.details()).toList()
                + List.of(LongStream.of(all).boxed().toArray());
        return made.computeIfAbsent(what, w -> new Part(whole, graphs, scores(whole, graphs, makers, all)));
    }

    private List<MakerScores> scores(
            GraphCollection whole, GraphCollection graphs, List<GraphMaker> makers, long... seeds) {
        Map<GraphMaker, List<Variation>> runs = new LinkedHashMap<>();
        Map<Variation, GraphMaker> works = new LinkedHashMap<>();
        for (GraphMaker m : makers) {
            runs.put(
                    m,
                    LongStream.of(seeds).mapToObj(s -> run(whole, graphs, m, s)).toList());
            for (Variation run : runs.get(m)) works.putIfAbsent(run, m);
        }
        Run.Data data = Run.Data.of(graphs.provenance());
        SweepResults<Variation> results = bench.run(
                Sweep.of(List.copyOf(works.keySet())),
                new Study<>("generation", 1, p -> data, p -> GenerationStudy.measured(p, graphs, works.get(p))));
        return makers.stream()
                .map(m -> MakerScores.of(m, results.where(runs.get(m)::contains).runs()))
                .toList();
    }

    private static Variation run(GraphCollection whole, GraphCollection graphs, GraphMaker maker, long seed) {
        Map<String, Object> values = Map.of(
                "collection",
                whole.name(),
                "part",
                GenerationStudy.size(graphs),
                "work",
                maker.work(),
                "details",
                maker.details().isEmpty() ? "none" : maker.details());
        return new Variation("generation", new TreeMap<>(values), seed);
    }
}
