package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static dpgnn.train.SmallTraining.assertSameWeights;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.dl4j.Dl4jModel;
import dpgnn.dl4j.Dl4jNetworks;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.NoisyCount;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.PrivateSelection.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.activations.Activation;

class PrivateSelectionTest {
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(0.5), 20, 3, 1e-4);

    private static final Candidate ONE = Candidate.of("one", Mlp.of(4), PLAN);
    private static final Candidate OTHER = Candidate.of("other", Mlp.of(4), PLAN.steps(10));

    @TempDir
    Path folder;

    private static PrivateSelection selection(RunCount runs, Candidate... candidates) {
        return PrivateSelection.of(candidates).by(HoldoutCount.of(HELD, 2)).times(runs);
    }

    @Test
    @Tag("nightly")
    void theBetterCandidateIsChosenNearlyAlways() throws Exception {
        var selection = selection(
                RunCount.poisson(8),
                new Candidate("learns", Mlp.of(8), PLAN, () -> Adam.of(0.05)),
                new Candidate("stays", Mlp.of(8), PLAN, () -> Adam.of(1e-9)));
        int good = 0;
        for (int seed = 1; seed <= 10; seed++) {
            var chosen = selection.choose(VIEW, Streams.seed(seed)).orElseThrow();
            if (chosen.name().equals("learns")) good++;
            if (seed == 1)
                assertEquals(
                        chosen.score(),
                        selection.choose(VIEW, Streams.seed(1)).orElseThrow().score(),
                        "the same seed chooses again");
        }
        assertTrue(good >= 8, good + " of 10");
    }

    @Test
    void aChoiceCostsMoreThanATrainingAndIsSoundInARelease() throws Exception {
        var selection = selection(RunCount.geometric(0.5), ONE, OTHER);
        var chosen = selection.release(VIEW).orElseThrow();
        assertEquals(Verdict.SOUND, chosen.guarantee().verdict());
        assertTrue(chosen.guarantee().epsilon() > PLAN.epsilon(VIEW));
        assertFalse(chosen.guarantee().terms().uncovered().stream().anyMatch(s -> s.startsWith("Choosing")));
        assertTrue(chosen.guarantee().terms().uncovered().stream().anyMatch(s -> s.startsWith("How many trainings")));
        assertEquals(Verdict.IDEAL, selection.guarantee(VIEW).verdict());
        // Nothing that is released says what the training alone would have cost.
        assertEquals(List.of(chosen.guarantee()), chosen.trained().run().guarantees());
        assertThrows(IllegalStateException.class, () -> chosen.trained().certificate());
    }

    /** Who knows a choice among stars and rows knows what either assumes, whichever was named last. */
    @Test
    void theGuaranteeAssumesWhatAnyCandidateDoes() {
        Plan rows = PLAN.against(Relation.PARTICIPATION);
        Plan stars = Plans.fixed(HomeStars.of(0.2, 1), Clip.flat(0.5), 20, 3, 1e-4);
        for (Plan[] both : new Plan[][] {{rows, stars}, {stars, rows}}) {
            List<String> published = selection(
                            RunCount.geometric(0.5),
                            Candidate.of("first", Mlp.of(4), both[0]),
                            Candidate.of("second", Mlp.of(4), both[1]))
                    .guarantee(VIEW)
                    .terms()
                    .published();
            for (Plan plan : both)
                assertTrue(published.containsAll(plan.sampler().assumptions()), published.toString());
        }
    }

    @Test
    @Tag("nightly")
    void theWholeSelectionIsCalibratedToItsBudget() {
        Plan open = Plan.of(PoissonNodes.of(0.3), Clip.flat(0.5), GaussianNoise.standard());
        for (RunCount runs : List.of(RunCount.geometric(0.2), RunCount.logarithmic(0.1), RunCount.poisson(3))) {
            var selection = selection(
                            runs,
                            Candidate.of("short", Mlp.of(4), open.steps(20)),
                            Candidate.of("long", Mlp.of(4), open.steps(60)),
                            Candidate.of("again", Mlp.of(8), open.steps(20)))
                    .calibrated(6, 1e-4);
            double epsilon = selection.guarantee(VIEW).epsilon();
            assertTrue(epsilon <= 6 && epsilon > 5.98, runs + ": epsilon " + epsilon);
            List<Plan> plans = selection.plans(VIEW);
            assertTrue(plans.get(0).multiplier() < plans.get(1).multiplier());
            assertEquals(plans.get(0).multiplier(), plans.get(2).multiplier());
            // One training alone is far within the budget: the rest pays for the choice.
            assertTrue(plans.get(1).epsilon(VIEW) < 4.5, "alone " + plans.get(1).epsilon(VIEW));
        }
    }

    @Test
    @Tag("nightly")
    void noTrainingMayBeDrawn() throws Exception {
        var selection = selection(RunCount.poisson(1), Candidate.of("one", Mlp.of(1), PLAN.steps(1)));
        int empty = 0;
        for (int seed = 1; seed <= 20; seed++)
            if (selection.choose(VIEW, Streams.seed(seed)).isEmpty()) empty++;
        assertTrue(empty >= 2 && empty <= 14, empty + " of 20, where e^-1 is expected");
    }

    /** By a score that fails, or interrupts, at the so-manieth training. */
    private static PrivateSelection faulty(int at, boolean fails) {
        HoldoutCount inner = HoldoutCount.of(HELD, 2);
        AtomicInteger left = new AtomicInteger(at);
        var faulty = new OwnScore(
                inner.toString(), inner.event(), Set.of(Relation.values()), inner.provenance(), (t, coins) -> {
                    if (left.getAndDecrement() == 1) {
                        if (fails) throw new IllegalStateException("training number " + t.metric("steps"));
                        Thread.currentThread().interrupt();
                    }
                    return inner.of(t, coins);
                });
        return PrivateSelection.of(ONE, OTHER).by(faulty).times(RunCount.poisson(6));
    }

    @Test
    void aSelectionThatWasKilledGoesOnAndSpendsOnce() throws Exception {
        var whole = faulty(0, false).choose(VIEW, Streams.seed(4)).orElseThrow();
        for (boolean fails : new boolean[] {false, true})
            for (int at : Extent.some(List.of(1, 2, 4), 1)) {
                Path here = folder.resolve(fails + "-" + at);
                PrivateSelection broken = faulty(at, fails).checkpoint(here);
                assertThrows(Exception.class, () -> broken.choose(VIEW, Streams.seed(4)));
                byte[] ledger = Files.readAllBytes(here.resolve("ledger.jsonl"));
                var chosen = faulty(0, false)
                        .checkpoint(here)
                        .choose(VIEW, Streams.seed(4))
                        .orElseThrow();
                assertEquals(whole.score(), chosen.score());
                assertEquals(whole.name(), chosen.name());
                assertSameWeights(whole.trained(), chosen.trained());
                byte[] ended = Files.readAllBytes(here.resolve("ledger.jsonl"));
                assertArrayEquals(ledger, Arrays.copyOf(ended, ledger.length), "nothing is charged twice");
                LedgerRecord record = Ledger.read(here.resolve("ledger.jsonl"));
                assertTrue(record.ended());
                assertEquals(1, record.lastStep());
                assertEquals(
                        chosen.guarantee().epsilon(),
                        RdpAccountant.standard().epsilon(record.total(), PLAN.accounting()),
                        1e-9);
                // An ended one draws nothing any more.
                var again = faulty(1, true).checkpoint(here).choose(VIEW, Streams.seed(4));
                assertEquals(whole.score(), again.orElseThrow().score());
            }
    }

    @Test
    void anotherSelectionOnTheSameBudgetIsRefused() throws Exception {
        Path here = folder.resolve("one");
        var first = selection(RunCount.geometric(0.5), ONE, OTHER).checkpoint(here);
        first.release(VIEW);
        byte[] ledger = Files.readAllBytes(here.resolve("ledger.jsonl"));
        for (PrivateSelection other : List.of(
                selection(RunCount.geometric(0.25), ONE, OTHER),
                selection(RunCount.geometric(0.5), ONE),
                selection(RunCount.geometric(0.5), ONE, OTHER).by(HoldoutCount.of(HELD, 8))))
            refused(IOException.class, () -> other.checkpoint(here).release(VIEW), "another selection");
        Files.delete(here.resolve(Checkpoint.FILE));
        refused(IOException.class, () -> first.release(VIEW), "spends anew");
        assertArrayEquals(ledger, Files.readAllBytes(here.resolve("ledger.jsonl")));
    }

    /** What may be seen does not depend on the number of trainings, nor on which of them failed. */
    @Test
    @Tag("nightly")
    void nothingPublicTellsTheNumber() throws Exception {
        Set<Long> sizes = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            Path here = folder.resolve("n" + i);
            PrivateSelection.of(Candidate.of("one", Mlp.of(1), PLAN.steps(1)))
                    .by(HoldoutCount.of(HELD, 2))
                    .times(RunCount.geometric(0.3))
                    .checkpoint(here)
                    .release(VIEW);
            sizes.add(Files.size(here.resolve("ledger.jsonl")));
            try (var files = Files.list(here)) {
                assertTrue(files.map(f -> f.getFileName().toString())
                        .allMatch(n ->
                                n.startsWith("private-") || n.startsWith("ledger.jsonl") || n.equals("training.lock")));
            }
        }
        assertEquals(1, sizes.size(), "ledgers of one length: " + sizes);
        Set<String> messages = new HashSet<>();
        for (int at : new int[] {1, 2})
            try {
                faulty(at, true).times(RunCount.poisson(30)).release(VIEW);
            } catch (IllegalStateException e) {
                assertNull(e.getCause());
                messages.add(e.getMessage());
            }
        assertEquals(1, messages.size(), messages.toString());
    }

    /** Every row of the view changed in turn: the count moves by one at most, and noise is drawn by its parameter. */
    @Test
    void aNodeChangesACountByOneAtMost() throws Exception {
        Trained trained = PLAN.experiment(Mlp.of(4), 1).train(VIEW);
        long before = HoldoutCount.of(HELD, 2).count(trained);
        int moved = 0;
        for (int v : HELD.original()) {
            float[] row = new float[HELD.features().width()];
            for (int j = 0; j < row.length; j++) row[j] = (v + j) % 3 == 0 ? 9 : -9;
            var other = DATA.withFeatures(v, row);
            long after = HoldoutCount.of(other.evaluationAmong(SPLIT, Split.Role.TEST), 2)
                    .count(trained);
            assertTrue(Math.abs(after - before) <= 1);
            if (after != before) moved++;
        }
        assertTrue(moved > 0);
        var coins = Streams.seed(3).stream("noise");
        double[] noise = new double[20_000];
        for (int i = 0; i < noise.length; i++) noise[i] = new NoisyCount(3).release(100, coins) - 100;
        double variance = Arrays.stream(noise).map(x -> x * x).average().orElseThrow();
        assertEquals(64, variance, 3);
    }

    /** What a training by another library's network assumes, a selection that may choose it assumes too. */
    @Test
    void theGuaranteeAssumesWhatAnyNetworkDoes() {
        Model foreign = Dl4jModel.of(Dl4jNetworks.perceptron(
                HELD.features().width(), 4, HELD.labels().classes(), Activation.RELU));
        List<String> assumed = foreign.network(
                        HELD.features().width(), HELD.labels().classes())
                .assumptions();
        assertFalse(assumed.isEmpty());
        Guarantee held = selection(RunCount.geometric(0.5), Candidate.of("foreign", foreign, PLAN), ONE)
                .guarantee(VIEW);
        assertTrue(held.terms().remarks().containsAll(assumed), held.terms().toString());
    }

    /** Were a node's last bits to depend on who else is asked, one node could turn many answers that are nearly undecided. */
    @Test
    @Tag("nightly")
    void aNodesAnswerIsAFunctionOfItsOwnRowInEveryBit() {
        int nodes = 500, width = 37, classes = 5;
        float[] values = new float[nodes * width];
        var coins = Streams.seed(1).stream("rows");
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextGaussian();
        int[] all = IntStream.range(0, nodes).toArray();
        TrainingView view = AllTrain.rows(nodes, values, classes, v -> v % classes);
        Model foreign = Dl4jModel.of(Dl4jNetworks.perceptron(width, 129, classes, Activation.RELU));
        for (Model model : List.of(Mlp.hidden(2, 129), foreign)) {
            Trained trained = PLAN.steps(1).experiment(model, 1).train(view);
            float[] whole = logits(view, all, trained);
            for (int gone : new int[] {1, 3, 400, 483})
                assertArrayEquals(
                        Arrays.copyOfRange(whole, gone * classes, whole.length),
                        logits(view, Arrays.copyOfRange(all, gone, nodes), trained),
                        model.name() + " without " + gone);
        }
    }

    private static float[] logits(TrainingView data, int[] nodes, Trained trained) {
        var view = new EvaluationView(data.graph(), data.features(), data.labels(), nodes, nodes, data.provenance());
        return HoldoutCount.of(view, 2).logits(trained);
    }

    @Test
    void whatCannotBeChosenInPrivateIsRefused() {
        refused(() -> PrivateSelection.of(ONE, null), "candidates 1, counted from 0, must be given");
        refused(() -> PrivateSelection.of(Arrays.asList(null, ONE)), "candidates 0, counted from 0, must be given");
        Plan stars = Plan.of(HeterPoisson.of(0.1, 1), Clip.flat(1), GaussianNoise.standard());
        Plan open = Plan.of(PoissonNodes.of(0.3), Clip.noneNoPrivacy(1), GaussianNoise.standard());
        for (Plan plan : List.of(stars, open)) {
            Candidate given = Candidate.of(
                    "refused", Mlp.of(1), plan.steps(2).multiplier(9).delta(1e-4));
            Candidate sought = Candidate.of("refused", Mlp.of(1), plan.steps(2));
            for (PrivateSelection selection : List.of(
                    selection(RunCount.poisson(1), given),
                    selection(RunCount.poisson(1), sought).calibrated(2, 1e-4)))
                refused(() -> selection.guarantee(VIEW), "'refused' cannot be chosen in private");
        }
    }
}
