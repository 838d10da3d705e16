package dpgnn.study.league;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Audit;
import dpgnn.audit.BlackBoxAudit;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.ExampleGradients;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.Streams;
import dpgnn.study.league.AnsweredTraining.Aim;
import dpgnn.study.league.AnsweredTraining.Heard;
import dpgnn.train.Plan;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnsweredTrainingTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Split SPLIT = DATA.publicSplit().orElseThrow();
    private static final TrainingView VIEW = DATA.transductive();
    private static final AnsweredTraining METHOD =
            AnsweredTraining.of().with(AnsweredTraining::numbers, 8).with(AnsweredTraining::epochs, 4);
    private static final double DELTA = 1e-5;

    private static int[] answers(TrainingView view, long seed) {
        return AnsweredTraining.answers(view, METHOD.answer(4, 4), Streams.seed(seed).stream("answers"));
    }

    private static Dataset inputs(Dataset data, int[] answers) {
        Streams streams = Streams.seed(5);
        double[][] numbers = METHOD.numbers(data.graph(), streams.stream("numbers"));
        Heard heard = new Heard(data.graph(), answers, METHOD.answer(4, 4), numbers);
        return METHOD.inputs(data, heard, streams.stream("folds"));
    }

    private static float[] row(Dataset inputs, int node) {
        float[] row = new float[inputs.features().width()];
        inputs.features().copyRow(node, row, 0);
        return row;
    }

    /** The neighbouring world has another label, or a row of what no network can read; coins are the same. */
    @Test
    void aLabelMovesItsAnswerAndItsRecordAndARowNothing() {
        float[] hostile = new float[DATA.features().width()];
        Arrays.fill(hostile, 3e38f);
        for (int i = 0; i < 12; i++) {
            int z = VIEW.participants().roots()[17 * i];
            TrainingView there = VIEW.withLabel(z, (VIEW.labels().of(z) + 1) % 4);
            int[] said = answers(VIEW, i), other = answers(there, i);
            for (int v = 0; v < said.length; v++) if (v != z) assertEquals(said[v], other[v], "the answer of " + v);
            // Given all answers nothing but the label of z's own record differs, whatever the rows are.
            Dataset here = inputs(DATA, said), worse = inputs(DATA.withFeatures(z, hostile), said);
            for (int v = 0; v < said.length; v++) assertArrayEquals(row(here, v), row(worse, v));
        }
    }

    @Test
    void noNodeHearsItsOwnAnswer() {
        int[] said = answers(VIEW, 1);
        Dataset here = inputs(DATA, said);
        int moved = 0;
        for (int i = 0; i < 12; i++) {
            int z = VIEW.participants().roots()[19 * i];
            int[] lied = said.clone();
            lied[z] = (said[z] + 1) % 4;
            Dataset there = inputs(DATA, lied);
            assertArrayEquals(row(here, z), row(there, z), "node " + z);
            for (int u : DATA.graph().inNeighbours(z)) if (!Arrays.equals(row(here, u), row(there, u))) moved++;
        }
        assertTrue(moved > 0, "neighbours hear it");
        assertEquals(0, here.graph().edges(), "the training reads single records");
    }

    /** Delta of both parts by cases of the answer: the sum over outcomes of their shares of the training's own delta. */
    @Test
    void bothPartsArePaidFor() {
        PldAccountant accountant = PldAccountant.standard();
        for (double epsilon : new double[] {1, 4}) {
            Plan plan = METHOD.plan(VIEW, new Aim(epsilon, DELTA));
            RandomisedAnswer answer = METHOD.answer(epsilon, 4);
            Event both = AnsweredTraining.spent(answer, plan, VIEW),
                    training = ((Event.Composed) both).events().get(1);
            double held = accountant.epsilon(both, DELTA * (1 - DeltaReserve.SHARE));
            assertTrue(held <= epsilon && held > 0.98 * epsilon, "epsilon " + held);
            double t = answer.truth(), s = answer.lie(), apart = Math.log(t / s);
            double delta = t * accountant.delta(training, held - apart)
                    + s * accountant.delta(training, held + apart)
                    + (1 - t - s) * accountant.delta(training, held);
            assertEquals(DELTA, delta, 0.02 * DELTA);
            assertTrue(accountant.epsilon(training, DELTA) < 0.9 * epsilon, "the answer has its share");
        }
    }

    @Test
    void verdictsFollowCoinsAndLeaks() throws Exception {
        AnsweredTraining.Fitted seeded = METHOD.experiment(DATA, SPLIT, 4, DELTA, Streams.seed(1));
        assertEquals(Verdict.IDEAL, seeded.guarantee().verdict());
        AnsweredTraining.Fitted shown = METHOD.release(DATA, SPLIT, 4, DELTA);
        assertEquals(Verdict.SOUND, shown.guarantee().verdict());
        assertEquals(Unit.FEATURE, shown.guarantee().unit());
        assertEquals(Relation.REPLACE, shown.guarantee().relation());
        assertTrue(shown.guarantee().epsilon() <= 4 && shown.guarantee().epsilon() > 3.9);
        assertTrue(shown.trained().guarantee().epsilon() < 3.6, "a part has less");
        assertTrue(shown.certificate().text().contains("RandomisedAnswer"), "answers are certified");
        assertTrue(shown.certificate().text().contains("PoissonSampled"), "and the training");
        Split chosen = Split.perClass(DATA.labels(), 10, 20, 20, Streams.seed(1).stream("split"));
        assertEquals(
                Verdict.UNSOUND,
                METHOD.experiment(DATA, chosen, 4, DELTA, Streams.seed(1))
                        .guarantee()
                        .verdict());
        refused(() -> METHOD.release(DATA, chosen, 4, DELTA), "leak nothing");
    }

    @Test
    void aBudgetIsChargedForBothParts(@TempDir Path folder) throws Exception {
        Budget budget = Budget.at(folder.resolve("private-budget.jsonl"), 6, 2 * DELTA);
        String charged =
                METHOD.release(DATA, SPLIT, 4, DELTA, budget).guarantee().statement();
        assertTrue(charged.contains("Charged to"), charged);
        refused(RuntimeException.class, () -> METHOD.release(DATA, SPLIT, 4, DELTA, budget));
    }

    /** A new node is answered like a test node with these edges, and both better than by chance. */
    @Test
    void aNewNodeIsAnsweredByItsEdges() throws Exception {
        AnsweredTraining.Fitted fitted = AnsweredTraining.of().experiment(DATA, SPLIT, 8, DELTA, Streams.seed(3));
        int[] all = fitted.predictions();
        for (int v : Arrays.copyOf(SPLIT.test(), 20))
            assertEquals(all[v], fitted.answer(DATA.graph().inNeighbours(v)), "node " + v);
        double accuracy = fitted.scores(DATA.evaluation(SPLIT, Split.Role.TEST)).accuracy();
        assertTrue(accuracy > 0.5, "accuracy " + accuracy);
        refused(() -> fitted.answer(600), "neighbour");
        refused(() -> fitted.scores(SyntheticGraphs.small().evaluation(SPLIT, Split.Role.TEST)), "another data set");
    }

    /** Faults: coins at the whole epsilon that are charged with their share, and a clip in the training that is a fifth too long. */
    @Test
    void anAuditFindsAFaultInEitherPart() throws Exception {
        int z = VIEW.participants().roots()[0], label = VIEW.labels().of(z);
        TrainingView other = VIEW.withLabel(z, (label + 1) % 4);
        for (double share : new double[] {1, 0.1}) {
            RandomisedAnswer drawn =
                    METHOD.with(AnsweredTraining::share, Math.min(share, 0.999)).answer(5, 4);
            BlackBoxAudit.Report report = BlackBoxAudit.of((view, seed) -> new double[] {
                        AnsweredTraining.answers(view, drawn, Streams.seed(seed).stream("answers"))[z] == label ? 1 : 0,
                        seed % 7
                    })
                    .worlds(VIEW, other)
                    .trainings(200)
                    .claiming(0.5, DELTA)
                    .run();
            assertEquals(share == 1, report.caught(), report.toString());
        }
        Dataset inputs = inputs(DATA, answers(VIEW, 2));
        Plan honest = METHOD.plan(VIEW, new Aim(1, DELTA));
        for (double clip : new double[] {1, 1.2}) {
            Audit audit = Audit.of(honest)
                    .model(AnsweredTraining.MODEL)
                    .canaries(200)
                    .seed(1)
                    .sums((view, network, at, batch, thresholds, into) -> ExampleGradients.of(
                                    network, view.features(), view.labels())
                            .clippedSum(at, batch, new double[] {clip * thresholds[0]}, null, into));
            assertEquals(clip > 1, audit.report(inputs.transductive(SPLIT)).caught(), "clip " + clip);
        }
    }

    @Test
    void whatItDoesNotSupportIsRefused() {
        refused(() -> METHOD.with(AnsweredTraining::share, 1.0), "share");
        refused(() -> METHOD.with(AnsweredTraining::numbers, 0), "numbers");
        refused(() -> METHOD.experiment(DATA, SPLIT, 0, DELTA, Streams.seed(1)), "epsilon");
        refused(() -> METHOD.experiment(DATA, SPLIT, 4, 1, Streams.seed(1)), "delta");
        refused(() -> METHOD.experiment(DATA, SPLIT, 4, DELTA, Streams.secure()), "release(...)");
        Dataset directed = DATA.withGraph(Graph.directed(600, new int[] {0}, new int[] {1}));
        refused(() -> METHOD.experiment(directed, SPLIT, 4, DELTA, Streams.seed(1)), "undirected");
    }
}
