package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.measure.GraphClassifier;
import dpgnn.graph.Components;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.study.ReadData;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The runs behind Tables 1 and 2 of Yang et al. (2021), and behind what is shown beside them, at a notebook's scale. Each part is
 * run when it is first asked for.
 */
public final class GenerationGrid {
    /** The paper's budgets. */
    static final List<String> EPSILONS = List.of("10", "1", "0.1");

    private final Workbench bench;
    private final GenerationScale scale;
    private final Map<String, GraphCollection> collections = new LinkedHashMap<>();
    private final Map<String, Part> made = new LinkedHashMap<>();

    private GenerationGrid(Workbench bench) throws IOException {
        this.bench = bench;
        collections.put("DBLP", GraphCollections.loadOrStandIn("dblp"));
        collections.put("IMDB", GraphCollections.loadOrStandIn("imdb-multi-tu"));
        this.scale = GenerationScale.of(bench.ci() ? "ci" : bench.paper() ? "paper" : "quick", areReal());
    }

    public static GenerationGrid of(Workbench bench) throws IOException {
        return new GenerationGrid(bench);
    }

    private boolean areReal() {
        return collections.values().stream().noneMatch(c -> c.provenance().standIn());
    }

    /** Methods that were measured on the same graphs. */
    public record Part(GenerationStudy study, List<MakerScores> measured) {
        ReadData data() {
            return study.data();
        }

        /** The scores of a method by its label. */
        public MakerScores of(String label) {
            return measured.stream()
                    .filter(m -> m.maker().label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown method \"" + label + "\"; there are "
                            + measured.stream().map(m -> m.maker().label()).toList()));
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

    /** Whether all results are of the paper's data, so that claims can be held against them. */
    public boolean real() {
        return !bench.ci() && areReal();
    }

    Workbench bench() {
        return bench;
    }

    GenerationScale scale() {
        return scale;
    }

    private Part part(String name, GraphCollection whole, GraphCollection part, Supplier<List<GraphMaker>> makers) {
        if (!made.containsKey(name)) {
            GenerationStudy study = GenerationStudy.of(whole, part, bench);
            made.put(name, new Part(study, study.measure(makers.get(), bench.seeds())));
        }
        return made.get(name);
    }

    private Part part(String name, String set, GenerationScale.Share share, Supplier<List<GraphMaker>> makers) {
        GraphCollection whole = collection(set);
        return part(name + " " + set, whole, share.of(set, whole), makers);
    }

    /** The paper's methods, private ones as published, and references that know the graph. */
    public Part published(String set) {
        return part("published", set, scale.graphs(), () -> scale.published(10, 1, 0.1));
    }

    /** Where everything in Table 1 is. */
    List<Part> printed(String set) {
        return List.of(published(set));
    }

    /** Methods with a proof, and on the same graphs the open ones. */
    public Part proved(String set) {
        return part("proved", set, scale.some(), () -> joined(scale.provable(set, 10, 1, 0.1), scale.open()));
    }

    /** GVAE and GGAN for more and more steps. */
    Part longer(String set) {
        return part("longer", set, scale.some(), scale::longer);
    }

    /** The published step for a fixed number of steps, so that another epsilon is another noise. */
    Part noised(String set) {
        return part("noised", set, scale.some(), () -> scale.noisedBy(10, 1, 0.1));
    }

    /** GVAE decoded from the encoder's codes, as the released code decodes; then for more steps, and without a prior. */
    Part released(String set) {
        return part(
                "released",
                set,
                scale.some(),
                () -> List.of(
                        GraphMaker.gvae(scale.settings()),
                        GvaeVariants.fromEncoder(scale.settings()),
                        GvaeVariants.fromEncoder(scale.copying())));
    }

    /** GGAN on the file that the released evaluation reads. */
    Part logged(String set) throws IOException {
        String name = set.equals("DBLP") ? "dblp-large" : "imdb-multi-subset";
        if (!made.containsKey(name)) {
            GraphCollection all = GraphCollections.loadOrStandIn(name);
            GraphCollection read = bench.ci() ? GraphCollections.spread(all, 3, set.equals("DBLP") ? 250 : 30) : all;
            part(name, all, read, () -> List.of(GraphMaker.ggan(scale.settings())));
        }
        return made.get(name);
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** One larger graph: the published update and sampled pairs at the same provable epsilon. */
    Part single() throws IOException {
        if (made.containsKey("single")) return made.get("single");
        Dataset cora = Datasets.loadOrStandIn("cora");
        Graph graph = bench.ci() ? SyntheticGraphs.small().graph() : cora.graph();
        int[] nodes = bench.ci()
                ? IntStream.range(0, 120).toArray()
                : Arrays.copyOf(Components.of(graph).largest(), bench.paper() ? 400 : 220);
        Dataset.Provenance provenance = bench.ci()
                ? new Dataset.Provenance("small (synthetic)", List.of(), true, List.of("A small synthetic graph."))
                : cora.provenance();
        GraphCollection one = new GraphCollection(List.of(graph.induced(nodes)), new int[1], 1, List.of(), provenance);
        double rate = bench.paper() ? 0.03 : 0.1;
        return part("single", one, one, () -> joined(scale.equal(rate, 10), scale.equal(rate, 1)));
    }

    /** What Table 2 compares, with motifs and accuracy, and references, which are not classified. */
    Part publishedUse(String set) {
        Part part = part("published use", set, scale.graphs(), () -> scale.published(1));
        List<String> known =
                GenerationScale.references().stream().map(GraphMaker::label).toList();
        return used(set, part, m -> !known.contains(m.label()));
    }

    /** All originals, with their own motifs and the accuracy of a classifier. */
    Part originals(String set) {
        return used(set, part("originals", set, scale.graphs(), () -> List.of(GraphMaker.original())), m -> true);
    }

    /** Methods with a proof at epsilon 1, and on the same graphs the open ones, which are not classified. */
    Part provedUse(String set) {
        List<GraphMaker> makers = scale.provable(set, 1);
        Part part = part("proved use", set, scale.some(), () -> joined(makers, scale.open()));
        return used(set, part, makers::contains);
    }

    /** Everything in Table 2. */
    public List<Part> used(String set) {
        return List.of(originals(set), publishedUse(set));
    }

    /** With motifs, and of what is asked for the accuracy of a classifier: of the larger one where the part is the whole. */
    private Part used(String set, Part part, Predicate<GraphMaker> classified) {
        boolean whole = part.study.part().size() == collection(set).size();
        GraphClassifier classifier = whole ? scale.larger().get(set) : scale.classifier();
        String name = "used " + System.identityHashCode(part);
        if (!made.containsKey(name)) {
            List<MakerScores> all = new ArrayList<>(part.study.motifs(part.measured));
            List<MakerScores> asked =
                    all.stream().filter(m -> classified.test(m.maker())).toList();
            for (MakerScores each : part.study.classified(asked, classifier))
                all.replaceAll(m -> m.maker().equals(each.maker()) ? each : m);
            made.put(name, new Part(part.study, all));
        }
        return made.get(name);
    }
}
