package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.RecordFields;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Scores;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.train.Plan;
import dpgnn.train.folder.BudgetShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What public edges give: each training node says its label once by randomised response, and the answers are propagated over the
 * edges. No row is read. It is the control of every method that protects rows and labels and takes the edges as public.
 *
 * <pre>{@code
 * var answered = PublicEdges.of().release(view, 4, 1e-5);
 * answered.predictions();                                       // a class for each node of the graph
 * }</pre>
 *
 * <p><b>Guarantee.</b> Unit: the row and the label of one node, replaced. It covers the answers, and so all predictions that are made
 * of them, with delta 0.
 *
 * <p>Proof: docs/proofs.md, lemma 87.
 *
 * @param spread the weight of the neighbours against that of a node's own answer in each round
 * @param rounds how many edges an answer travels at most
 */
public record PublicEdges(double spread, int rounds) implements RecordFields.Adjustable<PublicEdges> {
    private static final String PUBLIC =
            "The edges, who is trained on, and the classes that there are are public and do not depend on labels.";
    private static final long WHOLE = 1L << 53;
    /** By more than the odds may be too large, and by more than rounding moves the probability of a true answer, of 2^53. */
    private static final double LESS = 1 - 0x1p-40;

    private static final int ROUNDING = 2;

    private static final double SMALLEST = 1e-6, LARGEST = 25;

    public PublicEdges {
        Check.rightOpen("spread", spread, 0, 1);
        Check.within("rounds", rounds, 0, 1000);
    }

    /** Ten rounds in which neighbours have nine tenths of the weight, as in personalised propagation (Klicpera et al. 2019). */
    public static PublicEdges of() {
        return new PublicEdges(0.9, 10);
    }

    /** What is spent; the coins are whole numbers of 53 bits, so that they have exactly this law. */
    public static RandomisedAnswer event(double epsilon, int classes) {
        Check.closed("epsilon", epsilon, SMALLEST, LARGEST);
        double odds = Math.exp(epsilon) * LESS;
        long kept = (long) (WHOLE * (odds / (odds + Check.atLeast("classes", classes, 2) - 1))) - ROUNDING;
        return new RandomisedAnswer((double) kept / WHOLE, classes);
    }

    /** Answers by coins of a seed, for an experiment. */
    public Answered experiment(TrainingView view, double epsilon, double delta, Streams streams) {
        if (Check.given("streams", streams).isSecure())
            throw new IllegalArgumentException(
                    "streams must be seeded for an experiment; use release(...) for secure ones");
        return answered(view, epsilon, delta, streams, null);
    }

    /** Answers by secure coins. */
    public Answered release(TrainingView view, double epsilon, double delta) {
        return answered(view, epsilon, delta, Streams.secure(), null);
    }

    /** A release that is charged to a budget before a coin is drawn. */
    public Answered release(TrainingView view, double epsilon, double delta, Budget budget) {
        return answered(view, epsilon, delta, Streams.secure(), Check.given("budget", budget));
    }

    private Answered answered(TrainingView view, double epsilon, double delta, Streams streams, Budget budget) {
        Labels labels = Check.given("view", view).labels();
        Check.open("delta", delta, 0, 1);
        if (!labels.isSingle())
            throw new IllegalArgumentException(
                    "labels must be one class a node, were " + (labels.isMulti() ? "sets of classes" : "numbers"));
        Check.that(!view.graph().isDirected(), "the graph", "undirected", "directed");
        RandomisedAnswer event = event(epsilon, labels.classes());
        List<String> remarks = new ArrayList<>(List.of("It holds with delta 0. No row was read."));
        List<String> leaks = Plan.leaks(view.provenance(), Unit.FEATURE, false);
        remarks.addAll(leaks);
        List<String> uncovered = new ArrayList<>(List.of("Choosing this run among others on the same data."));
        if (budget == null) uncovered.add(BudgetShare.OTHERS);
        else remarks.add(charged(view, leaks, event, delta, budget));
        if (!streams.isSecure())
            remarks.add("The coins came from a seed, for an experiment: whoever knows the seed knows the labels.");
        Guarantee held = Guarantee.of(Unit.FEATURE, Relation.REPLACE)
                .by(
                        "randomised response",
                        leaks.isEmpty() ? epsilon : Double.POSITIVE_INFINITY,
                        delta,
                        !leaks.isEmpty() ? Verdict.UNSOUND : streams.isSecure() ? Verdict.SOUND : Verdict.IDEAL,
                        new GuaranteeTerms(
                                List.of(PUBLIC), List.of(), view.provenance().given(), uncovered, remarks));
        int[] answers = answers(view, event, streams.stream("answers"));
        return new Answered(view.graph(), answers, propagated(view.graph(), answers, event), event, held);
    }

    private static String charged(TrainingView view, List<String> leaks, Event event, double delta, Budget budget) {
        if (!leaks.isEmpty())
            throw new IllegalArgumentException(
                    "a budget is for releases of data that leak nothing without noise, and these do: "
                            + String.join(" ", leaks));
        try {
            BudgetShare share =
                    new BudgetShare(budget, new Budget.Neighbours(Unit.FEATURE, Relation.REPLACE), view, null);
            share.charge(1, 1, new Budget.Spending(event, 0, delta));
            return share.charged();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The answer of each training node, {@link Labels#NONE} of others. Each has coins of its own, so that a label moves one answer. */
    private static int[] answers(TrainingView view, RandomisedAnswer event, RandomStream coins) {
        int[] answers = new int[view.graph().nodes()];
        Arrays.fill(answers, Labels.NONE);
        for (int v : view.participants().roots())
            answers[v] = drawn(event, view.labels().of(v), coins.fork(v));
        return answers;
    }

    /** One answer by coins of its own: the true one, or one of the others. */
    public static int drawn(RandomisedAnswer event, int truth, RandomStream own) {
        Check.rightOpen("truth", truth, 0, Check.given("event", event).answers());
        boolean honest = Check.given("own", own).nextLong() >>> 11 < (long) (event.truth() * WHOLE);
        int other = own.nextInt(event.answers() - 1);
        return honest ? truth : other + (other >= truth ? 1 : 0);
    }

    /** Scores of all nodes by class: unbiased estimates of labels, mixed with those of neighbours in each round. */
    private double[] propagated(Graph graph, int[] answers, RandomisedAnswer event) {
        int nodes = graph.nodes(), classes = event.answers();
        double[] own = new double[Math.multiplyExact(nodes, classes)];
        double unit = Math.max(event.truth() - event.lie(), Double.MIN_NORMAL);
        for (int v = 0; v < nodes; v++)
            if (answers[v] != Labels.NONE)
                for (int c = 0; c < classes; c++)
                    own[v * classes + c] = ((answers[v] == c ? 1 : 0) - event.lie()) / unit;
        double[] weight = new double[nodes];
        for (int v = 0; v < nodes; v++) weight[v] = 1 / Math.sqrt(Math.max(1, graph.inDegree(v)));
        double[] now = own, next = new double[own.length];
        for (int round = 0; round < rounds; round++) {
            for (int v = 0; v < nodes; v++) {
                int at = v * classes;
                for (int c = 0; c < classes; c++) next[at + c] = (1 - spread) * own[at + c];
                for (int k = 0; k < graph.inDegree(v); k++) {
                    int u = graph.inNeighbour(v, k);
                    double w = spread * weight[v] * weight[u];
                    for (int c = 0; c < classes; c++) next[at + c] += w * now[u * classes + c];
                }
            }
            double[] done = now == own ? new double[own.length] : now;
            now = next;
            next = done;
        }
        return now;
    }

    /** The answers and what follows from them. */
    public static final class Answered implements Described {
        private final Graph graph;
        private final int[] answers;
        private final double[] scores;
        private final RandomisedAnswer event;
        private final Guarantee guarantee;

        private Answered(Graph graph, int[] answers, double[] scores, RandomisedAnswer event, Guarantee guarantee) {
            this.graph = graph;
            this.answers = answers;
            this.scores = scores;
            this.event = event;
            this.guarantee = guarantee;
        }

        /** What each training node answered; {@link Labels#NONE} of others. */
        public int[] answers() {
            return answers.clone();
        }

        /** The class of each node of the graph; where no answer comes to a node, the most frequent answer. */
        public int[] predictions() {
            int classes = event.answers(), usual = 0;
            int[] count = new int[classes];
            for (int a : answers) if (a != Labels.NONE) count[a]++;
            for (int c = 1; c < classes; c++) if (count[c] > count[usual]) usual = c;
            int[] predicted = new int[graph.nodes()];
            for (int v = 0; v < predicted.length; v++) {
                int best = usual;
                for (int c = 0; c < classes; c++) if (scores[v * classes + c] > scores[v * classes + best]) best = c;
                predicted[v] = best;
            }
            return predicted;
        }

        /** How many of these nodes are predicted rightly. This reads their labels, which nothing here covers. */
        public Scores scores(EvaluationView test) {
            Check.that(
                    Check.given("test", test).graph() == graph,
                    "test",
                    "on the graph that the answers were propagated over",
                    test.graph() + " of another data set");
            int[] nodes =
                    Arrays.stream(test.nodes()).filter(test.labels()::isKnown).toArray();
            int[] all = predictions(), of = new int[nodes.length];
            for (int i = 0; i < nodes.length; i++) of[i] = all[nodes[i]];
            return Scores.of(test.labels(), nodes, of);
        }

        public Guarantee guarantee() {
            return guarantee;
        }

        /** What was spent. */
        public Event spent() {
            return event;
        }

        /** A certificate that somebody else can check. */
        public EpsilonCertificate certificate() {
            return EpsilonCertificate.of(
                    "labels over public edges",
                    guarantee.with(guarantee.verdict(), guarantee.terms().publishable()),
                    event,
                    0);
        }

        @Override
        public String headline() {
            return guarantee.headline();
        }

        @Override
        public Map<String, Object> description() {
            Map<String, Object> rows = new LinkedHashMap<>();
            rows.put(
                    "answers",
                    Arrays.stream(answers).filter(a -> a != Labels.NONE).count());
            rows.put("true with probability", event.truth());
            rows.putAll(guarantee.description());
            return rows;
        }
    }
}
