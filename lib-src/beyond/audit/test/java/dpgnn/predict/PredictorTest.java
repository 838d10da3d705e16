package dpgnn.predict;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.Streams;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.Trained;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class PredictorTest {
    private static Trained trained;

    @TempDir
    Path folder;

    @BeforeAll
    static void train() throws Exception {
        trained = SeparableRows.trained(Relation.ADD_REMOVE, Streams.secure());
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
    }

    /** A ring of nodes of the first class, which node 0 has a chord through. */
    private static TrainingView ring(int nodes) {
        int[] from = IntStream.range(0, nodes).toArray();
        int[] to = IntStream.range(1, nodes + 1).map(v -> v % nodes).toArray();
        float[][] rows = new float[nodes][];
        Arrays.fill(rows, SeparableRows.FIRST);
        return SeparableRows.view(Graph.undirected(nodes, from, to), rows);
    }

    private static final NeighbourVotes THREE = NeighbourVotes.ofNodes(3, 2).deviation(8);

    private Predictor three(Trained of, int nodes) {
        return Predictor.release(folder, of, THREE, ring(nodes));
    }

    private static Trained seeded(Model model, Plan plan) throws Exception {
        return plan.experiment(model, 1).train(ring(30));
    }

    private static void spent(Executable answer, int answers) {
        refused(IllegalStateException.class, answer, "all " + answers + " answers");
    }

    private void broken(Executable opened, String... words) {
        refused(UncheckedIOException.class, opened, words);
    }

    @Test
    void answersAreChargedToTheBudgetOfTheirTrainingOnce() throws Exception {
        Budget budget = Budget.at(folder.resolve("private-budget"), 8, 1e-4);
        refused(
                () -> Predictor.release(folder.resolve("free"), trained, THREE, ring(10), budget),
                "the training was not charged to");
        Trained charged = SeparableRows.trained(Relation.ADD_REMOVE, Streams.secure(), budget);
        double before = budget.used();
        double[] used = new double[2];
        for (int again = 0; again < 2; again++)
            try (Predictor predictor = Predictor.release(folder.resolve("answers"), charged, THREE, ring(10), budget)) {
                predictor.answer(again);
                used[again] = budget.used();
                String said = predictor.guarantee().statement();
                assertTrue(said.contains("Charged to a budget of epsilon 8.0"), said);
                assertFalse(said.contains("Another predictor"), said);
            }
        try (Predictor beside = Predictor.release(folder.resolve("beside"), charged, THREE, ring(10))) {
            String said = beside.guarantee().statement();
            assertFalse(said.contains("Charged to"), said);
            assertTrue(said.contains("The answers are charged to no budget."), said);
            assertTrue(said.contains("Other releases of the same data, which no budget counts."), said);
        }
        assertTrue(used[0] > before, used[0] + " after " + before);
        assertEquals(used[0], used[1], "charged once");
        refused(() -> NeighbourVotes.ofNodes(Long.MAX_VALUE, 2));
        NeighbourVotes many = NeighbourVotes.ofNodes(50, 2).deviation(5);
        Executable more = () -> Predictor.release(folder.resolve("more"), charged, many, ring(10), budget);
        refused(IllegalStateException.class, more, "has no room");
    }

    /** Answers have the delta of their training, and their epsilon at it is added to the training's. */
    @Test
    void answersAreAddedToTheirTraining() throws Exception {
        Budget budget = Budget.at(folder.resolve("private-sums"), 40, 0.1).bySums();
        Trained charged = SeparableRows.trained(Relation.ADD_REMOVE, Streams.secure(), budget);
        double before = budget.used(), delta = charged.guarantee().delta();
        Predictor.release(folder.resolve("answers"), charged, THREE, ring(10), budget)
                .close();
        double answers = PldAccountant.standard().epsilon(THREE.event(), delta * (1 - DeltaReserve.SHARE));
        assertEquals(before + answers, budget.used(), 1e-12);
        assertEquals(2, budget.runs().size());
    }

    /** Two files of one epsilon and delta: a training on the one, and answers and a training on the other. */
    @Test
    void aBudgetThatLacksTheTrainingTakesNoAnswers() throws Exception {
        Budget first = Budget.at(folder.resolve("private-a"), 8, 1e-4),
                second = Budget.at(folder.resolve("private-b"), 8, 1e-4);
        Trained charged = SeparableRows.trained(Relation.ADD_REMOVE, Streams.secure(), first);
        Executable empty = () -> Predictor.release(folder.resolve("empty"), charged, THREE, ring(10), second);
        refused(empty, "the training was not charged to", "private-b");
        Trained other = SeparableRows.trained(Relation.ADD_REMOVE, Streams.secure(), second);
        double used = second.used();
        Executable answers = () -> Predictor.release(folder.resolve("answers"), charged, THREE, ring(10), second);
        refused(answers, "the training was not charged to", "private-b");
        assertEquals(used, second.used(), "nothing was charged");
        Predictor.release(folder.resolve("of other"), other, THREE, ring(10), second)
                .close();
        // A copy holds what the file held.
        Files.copy(folder.resolve("private-b"), folder.resolve("private-c"));
        Predictor.release(
                        folder.resolve("of copy"),
                        other,
                        THREE,
                        ring(10),
                        Budget.at(folder.resolve("private-c"), 8, 1e-4))
                .close();
        assertNotEquals(first.number(), second.number());
        String said = charged.guarantee().statement();
        assertTrue(said.contains("number " + first.number().orElseThrow()), said);
    }

    @Test
    void oneAnswerMoreIsRefusedBeforeAnythingIsComputed() throws Exception {
        try (Predictor predictor = three(trained, 10)) {
            for (int v = 0; v < 3; v++) {
                assertEquals(3 - v, predictor.left());
                predictor.answer(v);
            }
            byte[] ledger = Files.readAllBytes(folder.resolve("ledger.jsonl"));
            byte[] answers = Files.readAllBytes(folder.resolve("private-answers.txt"));
            refused(IllegalStateException.class, () -> predictor.answer(3), "all 3 answers", "not covered");
            spent(() -> predictor.answer(3, SeparableRows.FIRST), 3);
            assertEquals(0, predictor.left());
            assertTrue(Arrays.equals(ledger, Files.readAllBytes(folder.resolve("ledger.jsonl"))));
            assertTrue(Arrays.equals(answers, Files.readAllBytes(folder.resolve("private-answers.txt"))));
            predictor.answer(0);
            predictor.answer(SeparableRows.FIRST);
        }
        assertTrue(Ledger.read(folder.resolve("ledger.jsonl")).ended());
        try (Predictor again = three(trained, 10)) {
            spent(() -> again.answer(4), 3);
        }
        try (Predictor memory = Predictor.of(trained, THREE, ring(10), Streams.seed(1))) {
            for (int v = 0; v < 3; v++) memory.answer(v);
            spent(() -> memory.answer(3), 3);
        }
    }

    @Test
    void theSameQuestionHasTheSameAnswerForNothing() throws Exception {
        try (Predictor predictor = three(trained, 10)) {
            Answer first = predictor.answer(5);
            for (int i = 0; i < 10; i++) assertEquals(first, predictor.answer(5));
            predictor.answer(5, SeparableRows.SECOND);
            assertEquals(2, predictor.left());
            assertNotEquals(first.scores(), predictor.answer(6).scores(), "noise of its own");
        }
    }

    @Test
    void aKilledPredictorGoesOnWithItsCountAndItsAnswers() throws Exception {
        Answer first;
        try (Predictor predictor = three(trained, 10)) {
            first = predictor.answer(5);
        }
        Path ledger = folder.resolve("ledger.jsonl"), answers = folder.resolve("private-answers.txt");
        try (Predictor predictor = three(trained, 10)) {
            assertEquals(2, predictor.left());
            assertEquals(first, predictor.answer(5));
            assertEquals(2, predictor.left());
            predictor.answer(6);
        }
        // Killed after the charge and before the answer was stored, or in the middle of storing it.
        String whole = Files.readString(answers);
        String[] lines = whole.split("(?<=\n)");
        for (String left : List.of(lines[0] + lines[1], lines[0] + lines[1] + lines[2].substring(0, 12))) {
            Files.writeString(answers, left);
            try (Predictor predictor = three(trained, 10)) {
                assertEquals(1, predictor.left(), "the lost answer stays paid for");
                assertEquals(first, predictor.answer(5));
            }
            assertEquals(lines[0] + lines[1], Files.readString(answers));
        }
        // Killed in the middle of a charge: it counts, and nothing was released for it.
        Files.writeString(answers, whole);
        byte[] bytes = Files.readAllBytes(ledger);
        Files.write(ledger, Arrays.copyOf(bytes, bytes.length - 20));
        try (Predictor predictor = three(trained, 10)) {
            assertEquals(1, predictor.left());
            predictor.answer(7);
            spent(() -> predictor.answer(8), 3);
        }
    }

    /** At every byte of the ledger's first lines: a predictor that was killed there begins, or goes on, with all it needs. */
    @Test
    void killedWhileItBeginsItGoesOn() throws Exception {
        three(trained, 10).close();
        byte[] whole = Files.readAllBytes(folder.resolve("ledger.jsonl"));
        int header = new String(whole, StandardCharsets.US_ASCII).indexOf('\n') + 1;
        for (int cut : IntStream.concat(
                        IntStream.iterate(0, at -> at < whole.length, at -> at + 41), IntStream.of(header, header + 1))
                .toArray()) {
            Path other = Files.createDirectories(folder.resolve("cut " + cut));
            Files.write(other.resolve("ledger.jsonl"), Arrays.copyOf(whole, cut));
            if (cut > header)
                for (String file : List.of("private-binding.txt", "private-answers.txt"))
                    Files.copy(folder.resolve(file), other.resolve(file));
            try (Predictor predictor = Predictor.release(other, trained, THREE, ring(10))) {
                assertEquals(3, predictor.left());
                predictor.answer(1);
                assertEquals(2, predictor.left());
                assertTrue(epsilon(predictor) > 0);
            }
        }
    }

    private static double epsilon(Predictor predictor) {
        return PldAccountant.standard().epsilon(predictor.spent(), 1e-4);
    }

    @Test
    void twoPredictorsOnOneLedgerAreRefused() throws Exception {
        try (Predictor predictor = three(trained, 10)) {
            refused(IllegalStateException.class, () -> three(trained, 10), "open elsewhere");
            predictor.answer(1);
        }
        three(trained, 10).close();
    }

    @Test
    void anotherPredictorsFolderIsRefused() throws Exception {
        try (Predictor predictor = three(trained, 10)) {
            predictor.answer(1);
        }
        NeighbourVotes noisier = THREE.deviation(9);
        broken(() -> Predictor.release(folder, trained, noisier, ring(10)), "another predictor", "votes");
        Trained fresh = SeparableRows.trained(Relation.ADD_REMOVE, Streams.secure());
        broken(() -> three(fresh, 10), "weights");
        String message = refused(UncheckedIOException.class, () -> three(trained, 11), "other data");
        assertFalse(message.matches(".*[0-9a-f]{32}.*"), "no hash of private data in a message");
        Path answers = folder.resolve("private-answers.txt"), ledger = folder.resolve("ledger.jsonl");
        String kept = Files.readString(answers);
        Files.writeString(answers, kept.replaceFirst("\n1 1 \\w{3}", "\n1 1 xyz"));
        broken(() -> three(trained, 10), "damaged", "line 2");
        Files.delete(answers);
        broken(() -> three(trained, 10), "is gone");
        Files.writeString(answers, kept);
        String[] lines = Files.readString(ledger).split("(?<=\n)");
        Files.writeString(ledger, String.join("", Arrays.copyOf(lines, lines.length - 1)));
        broken(() -> three(trained, 10), "cut off");
    }

    @Test
    void theGuaranteeIsThatOfTheTrainingAndAllAnswers() throws Exception {
        NeighbourVotes votes =
                NeighbourVotes.ofNodes(50, 3).within(trained.guarantee().epsilon() + 1, trained);
        try (Predictor predictor = Predictor.release(folder, trained, votes, ring(60))) {
            Guarantee held = predictor.guarantee();
            assertEquals(Verdict.SOUND, held.verdict());
            assertEquals(Unit.NODE, held.unit());
            assertEquals(Relation.ADD_REMOVE, held.relation());
            assertTrue(held.epsilon() <= trained.guarantee().epsilon() + 1);
            assertTrue(held.epsilon() > trained.guarantee().epsilon() + 0.99);
            String text = held.statement();
            for (String word :
                    List.of("50 answers", "one more is refused", "metrics", "rows and graphs that askers give"))
                assertTrue(text.contains(word), text);
            assertFalse(text.contains("Predictions that read"), text);
            for (int v = 0; v < 20; v++) predictor.answer(v);
            double before = epsilon(predictor);
            for (int v = 20; v < 50; v++) predictor.answer(v);
            assertTrue(before < epsilon(predictor));
            assertEquals(held.epsilon(), epsilon(predictor), 1e-4 * held.epsilon(), "the ledger has all of it");
            assertEquals(held.epsilon(), predictor.certificate().epsilon());
        }
        Predictor seeded = Predictor.of(trained, votes, ring(60), Streams.seed(1));
        assertEquals(Verdict.IDEAL, seeded.guarantee().verdict());
        Predictor ofSeeded = Predictor.release(folder.resolve("b"), SeparableRows.trained(), THREE, ring(10));
        assertEquals(Verdict.IDEAL, ofSeeded.guarantee().verdict(), "a training from a seed protects nobody");
        ofSeeded.close();
    }

    @Test
    void edgesCostTwoAnswersHoweverManyThereAre() throws Exception {
        NeighbourVotes votes = NeighbourVotes.ofEdges(40).within(2, trained);
        try (Predictor predictor = Predictor.release(folder, trained, votes, ring(50))) {
            assertTrue(predictor.guarantee().epsilon() <= 2
                    && predictor.guarantee().epsilon() > 1.99);
            assertEquals(Verdict.SOUND, predictor.guarantee().verdict());
            assertTrue(predictor.guarantee().statement().contains("the training read no edge"));
            predictor.answer(0);
            double one = epsilon(predictor);
            predictor.answer(1);
            double two = epsilon(predictor);
            for (int v = 2; v < 40; v++) predictor.answer(v);
            assertTrue(one < two);
            assertEquals(two, epsilon(predictor));
            spent(() -> predictor.answer(41), 40);
        }
    }

    @Test
    void whatAskersGiveIsFreeAndTheAnswerSaysWhoIsNotProtected() throws Exception {
        Predictor free = Predictor.of(trained);
        assertEquals(trained.guarantee().epsilon(), free.guarantee().epsilon());
        assertEquals(Verdict.SOUND, free.guarantee().verdict());
        assertTrue(free.guarantee().statement().contains("any number of answers"));
        assertEquals(0, free.answer(SeparableRows.FIRST).label());
        assertEquals(1, free.answer(SeparableRows.SECOND).label());
        assertTrue(free.answer(SeparableRows.FIRST).covered().contains("The row is the asker's"));
        refused(IllegalStateException.class, () -> free.answer(0), "no protected graph");
        Graph pair = Graph.undirected(2, new int[] {0}, new int[] {1});
        Answer theirs = free.answer(pair, DenseFeatures.of(2, 2, new float[] {0, 0, -1e4f, 0}), 1);
        assertEquals(1, theirs.label());
        assertTrue(theirs.covered().startsWith("Not protected"));
        try (Predictor paid = Predictor.of(trained, THREE, ring(10), Streams.seed(1))) {
            paid.answer(SeparableRows.FIRST);
            paid.answer(pair, DenseFeatures.of(2, 2, new float[4]), 0);
            assertEquals(3, paid.left());
            assertEquals(Predictor.of(trained).answer(SeparableRows.FIRST), paid.answer(SeparableRows.FIRST));
        }
    }

    /** A network that aggregates reads the asker's graph, edges and all. */
    @Test
    void anAskersGraphIsAggregated() throws Exception {
        Plan plan = Plans.fixed(PoissonNodes.of(0.5), Clip.flat(1), 3, 4, 1e-4);
        Predictor free = Predictor.of(seeded(Gcn.of(4), plan));
        DenseFeatures rows = DenseFeatures.of(2, 2, new float[] {0.2f, 0, -3, 2});
        Answer alone = free.answer(Graph.undirected(2, new int[0], new int[0]), rows, 0);
        Answer joined = free.answer(Graph.undirected(2, new int[] {0}, new int[] {1}), rows, 0);
        assertNotEquals(alone.scores(), joined.scores());
        assertEquals(free.answer(new float[] {0.2f, 0}).scores(), alone.scores());
    }

    @Test
    void hostileRowsAndQuestionsStopNothing() throws Exception {
        TrainingView huge = SeparableRows.view(
                Graph.undirected(4, new int[] {0, 0, 0}, new int[] {1, 2, 3}),
                SeparableRows.FIRST,
                new float[] {Float.MAX_VALUE, -Float.MAX_VALUE},
                new float[] {-Float.MAX_VALUE, Float.MAX_VALUE},
                new float[] {1e38f, 1e38f});
        try (Predictor predictor = Predictor.of(trained, THREE, huge, Streams.seed(1))) {
            float[] most = {Float.MAX_VALUE, Float.MAX_VALUE};
            for (Answer answer : List.of(predictor.answer(0), predictor.answer(1, most)))
                for (double score : answer.scores()) assertTrue(Double.isFinite(score));
            for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
                refused(() -> predictor.answer(2, new float[] {0, bad}), "must be finite", Float.toString(bad));
            refused(() -> predictor.answer(2, new float[3]), "row", "2 features", "3");
            refused(() -> predictor.answer(4), "node", "0..3", "4");
            refused(() -> predictor.answer(-1), "node", "-1");
            refused(() -> predictor.answer((float[]) null), "row");
            assertEquals(1, predictor.left(), "nothing that was refused was charged");
        }
    }

    @Test
    void theNoiseOfAnAnswerIsAsStated() throws Exception {
        Graph empty = Graph.undirected(3000, new int[0], new int[0]);
        TrainingView view = SeparableRows.view(empty);
        NeighbourVotes votes = NeighbourVotes.ofNodes(3000, 1).deviation(7);
        double sum = 0, square = 0;
        try (Predictor predictor = Predictor.of(trained, votes, view, Streams.seed(4))) {
            for (int v = 0; v < 3000; v++)
                for (double x : predictor.answer(v).scores()) {
                    sum += x;
                    square += x * x;
                }
        }
        assertEquals(0, sum / 6000, 5 * 7 / Math.sqrt(6000));
        assertEquals(7, Math.sqrt(square / 6000), 5 * 7 / Math.sqrt(12000));
    }

    @Test
    void onlyTrainingsThatProtectTheSameAreTaken() throws Exception {
        TrainingView view = ring(30);
        Plan stars = Plans.fixed(HeterPoisson.of(0.2, 2), Clip.flat(0.5), 3, 4, 1e-4);
        Trained part = seeded(Gcn.of(4), stars);
        refused(() -> Predictor.of(part, THREE, view, Streams.seed(1)), "is added");
        Predictor.of(part, THREE.weighted(3), view, Streams.seed(1)).close();
        NeighbourVotes edges = NeighbourVotes.ofEdges(3).deviation(1);
        refused(() -> Predictor.of(part, edges, view, Streams.seed(1)), "reads none");
        PlainTrainer open = PlainTrainer.of(Mlp.of(4), PoissonNodes.of(0.5), 2, Streams.seed(1));
        Trained plain = open.train(view);
        refused(() -> THREE.within(4, plain), "private");
        Trained leaking = seeded(Mlp.of(4), stars.leaking("Something leaks."));
        refused(() -> Predictor.of(leaking, THREE.weighted(2), view, Streams.seed(1)), "Something leaks.");
    }

    @Test
    void badParametersAreRefusedByName() {
        refused(() -> NeighbourVotes.ofNodes(0, 2), "answers");
        refused(() -> NeighbourVotes.ofNodes(1, 0.5), "longest");
        refused(() -> NeighbourVotes.ofNodes(1, Double.NaN), "longest");
        refused(() -> NeighbourVotes.ofEdges(5).weighted(2), "unit and relation");
        refused(() -> NeighbourVotes.ofEdges(5).replaced(), "unit and relation");
        refused(() -> NeighbourVotes.ofNodes(1, 2).weighted(0), "degree");
        refused(() -> THREE.deviation(0), "deviation");
        refused(() -> THREE.within(0.01, trained), "epsilon", "has spent");
        refused(IllegalStateException.class, () -> NeighbourVotes.ofNodes(1, 2).event(), "no noise yet");
        NeighbourVotes silent = NeighbourVotes.ofNodes(1, 2);
        refused(
                IllegalStateException.class,
                () -> Predictor.of(trained, silent, ring(5), Streams.seed(1)),
                "no noise yet");
    }
}
