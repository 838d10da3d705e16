package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.Labels;
import dpgnn.graph.Records;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.data.NumpyGraph;
import dpgnn.graph.mapped.MappedDataset;
import dpgnn.graph.mapped.MappedDatasetWriter;
import dpgnn.graph.mapped.MappingProgress;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All methods of data and graphs that make one data set of another before a training, and what each leaves behind. Graphs, rows and
 * labels that a caller builds are the data.
 */
class DataChangesTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Set<Unit> NONE = EnumSet.noneOf(Unit.class);
    private static final Set<Unit> ALL = EnumSet.allOf(Unit.class);

    /** For which units the result leaks, and whether its notes say more than those of the data. */
    private record Left(Set<Unit> leaks, boolean noted, Supplier<Dataset> change) {}

    /** What a split must not be made of in silence. */
    private static final Set<Class<?>> READ = Set.of(Labels.class, Features.class, Graph.class, Dataset.class);

    private static RandomStream coins() {
        return Streams.seed(1).stream("change");
    }

    private static Map<String, Left> changes() {
        int width = DATA.features().width();
        Dataset wide = SyntheticGraphs.like("cora");
        double[] ones = new double[width];
        Arrays.fill(ones, 1);
        Map<String, Left> all = new LinkedHashMap<>();
        // Another world, or another choice of who trains: what is given by the caller is the data.
        all.put(
                "Dataset.withFeatures(int, float[])",
                new Left(NONE, false, () -> DATA.withFeatures(0, new float[width])));
        all.put(
                "Dataset.withGraph(Graph)",
                new Left(NONE, false, () -> DATA.withGraph(DATA.graph().withoutNode(0))));
        all.put(
                "Dataset.withSplit(Split)",
                new Left(NONE, false, () -> DATA.withSplit(Split.random(DATA.nodes(), 0.5, 0.1, coins()))));
        // A split that a caller gives is public; one that is made here from labels is not.
        Set<Unit> labels = EnumSet.complementOf(EnumSet.of(Unit.EDGE));
        all.put(
                "Split.perClass(Labels, int, int, int, RandomStream)",
                new Left(labels, false, () -> DATA.withSplit(Split.perClass(DATA.labels(), 5, 9, 9, coins()))));
        all.put(
                "Split.stratified(Labels, double, double, RandomStream)",
                new Left(labels, false, () -> DATA.withSplit(Split.stratified(DATA.labels(), 0.5, 0.1, coins()))));
        // Which edges others keep depends on those of each node.
        Set<Unit> edges = EnumSet.of(Unit.NODE, Unit.EDGE);
        all.put(
                "DegreeBound.symmetric(Dataset, int, RandomStream)",
                new Left(edges, false, () -> DegreeBound.symmetric(DATA, 2, coins())));
        // A node has several records.
        Set<Unit> node = EnumSet.of(Unit.NODE);
        all.put(
                "Records.pairs(Dataset, int, RandomStream)",
                new Left(node, true, () -> Records.pairs(DATA, 1, coins())));
        all.put(
                "Records.owned(Dataset, List)",
                new Left(
                        node,
                        true,
                        () -> Records.owned(
                                DATA, IntStream.range(0, DATA.nodes()).boxed().toList())));
        GraphCollection two = GraphCollection.renumbered(
                List.of(DATA.graph(), DATA.graph().withoutNode(0)),
                new int[] {0, 1},
                new Dataset.Provenance("two", List.of(), true, List.of()));
        all.put("Records.graphs(GraphCollection, int)", new Left(node, true, () -> Records.graphs(two, 4)));
        // Each row by itself, or by public constants.
        all.put("Scaling.rows(Dataset, Norm)", new Left(NONE, true, () -> Scaling.rows(DATA, Scaling.Norm.L2)));
        all.put(
                "Scaling.rows(Dataset, Norm, double)",
                new Left(NONE, true, () -> Scaling.rows(DATA, Scaling.Norm.L2, 2)));
        all.put(
                "Scaling.projected(Dataset, int, RandomStream)",
                new Left(NONE, true, () -> Scaling.projected(DATA, 3, coins())));
        all.put("Scaling.roots(Dataset)", new Left(NONE, true, () -> Scaling.roots(DATA)));
        all.put(
                "Scaling.constants(Dataset, double[], double[])",
                new Left(NONE, true, () -> Scaling.constants(DATA, new double[width], ones)));
        // By statistics of the rows of others.
        all.put(
                "Scaling.standardised(Dataset, int[])",
                new Left(ALL, true, () -> Scaling.standardised(DATA, new int[] {0, 1, 2})));
        all.put("Datasets.dense(Dataset)", new Left(ALL, true, () -> Datasets.dense(wide)));
        all.put("Datasets.projected(Dataset)", new Left(NONE, true, () -> Datasets.projected(wide)));
        return all;
    }

    /** Public methods of data and graphs that make a data set of one or of a collection of graphs, or a split of labels. */
    private static Set<String> found() throws Exception {
        Set<String> all = new TreeSet<>();
        for (Class<?> of : List.of(Dataset.class, Datasets.class))
            for (String name : classes(of)) {
                Class<?> type = Class.forName(name, false, of.getClassLoader());
                if (!Modifier.isPublic(type.getModifiers())) continue;
                for (Method m : type.getDeclaredMethods()) {
                    Stream<Class<?>> from = Arrays.stream(m.getParameterTypes());
                    if (!Modifier.isStatic(m.getModifiers())) from = Stream.concat(from, Stream.of(type));
                    if (Modifier.isPublic(m.getModifiers())
                            && (m.getReturnType() == Dataset.class
                                            && from.anyMatch(t -> t == Dataset.class || t == GraphCollection.class)
                                    || m.getReturnType() == Split.class && from.anyMatch(READ::contains)))
                        all.add(type.getSimpleName() + "." + m.getName()
                                + Arrays.stream(m.getParameterTypes())
                                        .map(Class::getSimpleName)
                                        .collect(Collectors.joining(", ", "(", ")")));
                }
            }
        return all;
    }

    private static List<String> classes(Class<?> of) throws Exception {
        Path place =
                Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) return below(place);
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return below(jar.getPath("/"));
        }
    }

    private static List<String> below(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return new ArrayList<>(files.map(f -> root.relativize(f).toString())
                    .filter(f -> f.startsWith("dpgnn/graph/") && f.endsWith(".class"))
                    .map(f -> f.substring(0, f.length() - 6).replace('/', '.'))
                    .toList());
        }
    }

    private static Set<Unit> leaking(Dataset.Provenance data) {
        return ALL.stream().filter(u -> !Plan.leaks(data, u, false).isEmpty()).collect(Collectors.toSet());
    }

    @Test
    void everyWayToChangeADataSetLeavesWhatItsRowSays() throws Exception {
        Map<String, Left> changes = changes();
        assertEquals(new TreeSet<>(changes.keySet()), found(), "each way has a row");
        changes.forEach((way, left) -> {
            Dataset changed = left.change.get();
            assertEquals(left.leaks, leaking(changed.provenance()), way);
            boolean noted = changed.provenance().notes().size()
                            > DATA.provenance().notes().size()
                    || !changed.name().equals(DATA.name())
                            && !changed.provenance().notes().isEmpty();
            assertEquals(left.noted, noted, way);
        });
    }

    @Test
    void aBoundedGraphLeaksHoweverADataSetIsMadeOfIt() {
        Graph bounded = DegreeBound.symmetric(DATA.graph(), 2, coins());
        for (Graph graph : List.of(
                bounded,
                DegreeBound.outgoing(DATA.graph(), 2, coins()),
                DegreeBound.outgoingByCoins(DATA.graph(), 2, new int[] {0, 1}, coins()),
                bounded.withoutNode(3),
                bounded.induced(IntStream.range(0, DATA.nodes()).toArray()),
                bounded.withNeighbours(0, new int[] {5}, new int[] {5}))) {
            assertEquals(
                    List.of(Dataset.EDGES_CHOSEN),
                    DATA.withGraph(graph).provenance().leaks());
            Dataset anew = new Dataset(graph, DATA.features(), DATA.labels(), DATA.provenance());
            assertEquals(List.of(Dataset.EDGES_CHOSEN), anew.provenance().leaks());
        }
        Dataset twice = DegreeBound.symmetric(DegreeBound.symmetric(DATA, 3, coins()), 2, coins());
        assertEquals(1, twice.provenance().leaks().size(), "it is said once");
        assertTrue(Records.pairs(twice, 1, coins()).provenance().leaks().contains(Dataset.EDGES_CHOSEN));
    }

    /** What is asked before a training knows the leaks of its data, and a file keeps them. */
    @Test
    void leaksAreKnownBeforeATrainingAndInFiles(@TempDir Path folder) throws Exception {
        Dataset bounded = DegreeBound.symmetric(DATA, 2, coins());
        Split split = Split.stratified(DATA.labels(), 0.5, 0.1, coins());
        Plan plan = Plan.of(HomeStars.of(0.1, 1), Clip.flat(1), GaussianNoise.standard())
                .steps(1)
                .multiplier(4)
                .delta(1e-4);
        assertTrue(Double.isFinite(plan.epsilon(DATA.transductive())));
        for (TrainingView view : List.of(bounded.transductive(), DATA.transductive(split), DATA.inductive(split))) {
            assertEquals(
                    Verdict.UNSOUND, plan.schedule(view, Gcn.of(4)).provable().verdict());
            assertEquals(Double.POSITIVE_INFINITY, plan.epsilon(view));
        }
        for (Dataset data : List.of(bounded, DATA.withSplit(split))) {
            List<String> leaks = data.provenance().leaks();
            assertEquals(1, leaks.size());
            Path archive = folder.resolve("data.npz"), mapped = folder.resolve("mapped" + leaks.hashCode());
            data.write(archive);
            assertEquals(leaks, NumpyGraph.read(archive).provenance().leaks());
            MappedDatasetWriter.write(data, mapped, MappedDatasetWriter.ValueKind.SPARSE, MappingProgress.NONE);
            assertEquals(leaks, MappedDataset.open(mapped).provenance().leaks());
        }
        MappedDatasetWriter writer = new MappedDatasetWriter(folder.resolve("pieces"), MappingProgress.NONE);
        writer.graph(DATA.nodes(), false, sink -> sink.edge(0, 1), DATA.provenance());
        assertTrue(refused(() -> writer.split(split)).contains("was chosen by labels"));
    }

    private static Verdict verdict(Dataset data, Sampler sampler, Model model) {
        Plan plan = Plan.of(sampler, Clip.flat(1), GaussianNoise.standard())
                .steps(1)
                .calibrated(8, 1e-4);
        Split split = Split.random(data.nodes(), 0.8, 0, coins());
        return plan.experiment(model, 1)
                .train(data.transductive(split))
                .guarantee()
                .verdict();
    }

    @Test
    void noPlanProtectsANodeWhoseEdgesOrRecordsWereSpread() {
        Dataset bounded = DegreeBound.symmetric(DATA, 2, coins());
        Dataset links = Records.pairs(DATA, 1, coins()), boundedLinks = Records.pairs(bounded, 1, coins());
        Model rows = Mlp.of(4), hops = Gcn.of(4);
        assertEquals(Verdict.IDEAL, verdict(DATA, HomeStars.of(0.1, 1), hops));
        assertEquals(Verdict.UNSOUND, verdict(bounded, HomeStars.of(0.1, 1), hops));
        assertEquals(Verdict.UNSOUND, verdict(bounded, PoissonNodes.of(0.1), rows));
        // A node takes its records along, but not the edges that others lost to it.
        assertEquals(Verdict.IDEAL, verdict(links, PoissonRecords.ofNodes(0.1, 60), hops));
        assertEquals(Verdict.UNSOUND, verdict(boundedLinks, PoissonRecords.ofNodes(0.1, 60), hops));
        assertEquals(Verdict.IDEAL, verdict(boundedLinks, PoissonRecords.of(0.1), hops), "of a record that is there");
        assertEquals(Verdict.UNSOUND, verdict(links, PoissonNodes.of(0.1), rows));
    }

    /**
     * A node is joined to five others, each of which has five leaves. Without it the bound drops nothing, whatever the coins are, so
     * that no way to couple the coins of both worlds brings them closer. With it each edge that it keeps costs another one.
     */
    @Test
    void aNodeMovesMoreRecordsThanTheBoundOnDegrees() {
        int bound = 5, most = 0;
        int[] from = new int[bound * (bound + 1)], to = new int[from.length];
        for (int i = 0, e = 0; i < bound; i++) {
            to[e++] = 1 + i;
            for (int k = 0; k < bound; k++, e++) {
                from[e] = 1 + i;
                to[e] = 1 + bound + i * bound + k;
            }
        }
        Graph graph = Graph.undirected(1 + bound + bound * bound, from, to);
        for (int seed = 0; seed < 50; seed++) {
            RandomStream bounding = Streams.seed(seed).stream("bound");
            Graph with = DegreeBound.symmetric(graph, bound, bounding);
            assertEquals(
                    bound * bound,
                    DegreeBound.symmetric(graph.withoutNode(0), bound, bounding).edges());
            int own = with.inDegree(0), lost = bound * bound - (int) (with.edges() - own);
            assertEquals(own, lost, "what others lose, seed " + seed);
            most = Math.max(most, own + lost);
        }
        assertEquals(2 * bound, most, "records that come or go, where bound + 2 were counted");
    }
}
