package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.ShippedClasses;
import dpgnn.base.Shipped;
import dpgnn.dl4j.Dl4jModel;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Optimizer;
import dpgnn.predict.NeighbourVotes;
import dpgnn.predict.Predictor;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.AccountantLike;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.UserPart;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.activations.IActivation;
import org.nd4j.linalg.lossfunctions.LossFunctions;

/** Whatever a user writes at a seam of the library, and however it is loaded, the verdict is GIVEN at best, and names it. */
class UserPartsTest {
    private static final Accountant ACCOUNTANT = CachedAccountant.inMemory(PldAccountant.standard());
    private static final Plan PLAN = plan(PoissonNodes.of(0.3), GaussianNoise.standard(), 3);

    @TempDir
    static Path folder;

    private static Plan plan(Sampler sampler, Noise noise, double multiplier) {
        return Plans.fixed(sampler, Clip.flat(0.5), noise, 1, multiplier, 1e-4).accountant(ACCOUNTANT);
    }

    private static Guarantee released(Plan plan, Model model) {
        Trained trained = plan.release(model).train(VIEW);
        Guarantee held = trained.guarantee();
        assertEquals(held, plan.schedule(VIEW, model).provable().with(held.verdict(), held.terms()));
        EpsilonCertificate certificate = trained.certificate();
        assertEquals(held.terms().byUser(), certificate.byUser());
        assertEquals(certificate, EpsilonCertificate.parse(certificate.text()));
        return held;
    }

    private static Guarantee guarantee(UserSeam seam, Object part) throws Exception {
        Mlp model = Mlp.of(2);
        return switch (seam) {
            case SAMPLER -> released(plan((Sampler) part, GaussianNoise.standard(), 1e-3), model);
            case NOISE -> released(plan(PLAN.sampler(), (Noise) part, 3), model);
            case ACCOUNTANT -> released(PLAN.accountant((Accountant) part), model);
            case MODEL -> released(PLAN, (Model) part);
            case SCORE, OPTIMIZER -> {
                PrivateSelection selection = PrivateSelection.of(PrivateSelection.Candidate.of("one", model, PLAN))
                        .by((PrivateSelection.Score) part)
                        .times(RunCount.geometric(0.9));
                assertEquals(Verdict.GIVEN, selection.guarantee(VIEW).verdict());
                yield selection.release(VIEW).orElseThrow().guarantee();
            }
        };
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPTIMIZER")
    @Extent.OneIn(2)
    void noPartOfAUserIsCalledProved(UserSeam seam) throws Exception {
        Map<String, Object> parts = seam.parts(folder);
        assertTrue(parts.size() >= 24, parts.keySet().toString());
        for (Map.Entry<String, Object> part : parts.entrySet()) {
            String what = seam.role() + " " + part.getKey();
            Guarantee held = guarantee(seam, part.getValue());
            assertEquals(Verdict.GIVEN, held.verdict(), what);
            assertEquals(1, held.terms().byUser().size(), what);
            String said = held.terms().byUser().get(0);
            assertTrue(said.startsWith(seam.role() + " ") && said.endsWith("."), said);
            assertTrue(said.length() < UserPart.LONGEST + UserPart.LONGEST_NAME + 20, said);
            assertTrue(said.chars().allMatch(c -> !Character.isISOControl(c) && c != 0x202e), said);
            assertTrue(held.statement().contains("Given by the user, and not proved here: " + said), held.statement());
            assertEquals(part.getKey().equals("Says"), said.endsWith("Says: Proved on page 3."), said);
        }
        Map<String, String> names = Map.of(
                "InRecord", "InRecord",
                "Nested", "Nested.Liar",
                "Unnamed", "(an anonymous class)",
                "in place of the library's", seam.shipped.getName());
        names.forEach((part, name) ->
                assertEquals(List.of(seam.role() + " " + name + ": stated by its author."), of(seam, parts.get(part))));
    }

    @SuppressWarnings("unchecked")
    private static List<String> of(UserSeam seam, Object part) {
        return UserPart.of(seam.role(), part, (Class<Object>) seam.type);
    }

    /** Nobody else can write an optimiser: neither the compiler nor the JVM admits one, nor a proxy. */
    @Test
    void theSeamOfOptimisersIsClosed() throws Exception {
        String path = System.getProperty("java.class.path");
        Map<String, String> sources = UserSeam.OPTIMIZER.sources();
        String refused = UserSeam.compiled(sources, folder.resolve("sealed"), path);
        for (String name : sources.keySet())
            assertTrue(refused.contains(name.replace('.', '/') + ".java:1: error:"), name);
        Map<String, String> open = Map.of(
                "dpgnn.nn.Optimizer",
                "package dpgnn.nn; public interface Optimizer { String name(); void step(Parameters p, float[] g);"
                        + " byte[] save(); void load(byte[] saved); }");
        Path stub = folder.resolve("open-seam");
        assertEquals("", UserSeam.compiled(open, stub, path));
        Path classes = folder.resolve("optimisers");
        assertEquals("", UserSeam.compiled(sources, classes, stub + File.pathSeparator + path));
        try (UserSeam.First loader = new UserSeam.First(UserSeam.jar(classes), sources.keySet())) {
            for (String name : sources.keySet())
                assertThrows(IncompatibleClassChangeError.class, () -> unwrapped(loader, name), name);
        }
        refused(() -> Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Optimizer.class}, (s, m, a) -> null));
    }

    private static void unwrapped(ClassLoader loader, String name) throws Throwable {
        try {
            UserSeam.made(loader, name);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A model of the library's that holds a part of a user's, in a package of the other library. */
    @Test
    void anActivationOfAUserIsNoneOfDl4j() throws Exception {
        String name = "org.nd4j.linalg.activations.impl.Remembers";
        Map<String, String> source = Map.of(
                name,
                "package org.nd4j.linalg.activations.impl; public class Remembers extends ActivationReLU {"
                        + " public static Object make() { return new Remembers(); } }");
        Path classes = folder.resolve("activation");
        assertEquals("", UserSeam.compiled(source, classes, System.getProperty("java.class.path")));
        try (UserSeam.First loader = new UserSeam.First(UserSeam.jar(classes), source.keySet())) {
            IActivation own = (IActivation) UserSeam.made(loader, name);
            MultiLayerConfiguration with = new NeuralNetConfiguration.Builder()
                    .list()
                    .layer(new DenseLayer.Builder()
                            .nIn(4)
                            .nOut(3)
                            .activation(own)
                            .build())
                    .layer(new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
                            .nIn(3)
                            .nOut(2)
                            .activation(Activation.SOFTMAX)
                            .build())
                    .build();
            refused(() -> Dl4jModel.of(with), name);
        }
    }

    /** What is listed is what there is, every part of it is known, and none hides another one's part. */
    @Test
    void theListIsWhatTheLibraryShips() throws Exception {
        for (UserSeam seam : UserSeam.values()) {
            Set<String> there = new TreeSet<>(ShippedClasses.outsideStudies(seam.type));
            // An accountant of one package, which makes its guarantees without a plan.
            there.remove("dpgnn.generate.EdgeAccountant");
            // Its arithmetic is another library's: GIVEN.
            there.remove("dpgnn.dl4j.Dl4jModel");
            assertEquals(there, new TreeSet<>(Shipped.at(seam.type)), seam.role());
            for (String name : there) {
                Class<?> part = Class.forName(name);
                assertTrue(Shipped.isShipped(part, seam.type), name);
                assertTrue(Modifier.isFinal(part.getModifiers()), name + " could be extended");
                if (!Shipped.Around.class.isAssignableFrom(part) && seam != UserSeam.OPTIMIZER)
                    for (var field : part.getDeclaredFields())
                        assertFalse(
                                !Modifier.isStatic(field.getModifiers())
                                        && (field.getType().isAssignableFrom(seam.type)
                                                || field.getType().isAnnotationPresent(FunctionalInterface.class)),
                                name + " may hold a user's part in " + field.getName());
            }
        }
        assertEquals(Set.of(), Shipped.at(Runnable.class));
        assertFalse(Shipped.isShipped(PoissonNodes.class, Noise.class));
        assertFalse(Shipped.isShipped(PoissonNodes.class, Runnable.class));
    }

    /** Says what the library's accountant says of itself, and lies. */
    private record Liar() implements AccountantLike {
        @Override
        public String name() {
            return "PLD";
        }

        @Override
        public String version() {
            return PldAccountant.standard().version();
        }

        @Override
        public double leastEpsilon(Event event, double delta) {
            return 0.01;
        }

        @Override
        public double leastDelta(Event event, double epsilon) {
            return 1e-9;
        }
    }

    @Test
    void aCacheHidesNobodyAndKeepsAnswersApart() throws Exception {
        Path kept = Files.createDirectory(folder.resolve("answers"));
        Accountant twice = CachedAccountant.of(CachedAccountant.of(new Liar(), kept), kept);
        Guarantee held = released(PLAN.accountant(twice), Mlp.of(2));
        assertEquals(Verdict.GIVEN, held.verdict());
        assertEquals(0.01, held.epsilon());
        assertEquals(
                List.of("accountant dpgnn.train.UserPartsTest.Liar: stated by its author."),
                held.terms().byUser());
        Guarantee proved = released(PLAN.accountant(CachedAccountant.of(PldAccountant.standard(), kept)), Mlp.of(2));
        assertEquals(Verdict.SOUND, proved.verdict());
        assertTrue(proved.epsilon() > 0.05, proved.toString());
        assertEquals(List.of(), proved.terms().byUser());
    }

    /** The ledger, the record of the run, the file of the certificate and a training that goes on. */
    @Test
    void everythingThatIsWrittenNamesAUsersPart() throws Exception {
        Path here = folder.resolve("run");
        Plan plan = PLAN.accountant(new Liar());
        Supplier<Trainer> trainer = () -> plan.experiment(Mlp.of(2), 1).checkpoint(here, 1);
        Trained trained = trainer.get().train(VIEW);
        String name = "accountant dpgnn.train.UserPartsTest.Liar: stated by its author.";
        assertTrue(Files.readString(here.resolve("ledger.jsonl")).contains(name));
        assertEquals(trained.guarantee(), trainer.get().train(VIEW).guarantee(), "it goes on");
        assertTrue(trained.run().json().contains(name));
        assertEquals(trained.run().guarantees(), Run.parse(trained.run().json()).guarantees());
        String text = trained.certificate().text();
        assertTrue(text.contains(" \"byUser\": [\n  \"" + name + "\"],\n"), text);
        String forged = text.replace("GIVEN", "SOUND").replace(Verdict.GIVEN.words(), Verdict.SOUND.words());
        refused(() -> EpsilonCertificate.parse(forged));
        Trained own = PLAN.experiment(Mlp.of(2), 1).train(VIEW);
        assertFalse(
                own.run().json().contains("byUser") || own.certificate().text().contains("byUser"));
        Guarantee held = trained.guarantee();
        for (Verdict verdict : List.of(Verdict.SOUND, Verdict.IDEAL)) {
            assertEquals(Verdict.GIVEN, held.with(verdict, held.terms()).verdict());
            refused(() -> new Guarantee(1, 1e-5, held.unit(), held.relation(), verdict, "PLD", held.terms()));
        }
    }

    private static final List<String> OWN = List.of("sampler Own: stated by its author.");

    @Test
    void steeringChoosingAndAnsweringSayNoMore() throws Exception {
        record Own(PoissonNodes like) implements SamplerLike {}
        Own own = new Own(PoissonNodes.of(0.3));
        Plan budget = Plans.within(own, Clip.flat(0.5), 4, 8, 1e-4);
        Trainer trainer = budget.release(Mlp.of(2)).checkpoint(folder.resolve("steered"), 1);
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.take(1);
            training.sampler(PoissonNodes.of(0.2));
            training.take(1);
            assertEquals(Verdict.GIVEN, training.guarantee().verdict());
        }
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.sampler(PoissonNodes.of(0.2));
            training.take(1);
            Guarantee held = training.end().guarantee();
            assertEquals(Verdict.GIVEN, held.verdict());
            assertEquals(OWN, held.terms().byUser());
        }
        Plan plan = Plans.fixed(own, Clip.flat(0.5), 1, 3, 1e-4);
        Guarantee chosen = PrivateSelection.of(PrivateSelection.Candidate.of("one", Mlp.of(2), plan))
                .by(HoldoutCount.of(HELD, 16))
                .times(RunCount.geometric(0.9))
                .release(VIEW)
                .orElseThrow()
                .guarantee();
        assertEquals(Verdict.GIVEN, chosen.verdict());
        assertEquals(OWN, chosen.terms().byUser());
        Trained trained = plan.release(Mlp.of(2)).train(VIEW);
        NeighbourVotes votes = NeighbourVotes.ofNodes(2, 2).deviation(8);
        try (Predictor predictor = Predictor.of(trained, votes, VIEW, Streams.secure());
                Predictor free = Predictor.of(trained)) {
            for (Guarantee held : List.of(predictor.guarantee(), free.guarantee())) {
                assertEquals(Verdict.GIVEN, held.verdict());
                assertEquals(OWN, held.terms().byUser());
            }
        }
    }
}
