package dpgnn.baseline;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.BlackBoxAudit;
import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublicEdgesTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final TrainingView VIEW = DATA.transductive();
    private static final PublicEdges CONTROL = PublicEdges.of();

    private static PublicEdges.Answered seeded(TrainingView view, double epsilon, long seed) {
        return CONTROL.experiment(view, epsilon, 1e-5, Streams.seed(seed));
    }

    /** e^epsilon by its series, rounded down. */
    private static BigDecimal exp(double epsilon) {
        BigDecimal sum = BigDecimal.ONE, term = BigDecimal.ONE;
        for (int n = 1; n < 400; n++) {
            term = term.multiply(new BigDecimal(epsilon)).divide(BigDecimal.valueOf(n), new MathContext(60));
            sum = sum.add(term);
        }
        return sum.multiply(BigDecimal.ONE.subtract(new BigDecimal("1e-50")));
    }

    @Test
    void noAnswerIsLikelierThanEpsilonSaysInExactArithmetic() {
        RandomStream coins = Streams.seed(1).stream("epsilons");
        for (int i = 0; i < 400; i++) {
            double epsilon = i < 3 ? new double[] {1e-6, 25, 1}[i] : Math.exp(-13.8 + 17 * coins.nextDouble());
            int classes = i < 3 ? 2 : 2 + coins.nextInt(i % 5 == 0 ? 5000 : 50);
            RandomisedAnswer event = PublicEdges.event(epsilon, classes);
            BigDecimal truth = new BigDecimal(event.truth());
            BigDecimal odds = truth.multiply(BigDecimal.valueOf(classes - 1))
                    .divide(BigDecimal.ONE.subtract(truth), new MathContext(60));
            assertTrue(odds.compareTo(exp(epsilon)) <= 0, epsilon + ", " + classes);
            assertTrue(odds.doubleValue() > Math.exp(epsilon * (1 - 1e-4)), epsilon + ", " + classes);
        }
        double least = PldAccountant.standard().epsilon(PublicEdges.event(2, 7), 1e-9);
        assertEquals(2, least, 0.01, "the accountant of all events, for which the answer is one event");
    }

    /** Over 20,000 answers: five deviations of the share of true ones, and of each other class. */
    @Test
    void answersHaveTheStatedLaw() {
        int classes = VIEW.labels().classes(), asked = 0, right = 0;
        RandomisedAnswer event = PublicEdges.event(1, classes);
        int[] lies = new int[classes - 1];
        for (int seed = 0; asked < 20_000; seed++) {
            int[] answers = seeded(VIEW, 1, seed).answers();
            for (int v : VIEW.participants().roots()) {
                asked++;
                int label = VIEW.labels().of(v), answer = answers[v];
                if (answer == label) right++;
                else lies[answer > label ? answer - 1 : answer]++;
            }
        }
        assertEquals(event.truth(), (double) right / asked, 5 * 0.5 / Math.sqrt(asked));
        for (int lie : lies) assertEquals(event.lie(), (double) lie / asked, 5 * 0.5 / Math.sqrt(asked));
    }

    /** The neighbouring world has another label, a row that is no number, or both; coins are the same. */
    @Test
    void aLabelMovesOneAnswerAndARowNone() {
        int[] roots = VIEW.participants().roots();
        for (int i = 0; i < 20; i++) {
            int z = roots[i];
            int other = (VIEW.labels().of(z) + 1) % VIEW.labels().classes();
            int[] here = seeded(VIEW, 2, i).answers();
            int[] there = seeded(VIEW.withLabel(z, other), 2, i).answers();
            for (int v = 0; v < here.length; v++)
                if (v != z) assertEquals(here[v], there[v], "node " + v + ", another label for " + z);
            float[] hostile = new float[VIEW.features().width()];
            java.util.Arrays.fill(hostile, 1e30f);
            assertArrayEquals(
                    seeded(VIEW, 2, i).predictions(),
                    seeded(VIEW.withFeatures(z, hostile), 2, i).predictions());
        }
    }

    @Test
    void predictionsAreMadeOfAnswersAndEdgesAlone() {
        PublicEdges.Answered all = seeded(VIEW, 6, 3);
        for (int v = 0; v < VIEW.graph().nodes(); v++)
            assertEquals(!VIEW.participants().isRoot(v), all.answers()[v] == Labels.NONE);
        // Each answer as the label, with coins that hardly ever lie: the answers and all predictions come out again.
        TrainingView told = VIEW;
        for (int v : VIEW.participants().roots()) told = told.withLabel(v, all.answers()[v]);
        PublicEdges.Answered again = seeded(told, 25, 4);
        assertArrayEquals(all.answers(), again.answers());
        assertArrayEquals(all.predictions(), again.predictions());
        Dataset far = DATA.withFeatures(0, new float[DATA.features().width()]);
        Split split = DATA.publicSplit().orElseThrow();
        double right = all.scores(far.evaluation(split, Split.Role.TEST)).accuracy();
        double constant = seeded(VIEW, 1e-6, 1)
                .scores(DATA.evaluation(split, Split.Role.TEST))
                .accuracy();
        assertTrue(right > constant + 0.2, right + " and " + constant);
        refused(() -> all.scores(SyntheticGraphs.small().evaluation(split, Split.Role.TEST)), "of another data set");
    }

    @Test
    void verdictsFollowCoinsAndLeaks() {
        assertEquals(Verdict.IDEAL, seeded(VIEW, 2, 1).guarantee().verdict());
        PublicEdges.Answered shown = CONTROL.release(VIEW, 2, 1e-5);
        assertEquals(Verdict.SOUND, shown.guarantee().verdict());
        assertEquals(2, shown.guarantee().epsilon());
        assertEquals(Unit.FEATURE, shown.guarantee().unit());
        assertEquals(Relation.REPLACE, shown.guarantee().relation());
        assertTrue(shown.certificate().text().contains("\"pair\": \"RandomisedAnswer\", \"noise\": 0.0"));
        assertNotEquals(
                java.util.Arrays.toString(shown.answers()),
                java.util.Arrays.toString(CONTROL.release(VIEW, 2, 1e-5).answers()),
                "secure coins are fresh");
        Split chosen = Split.perClass(DATA.labels(), 10, 20, 20, Streams.seed(1).stream("split"));
        PublicEdges.Answered leaking = seeded(DATA.transductive(chosen), 2, 1);
        assertEquals(Verdict.UNSOUND, leaking.guarantee().verdict());
        assertEquals(Double.POSITIVE_INFINITY, leaking.guarantee().epsilon());
    }

    @Test
    void aBudgetIsChargedBeforeACoinIsDrawn(@TempDir Path folder) throws Exception {
        Budget budget = Budget.at(folder.resolve("private-budget.jsonl"), 8, 1e-5);
        String charged = CONTROL.release(VIEW, 2, 1e-5, budget).guarantee().statement();
        assertTrue(charged.contains("Charged to"), charged);
        refused(RuntimeException.class, () -> CONTROL.release(VIEW, 12, 1e-5, budget));
        Split chosen = Split.perClass(DATA.labels(), 10, 20, 20, Streams.seed(1).stream("split"));
        double used = budget.used();
        refused(
                IllegalArgumentException.class,
                () -> CONTROL.release(DATA.transductive(chosen), 1, 1e-5, budget),
                "leak nothing");
        assertEquals(used, budget.used());
    }

    /** Answers at an epsilon of 4 that claim 0.5 are caught by one node's label; those that claim 4 are not. */
    @Test
    void anAuditFindsAnEpsilonThatIsTooSmall() {
        int z = VIEW.participants().roots()[0], label = VIEW.labels().of(z);
        TrainingView other = VIEW.withLabel(z, (label + 1) % VIEW.labels().classes());
        for (double claimed : new double[] {0.5, 4}) {
            BlackBoxAudit.Report report = BlackBoxAudit.of((view, seed) ->
                            new double[] {seeded(view, 4, seed).answers()[z] == label ? 1 : 0, seed % 7})
                    .worlds(VIEW, other)
                    .trainings(200)
                    .claiming(claimed, 1e-5)
                    .run();
            assertEquals(claimed < 1, report.caught(), report.toString());
        }
    }

    @Test
    void whatItDoesNotSupportIsRefused() {
        refused(() -> new PublicEdges(1, 10), "spread");
        refused(() -> new PublicEdges(0.5, -1), "rounds");
        for (double epsilon : new double[] {0, -1, Double.NaN, 26})
            refused(() -> seeded(VIEW, epsilon, 1), "epsilon must be in");
        refused(() -> CONTROL.experiment(VIEW, 1, 1e-5, Streams.secure()), "release(...)");
        refused(() -> CONTROL.release(VIEW, 1, 0), "delta");
    }
}
