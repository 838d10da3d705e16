package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static dpgnn.train.SmallTraining.assertSameWeights;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.EvaluationView;
import dpgnn.graph.Labels;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.NoisyCount;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.Streams;
import dpgnn.sampling.GraphSplit;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.PrivateSelection.Candidate;
import dpgnn.train.PrivateSelection.Chosen;
import dpgnn.train.PrivateSelection.Score;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which training is kept, what a selection says of itself, and what it refuses; trainings are of one step. */
class SelectionRunTest {
    private static final Plan PLAN = Plans.fixed(PoissonNodes.of(0.3), Clip.flat(0.5), 1, 3, 1e-4);
    private static final Candidate NARROW = Candidate.of("narrow", Mlp.of(2), PLAN);
    private static final Candidate WIDE = Candidate.of("wide", Mlp.of(3), PLAN);

    @TempDir
    Path folder;

    /** A score that a test reads off the training, at the price of a noisy count. */
    private static Score told(ToDoubleFunction<Trained> score) {
        return new OwnScore("what is told", NoisyCount.of(2).event(), score);
    }

    private static PrivateSelection selection(ToDoubleFunction<Trained> score, Candidate... candidates) {
        return PrivateSelection.of(candidates).by(told(score)).times(RunCount.poisson(8));
    }

    private static Chosen chosen(PrivateSelection selection, long seed) throws Exception {
        return selection.choose(VIEW, Streams.seed(seed)).orElseThrow();
    }

    @Test
    void theLargestScoreIsKeptWithItsTraining() throws Exception {
        List<Trained> seen = new ArrayList<>();
        double[] scores = {3, 7, -1, 7, 5, 2, 0, 1, 6, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0};
        ToDoubleFunction<Trained> next = t -> {
            seen.add(t);
            return scores[seen.size() - 1];
        };
        Chosen chosen = chosen(selection(next, NARROW), 3);
        assertTrue(seen.size() > 4 && seen.size() < 20, seen.size() + " trainings");
        assertEquals(7, chosen.score());
        // of equal scores of one candidate the first
        Trained best = seen.get(1);
        assertEquals(best.run().metrics(), chosen.trained().run().metrics());
        assertSameWeights(best, chosen.trained());
        assertEquals(
                seen.size(),
                seen.stream().map(t -> t.parameters().toArray()[0]).distinct().count());
    }

    @Test
    void equalScoresAreRankedByTheOrderOfNames() throws Exception {
        for (Candidate[] order : new Candidate[][] {{NARROW, WIDE}, {WIDE, NARROW}})
            for (int seed = 1; seed <= 3; seed++) {
                Chosen chosen = chosen(selection(t -> 1, order), seed);
                assertEquals(order[0].name(), chosen.name(), "seed " + seed);
            }
        int wide = SmallTraining.network(WIDE.model()).size();
        Chosen larger = chosen(selection(t -> t.network().size(), NARROW, WIDE), 1);
        assertEquals("wide", larger.name());
        assertEquals(wide, larger.score());
        assertEquals(wide, larger.trained().network().size());
    }

    @Test
    void allCandidatesAreDrawnAlike() throws Exception {
        int[] drawn = new int[2];
        PrivateSelection selection = PrivateSelection.of(
                        Candidate.of("small", Mlp.of(1), PLAN), Candidate.of("large", Mlp.of(20), PLAN))
                .by(told(t -> drawn[t.network().size() > 100 ? 1 : 0]++))
                .times(RunCount.geometric(0.125));
        for (int seed = 1; seed <= 12; seed++) selection.choose(VIEW, Streams.seed(seed));
        int all = drawn[0] + drawn[1];
        assertTrue(all > 50 && all < 160, all + " of some 96");
        assertTrue(drawn[0] > 0.33 * all && drawn[1] > 0.33 * all, drawn[0] + " and " + drawn[1]);
    }

    @Test
    void aSelectionThatIsStoppedSaysWhetherItGoesOn() throws Exception {
        for (boolean kept : new boolean[] {false, true}) {
            PrivateSelection memory = selection(t -> 1, NARROW), selection = kept ? memory.checkpoint(folder) : memory;
            Thread.currentThread().interrupt();
            String said = refused(InterruptedException.class, () -> selection.choose(VIEW, Streams.seed(1)));
            assertFalse(Thread.interrupted());
            String then = kept
                    ? "; the same selection goes on from " + folder.resolve(Checkpoint.FILE)
                    : "; it has spent its budget";
            assertEquals("the selection was stopped" + then, said);
        }
        Map<String, String> facts = Ledger.read(folder.resolve("ledger.jsonl")).facts();
        assertEquals(
                Set.of("candidate narrow", "delta", "given by the user", "law", "run", "score", "streams"),
                facts.keySet());
        assertEquals("what is told", facts.get("score"));
        assertTrue(facts.get("law").contains("Poisson"));
        assertTrue(facts.get("candidate narrow").contains("Adam"));
        chosen(selection(t -> 1, NARROW).checkpoint(folder), 1);
    }

    @Test
    void theSameSeedChoosesTheSameAndAReleaseDoesNot() throws Exception {
        float[] first = weights(Streams.seed(7)), again = weights(Streams.seed(7)), other = weights(Streams.seed(8));
        assertArrayEquals(first, again);
        assertFalse(Arrays.equals(first, other));
        assertFalse(Arrays.equals(weights(Streams.secure()), weights(Streams.secure())));
    }

    private static float[] weights(Streams streams) throws Exception {
        return PrivateSelection.of(NARROW)
                .by(told(t -> 1))
                .times(RunCount.geometric(0.5))
                .choose(VIEW, streams)
                .orElseThrow()
                .trained()
                .parameters()
                .toArray();
    }

    /** What has ended is stored with its verdict: a release is SOUND whenever it is asked for, an experiment never. */
    @Test
    void anEndedSelectionIsTheSameAgain() throws Exception {
        for (boolean secure : new boolean[] {true, false}) {
            Path here = folder.resolve("ended-" + secure);
            PrivateSelection selection = PrivateSelection.of(NARROW, WIDE)
                    .by(HoldoutCount.of(HELD, 2))
                    .times(RunCount.geometric(0.5))
                    .checkpoint(here);
            Streams streams = secure ? Streams.secure() : Streams.seed(2);
            Chosen first = selection.choose(VIEW, streams).orElseThrow();
            SelectionState stored = stored(here);
            assertTrue(stored.ended() && stored.done() == stored.count(), "all of them are done");
            assertEquals(1, Ledger.read(here.resolve("ledger.jsonl")).lastStep());
            Chosen again = selection.choose(VIEW, streams).orElseThrow();
            assertEquals(
                    secure ? Verdict.SOUND : Verdict.IDEAL, first.guarantee().verdict());
            assertEquals(first.guarantee(), again.guarantee());
            assertEquals(first.score(), again.score());
            assertSameWeights(first.trained(), again.trained());
        }
    }

    private static SelectionState stored(Path folder) throws Exception {
        Path file = folder.resolve(Checkpoint.FILE);
        byte[] content = Checkpoint.read(file);
        int line = "private: do not publish. A selection of dpgnn, form 1\n".length();
        try (var in = new DataInputStream(new ByteArrayInputStream(content, line, content.length - line))) {
            return SelectionState.load(file, in.readUTF());
        }
    }

    /** A number, the leader and a record in the fields of a training's checkpoint: so it was before selections had a file of their own. */
    private static void saveAsBefore(SelectionState s, Path folder) throws Exception {
        byte[] leader = ByteBuffer.allocate(13)
                .put((byte) (s.sound() ? 1 : 0))
                .putInt(s.best())
                .putDouble(s.score())
                .array();
        var past = new Checkpoint.Past(s.count(), 0, s.resumed());
        byte[] run = s.run().getBytes(StandardCharsets.UTF_8);
        new Checkpoint(s.of(), s.done(), s.ended(), past, "", 0, 0, s.weights(), leader, run)
                .save(folder.resolve(Checkpoint.FILE));
    }

    /** Stopped after any training, a selection goes on to the same end from its own file and from one of the version before. */
    @Test
    void aSelectionGoesOnAlsoFromTheFormBefore() throws Exception {
        Chosen whole = chosen(selection(t -> t.parameters().toArray()[0], NARROW, WIDE), 3);
        for (int stop = 1; stop <= 3; stop++)
            for (boolean before : new boolean[] {false, true}) {
                Path here = folder.resolve(stop + "-" + before);
                int[] seen = new int[1];
                int last = stop;
                ToDoubleFunction<Trained> stopping = t -> {
                    if (++seen[0] == last) Thread.currentThread().interrupt();
                    return t.parameters().toArray()[0];
                };
                PrivateSelection selection = selection(stopping, NARROW, WIDE).checkpoint(here);
                refused(InterruptedException.class, () -> selection.choose(VIEW, Streams.seed(3)), "goes on from");
                SelectionState at = stored(here);
                assertEquals(stop, at.done());
                assertTrue(at.count() > 4 && at.best() >= 0 && !at.ended());
                if (before) saveAsBefore(at, here);
                Chosen end = chosen(selection, 3);
                assertEquals(whole.name(), end.name());
                assertEquals(whole.score(), end.score());
                assertSameWeights(whole.trained(), end.trained());
                assertTrue(end.guarantee().terms().published().contains(RunVerdict.INTERRUPTED));
                SelectionState ended = stored(here);
                assertEquals(at.count(), ended.count());
                assertTrue(ended.ended() && ended.resumed());
                saveAsBefore(ended, here);
                assertSameWeights(whole.trained(), chosen(selection, 3).trained());
                refused(
                        IOException.class,
                        () -> selection(stopping, NARROW).checkpoint(here).choose(VIEW, Streams.seed(3)),
                        "is of another selection, or of a training");
            }
    }

    @Test
    void aTrainingAndASelectionDoNotTakeEachOthersFiles() throws Exception {
        Path trained = folder.resolve("trained"), chosen = folder.resolve("chosen");
        PLAN.experiment(Mlp.of(2), 1).checkpoint(trained, 1).train(VIEW);
        PrivateSelection selection = selection(t -> 1, NARROW);
        refused(
                IOException.class,
                () -> selection.checkpoint(trained).choose(VIEW, Streams.seed(1)),
                "is of another selection, or of a training");
        chosen(selection.checkpoint(chosen), 1);
        refused(
                UncheckedIOException.class,
                () -> PLAN.experiment(Mlp.of(2), 1).checkpoint(chosen, 1).train(VIEW),
                "it is of a selection, or was written by another version");
    }

    /** The training is taken anew, and whether it is may follow from what the score saw. */
    @Test
    void aScoreThatFailedLeavesNoSoundSelection() throws Exception {
        boolean[] failed = new boolean[1];
        ToDoubleFunction<Trained> once = t -> {
            if (failed[0]) return 1;
            failed[0] = true;
            throw new IllegalStateException("what it saw was too low");
        };
        PrivateSelection selection = selection(once, NARROW).checkpoint(folder);
        assertThrows(IllegalStateException.class, () -> selection.release(VIEW));
        for (int again = 0; again < 2; again++) {
            Guarantee held = selection.release(VIEW).orElseThrow().guarantee();
            assertEquals(Verdict.GIVEN, held.verdict());
            assertTrue(held.terms().published().contains(RunVerdict.INTERRUPTED), held.statement());
        }
    }

    /** In an experiment a failure is told as it is; in a release it says nothing. */
    @Test
    void aTrainingThatFails() {
        IllegalStateException fault = new IllegalStateException("at training 3");
        ToDoubleFunction<Trained> fails = t -> {
            throw fault;
        };
        PrivateSelection failing = selection(fails, NARROW);
        assertSame(fault, assertThrows(IllegalStateException.class, () -> failing.choose(VIEW, Streams.seed(1))));
        PrivateSelection often = failing.times(RunCount.poisson(40));
        String said = refused(IllegalStateException.class, () -> often.release(VIEW));
        assertEquals("a training of the selection failed; it has spent its budget", said);
    }

    @Test
    void dataThatLeakAreNotReleasedAndAnExperimentOnThemIsUnsound() throws Exception {
        TrainingView leaky = SmallTraining.leaky().transductive(SPLIT);
        PrivateSelection selection = selection(t -> 1, NARROW, WIDE);
        refused(() -> selection.release(leaky), "a release needs data without leaks");
        Guarantee guarantee =
                selection.choose(leaky, Streams.seed(1)).orElseThrow().guarantee();
        assertEquals(Verdict.UNSOUND, guarantee.verdict());
        assertEquals(Double.POSITIVE_INFINITY, guarantee.epsilon());
        assertTrue(guarantee.terms().remarks().containsAll(leaky.provenance().leaks()));
        Guarantee sound = selection.guarantee(VIEW);
        assertEquals(1e-4, sound.delta());
        assertEquals("RDP of a selection", sound.accountant());
        assertEquals(
                "The best of a random number of trainings, " + RunCount.poisson(8)
                        + ", among 2 candidates, by what is told.",
                sound.terms().remarks().get(0));
        List<String> uncovered = new ArrayList<>(
                PLAN.schedule(VIEW, NARROW.model()).provable().terms().uncovered());
        assertTrue(uncovered.removeIf(s -> s.startsWith("Choosing this run")) && !uncovered.isEmpty());
        assertEquals(uncovered, sound.terms().uncovered().subList(0, uncovered.size()));
        Optional<Chosen> released = selection.by(HoldoutCount.of(HELD, 2)).release(VIEW);
        if (released.isPresent())
            assertEquals(Verdict.SOUND, released.get().guarantee().verdict());
        assertEquals(VIEW.provenance().notes(), sound.terms().given());
    }

    @Test
    void candidatesProtectTheSame() {
        Plan split = Plan.of(GraphSplit.of(4), Clip.flat(0.5), GaussianNoise.standard());
        assertEquals(PLAN.relation(), PLAN.sampler().relation());
        refused(
                () -> selection(t -> 1, NARROW, Candidate.of("split", Mlp.of(2), split)),
                "all candidates must have one "
                        + (split.sampler().unit() == PLAN.sampler().unit() ? "relation" : "unit") + ", there are ");
        refused(() -> selection(t -> 1, NARROW, NARROW), "name must be new, 'narrow' is there twice");
        refused(() -> PrivateSelection.of(List.of()), "candidates must not be empty");
        refused(
                () -> selection(t -> 1, NARROW, Candidate.of("rare", Mlp.of(2), PLAN.delta(1e-5)))
                        .guarantee(VIEW),
                "all candidates must have one delta");
    }

    @Test
    void aPlanWhoseNoiseIsSoughtHasItsStepsAlone() {
        Plan open = Plan.of(PoissonNodes.of(0.3), Clip.flat(0.5), GaussianNoise.standard());
        for (Plan wrong : List.of(open, PLAN, open.steps(3).exact()))
            refused(
                    () -> selection(t -> 1, Candidate.of("wrong", Mlp.of(2), wrong))
                            .calibrated(3, 1e-4)
                            .guarantee(VIEW),
                    "'wrong' must have its steps and no more");
        refused(() -> selection(t -> 1, NARROW).calibrated(0, 1e-4), "epsilon");
        refused(() -> selection(t -> 1, NARROW).calibrated(1, 1), "delta");
        refused(() -> selection(t -> 1, NARROW).checkpoint(null), "folder of a selection");
        for (PrivateSelection half : List.of(
                PrivateSelection.of(NARROW).by(told(t -> 1)),
                PrivateSelection.of(NARROW).times(RunCount.poisson(1))))
            assertTrue(refused(IllegalStateException.class, () -> half.guarantee(VIEW))
                    .startsWith("say what ranks trainings"));
    }

    @Test
    void aCountOfRightAnswersHasOneLabelANode() throws Exception {
        boolean[] sets = new boolean[HELD.graph().nodes() * 2];
        EvaluationView several = new EvaluationView(
                HELD.graph(), HELD.features(), Labels.multi(2, sets), HELD.nodes(), HELD.original(), HELD.provenance());
        refused(() -> HoldoutCount.of(several, 2), "a node must have one class");
        int[] twice = HELD.nodes().clone();
        twice[1] = twice[0];
        for (int[][] numbers : new int[][][] {{twice, HELD.original()}, {HELD.nodes(), twice}}) {
            EvaluationView copies = new EvaluationView(
                    HELD.graph(), HELD.features(), HELD.labels(), numbers[0], numbers[1], HELD.provenance());
            refused(() -> HoldoutCount.of(copies, 2), "must name each node once");
        }
        HoldoutCount count = HoldoutCount.of(HELD, 5);
        assertEquals("right answers from own rows, noise of deviation 8", count.toString());
        assertEquals(NoisyCount.of(5).event(), count.event());
        Trained trained = PLAN.steps(20).experiment(Mlp.of(4), 1).train(VIEW);
        float[] logits = count.logits(trained);
        int classes = HELD.labels().classes(), right = 0, row = 0;
        for (int v : HELD.nodes()) {
            if (!HELD.labels().isKnown(v)) continue;
            int best = 0;
            for (int c = 1; c < classes; c++) if (logits[row * classes + c] > logits[row * classes + best]) best = c;
            if (best == HELD.labels().of(v)) right++;
            row++;
        }
        assertEquals(right, count.count(trained));
        assertTrue(right > 0 && right < row, right + " of " + row);
        assertEquals(
                NoisyCount.of(5).release(right, Streams.seed(1).stream("score")),
                count.of(trained, Streams.seed(1).stream("score")));
    }
}
