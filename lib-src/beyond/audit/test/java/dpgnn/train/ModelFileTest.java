package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dpgnn.Refusals;
import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gat;
import dpgnn.nn.Gcn;
import dpgnn.nn.Gin;
import dpgnn.nn.HopMlps;
import dpgnn.nn.Jumping;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Recipe;
import dpgnn.nn.Sage;
import dpgnn.predict.NeighbourVotes;
import dpgnn.predict.Predictor;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training that is saved is loaded as it is; what is not whole, or of another shape, is refused; other programs read it. */
class ModelFileTest {
    private static Dataset data;
    private static Trained released;

    @TempDir
    Path folder;

    @BeforeAll
    static void train() throws IOException {
        data = SyntheticGraphs.small();
        Plan plan = Plans.within(PoissonNodes.of(0.1), Clip.flat(1), 5, 4, 1e-4);
        Trainer.Metric figure = (of, parameters) -> 0.625;
        Trainer release = plan.release(Gcn.of(8));
        release.followed.put("a private figure", new Trainer.Followed(figure, step -> true));
        released = release.train(data.transductive());
    }

    private static float[] logits(Trained of) {
        return Evaluation.wholeGraph(data.evaluation(data.publicSplit().orElseThrow(), Split.Role.TEST))
                .logits(of.network(), of.parameters());
    }

    @Test
    void aReleaseComesBackWithItsGuaranteeAndItsCertificate() throws IOException {
        Path file = folder.resolve("deep/model.safetensors");
        released.save(file);
        Trained loaded = Trained.load(file);
        assertEquals(Gcn.of(8), loaded.model());
        assertArrayEquals(released.parameters().toArray(), loaded.parameters().toArray());
        assertArrayEquals(logits(released), logits(loaded));
        assertEquals(Verdict.SOUND, loaded.guarantee().verdict());
        assertEquals(released.guarantee().epsilon(), loaded.guarantee().epsilon());
        assertEquals(released.certificate().text(), loaded.certificate().text());
        assertEquals(released.spent(), loaded.spent());
        List<Guarantee> said = released.run().published().guarantees().stream()
                .map(g -> g.with(g.verdict(), g.terms().and(unsigned("model.safetensors"))))
                .toList();
        assertEquals(released.run().published().guaranteed(said), loaded.run(), "and nothing private with it");
        Path again = folder.resolve("again/model.safetensors"), third = folder.resolve("third");
        loaded.save(again);
        Trained.load(again).save(third);
        assertArrayEquals(Files.readAllBytes(again), Files.readAllBytes(third));
    }

    private static String unsigned(String file) {
        return "All of this is as the file " + file + " says, which nobody signed.";
    }

    /** It says so, once, where it is asked, saved again, or answers. */
    @Test
    void aGuaranteeThatWasReadSaysThatNobodySignedIt() throws IOException {
        assertFalse(released.guarantee().statement().contains("nobody signed"));
        Trained loaded = Trained.load(saved());
        List<Guarantee> all = new ArrayList<>(List.of(loaded.guarantee()));
        try (Predictor predictor = Predictor.of(loaded)) {
            all.add(predictor.guarantee());
        }
        loaded.save(folder.resolve("copy"));
        for (Guarantee g : all) assertTrue(g.terms().remarks().contains(unsigned("model")), g.statement());
        Guarantee again = Trained.load(folder.resolve("copy")).guarantee();
        assertEquals(1, again.statement().split("nobody signed", -1).length - 1, again.statement());
        assertTrue(again.terms().remarks().contains(unsigned("copy")), again.statement());
    }

    /** Record and hash anew, and no certificate that contradicts them. */
    @Test
    void anEpsilonWithoutItsCertificateIsRefused() throws IOException {
        Path file = saved();
        Guarantee held = released.guarantee();
        for (double epsilon : new double[] {0.01, held.epsilon()}) {
            Guarantee less = Guarantee.of(held.unit(), held.relation())
                    .by(held.accountant(), epsilon, held.delta(), held.verdict(), held.terms());
            Run run = released.run().published().guaranteed(List.of(less));
            new Trained(released.model(), released.network(), released.parameters(), run, null, null).save(file);
            Refusals.refused(IOException.class, () -> Trained.load(file), "the certificate is missing");
        }
    }

    /** What has no event of one plan is saved without a certificate, and says what it is. */
    @Test
    void aSteeredOrChosenTrainingComesBackWithoutACertificate() throws Exception {
        Path file = folder.resolve("model");
        Plan plan = Plans.within(PoissonNodes.of(0.1), Clip.flat(1), 5, 4, 1e-4);
        List<Trained> trained = new ArrayList<>();
        try (AdaptiveTraining steered = AdaptiveTraining.of(plan.experiment(Gcn.of(4), 1), data.transductive())) {
            steered.take(2);
            trained.add(steered.end());
        }
        PrivateSelection.of(PrivateSelection.Candidate.of(
                        "one", Gcn.of(4), Plans.fixed(PoissonNodes.of(0.1), Clip.flat(1), 5, 4, 1e-4)))
                .by(HoldoutCount.of(data.evaluation(data.publicSplit().orElseThrow(), Split.Role.VALIDATION), 4))
                .times(RunCount.poisson(9))
                .choose(data.transductive(), Streams.seed(1))
                .ifPresent(chosen -> trained.add(chosen.trained()));
        assertEquals(2, trained.size());
        for (Trained one : trained) {
            one.save(file);
            Trained loaded = Trained.load(file);
            assertNull(loaded.kept());
            assertEquals(one.guarantee().epsilon(), loaded.guarantee().epsilon());
            assertTrue(loaded.guarantee().terms().remarks().contains(unsigned("model")));
        }
    }

    private Path saved() throws IOException {
        Path file = folder.resolve("model");
        released.save(file);
        return file;
    }

    @Test
    void nothingPrivateIsInTheFile() throws IOException {
        assertTrue(released.run().json().contains("a private figure"));
        String text = Files.readString(saved(), StandardCharsets.ISO_8859_1);
        assertFalse(text.contains("a private figure"), text);
    }

    @Test
    void aPredictorAnswersFromALoadedRelease() throws IOException {
        Trained loaded = Trained.load(saved());
        float[] row = new float[data.features().width()];
        data.features().copyRow(3, row, 0);
        try (Predictor before = Predictor.of(released);
                Predictor after = Predictor.of(loaded)) {
            assertEquals(before.answer(row), after.answer(row));
            assertEquals(before.guarantee().epsilon(), after.guarantee().epsilon());
            assertEquals(before.spent(), after.spent());
            assertEquals(before.certificate().text(), after.certificate().text());
        }
        NeighbourVotes votes = NeighbourVotes.ofNodes(3, 2);
        Refusals.refused(() -> votes.within(4, loaded), "one that was loaded answers about what askers give");
    }

    @Test
    void everyModelOfTheLibraryComesBack() throws IOException {
        List<Model> models = List.of(
                Gcn.layers(2, 4),
                Gcn.of(Recipe.of(6).withDense(1)),
                Gin.of(4),
                Sage.standardised(5),
                Mlp.hidden(2, 3),
                new HopMlps(4, 3),
                Jumping.jumping(5),
                Gat.of(6, 2));
        for (Model model : models) {
            Trained plain = PlainTrainer.of(model, PoissonNodes.of(0.2), 2, Streams.seed(3))
                    .train(data.transductive());
            Path file = folder.resolve("plain");
            plain.save(file);
            Trained loaded = Trained.load(file);
            assertEquals(model, loaded.model());
            SmallTraining.assertSameWeights(plain, loaded);
            assertNull(loaded.kept());
            assertThrows(IllegalStateException.class, loaded::guarantee);
            assertEquals(plain.run(), loaded.run());
        }
    }

    /** A model that a user wrote, by a network of the library, whose name it then has. */
    private record Own(int width) implements Model {
        @Override
        public String name() {
            return "Own" + width;
        }

        @Override
        public Network network(int inputs, int classes) {
            return Gcn.of(width).network(inputs, classes);
        }
    }

    @Test
    void anotherModelIsRefused() throws IOException {
        Path file = saved();
        Refusals.refused(IOException.class, () -> Trained.load(file, Sage.of(8)), "holds the weights of Gcn");
        assertThrows(IOException.class, () -> Trained.load(file, Gcn.of(9)));
        assertEquals(Gcn.of(8), Trained.load(file, Gcn.of(8)).model());
        Trained own = PlainTrainer.of(new Own(4), PoissonNodes.of(0.2), 2, Streams.seed(3))
                .train(data.transductive());
        own.save(file);
        Refusals.refused(IOException.class, () -> Trained.load(file), "give it: Trained.load(file, model)");
        assertEquals(new Own(4), Trained.load(file, new Own(4)).model());
    }

    @Test
    void aFileThatIsNotWholeIsRefused() throws IOException {
        Path file = saved();
        byte[] whole = Files.readAllBytes(file);
        Random coins = new Random(3);
        for (int k = 0; k < 60; k++) {
            Files.write(file, Arrays.copyOf(whole, k < 10 ? k : coins.nextInt(whole.length)));
            refused(file);
        }
        for (int k = 0; k < 300; k++) {
            byte[] changed = whole.clone();
            int at = k < 8 ? k : coins.nextInt(whole.length);
            changed[at] ^= (byte) (1 << coins.nextInt(8));
            Files.write(file, changed);
            refused(file);
        }
        Files.writeString(file, "no model at all, but a text of some length");
        refused(file);
        assertThrows(IOException.class, () -> Trained.load(folder.resolve("nowhere")));
    }

    /** Whoever forges a file and its hash still cannot name another shape, another certificate or a class. */
    @Test
    void forgedHeadsWithARightHashAreRefused() throws IOException {
        Path file = saved();
        byte[] whole = Files.readAllBytes(file);
        String[][] forgeries = {
            {"\"shape\":[32,8]", "\"shape\":[8,32]"},
            {"\"classes\":\"4\"", "\"classes\":\"5\""},
            {"\"inputs\":\"32\"", "\"inputs\":\"31\""},
            {"\"class\":\"dpgnn.nn.Gcn\"", "\"class\":\"dpgnn.nn.Gin\""},
            {"\"class\":\"dpgnn.nn.Gcn\"", "\"class\":\"java.io.File\""},
            {"\\\"verdict\\\" : \\\"SOUND\\\"", "\\\"verdict\\\" : \\\"IDEAL\\\""},
            {"\\\"width\\\":8", "\\\"width\\\":9"},
        };
        for (String[] forgery : forgeries) {
            Files.write(file, forged(whole, forgery[0], forgery[1]));
            refused(file);
        }
        Files.write(file, forged(whole, "\"classes\":\"4\"", "\"classes\":\"4\""));
        assertEquals(4, Trained.load(file).network().classes(), "the forger's hash itself is right");
    }

    /** Certificate and record agree on half of the epsilon that was spent. */
    @Test
    void anEpsilonBelowWhatWasSpentIsRefused() throws IOException {
        Path file = folder.resolve("model");
        EpsilonCertificate whole = released.certificate();
        Guarantee held = released.guarantee();
        for (double part : new double[] {1, 0.5, 0}) {
            Guarantee less = Guarantee.of(held.unit(), held.relation())
                    .by(held.accountant(), part * held.epsilon(), held.delta(), held.verdict(), held.terms());
            EpsilonCertificate said = EpsilonCertificate.of(whole.run(), less, whole.event(), DeltaReserve.SHARE);
            Run run = released.run().published().guaranteed(List.of(less));
            new Trained(released.model(), released.network(), released.parameters(), run, null, said).save(file);
            if (part == 1)
                assertEquals(held.epsilon(), Trained.load(file).guarantee().epsilon());
            else Refusals.refused(IOException.class, () -> Trained.load(file), "what it spent has at least");
        }
    }

    private static byte[] forged(byte[] whole, String before, String after) {
        int length = (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong();
        String head = new String(whole, 8, length, StandardCharsets.UTF_8);
        assertTrue(head.contains(before), () -> before + " in " + head);
        String blank = head.replace(before, after)
                .replaceFirst("\"sha256\":\"[0-9a-f]{64}\"", "\"sha256\":\"" + "0".repeat(64) + "\"");
        byte[] made = Arrays.copyOf(whole, whole.length);
        System.arraycopy(blank.getBytes(StandardCharsets.UTF_8), 0, made, 8, length);
        String hash = dpgnn.base.Sha256.of(made);
        String signed = blank.replaceFirst("0{64}", hash);
        System.arraycopy(signed.getBytes(StandardCharsets.UTF_8), 0, made, 8, length);
        return made;
    }

    private static void refused(Path file) {
        String message = Refusals.refused(IOException.class, () -> Trained.load(file));
        assertTrue(message.startsWith(file.toString()), message);
    }

    @Test
    void aTrainingThatGuaranteesNothingHasNoCertificate() throws IOException {
        Plan plan = Plans.fixed(PoissonNodes.of(0.1), Clip.noneNoPrivacy(1), 2, 1, 1e-4);
        Trained trained = plan.experiment(Gcn.of(4), 1).train(data.transductive());
        Path file = folder.resolve("model");
        trained.save(file);
        Trained loaded = Trained.load(file);
        assertEquals(Verdict.UNSOUND, loaded.guarantee().verdict());
        assertNull(loaded.kept());
        assertThrows(IllegalStateException.class, loaded::certificate);
    }

    @Test
    void numpyReadsTheWeightsByTheirNames() throws Exception {
        assumeTrue(hasNumpy(), "python3 with numpy");
        Path npz = folder.resolve("weights.npz"), file = folder.resolve("model.safetensors");
        released.parameters().writeNumpy(npz);
        released.save(file);
        data.write(folder.resolve("data.npz"));
        String script = """
                import json, struct, numpy
                a = numpy.load('%s')
                raw = open('%s', 'rb').read()
                n = struct.unpack('<Q', raw[:8])[0]
                head = json.loads(raw[8:8 + n])
                head.pop('__metadata__')
                assert sorted(head) == sorted(a.files), (sorted(head), a.files)
                out = []
                for name, t in head.items():
                    lo, hi = t['data_offsets']
                    b = numpy.frombuffer(raw[8 + n + lo:8 + n + hi], '<f4').reshape(t['shape'])
                    assert t['dtype'] == 'F32' and (b == a[name]).all() and b.shape == a[name].shape
                    out.append('%%s %%s %%.9g' %% (name, 'x'.join(map(str, b.shape)), b[0, -1]))
                d = numpy.load('%s')
                out.append('%%d %%s' %% (len(d['edges']), json.loads(bytes(d['about']))['provenance']['name']))
                print('; '.join(out))
                """;
        StringBuilder wanted = new StringBuilder();
        for (var slot : released.parameters().slots()) {
            float last = released.parameters().values(slot.name())[slot.columns() - 1];
            wanted.append(slot.name() + " " + slot.rows() + "x" + slot.columns() + " ");
            wanted.append(last).append("; ");
        }
        String said = output(script.formatted(npz, file, folder.resolve("data.npz")));
        String[] parts = said.strip().split("; "), numbers = wanted.toString().split("; ");
        assertEquals(released.parameters().slots().size() + 1, parts.length, said);
        for (int i = 0; i < numbers.length; i++) {
            String[] found = parts[i].split(" "), own = numbers[i].split(" ");
            assertEquals(own[0] + own[1], found[0] + found[1]);
            assertEquals(Float.parseFloat(own[2]), Float.parseFloat(found[2]));
        }
        assertEquals(data.graph().edges() + " small (synthetic)", parts[parts.length - 1]);
    }

    private static boolean hasNumpy() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import numpy").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String output(String script) throws Exception {
        Process process = new ProcessBuilder("python3", "-c", script)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }
}
