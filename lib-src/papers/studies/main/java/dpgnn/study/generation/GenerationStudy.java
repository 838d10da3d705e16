package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.study.Study;
import dpgnn.study.Variation;
import dpgnn.train.Run;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The protocol of Tables 1 and 2 of Yang et al. (2021). Every method makes one graph from every graph, anew for each seed. Reported
 * figures are means over graphs of absolute differences (not differences of means).
 */
public final class GenerationStudy {
    /** The statistics of Table 1. */
    public static final List<String> STATISTICS = List.of("LCC", "TC", "CPL", "GINI", "REDE");

    /** These, and the cosine of degrees. */
    public static final List<String> FIGURES = List.of("LCC", "TC", "CPL", "GINI", "REDE", MakerScores.DEGREES);

    private GenerationStudy() {}

    /** Table 1 and the degrees of Table 2, with the seconds of processor time that trainings and generations took. */
    static Run measured(Variation run, GraphCollection originals, GraphMaker maker) throws InterruptedException {
        int size = originals.size();
        Map<String, Double> metrics = new HashMap<>(Map.of(MakerScores.GRAPHS, (double) size));
        Guarantee weakest = null;
        for (int g = 0; g < size; g++) {
            Graph original = originals.graphs().get(g);
            double began = seconds();
            Supplier<GraphPublisher.Published> trained = maker.train(original, coins(run.seed(), g));
            double learned = seconds();
            GraphPublisher.Published published = trained.get();
            metrics.merge(MakerScores.TRAINING, learned - began, Double::sum);
            metrics.merge(MakerScores.GENERATING, seconds() - learned, Double::sum);
            if (weakest == null || published.provable().epsilon() > weakest.epsilon()) weakest = published.provable();
            differences(original, published.graph())
                    .forEach((name, value) -> metrics.merge(name, value / size, Double::sum));
        }
        return Study.made(run, Run.Data.of(originals.provenance()), metrics, Optional.empty())
                .guaranteed(List.of(weakest));
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
        if (Thread.interrupted()) throw new InterruptedException("stopped; finished runs are kept");
        return Streams.seed(seed * 1_000_003 + graph);
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

    /** Of this thread alone: on a machine that others use too, the clock says nothing about the work. */
    private static double seconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }
}
