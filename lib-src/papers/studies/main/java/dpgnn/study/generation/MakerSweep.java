package dpgnn.study.generation;

import dpgnn.generate.GraphMaker;
import dpgnn.graph.GraphCollection;
import dpgnn.privacy.Guarantee;
import dpgnn.random.Streams;
import dpgnn.study.Study;
import dpgnn.study.Sweep;
import dpgnn.study.SweepResults;
import dpgnn.study.Workbench;
import dpgnn.train.Run;
import dpgnn.train.folder.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs of {@link GraphMaker}s on one part of a collection, one per maker and seed. Makers that do the same work share their
 * runs.
 */
record MakerSweep(GraphCollection whole, GraphCollection part, Workbench bench) {
    private static final String NONE = "none";

    /** See {@link Study}. */
    private static final int VERSION = 1;

    /** One run of a maker. */
    @FunctionalInterface
    interface Body<E> {
        Run run(E run, GraphMaker maker) throws Exception;
    }

    MakerSweep {
        if (part.size() == 0)
            throw new IllegalArgumentException("part of " + whole.name() + " must have a graph, had none");
    }

    /** The runs of every maker, in the order of the seeds; work, details and seed of {@code base} do not count. */
    <E extends MakerRun<E>> Map<GraphMaker, List<Run>> run(
            E base, List<GraphMaker> makers, long[] seeds, Body<E> body) {
        Map<List<String>, GraphMaker> works = new LinkedHashMap<>();
        for (GraphMaker m : makers) works.putIfAbsent(work(m), m);
        Sweep<E> sweep = Sweep.of(base)
                .vary(
                        E::work,
                        works.keySet().stream().map(w -> w.get(0)).distinct().toList())
                .vary(
                        E::details,
                        works.keySet().stream().map(w -> w.get(1)).distinct().toList())
                .seeds(seeds)
                .where(run -> works.containsKey(work(run)));
        Run.Data data = Run.Data.of(part.provenance());
        SweepResults<E> results = bench.run(
                sweep,
                new Study<>(base.experiment(), VERSION, run -> data, run -> body.run(run, works.get(work(run)))));
        Map<GraphMaker, List<Run>> byMaker = new LinkedHashMap<>();
        for (GraphMaker m : makers)
            byMaker.put(m, results.where(run -> work(run).equals(work(m))).runs());
        return byMaker;
    }

    /** The coins of one graph under one seed, the same in every experiment. */
    static Streams streams(long seed, int graph) {
        return Streams.seed(seed * 1_000_003 + graph);
    }

    /** @param guarantees none where a run only looks at graphs that another one released */
    Run record(MakerRun<?> run, Map<String, Double> metrics, List<Guarantee> guarantees) {
        Map<String, String> environment = Provenance.of("plain Java");
        environment.put("processor", processor());
        return Run.of(run, Run.Data.of(part.provenance()), environment, metrics).guaranteed(guarantees);
    }

    static void stopIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException("stopped; finished runs are kept");
    }

    private static List<String> work(GraphMaker maker) {
        return List.of(maker.work(), maker.details().isEmpty() ? NONE : maker.details());
    }

    private static List<String> work(MakerRun<?> run) {
        return List.of(run.work(), run.details());
    }

    private static String processor() {
        Path facts = Path.of("/proc/cpuinfo");
        if (Files.isReadable(facts))
            try (Stream<String> lines = Files.lines(facts)) {
                return lines.filter(l -> l.startsWith("model name"))
                        .map(l -> l.substring(l.indexOf(':') + 1).trim())
                        .findFirst()
                        .orElse(System.getProperty("os.arch"));
            } catch (IOException e) {
                throw new UncheckedIOException(facts + " cannot be read", e);
            }
        return System.getProperty("os.arch");
    }
}
