package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.measure.GraphClassifier;
import dpgnn.graph.Components;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.report.Table;
import dpgnn.study.ReadData;
import dpgnn.study.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The runs behind Tables 1 and 2 of Yang et al. (2021), and behind what is shown beside them, at a notebook's scale. Each part is
 * run when it is first asked for.
 */
public final class GenerationGrid {
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
        public ReadData data() {
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

    /** Whether all results are of the paper's data, so that claims can be held against them. */
    public boolean real() {
        return !bench.ci() && areReal();
    }

    public GenerationScale scale() {
        return scale;
    }

    private Part part(GraphCollection whole, GraphCollection part, List<GraphMaker> makers) {
        String what = part.name()
                + part.size()
                + makers.stream().map(m -> m.label() + m.details()).toList();
        if (!made.containsKey(what)) {
            GenerationStudy study = GenerationStudy.of(whole, part, bench);
            made.put(what, new Part(study, study.measure(makers, bench.seeds())));
        }
        return made.get(what);
    }

    /** The graphs of a data set that Tables 1 and 2 are run on. */
    public GraphCollection graphs(String set) {
        return scale.graphs().of(set, collection(set));
    }

    /** Methods on these graphs. */
    public Part all(String set, List<GraphMaker> makers) {
        return part(collection(set), graphs(set), makers);
    }

    /** Methods on some of these. */
    public Part some(String set, List<GraphMaker> makers) {
        return part(collection(set), scale.some().of(set, collection(set)), makers);
    }

    /** The paper's methods, private ones as published, and references that know the graph. */
    public Part published(String set) {
        return all(set, scale.published(10, 1, 0.1));
    }

    /** Methods with a proof, and on the same graphs the open ones. */
    public Part proved(String set) {
        return some(set, joined(scale.provable(set, 10, 1, 0.1), scale.open()));
    }

    /** Decoders and methods that train nothing, on all graphs at equal proved epsilon; by a protocol. */
    public Part cheap(String set) {
        GenerationScale.Share share = bench.ci() ? scale.some() : new GenerationScale.Share(23, 1000, 150, 1000);
        return part(collection(set), share.of(set, collection(set)), scale.cheap(set, 10, 1, 0.1));
    }

    /** Each decoder against each method that trains nothing: in how many figures of both sets it is clearly better, and worse. */
    public Table deepOrCheap() {
        List<String> heads = new ArrayList<>(List.of("proved epsilon", "against"));
        for (String deep : GenerationScale.DEEP) heads.addAll(List.of(deep + ": better", deep + ": worse"));
        Table table = Table.columns(heads.toArray(String[]::new));
        for (String epsilon : List.of("10", "1", "0.1"))
            for (String cheap : GenerationScale.CHEAP) {
                List<Object> row = new ArrayList<>(List.of(epsilon, cheap));
                for (String deep : GenerationScale.DEEP) {
                    GeneratorDuels duels = deepOrCheap(deep, cheap, epsilon);
                    row.addAll(List.of(duels.better(), duels.worse()));
                }
                table.row(row.toArray());
            }
        return table.title("decoders against methods that train nothing, at equal proved epsilon")
                .note("of 12 figures (five statistics and degrees, two sets), beyond 95 % intervals over seeds")
                .note(sets().stream().map(set -> cheap(set).data().toString()).collect(Collectors.joining("; ")));
    }

    private GeneratorDuels deepOrCheap(String deep, String cheap, String epsilon) {
        return GeneratorDuels.of(
                sets(), this::cheap, deep + " " + epsilon, cheap + " " + epsilon, GenerationStudy.FIGURES);
    }

    /** Whether any number of steps, clip and rate learns, on seeds that chose nothing. */
    public Table learning() {
        Table table = Table.columns(
                "data",
                "epsilon",
                "chosen",
                "better than after 1 step",
                "worse than after 1 step",
                "better than a count",
                "worse than a count",
                "learns");
        for (String set : sets())
            for (double epsilon : new double[] {1, 10}) {
                GenerationStudy study =
                        GenerationStudy.of(collection(set), scale.some().of(set, collection(set)), bench);
                MakerScores best = study.measure(scale.searched(epsilon), 1).stream()
                        .max(Comparator.comparingDouble(m -> m.mean(MakerScores.DEGREES)))
                        .orElseThrow();
                List<MakerScores> fresh = study.measure(
                        List.of(
                                best.maker(),
                                scale.firstStep(best.maker(), epsilon),
                                GraphMaker.countAlone(epsilon, scale.settings().delta())),
                        LongStream.rangeClosed(101, bench.ci() ? 102 : 105).toArray());
                GeneratorDuels step = GeneratorDuels.of(set, fresh.get(0), fresh.get(1), GenerationStudy.FIGURES);
                GeneratorDuels count = GeneratorDuels.of(set, fresh.get(0), fresh.get(2), GenerationStudy.FIGURES);
                table.row(
                        set,
                        epsilon,
                        GenerationScale.words(best.maker()),
                        step.better(),
                        step.worse(),
                        count.better(),
                        count.worse(),
                        step.better() >= 4 && count.better() >= 4 ? "yes" : "no");
            }
        return table.title("the best of 14 settings on seed 1, on fresh seeds")
                .note("of six figures each, beyond 95 % intervals over seeds 101 to 105");
    }

    /** The published private rows after one step. */
    Part oneStep(String set) {
        return all(set, scale.oneStep());
    }

    /** The open models as the released code trains and decodes them, with a seed of their own. */
    Part asReleased(String set) {
        int epochs = bench.ci() ? 3 : 100;
        GenerationStudy study = GenerationStudy.of(collection(set), graphs(set), bench);
        return new Part(
                study,
                study.measure(List.of(ReleasedModel.maker(false, epochs), ReleasedModel.maker(true, epochs)), 101));
    }

    /** Three trainings for three budgets, and what they are without noise; by a protocol. */
    public Part budgets(String set) {
        GenerationScale.Share share = bench.ci() ? scale.some() : new GenerationScale.Share(6, 90, 12, 30);
        return part(collection(set), share.of(set, collection(set)), scale.budgets());
    }

    /** GGAN on the file that the released evaluation reads. */
    public Part logged(String set) throws IOException {
        boolean sparse = set.equals("DBLP");
        GraphCollection all = GraphCollections.loadOrStandIn(sparse ? "dblp-large" : "imdb-multi-subset");
        GraphCollection read = bench.ci() ? GraphCollections.spread(all, 3, sparse ? 250 : 30) : all;
        return part(all, read, List.of(GraphMaker.ggan(scale.settings())));
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** One larger graph: the published update and sampled pairs at the same provable epsilon. */
    public Part single() throws IOException {
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
        return part(one, one, joined(scale.equal(rate, 10), scale.equal(rate, 1)));
    }

    /** Table 2: originals, what it compares, and references, which are not classified; with motifs and accuracy. */
    public Part used(String set) {
        List<GraphMaker> known = GenerationScale.references();
        Part originals = used(set, all(set, List.of(GraphMaker.original())), m -> true);
        Part others = used(set, all(set, scale.published(1)), m -> known.stream()
                .noneMatch(k -> k.label().equals(m.label())));
        return new Part(others.study, joined(originals.measured, others.measured));
    }

    /** The same of methods with a proof at epsilon 1, and on the same graphs of the open ones, which are not classified. */
    public Part provedUse(String set) {
        List<GraphMaker> makers = scale.provable(set, 1);
        return used(set, some(set, joined(makers, scale.open())), makers::contains);
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
