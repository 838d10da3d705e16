package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.Backend;
import dpgnn.nn.DeviceFailure;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.nn.Sgd;
import dpgnn.nn.device.DeviceHere;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole trainings on the device of this machine, beside the same on the host. */
class DeviceTrainingTest {
    private static final Logger LOGGER = Logger.getLogger("dpgnn");

    private final List<String> said = new ArrayList<>();
    private final Handler hearing = new Handler() {
        @Override
        public void publish(LogRecord record) {
            said.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    record Tried(String model, long seed) implements Experiment<Tried> {
        @Override
        public String experiment() {
            return "tried";
        }
    }

    @BeforeEach
    void begin() {
        DeviceHere.backend();
        LOGGER.addHandler(hearing);
    }

    @AfterEach
    void end() {
        LOGGER.removeHandler(hearing);
        Backend.device("cpu");
    }

    static List<Model> models() {
        return List.of(
                Gcn.of(16),
                Gin.layers(2, 8),
                Sage.of(Recipe.of(12).withDense(1)),
                Gcn.standardised(9),
                Gcn.of(Recipe.layers(2, 8).withNormalisedLogits()));
    }

    private static Plan plan() {
        return Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), 6, 1, 1e-5);
    }

    private static Trained on(String device, Model model, Supplier<Optimizer> optimizer, Path folder) throws Exception {
        Backend.device(device);
        Trainer trainer = plan().experiment(model, 4).optimizer(optimizer);
        if (folder != null) trainer.checkpoint(folder, 2);
        return trainer.train(VIEW);
    }

    private static double[] doubles(Trained trained) {
        float[] floats = trained.parameters().toArray();
        double[] all = new double[floats.length];
        for (int i = 0; i < all.length; i++) all[i] = floats[i];
        return all;
    }

    /** The noise is drawn on the host where the optimiser is there: everything else is rounding. */
    @ParameterizedTest
    @MethodSource("models")
    void aPrivateTrainingIsThatOfTheHost(Model model) throws Exception {
        double[] host = doubles(on("cpu", model, () -> Sgd.of(0.1), null));
        double[] device = doubles(on("opencl", model, () -> Sgd.of(0.1), null));
        assertArrayEquals(host, device, 2e-5);
    }

    /** The count is of norms that the device computed, and its noise the host's, also where Adam would stay on the device. */
    @Test
    void aClipThatCountsIsThatOfTheHost() {
        Plan counting = Plans.fixed(PoissonNodes.of(0.2), Clip.quantile(0.1, 0.5, 1, 0.1), 6, 1, 1e-5);
        double[][] all = new double[2][];
        double[] clips = new double[2];
        for (int i = 0; i < 2; i++) {
            Backend.device(i == 0 ? "cpu" : "opencl");
            Trained trained = counting.experiment(Gcn.of(16), 4).train(VIEW);
            all[i] = doubles(trained);
            clips[i] = trained.metric("clip");
        }
        assertTrue(Math.abs(clips[0] / 0.1 - 1) > 0.05, "it must move, was " + clips[0]);
        // A norm that is a rounding from the threshold may be counted otherwise, which moves the clip by a hundredth.
        assertEquals(clips[0], clips[1], 0.02 * clips[0]);
        assertArrayEquals(all[0], all[1], 2e-3);
    }

    /** Sum and optimiser stay on the device, and nothing is added. */
    @ParameterizedTest
    @MethodSource("models")
    void aPlainTrainingIsThatOfTheHost(Model model) throws Exception {
        double[][] all = new double[2][];
        for (int i = 0; i < 2; i++) {
            Backend.device(i == 0 ? "cpu" : "opencl");
            all[i] = doubles(PlainTrainer.of(model, PoissonNodes.of(0.3), 6, Streams.seed(4))
                    .train(VIEW));
        }
        assertArrayEquals(all[0], all[1], 2e-4);
    }

    @Test
    void guaranteeAndLedgerAreThoseOfTheHostAndTheDeviceIsOnRecord(@TempDir Path folder) throws Exception {
        Trained host = on("cpu", Gcn.of(16), () -> Adam.of(0.01), folder.resolve("host"));
        Trained device = on("opencl", Gcn.of(16), () -> Adam.of(0.01), folder.resolve("device"));
        assertEquals(
                host.run().guarantees().toString(), device.run().guarantees().toString());
        assertEquals(shape(folder.resolve("host")), shape(folder.resolve("device")));
        assertEquals(Backend.found().name(), device.run().parameters().get("device"));
        assertFalse(host.run().parameters().containsKey("device"));
        assertTrue(device.run().environment().values().stream().anyMatch(v -> v.contains("by OpenCL, because")));
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).matches("(?s)This training takes about \\d+ MB of the \\d+ MB of .*"), said.get(0));
        assertNotEquals(
                host.parameters().toArray()[0], device.parameters().toArray()[0], "the noise has its own generator");
    }

    /** A ledger without its numbers. */
    private static String shape(Path folder) throws Exception {
        return Files.readString(folder.resolve("ledger.jsonl"))
                .replaceAll("(opencl|cpu)[^\"]*", "D")
                .replaceAll("[0-9a-f]{16,}", "H")
                .replaceAll("[-0-9.Ee:TZ+]+", "0");
    }

    /** A seed gives the same weights again, and so does what is continued from a checkpoint. */
    @Test
    void aSeededTrainingIsRepeatedAndContinued(@TempDir Path folder) throws Exception {
        Trained straight = on("opencl", Gcn.of(16), () -> Adam.of(0.01), null);
        Trainer halted = plan().experiment(Gcn.of(16), 4)
                .optimizer(() -> Adam.of(0.01))
                .checkpoint(folder, 2)
                .listen(new Stopping(3));
        assertThrows(TrainingStopped.class, () -> halted.train(VIEW));
        SmallTraining.assertSameWeights(straight, on("opencl", Gcn.of(16), () -> Adam.of(0.01), folder));
    }

    @Test
    void aSettingNamesTheDeviceAndThatOfTheHostIsAsItWas() {
        Backend.device("cpu");
        Setting host = Setting.of(new Tried("GCN", 1));
        assertEquals("{model=GCN, seed=1}", host.parameters().toString());
        Backend.device("opencl");
        Setting device = Setting.of(new Tried("GCN", 1));
        assertEquals(Backend.found().name(), device.parameters().get("device"));
        assertNotEquals(host.hash(), device.hash());
    }

    @Test
    void aReleaseOnADeviceIsProved() throws Exception {
        Backend.device("opencl");
        Plan plan = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), 3, 2, 1e-5);
        java.io.PrintStream out = System.out;
        var printed = new java.io.ByteArrayOutputStream();
        System.setOut(new java.io.PrintStream(printed));
        Trained released;
        try {
            released = plan.release(Gcn.of(16)).train(VIEW);
        } finally {
            System.setOut(out);
        }
        assertEquals("[]", said + printed.toString(), "what a batch takes tells how large it is");
        Backend.device("cpu");
        Trained host = plan.release(Gcn.of(16)).train(VIEW);
        assertEquals(
                host.run().guarantees().stream().map(g -> g.verdict()).toList(),
                released.run().guarantees().stream().map(g -> g.verdict()).toList());
        assertTrue(released.run().guarantees().stream().anyMatch(g -> g.verdict() == Verdict.SOUND));
    }

    @Test
    void aPlainTrainingThatDivergesSaysSo() {
        Backend.device("opencl");
        refused(
                StepFailed.class,
                () -> PlainTrainer.of(Gcn.of(16), PoissonNodes.of(0.3), 9, Streams.seed(4))
                        .optimizer(() -> Adam.of(1e38))
                        .train(VIEW),
                "not finite");
    }

    @Test
    void afterAFailureTheSentenceSaysWhatFollows() {
        Backend.device("opencl");
        assertEquals("Lost.", Backend.failed(new DeviceFailure("Lost.")));
        assertTrue(Backend.found().isDevice());
    }
}
