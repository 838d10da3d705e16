package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dpgnn.base.Rounded;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.train.folder.LedgerBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a training leaves in its folder, when, and who may read it. */
@Tag("jdk")
class TrainingFolderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int STEPS = 6;

    @TempDir
    Path folder;

    private static Plan plan(Sampler sampler) {
        return Plans.fixed(sampler, Clip.flat(0.5), STEPS, 4, 1e-4);
    }

    private static Trainer release(Path folder) {
        return plan(PoissonNodes.of(0.2)).release(Gcn.of(4)).checkpoint(folder, 2);
    }

    private static void broken(Path folder, TrainingView view, String... words) {
        refused(UncheckedIOException.class, () -> release(folder).train(view), words);
    }

    /** All neighbours at once: another node, another edge, other features. */
    private static List<TrainingView> neighbours() {
        int z = VIEW.participants().roots()[0];
        float[] row = new float[VIEW.features().width()];
        Arrays.fill(row, 3);
        return List.of(VIEW.without(z), VIEW.on(VIEW.graph().withoutNode(z)), VIEW.withFeatures(z, row));
    }

    /** Field by field, public files of neighbouring data are equal but for the ledger's random number, and hashes over it. */
    @Test
    void publicFilesAreNoFunctionOfTheData() throws Exception {
        Run first = released(folder.resolve("with"), VIEW);
        List<JsonNode> expected = withoutRandom(folder.resolve("with/ledger.jsonl"));
        int count = 0;
        for (TrainingView neighbour : neighbours()) {
            Path here = folder.resolve("neighbour-" + count++);
            Run second = released(here, neighbour);
            assertEquals(expected, withoutRandom(here.resolve("ledger.jsonl")));
            assertEquals(first.published().json(), second.published().json());
            assertNotEquals(number(folder.resolve("with")), number(here));
        }
        released(folder.resolve("again"), VIEW);
        assertNotEquals(
                number(folder.resolve("with")),
                number(folder.resolve("again")),
                "a number that the same data give again would be a function of them");
    }

    private static String number(Path folder) {
        return Ledger.read(folder.resolve("ledger.jsonl")).facts().get("run");
    }

    private static Run released(Path here, TrainingView view) throws Exception {
        Trainer release = release(here);
        release.followed.put(
                "private figure", new Trainer.Followed((n, p) -> view.graph().directedEdges(), step -> step % 2 == 0));
        Trained trained = release.train(view);
        Run run = trained.run();
        run.save(here.resolve("run.json"));
        assertTrue(
                Files.readString(here.resolve("run.json")).startsWith("{\n  \"notice\" : \"private: do not publish"));
        assertEquals(run, Run.load(here.resolve("run.json")));
        assertFalse(run.history().isEmpty());
        Run open = run.published();
        assertTrue(open.history().isEmpty());
        assertEquals(Set.of("noise multiplier"), open.metrics().keySet());
        assertTrue(open.data().sources().isEmpty() && open.data().notes().isEmpty());
        assertFalse(open.json().contains("notice"));
        var publishable =
                run.guarantees().stream().map(g -> g.with(g.verdict(), g.terms().publishable()));
        assertEquals(publishable.toList(), open.guarantees());
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        return run;
    }

    private static List<JsonNode> withoutRandom(Path ledger) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(ledger)) {
            ObjectNode fields = (ObjectNode) JSON.readTree(line);
            assertEquals(64, fields.remove("hash").asText().length());
            ObjectNode facts = (ObjectNode) fields.get("facts");
            if (lines.isEmpty())
                assertTrue(facts.remove("run").asText().matches("[0-9a-f]{32}"), "the header has its random number");
            lines.add(fields);
        }
        return lines;
    }

    /** Whatever a training leaves, in its middle and at its end, is the ledger, an empty lock or says that it is private. */
    @Test
    void whatIsPrivateSaysSo() throws Exception {
        List<String> seen = new ArrayList<>();
        release(folder)
                .listen(moment -> {
                    seen.addAll(privateFiles(folder));
                    return true;
                })
                .train(VIEW);
        seen.addAll(privateFiles(folder));
        assertEquals(Set.of(Checkpoint.FILE, LedgerBinding.FILE), Set.copyOf(seen));
        PlainTrainer.of(Gcn.of(4), PoissonNodes.of(0.2), 3, Streams.seed(1))
                .checkpoint(folder.resolve("plain"), 1)
                .train(VIEW);
        assertEquals(List.of(Checkpoint.FILE), privateFiles(folder.resolve("plain")));
    }

    private static List<String> privateFiles(Path here) {
        try (var files = Files.list(here)) {
            List<String> names = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".lock")) assertEquals(0, Files.size(file), name);
                if (name.endsWith(".lock") || name.equals("ledger.jsonl")) continue;
                names.add(name);
                assertTrue(name.startsWith("private-"), name);
                byte[] start = Arrays.copyOf(Files.readAllBytes(file), 24);
                assertEquals("private: do not publish.", new String(start, "US-ASCII"), name);
                if (Files.getFileAttributeView(file, PosixFileAttributeView.class) != null)
                    assertEquals(
                            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE),
                            Files.getPosixFilePermissions(file),
                            name);
            }
            return names;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The ledger's file has a step when its batch is drawn, in seeded and secure trainings: before anything is computed. */
    @Test
    void aStepIsOnRecordBeforeItIsDrawn() throws Exception {
        for (Streams streams : List.of(Streams.seed(1), Streams.secure())) {
            Path here = folder.resolve(streams.toString());
            List<Long> drawn = new ArrayList<>();
            Sampler watching = new Watching(PoissonNodes.of(0.2), step -> {
                drawn.add(step);
                long recorded = Ledger.read(here.resolve("ledger.jsonl")).lastStep();
                assertTrue(recorded >= step + 1, "step " + (step + 1) + " is drawn and the ledger has " + recorded);
                if (streams.isSecure()) assertEquals(step + 1, recorded);
            });
            plan(watching).trainer(Gcn.of(4), streams).checkpoint(here, 2).train(VIEW);
            assertEquals(STEPS, drawn.size());
        }
    }

    @Test
    void aFinishedTrainingEndsItsLedger() throws Exception {
        Path ledger = folder.resolve("ledger.jsonl");
        Trained trained = release(folder)
                .listen(moment -> {
                    assertFalse(Ledger.read(ledger).ended());
                    return true;
                })
                .train(VIEW);
        double delta = new DeltaReserve(trained.guarantee().delta()).accounting();
        PldAccountant accountant = PldAccountant.standard();
        String all = "Finished: all that the run spent is epsilon "
                + Rounded.up(trained.guarantee().epsilon());
        assertTrue(Ledger.read(ledger).statement(accountant, delta).startsWith(all));
        // Its mark lost, the ledger is unfinished until the training is asked again; with lines lost it is refused.
        List<String> lines = Files.readAllLines(ledger);
        Files.write(ledger, lines.subList(0, lines.size() - 1));
        assertTrue(Ledger.read(ledger).statement(accountant, delta).startsWith("Unfinished: "));
        release(folder).train(VIEW);
        assertEquals(lines, Files.readAllLines(ledger));
        Files.write(ledger, lines.subList(0, lines.size() - 2));
        assertThrows(IllegalStateException.class, () -> release(folder).train(VIEW));
        Files.write(ledger, lines);
        Files.delete(folder.resolve(Checkpoint.FILE));
        broken(folder, VIEW, "has ended");
    }

    /** What a listener ended stays so for whoever asks for the result again. */
    @Test
    void aTrainingThatAListenerEndedIsNeverSound() throws Exception {
        Trained stopped = release(folder).listen(m -> m.step() < 3).train(VIEW);
        Trained again = release(folder).train(VIEW);
        for (Trained trained : List.of(stopped, again)) {
            assertEquals(3, trained.metric("steps"));
            assertEquals(Verdict.IDEAL, trained.guarantee().verdict());
            assertTrue(trained.guarantee().statement().contains("A listener ended the training 3 steps early"));
        }
        assertEquals(STEPS, Ledger.read(folder.resolve("ledger.jsonl")).lastStep());
    }

    /** By the same figure a listener may return false or fail: each is an end by what was looked at. */
    @Test
    void aListenerThatFailedLeavesNoSoundTraining() throws Exception {
        Listener late = moment -> {
            if (moment.step() == 3) throw new IllegalStateException("what it saw was too low");
            return true;
        };
        Listener last = moment -> {
            if (moment.step() == STEPS) throw new StackOverflowError();
            return true;
        };
        List<Trainer> failing = List.of(
                release(folder.resolve("0")).listen(late),
                release(folder.resolve("1")).listen(last));
        for (int i = 0; i < failing.size(); i++) {
            Trainer trainer = failing.get(i);
            assertThrows(Throwable.class, () -> trainer.train(VIEW));
            for (int again = 0; again < 2; again++) {
                Trained resumed = release(folder.resolve(String.valueOf(i))).train(VIEW);
                assertEquals(STEPS, resumed.metric("steps"), "no step is lost");
                assertEquals(Verdict.IDEAL, resumed.guarantee().verdict());
                assertTrue(resumed.guarantee().statement().contains("failed there"));
            }
        }
    }

    /** Cut to its first lines and without its checkpoint a finished ledger looks like that of a training that was killed. */
    @Test
    void aShorterLedgerBesideWhatAFinishedTrainingLeftIsRefused() throws Exception {
        Trained released = release(folder).train(VIEW);
        Path ledger = folder.resolve("ledger.jsonl");
        Path beside = folder.resolve("certificate.json");
        released.certificate().write(beside);
        Files.write(ledger, Files.readAllLines(ledger).subList(0, 4));
        Files.delete(folder.resolve(Checkpoint.FILE));
        broken(folder, VIEW, "was cut short", beside.toString());
        assertEquals(4, Files.readAllLines(ledger).size());
    }

    @Test
    void aLedgerIsOfItsDataAlsoWithoutACheckpoint() throws Exception {
        Path whole = folder.resolveSibling(folder.getFileName() + "-whole");
        release(whole).listen(ResumeTest.killedAfter(1, whole, folder)).train(VIEW);
        assertFalse(Files.exists(folder.resolve(Checkpoint.FILE)));
        for (TrainingView other : neighbours()) broken(folder, other, "on other data");
        Path binding = folder.resolve(LedgerBinding.FILE);
        byte[] kept = Files.readAllBytes(binding);
        Files.delete(binding);
        broken(folder, VIEW, "whether the data are the same");
        Files.write(binding, kept);
        assertEquals(STEPS - 1, release(folder).train(VIEW).metric("steps"));
    }

    @Test
    void leftoversOfAKilledWriterGo() throws Exception {
        Path part = Files.createFile(folder.resolve(Checkpoint.FILE + "123.part"));
        Path other = Files.createFile(folder.resolve("notes.part"));
        release(folder).train(VIEW);
        assertFalse(Files.exists(part));
        assertTrue(Files.exists(other));
    }

    @Test
    void nullsAreNamed() {
        Plan plan = plan(PoissonNodes.of(0.2));
        OpenTrainer trainer = plan.experiment(Gcn.of(4), 1);
        named("checkpoint", () -> trainer.checkpoint(null, 1));
        named("model", () -> plan.release(null));
        named("streams", () -> plan.experiment(Gcn.of(4), null));
        named("sampler", () -> PlainTrainer.of(Gcn.of(4), null, 1, Streams.seed(1)));
        named("optimizer", () -> trainer.optimizer(null));
        named("listener", () -> trainer.listen(null));
        named("metric", () -> trainer.follow("accuracy", 1, null));
        named("experiment", () -> trainer.experiment(null));
        named("probe", () -> trainer.probe(null));
        named("view", () -> trainer.train(null));
        named("view", () -> PlainTrainer.of(Gcn.of(4), PoissonNodes.of(0.2), 1, Streams.seed(1))
                .train(null));
    }

    private static void named(String what, org.junit.jupiter.api.function.Executable call) {
        refused(call, what, "null");
    }
}
