package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to draw from graphs of the two sizes that the library promises to hold, all nodes being roots. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx3g"})
public class SamplersBenchmark {
    /** "reddit" has 233 K nodes and 114.6 M directed edges; "wide" has 2 M nodes and 30 M. */
    @Param({"reddit", "wide"})
    public String graph;

    private Participants participants;
    private RandomStream coins;
    private Sampler.Draws stars;
    private Sampler.Draws homes;
    private Sampler.Draws walks;
    private Sampler.Draws nodes;
    private final Batch batch = new Batch();
    private long step;
    private long stepBefore;
    private long cpuBefore;

    @Setup(Level.Trial)
    public void make() {
        long begun = System.nanoTime();
        long cpuBegun = cpu();
        Graph made = "reddit".equals(graph)
                ? SyntheticGraphs.graphLike("reddit", 1)
                : SyntheticGraphs.powerLaw(2_000_000, 15_000_000, 2.5, 5_000, 1);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double cpuSeconds = (cpu() - cpuBegun) / 1e9;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
                "%n%s: %d directed edges, largest degree %d, made in %.1f s (%.1f s of CPU), graph %.0f MB,"
                        + " heap in use %d MB%n",
                made,
                made.directedEdges(),
                made.maxInDegree(),
                seconds,
                cpuSeconds,
                made.bytes() / 1e6,
                (runtime.totalMemory() - runtime.freeMemory()) >> 20);
        participants = Participants.of(made, IntStream.range(0, made.nodes()).toArray());
        coins = Streams.seed(1).stream("sampler");
        stars = HeterPoisson.of(4096.0 / made.nodes(), 2).draws(participants, coins);
        homes = HomeStars.of(4096.0 / made.nodes(), 2).draws(participants, coins);
        walks = DisjointWalks.of(3, 4096).draws(participants, coins);
        nodes = UniformNodes.of(4096).draws(participants, coins);
    }

    @Setup(Level.Iteration)
    public void startClock() {
        stepBefore = step;
        cpuBefore = cpu();
    }

    /** The time that the thread ran: what other programs on the machine do not change much. */
    @TearDown(Level.Iteration)
    public void printCpu() {
        System.out.printf("[%.2f ms of CPU per call] ", (cpu() - cpuBefore) / 1e6 / Math.max(1, step - stepBefore));
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** A HeterPoisson batch of 4096 expected stars, M = 2. */
    @Benchmark
    public int heterPoissonBatch() {
        stars.draw(step++, batch);
        return batch.rows();
    }

    /** The same number of stars whose peripherals draw two homes each. */
    @Benchmark
    public int homeStarsBatch() {
        homes.draw(step++, batch);
        return batch.rows();
    }

    /** A complete cover by disjoint walks, L = 3. */
    @Benchmark
    public int walkCover() {
        int[] roots = participants.roots();
        return WalkCover.draw(participants, roots, 3, 1, coins.fork(step++)).size();
    }

    /** 4096 walks of a cover that stays. */
    @Benchmark
    public int walkBatch() {
        walks.draw(step++, batch);
        return batch.rows();
    }

    @Benchmark
    public int uniformNodes() {
        nodes.draw(step++, batch);
        return batch.rows();
    }
}
