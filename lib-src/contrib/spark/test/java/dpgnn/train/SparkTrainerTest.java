package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.ViewSource;
import dpgnn.graph.mapped.MappedDataset;
import dpgnn.graph.mapped.MappedDatasetWriter;
import dpgnn.graph.mapped.MappedDatasetWriter.ValueKind;
import dpgnn.graph.mapped.MappingProgress;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Branch;
import dpgnn.nn.Gcn;
import dpgnn.nn.Model;
import dpgnn.nn.Recipe;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.layer.Aggregation;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver and its executors as threads of one process; {@link SparkClusterTest} has processes. */
class SparkTrainerTest {
    private static final ViewSource SOURCE = () -> SmallTraining.DATA.transductive(SmallTraining.SPLIT);
    private static final int STEPS = 6;
    private static JavaSparkContext spark;
    private static volatile Thread driver;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        LocalCluster.assumeJava();
        spark = LocalCluster.inThisProcess(2);
    }

    @AfterAll
    static void stop() {
        if (spark != null) spark.close();
    }

    private static Plan plan(Sampler sampler) {
        return Plan.of(sampler, Clip.flat(0.5), GaussianNoise.standard())
                .steps(STEPS)
                .multiplier(4)
                .delta(1e-4);
    }

    private static PrivateTrainer seeded(Sampler sampler) {
        return plan(sampler).experiment(Gcn.of(8), 5).exactSums();
    }

    private static Trained onCluster(Trainer trainer, int shares) {
        return SparkTrainer.of(trainer, spark).shares(shares).train(SOURCE);
    }

    private static void assertSame(Trained one, Trained other) {
        assertArrayEquals(one.parameters().toArray(), other.parameters().toArray(), 0f);
        assertEquals(one.guarantee().epsilon(), other.guarantee().epsilon());
        assertEquals(one.guarantee().verdict(), other.guarantee().verdict());
    }

    @Test
    void weightsAreThoseOfOneMachineForAnyNumberOfShares() throws Exception {
        Sampler nodes = PoissonNodes.of(0.4), stars = HomeStars.of(0.3, 2);
        Trained alone = seeded(nodes).train(SOURCE.open());
        for (int shares : new int[] {1, 3, 40}) assertSame(alone, onCluster(seeded(nodes), shares));
        assertSame(seeded(stars).train(SOURCE.open()), onCluster(seeded(stars), 7));
    }

    /** Normalised gradients of a network of branches, in stars that are allocated to batches. */
    @Test
    void whatIsPutTogetherIsTheSameOnACluster() throws Exception {
        Branch own = Branch.features().linear(8, Activation.RELU);
        Model residual = own.aggregated(Aggregation.MEAN)
                .linear(8, Activation.RELU)
                .plus(own)
                .classes("residual");
        Plan plan = Plan.of(RandomAllocation.of(2, 1), Clip.automatic(0.5, 0.01), GaussianNoise.standard())
                .steps(STEPS)
                .multiplier(4)
                .delta(1e-4);
        assertSame(
                plan.experiment(residual, 5).exactSums().train(SOURCE.open()),
                onCluster(plan.experiment(residual, 5).exactSums(), 3));
    }

    /** Executors map the files at a path, and find them to be those of the driver by their identity alone. */
    @Test
    void mappedFilesGiveTheBitsOfMemory() throws Exception {
        Dataset data = SmallTraining.DATA.withSplit(SmallTraining.SPLIT);
        MappedDatasetWriter.write(data, folder, ValueKind.FLOAT, MappingProgress.NONE);
        String path = folder.toString();
        Sampler stars = HomeStars.of(0.3, 2);
        assertSame(
                seeded(stars).train(SOURCE.open()),
                SparkTrainer.of(seeded(stars), spark).shares(3).train(() -> MappedDataset.open(Path.of(path))
                        .transductive()));
    }

    /** The formulas of docs/scale.md. */
    @Test
    void noMoreCrossesTheNetworkThanTheFormulasSay() throws Exception {
        AtomicLong tasks = new AtomicLong(), results = new AtomicLong();
        SparkListener counting = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd ended) {
                if (ended.taskMetrics().resultSize() < 8192) return; // opens the data
                tasks.incrementAndGet();
                results.addAndGet(ended.taskMetrics().resultSize());
            }
        };
        spark.sc().addSparkListener(counting);
        Trainer wide = plan(PoissonNodes.of(0.4)).experiment(Gcn.of(256), 5).exactSums();
        Trained trained = onCluster(wide, 3);
        spark.sc().listenerBus().waitUntilEmpty();
        spark.sc().removeSparkListener(counting);
        assertEquals(3 * STEPS, tasks.get());
        double each = results.get() / (3.0 * STEPS),
                values = 8.0 * trained.parameters().size();
        assertTrue(each > values && each < values + 4096, each + " bytes a result, 8 a parameter are " + values);
        Batch batch = new Batch();
        HomeStars.of(0.4, 2)
                .draws(SOURCE.open().participants(), Streams.seed(3).stream("sampler"))
                .draw(0, batch);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(batch.part(0, batch.examples()));
        long formula = 8L * batch.rows() + 4L * batch.edges() + 12L * batch.examples();
        assertTrue(bytes.size() > formula && bytes.size() < formula + 512, bytes.size() + " bytes, " + formula);
    }

    @Test
    void aTrainingGoesOnWhereverItsFolderIs() throws Exception {
        Sampler sampler = PoissonNodes.of(0.3);
        Trained alone = seeded(sampler).train(SOURCE.open());
        assertThrows(TrainingStopped.class, () -> onCluster(stopping(sampler, 2), 3));
        assertThrows(TrainingStopped.class, () -> stopping(sampler, 4).train(SOURCE.open()));
        List<String> ledger = Files.readAllLines(folder.resolve("ledger.jsonl"));
        assertSame(alone, onCluster(seeded(sampler).checkpoint(folder, 1), 2));
        List<String> after = Files.readAllLines(folder.resolve("ledger.jsonl"));
        assertEquals(ledger.size() + 1, after.size(), "the end mark alone");
    }

    private Trainer stopping(Sampler sampler, int after) {
        return seeded(sampler).checkpoint(folder, 1).listen(moment -> {
            if (moment.step() == after) Thread.currentThread().interrupt();
            return true;
        });
    }

    /** An interrupt while executors work must wait for them: the step is on record. */
    @Test
    void anInterruptInTheMiddleOfAStepWaitsForItsEnd() {
        driver = Thread.currentThread();
        ViewSource interrupting = () -> {
            if (Thread.currentThread() != driver) driver.interrupt();
            return SOURCE.open();
        };
        TrainingStopped stopped = assertThrows(TrainingStopped.class, () -> SparkTrainer.of(
                        seeded(PoissonNodes.of(0.3)).checkpoint(folder, 1), spark)
                .train(interrupting));
        assertTrue(stopped.getMessage().contains("after step 0"), stopped.getMessage());
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void aReleaseIsSoundAndASeededTrainingIsNot() {
        Trained release = onCluster(plan(PoissonNodes.of(0.3)).release(Gcn.of(8)), 3);
        assertEquals(Verdict.SOUND, release.guarantee().verdict());
        assertTrue(release.guarantee().terms().remarks().toString().contains("same bits on all of its machines"));
        assertEquals(
                Verdict.IDEAL,
                onCluster(seeded(PoissonNodes.of(0.3)), 3).guarantee().verdict());
    }

    @Test
    void whatHasNoExactSumIsRefused() {
        Plan plan = plan(PoissonNodes.of(0.3));
        for (Trainer trainer : List.of(
                plan.experiment(Gcn.of(8), 5), PlainTrainer.of(Gcn.of(8), PoissonNodes.of(0.3), 2, Streams.seed(5)))) {
            String message = assertThrows(IllegalArgumentException.class, () -> onCluster(trainer, 2))
                    .getMessage();
            assertTrue(message.contains("exactSums()"), message);
        }
        Trainer dropping =
                plan.experiment(Gcn.of(Recipe.of(8).withDropout(0.3)), 5).exactSums();
        assertTrue(assertThrows(IllegalArgumentException.class, () -> onCluster(dropping, 2))
                .getMessage()
                .contains("without dropout"));
    }

    @Test
    void anExecutorWithOtherDataIsRefusedBeforeAnythingIsSpent() {
        driver = Thread.currentThread();
        ViewSource differing = () ->
                Thread.currentThread() == driver ? SOURCE.open() : SOURCE.open().removed(3);
        Trainer trainer = seeded(PoissonNodes.of(0.3)).checkpoint(folder, 1);
        String message = assertThrows(UncheckedIOException.class, () -> SparkTrainer.of(trainer, spark)
                        .train(differing))
                .getMessage();
        assertTrue(message.contains("other data than the driver"), message);
        assertFalse(Files.exists(folder.resolve("ledger.jsonl")));
    }

    @Test
    void sharesAreTheBatchWholeAndOnce() throws Exception {
        Batch batch = new Batch();
        HomeStars.of(0.4, 2)
                .draws(SOURCE.open().participants(), Streams.seed(3).stream("sampler"))
                .draw(0, batch);
        for (int shares : new int[] {1, 2, 3, 1000}) {
            List<Batch> cut = ClusterSum.cut(batch, shares);
            assertTrue(cut.size() <= shares && cut.stream().allMatch(part -> part.examples() > 0));
            assertEquals(batch.rows(), cut.stream().mapToInt(Batch::rows).sum());
            assertEquals(batch.edges(), cut.stream().mapToInt(Batch::edges).sum());
            assertEquals(batch.targets(), cut.stream().mapToInt(Batch::targets).sum());
            assertEquals(
                    batch.examples(), cut.stream().mapToInt(Batch::examples).sum());
        }
        assertEquals(batch.hash(), ClusterSum.cut(batch, 1).get(0).hash());
    }
}
