package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.RecordCases;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.NoisyCount;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.nn.Optimizer;
import dpgnn.nn.Parameters;
import dpgnn.nn.Sgd;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.PoissonOwners;
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import dpgnn.sampling.WholeGraph;
import dpgnn.train.PrivateSelection.Candidate;
import dpgnn.train.PrivateSelection.Chosen;
import dpgnn.train.PrivateSelection.Score;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a selection must not call SOUND: scores of other units, of data that leak, of users, and trainings that share a state. */
class HostileScoreTest {
    private static final HoldoutCount COUNT = HoldoutCount.of(HELD, 4);
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(0.5), 1, 3, 1e-4);
    private static final String BELIEF = "The user believes this and proved nothing at all.";
    private static final Event STATED = StatedPair.of(BELIEF, new double[] {0.6, 0.4}, new double[] {0.4, 0.6});
    private static final Event NOISY = NoisyCount.of(4).event();

    @TempDir
    Path folder;

    private static PrivateSelection selection(Score score, Candidate... candidates) {
        return PrivateSelection.of(candidates.length == 0 ? new Candidate[] {candidate(PLAN)} : candidates)
                .by(score)
                .times(RunCount.geometric(0.5));
    }

    private static Candidate candidate(Plan plan) {
        return Candidate.of("one", Mlp.of(2), plan);
    }

    private static Score own(Event event, ToDoubleFunction<Trained> value) {
        return new OwnScore(COUNT.toString(), event, value);
    }

    /** Defines a class of the tests anew, which says that it came from where the library's classes did. */
    private static final class Forger extends ClassLoader {
        Forger() {
            super(HostileScoreTest.class.getClassLoader());
        }

        Class<?> define(Class<?> like, ProtectionDomain origin) {
            byte[] code = code(like);
            return defineClass(like.getName(), code, 0, code.length, origin);
        }
    }

    private static byte[] code(Class<?> of) {
        try (var in = of.getResourceAsStream("/" + of.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a score does, for a forged class to do. */
    public static final class Plain implements Score {
        public Plain() {}

        @Override
        public Event event() {
            return new Event.Gaussian(1e6);
        }

        @Override
        public Set<Relation> relations(Sampler sampler) {
            return Set.of(Relation.values());
        }

        @Override
        public Dataset.Provenance provenance() {
            return new Dataset.Provenance("none", List.of(), false, List.of());
        }

        @Override
        public double of(Trained trained, RandomStream coins) {
            return 1;
        }
    }

    private static Score made(Class<?> type) {
        try {
            return (Score) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static Score hidden() {
        try {
            return made(MethodHandles.lookup()
                    .defineHiddenClass(code(Plain.class), true)
                    .lookupClass());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Score counting(Event event) {
        return own(event, t -> 1);
    }

    private static Score stating(Set<Relation> against, Dataset.Provenance data) {
        return new OwnScore(COUNT.toString(), NOISY, against, data, (t, coins) -> 1);
    }

    private static HoldoutCount over(int[] nodes, int[] original) {
        return HoldoutCount.of(
                new EvaluationView(HELD.graph(), HELD.features(), HELD.labels(), nodes, original, HELD.provenance()),
                4);
    }

    private static Map<String, Supplier<Score>> hostile() {
        Map<String, Supplier<Score>> all = new LinkedHashMap<>();
        Event singular = StatedPair.of(BELIEF, new double[] {1, 0}, new double[] {0, 1});
        Dataset.Provenance none = new Dataset.Provenance("none", List.of(), false, List.of());
        int[] first = new int[HELD.nodes().length];
        AtomicInteger asked = new AtomicInteger();
        all.put("nearly free", () -> counting(new Event.Gaussian(1e9)));
        all.put("stated", () -> counting(STATED));
        all.put("stated, repeated", () -> counting(new Event.Repeated(STATED, 2)));
        all.put("stated, composed", () -> counting(new Event.Composed(List.of(NOISY, STATED))));
        all.put("stated, chosen", () -> counting(new Event.BestOf(List.of(STATED), RunCount.poisson(1))));
        all.put("singular", () -> counting(singular));
        all.put("not private", () -> counting(new Event.NonPrivate("the count has no noise")));
        all.put("unsupported", () -> counting(new Event.Unsupported("the count")));
        all.put("without an event", () -> counting(null));
        all.put("without relations", () -> stating(null, none));
        all.put("without data", () -> stating(Set.of(Relation.values()), null));
        all.put("of no unit", () -> stating(Set.of(), none));
        all.put("of another change", () -> stating(Set.of(Relation.REPLACE), none));
        all.put("without noise", () -> own(NOISY, COUNT::count));
        all.put("no number", () -> own(NOISY, t -> Double.NaN));
        all.put("infinite", () -> own(NOISY, t -> Double.POSITIVE_INFINITY));
        all.put(
                "writes weights",
                () -> own(NOISY, t -> {
                    t.parameters().write(new float[t.parameters().size()]);
                    return 1;
                }));
        all.put("another event each time", () -> new Score() {
            @Override
            public Event event() {
                return new Event.Gaussian(asked.getAndIncrement() % 2 == 0 ? 1e6 : 1);
            }

            @Override
            public Set<Relation> relations(Sampler sampler) {
                return COUNT.relations(sampler);
            }

            @Override
            public Dataset.Provenance provenance() {
                return COUNT.provenance();
            }

            @Override
            public double of(Trained trained, RandomStream coins) {
                return COUNT.of(trained, coins);
            }
        });
        all.put("a proxy of the library's", () -> (Score) Proxy.newProxyInstance(
                Score.class.getClassLoader(),
                new Class<?>[] {Score.class},
                (proxy, method, arguments) -> method.invoke(COUNT, arguments)));
        all.put("hidden", HostileScoreTest::hidden);
        all.put("of nowhere", () -> made(new Forger().define(Plain.class, null)));
        all.put(
                "of the library's origin",
                () -> made(new Forger().define(Plain.class, Score.class.getProtectionDomain())));
        all.put("one node many times", () -> over(first, HELD.original()));
        all.put("copies of one node", () -> over(HELD.nodes(), first));
        return all;
    }

    /** None of them is SOUND: it is given by the user, or refused with a sentence. */
    @Test
    @Tag("nightly")
    void noHostileScoreMakesAChoiceSound() throws Exception {
        int refused = 0, given = 0;
        for (Map.Entry<String, Supplier<Score>> score : hostile().entrySet())
            try {
                Optional<Chosen> chosen = selection(score.getValue().get())
                        .times(RunCount.geometric(0.9))
                        .release(VIEW);
                if (!score.getKey().equals("no number")) {
                    Guarantee held = chosen.orElseThrow().guarantee();
                    assertEquals(Verdict.GIVEN, held.verdict(), score.getKey());
                    assertTrue(
                            held.statement().contains("Given by the user, and not proved here: score "),
                            held.statement());
                    String weights = Arrays.toString(
                            chosen.orElseThrow().trained().parameters().toArray());
                    assertTrue(weights.matches(".*[1-9].*"), "a score does not write weights");
                }
                given++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains(" "), score.getKey() + ": " + e.getMessage());
                refused++;
            }
        assertEquals(10, refused);
        assertEquals(14, given);
        assertTrue(selection(COUNT).release(VIEW).orElseThrow().guarantee().verdict() == Verdict.SOUND);
    }

    /** All validation nodes change with the graph, and the count with them. */
    @Test
    void aCountOfNodesRanksNoTrainingsThatProtectAGraph() {
        Plan whole = Plans.fixed(WholeGraph.of(), Clip.flat(1), 1, 20, 1e-4);
        assertEquals(
                "the score must protect what the candidates do, the whole graph, which is replaced by any other; '"
                        + COUNT + "' protects another unit",
                refused(() -> selection(COUNT, candidate(whole)).release(VIEW)));
    }

    private static Plan open(Sampler sampler) {
        return Plan.of(sampler, Clip.flat(0.5), GaussianNoise.standard()).steps(1);
    }

    /** A node takes the labels of all its records along, so that it moves a count by as many; whichever candidate draws them. */
    @Test
    void aCountOfRecordsRanksNoTrainingsThatProtectTheirNodes() {
        Dataset pairs = RecordCases.pairs();
        TrainingView view = RecordCases.view(pairs);
        int[] rest = IntStream.range(0, pairs.nodes())
                .filter(v -> pairs.labels().isKnown(v) && !view.participants().isRoot(v))
                .toArray();
        int[] train = IntStream.range(0, pairs.nodes())
                .filter(v -> Arrays.binarySearch(rest, v) < 0)
                .toArray();
        Split split = Split.of(pairs.nodes(), train, rest, new int[0]);
        HoldoutCount count = HoldoutCount.of(pairs.evaluation(split, Split.Role.VALIDATION), 16);
        Plan records = open(PoissonRecords.ofNodes(0.02, RecordCases.most(view)));
        Plan rows = open(PoissonNodes.of(0.3)).against(Relation.PARTICIPATION);
        String why = "the score must protect what the candidates do, " + Unit.NODE.words() + ", which "
                + Relation.PARTICIPATION.words() + "; '" + count
                + "' protects no node that takes its records along, since nothing bounds how many of them are scored";
        Candidate second = Candidate.of("two", Mlp.of(2), records);
        assertEquals(why, refused(() -> selection(count, candidate(records))
                .calibrated(2, 1e-4)
                .release(view)));
        assertEquals(why, refused(() -> selection(count, candidate(rows), second)));
        refused(() -> selection(count, candidate(open(PoissonRecords.of(0.02)))), "protects another unit");
        refused(() -> selection(count, candidate(open(PoissonOwners.of(0.02, 3)))), "protects another unit");
    }

    @Test
    void whatTheScoredDataLeakTheSelectionLeaks() throws Exception {
        EvaluationView leaky = SmallTraining.leaky().evaluationAmong(SPLIT, Split.Role.TEST);
        PrivateSelection selection = selection(HoldoutCount.of(leaky, 4));
        Guarantee held = selection.choose(VIEW, Streams.seed(1)).orElseThrow().guarantee();
        assertEquals(Verdict.UNSOUND, held.verdict());
        assertEquals(Double.POSITIVE_INFINITY, held.epsilon());
        refused(() -> selection.release(VIEW));
    }

    @Test
    void whatTheUserStatesIsGivenAndStandsInTheStatement() throws Exception {
        Chosen chosen = selection(counting(STATED)).release(VIEW).orElseThrow();
        assertEquals(Verdict.GIVEN, chosen.guarantee().verdict());
        String said = chosen.guarantee().statement();
        assertTrue(said.contains(BELIEF), said);
        assertTrue(chosen.trained().run().published().json().contains(BELIEF));
    }

    @Test
    void anOwnScoreIsGivenByTheUser() throws Exception {
        PrivateSelection selection = selection(counting(NOISY)).checkpoint(folder);
        Guarantee held = selection.release(VIEW).orElseThrow().guarantee();
        assertEquals(Verdict.GIVEN, held.verdict());
        String said = "score " + OwnScore.class.getCanonicalName() + ": stated by its author.";
        assertTrue(held.statement().contains(said), held.statement());
        assertTrue(Files.readString(folder.resolve("ledger.jsonl")).contains(said));
        // Its words are those of the library's score, and it is another selection all the same.
        PrivateSelection other = selection(COUNT).checkpoint(folder);
        assertThrows(IOException.class, () -> other.release(VIEW));
    }

    /** A candidate's own pair is no less the user's word than a score's. */
    @Test
    void aCandidateMayRestOnAStatedPair() throws Exception {
        Plan stated = Plans.fixed(new Stating(PoissonNodes.of(0.3)), Clip.flat(0.5), 1, 3, 1e-4);
        Guarantee held = selection(COUNT, candidate(PLAN), Candidate.of("two", Mlp.of(2), stated))
                .release(VIEW)
                .orElseThrow()
                .guarantee();
        assertEquals(Verdict.GIVEN, held.verdict());
        assertTrue(held.statement().contains(BELIEF), held.statement());
    }

    /** Draws as another one, and states a pair of it. */
    private record Stating(Sampler like) implements SamplerLike {
        @Override
        public Event event(Facts facts, double multiplier) {
            return STATED;
        }
    }

    /** The moments of one training would go into the next, and their count would tell how many there were. */
    @Test
    void trainingsShareNoOptimiser() throws Exception {
        Optimizer one = Adam.of(0.01), moved = Adam.of(0.01);
        var parameters = Parameters.of(List.of(), new float[1]);
        moved.step(parameters, new float[1]);
        AtomicInteger rate = new AtomicInteger();
        Map<String, Supplier<Optimizer>> wrong = Map.of(
                "this one gave the same Adam[", () -> one,
                "with the state of steps that it has taken",
                        () -> {
                            Adam made = Adam.of(0.1);
                            made.load(moved.save());
                            return made;
                        },
                "and then Sgd[rate=2", () -> Sgd.of(rate.incrementAndGet()),
                "what the supplier of optimisers makes must be given", () -> null,
                "and then Clamped[bound=4", () -> Adam.of(1).clamped(2 + rate.incrementAndGet()));
        wrong.forEach((why, shared) -> {
            rate.set(0);
            refused(() -> new Candidate("one", Mlp.of(2), PLAN, shared), why);
            rate.set(0);
            refused(() -> PLAN.experiment(Mlp.of(2), 1).optimizer(shared), why);
        });
        // A supplier that turns after it was asked is asked no more.
        AtomicInteger asked = new AtomicInteger();
        Supplier<Optimizer> turning = () -> asked.getAndIncrement() < 2 ? one.clamped(1) : moved;
        float[][] weights = new float[2][];
        for (int i = 0; i < 2; i++) {
            Supplier<Optimizer> source = i == 0 ? turning : () -> Adam.of(0.01).clamped(1);
            weights[i] = selection(COUNT, new Candidate("one", Mlp.of(2), PLAN.steps(5), source))
                    .times(RunCount.poisson(5))
                    .choose(VIEW, Streams.seed(2))
                    .orElseThrow()
                    .trained()
                    .parameters()
                    .toArray();
        }
        assertArrayEquals(weights[1], weights[0]);
        assertEquals(2, asked.get());
    }

    @Test
    void aScoreThatIsNoNumberNeverWins() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Score once = own(NOISY, t -> asked.getAndIncrement() == 0 ? Double.NaN : 100);
        double chosen = selection(once)
                .times(RunCount.poisson(8))
                .choose(VIEW, Streams.seed(3))
                .orElseThrow()
                .score();
        assertEquals(100, chosen);
        PrivateSelection never = selection(own(NOISY, t -> Double.NaN));
        assertTrue(never.choose(VIEW, Streams.seed(3)).isEmpty());
    }
}
