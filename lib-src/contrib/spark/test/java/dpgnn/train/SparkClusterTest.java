package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.ViewSource;
import dpgnn.graph.data.Datasets;
import dpgnn.graph.mapped.MappedDataset;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.random.Streams;
import dpgnn.sampling.HomeStars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors as processes of their own, on PubMed where it is, else on its stand-in. -Ddpgnn.workers=4 for more of them,
 * -Ddpgnn.mapped=FOLDER for a mapped data set of millions of nodes, with a sampling rate that suits it.
 */
class SparkClusterTest {
    private static final int WORKERS = Integer.getInteger("dpgnn.workers", 2);
    private static final int SHARES = 2 * WORKERS + 1;
    private static final int STEPS = 8;
    private static final String MAPPED = System.getProperty("dpgnn.mapped");
    private static final double RATE = MAPPED == null ? 0.05 : 0.005;

    @TempDir
    Path folder;

    @BeforeAll
    static void requireJava() {
        LocalCluster.assumeJava();
    }

    /** By its name, on every machine. */
    static TrainingView pubmed() throws IOException {
        var data = Datasets.loadOrStandIn("pubmed");
        return data.transductive(Split.random(data.nodes(), 0.8, 0.1, Streams.seed(1).stream("split")));
    }

    /** What executors open; the path goes with it. */
    private static ViewSource source() {
        String mapped = MAPPED;
        return mapped == null
                ? SparkClusterTest::pubmed
                : () -> MappedDataset.open(Path.of(mapped)).transductive();
    }

    private Trainer trainer(String name) {
        Plan plan = Plan.of(HomeStars.of(RATE, 2), Clip.flat(0.5), GaussianNoise.standard())
                .steps(STEPS)
                .multiplier(4)
                .delta(1e-6);
        return plan.experiment(Gcn.of(16), 7).exactSums().checkpoint(folder.resolve(name), 3);
    }

    /** All that it says, but the random number and the hashes that follow from it. */
    private String ledger(String name) throws IOException {
        return Files.readString(folder.resolve(name).resolve("ledger.jsonl")).replaceAll("[0-9a-f]{32,}", "");
    }

    private void assertSame(Trained alone, Trained many, String name) throws IOException {
        assertArrayEquals(alone.parameters().toArray(), many.parameters().toArray(), 0f);
        assertEquals(alone.guarantee().epsilon(), many.guarantee().epsilon());
        assertEquals(ledger("alone"), ledger(name));
    }

    @Test
    @Tag("release")
    void executorsThatAreSlowOrKilledChangeNoBitAndSpendNothingTwice() throws Exception {
        Trained alone = trainer("alone").train(source().open());
        try (JavaSparkContext spark = LocalCluster.ofProcesses(WORKERS)) {
            assertSame(alone, withAStraggler(spark), "slow");
            assertSame(alone, withAVictim(spark), "killed");
        }
    }

    /** The first executor that opens the data waits until the training has ended; others do its task again. */
    private Trained withAStraggler(JavaSparkContext spark) throws Exception {
        String slow = folder.resolve("slow executor").toString();
        Path end = folder.resolve("end");
        String until = end.toString();
        AtomicInteger again = new AtomicInteger();
        SparkListener counting = new SparkListener() {
            @Override
            public void onTaskStart(SparkListenerTaskStart started) {
                if (started.taskInfo().speculative()) again.incrementAndGet();
            }
        };
        spark.sc().addSparkListener(counting);
        ViewSource data = source();
        ViewSource source = () -> {
            if (!SparkEnv.get().executorId().equals("driver")
                    && Path.of(slow).toFile().createNewFile())
                while (!Files.exists(Path.of(until))) LockSupport.parkNanos(50_000_000);
            return data.open();
        };
        Trained many = SparkTrainer.of(trainer("slow"), spark).shares(SHARES).train(source);
        Files.createFile(end);
        spark.sc().listenerBus().waitUntilEmpty();
        spark.sc().removeSparkListener(counting);
        assertTrue(again.get() > 0);
        return many;
    }

    /** The first executor that gets a task in the middle is killed at that. */
    private Trained withAVictim(JavaSparkContext spark) throws Exception {
        Map<String, ProcessHandle> executors = LocalCluster.executors(spark, WORKERS);
        AtomicReference<ProcessHandle> victim = new AtomicReference<>();
        SparkListener killing = new SparkListener() {
            @Override
            public void onTaskStart(SparkListenerTaskStart started) {
                ProcessHandle process = executors.get(started.taskInfo().executorId());
                if (victim.compareAndSet(null, process)) process.destroyForcibly();
            }
        };
        Trainer trainer = trainer("killed").listen(moment -> {
            if (moment.step() == STEPS / 2) spark.sc().addSparkListener(killing);
            return true;
        });
        Trained many = SparkTrainer.of(trainer, spark).shares(SHARES).train(source());
        spark.sc().removeSparkListener(killing);
        victim.get().onExit().get();
        return many;
    }
}
