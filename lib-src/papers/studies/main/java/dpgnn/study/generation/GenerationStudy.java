package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.measure.GraphClassifier;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.generate.measure.Motifs;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.study.ReadData;
import dpgnn.study.Workbench;
import dpgnn.study.generation.MakerRun.Classifying;
import dpgnn.study.generation.MakerRun.Counting;
import dpgnn.study.generation.MakerRun.Making;
import dpgnn.train.Run;
import dpgnn.train.Setting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Follows the protocol of Tables 1 and 2 of Yang et al. (2021). Every method makes one graph from every graph, anew for each
 * seed. Reported figures are means over graphs of absolute differences (not differences of means). The graphs that runs made
 * lie beside them, so that motifs and classification need no second training.
 */
public final class GenerationStudy {
    /** The statistics of Table 1. */
    public static final List<String> STATISTICS = List.of("LCC", "TC", "CPL", "GINI", "REDE");

    /** These, and the cosine of degrees. */
    static final List<String> FIGURES = List.of("LCC", "TC", "CPL", "GINI", "REDE", MakerScores.DEGREES);

    private final MakerSweep sweep;
    private long[][] motifs;

    private GenerationStudy(MakerSweep sweep) {
        this.sweep = sweep;
    }

    public static GenerationStudy of(GraphCollection whole, GraphCollection part, Workbench bench) {
        return new GenerationStudy(new MakerSweep(whole, part, bench));
    }

    /** What tables say of the graphs. */
    public ReadData data() {
        return GraphCollections.data(sweep.part(), sweep.whole());
    }

    public GraphCollection part() {
        return sweep.part();
    }

    /** Table 1 and the degrees of Table 2, with the seconds of processor time that trainings and generations took. */
    public List<MakerScores> measure(List<GraphMaker> makers, long... seeds) {
        List<MakerScores> all = new ArrayList<>();
        sweep.run(new Making(sweep.whole().name(), size(part()), "", "", 1), makers, seeds, this::measure)
                .forEach((maker, runs) -> all.add(MakerScores.of(maker, runs)));
        return all;
    }

    /** Adds the motifs of Table 2. */
    public List<MakerScores> motifs(List<MakerScores> measured) {
        return more(new Counting(sweep.whole().name(), size(part()), "", "", 1), measured, this::motifs);
    }

    /** Adds the accuracy of a classifier that learns from, and is asked about, generated graphs. */
    public List<MakerScores> classified(List<MakerScores> measured, GraphClassifier classifier) {
        return more(
                new Classifying(sweep.whole().name(), size(part()), "", "", classifier.toString(), 1),
                measured,
                (run, maker) -> {
                    var result = classifier.crossValidate(
                            made(maker, run.seed()), sweep.part().labels(), Streams.seed(run.seed()));
                    return sweep.record(
                            run,
                            Map.of(MakerScores.ACCURACY, result.accuracy(), "deviation over folds", result.deviation()),
                            List.of());
                });
    }

    /** The graphs that a method made under a seed: kept ones, or made again. */
    public List<Graph> made(GraphMaker maker, long seed) throws InterruptedException, IOException {
        Path file = file(maker, seed);
        if (!Files.exists(file)) {
            List<Graph> graphs = new ArrayList<>();
            for (int g = 0; g < sweep.part().size(); g++) {
                MakerSweep.stopIfInterrupted();
                graphs.add(maker.make(sweep.part().graphs().get(g), MakerSweep.streams(seed, g))
                        .graph());
            }
            KeptGraphs.write(file, graphs);
        }
        return KeptGraphs.read(file);
    }

    private Path file(GraphMaker maker, long seed) {
        TreeMap<String, Object> what =
                new TreeMap<>(Map.of("work", maker.work(), "details", maker.details(), "seed", seed));
        what.put("part", sweep.whole().name() + " " + sweep.part().graphs().hashCode());
        return sweep.bench().folder().resolve("graphs").resolve(new Setting("graphs", what).hash() + ".txt");
    }

    private Run measure(Making run, GraphMaker maker) throws InterruptedException, IOException {
        List<Graph> originals = sweep.part().graphs();
        List<Graph> made = new ArrayList<>();
        Map<String, Double> metrics = new HashMap<>();
        Guarantee weakest = null;
        for (int g = 0; g < originals.size(); g++) {
            MakerSweep.stopIfInterrupted();
            Graph original = originals.get(g);
            double began = seconds();
            Supplier<GraphPublisher.Published> trained = maker.train(original, MakerSweep.streams(run.seed(), g));
            double learned = seconds();
            GraphPublisher.Published published = trained.get();
            metrics.merge(MakerScores.TRAINING, learned - began, Double::sum);
            metrics.merge(MakerScores.GENERATING, seconds() - learned, Double::sum);
            if (weakest == null || published.provable().epsilon() > weakest.epsilon()) weakest = published.provable();
            made.add(published.graph());
            differences(original, published.graph())
                    .forEach((name, value) -> metrics.merge(name, value / originals.size(), Double::sum));
        }
        metrics.put(MakerScores.GRAPHS, (double) originals.size());
        KeptGraphs.write(file(maker, run.seed()), made);
        return sweep.record(run, metrics, List.of(weakest));
    }

    /** By how much a graph differs from its original, by figure, as it is and where nodes without an edge are dropped. */
    public static Map<String, Double> differences(Graph original, Graph made) {
        Map<String, Double> figures = new HashMap<>();
        GraphComparison linked = GraphComparison.of(original, withoutIsolated(made));
        compare(figures, "", GraphComparison.of(original, made));
        compare(figures, MakerScores.LINKED, linked);
        for (String name : STATISTICS)
            figures.put(
                    MakerScores.LEVEL + name + MakerScores.LINKED,
                    linked.generated().get(name));
        return figures;
    }

    private static void compare(Map<String, Double> figures, String suffix, GraphComparison compared) {
        for (String name : STATISTICS) figures.put(name + suffix, compared.difference(name));
        figures.put(MakerScores.DEGREES + suffix, compared.degreeCosine());
    }

    /** The coins of one graph under one seed, the same for every method. A stop ends a run of many graphs here. */
    public static Streams coins(long seed, int graph) throws InterruptedException {
        MakerSweep.stopIfInterrupted();
        return MakerSweep.streams(seed, graph);
    }

    /** The size of a collection, as the parameters of a run state it. */
    public static String size(GraphCollection of) {
        long nodes = of.graphs().stream().mapToLong(g -> g.nodes()).sum();
        long edges = of.graphs().stream().mapToLong(g -> g.edges()).sum();
        return of.size() + " graphs, " + nodes + " nodes, " + edges + " edges";
    }

    /** As the released code measures: nodes without an edge are dropped. */
    static Graph withoutIsolated(Graph graph) {
        return graph.induced(IntStream.range(0, graph.nodes())
                .filter(v -> graph.inDegree(v) > 0)
                .toArray());
    }

    private Run motifs(Counting run, GraphMaker maker) throws InterruptedException, IOException {
        long[][] originals = originalMotifs();
        List<Graph> made = made(maker, run.seed());
        double sum = 0;
        for (int g = 0; g < originals.length; g++) {
            MakerSweep.stopIfInterrupted();
            sum += GraphComparison.motifCosine(originals[g], Motifs.count(made.get(g)));
        }
        return sweep.record(run, Map.of(MakerScores.MOTIFS, sum / originals.length), List.of());
    }

    private synchronized long[][] originalMotifs() {
        if (motifs == null)
            motifs = sweep.part().graphs().stream().map(Motifs::count).toArray(long[][]::new);
        return motifs;
    }

    private <E extends MakerRun<E>> List<MakerScores> more(
            E base, List<MakerScores> measured, MakerSweep.Body<E> body) {
        if (measured.isEmpty()) throw new IllegalArgumentException("measured must have a method, had none");
        List<GraphMaker> makers = measured.stream().map(MakerScores::maker).toList();
        Map<GraphMaker, List<Run>> runs =
                sweep.run(base, makers, measured.get(0).seeds(), body);
        return measured.stream().map(m -> m.with(runs.get(m.maker()))).toList();
    }

    /** Of this thread alone: on a machine that others use too, the clock says nothing about the work. */
    private static double seconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }
}
