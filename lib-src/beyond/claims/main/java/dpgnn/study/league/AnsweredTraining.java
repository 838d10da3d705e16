package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.baseline.PublicEdges;
import dpgnn.graph.ArraySize;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Mlp;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.nn.Scores;
import dpgnn.predict.Predictor;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Budget;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import dpgnn.train.folder.BudgetShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Trains on what public edges carry: each training node says its label once by randomised response, and a perceptron learns from
 * the answers of neighbours, of their neighbours and of ten rounds, and from random numbers pushed over the edges. No row is read.
 *
 * <pre>{@code
 * var fitted = AnsweredTraining.of().release(data, split, 4, 1e-5);
 * fitted.predictions();                                         // a class for each node of the graph
 * fitted.answer(3, 9);                                          // the class of a new node that knows these two
 * }</pre>
 *
 * <p><b>Guarantee.</b> Unit: the row and the label of one node, replaced; edges, training nodes and classes are public. It covers the
 * answers, the weights and all predictions, also about new nodes, which are made of both. The training is charged beside the answers:
 * given these, inputs are the same in both worlds, and a node's label is in its own record alone.
 *
 * <p>Proof: docs/proofs.md, lemma 94.
 *
 * @param share of epsilon for the answers; the training has what composition leaves
 * @param numbers how many random numbers a node has
 * @param epochs how often a training node is drawn, on average
 * @param rate the learning rate of Adam
 */
public record AnsweredTraining(double share, int numbers, int epochs, double rate)
        implements RecordFields.Adjustable<AnsweredTraining> {
    static final Model MODEL = Mlp.of(LeagueEntry.WIDTH);
    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());
    private static final String PUBLIC =
            "The edges, who is trained on, and the classes that there are are public and do not depend on labels.";

    /** A training node does not hear its own answer, nor those of a fifth of the others, by public coins. */
    private static final int FOLDS = 5;

    private static final int ROUNDS = 10, PUSHES = 3, PARTS = 4;
    private static final double SPREAD = 0.9;
    private static final int LOT = 512, FEWEST_BATCHES = 4;

    public AnsweredTraining {
        Check.open("share", share, 0, 1);
        Check.atLeast("numbers", numbers, 1);
        Check.atLeast("epochs", epochs, 1);
        Check.positive("rate", rate);
    }

    /** Half of epsilon for answers, 64 numbers, twenty epochs of Adam at 0.01: chosen by the protocol in docs/league.md. */
    public static AnsweredTraining of() {
        return new AnsweredTraining(0.5, 64, 20, 0.01);
    }

    /** An experiment from a seed, with the least noise that keeps epsilon. */
    public Fitted experiment(Dataset data, Split split, double epsilon, double delta, Streams streams)
            throws InterruptedException {
        if (Check.given("streams", streams).isSecure())
            throw new IllegalArgumentException(
                    "streams must be seeded for an experiment; use release(...) for secure ones");
        return fitted(data, split, new Aim(epsilon, delta), streams, null);
    }

    /** A release: secure coins, secure noise and exact sums. Data of which no theorem speaks are refused. */
    public Fitted release(Dataset data, Split split, double epsilon, double delta) throws InterruptedException {
        return released(data, split, new Aim(epsilon, delta), null);
    }

    /** A release that is charged to a budget before a coin is drawn. */
    public Fitted release(Dataset data, Split split, double epsilon, double delta, Budget budget)
            throws InterruptedException {
        return released(data, split, new Aim(epsilon, delta), Check.given("budget", budget));
    }

    private Fitted released(Dataset data, Split split, Aim aim, Budget budget) throws InterruptedException {
        List<String> leaks =
                Check.given("data", data).transductive(split).provenance().leaks();
        if (!leaks.isEmpty())
            throw new IllegalArgumentException(
                    "a release needs data that leak nothing without noise, and these do: " + String.join(" ", leaks));
        return fitted(data, split, aim, Streams.secure(), budget);
    }

    /** What is to be kept. */
    record Aim(double epsilon, double delta) {
        Aim {
            Check.positive("epsilon", epsilon);
            Check.open("delta", delta, 0, 1);
        }
    }

    private Fitted fitted(Dataset data, Split split, Aim aim, Streams streams, Budget budget)
            throws InterruptedException {
        TrainingView view = Check.given("data", data).transductive(Check.given("split", split));
        if (!view.labels().isSingle())
            throw new IllegalArgumentException("labels must be one class a node, were "
                    + (view.labels().isMulti() ? "sets of classes" : "numbers"));
        Check.that(!view.graph().isDirected(), "the graph", "undirected", "directed");
        int classes = view.labels().classes();
        RandomisedAnswer answer = answer(aim.epsilon, classes);
        Plan plan = plan(view, aim);
        Event spent = spent(answer, plan, view);
        DeltaReserve reserve = new DeltaReserve(aim.delta);
        double held = ACCOUNTANT.epsilon(spent, reserve.accounting());
        Network network = MODEL.network(width(classes), classes);
        double variation = GaussianNoise.standard().variation() * plan.numbers(network) * plan.steps();
        if (streams.isSecure() && !reserve.pays(held, variation))
            throw new IllegalArgumentException("epsilon " + aim.epsilon
                    + " is too large for noise that is safe in floating point at delta " + aim.delta
                    + "; aim at a smaller epsilon");
        String charged =
                budget == null ? null : charged(budget, view, new Budget.Spending(spent, variation, aim.delta));
        Heard heard = new Heard(
                view.graph(),
                answers(view, answer, streams.stream("answers")),
                answer,
                numbers(view.graph(), streams.stream("numbers")));
        Dataset inputs = inputs(data, heard, streams.stream("folds"));
        Trainer trainer = streams.isSecure() ? plan.release(MODEL) : plan.experiment(MODEL, streams);
        Trained trained = trainer.optimizer(() -> Adam.of(rate)).train(inputs.transductive(split));
        return new Fitted(data.graph(), heard, trained, spent, guarantee(held, trained, view, charged));
    }

    private static String charged(Budget budget, TrainingView view, Budget.Spending spending) {
        try {
            BudgetShare share =
                    new BudgetShare(budget, new Budget.Neighbours(Unit.FEATURE, Relation.REPLACE), view, null);
            share.charge(1, 1, spending);
            return share.charged();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** What a training node's answer spends. */
    RandomisedAnswer answer(double epsilon, int classes) {
        return PublicEdges.event(share * epsilon, classes);
    }

    /** The training with the least noise under which both parts together keep the aim. */
    Plan plan(TrainingView view, Aim aim) {
        Sampler.Facts facts = Sampler.Facts.of(view.participants());
        int batches = Math.max(FEWEST_BATCHES, Math.round((float) facts.roots() / LOT));
        Plan open = Plan.of(new PoissonNodes(1.0 / batches, Relation.REPLACE), Clip.flat(1), GaussianNoise.standard())
                .steps((long) epochs * batches)
                .accountant(ACCOUNTANT);
        RandomisedAnswer answer = answer(aim.epsilon, view.labels().classes());
        double multiplier = Calibration.of(ACCOUNTANT)
                .multiplier(
                        m -> spent(answer, open.multiplier(m).delta(aim.delta), view),
                        aim.epsilon,
                        new DeltaReserve(aim.delta).accounting());
        return open.multiplier(multiplier).delta(aim.delta);
    }

    /** Both parts read a training node's label once: they compose. */
    static Event spent(RandomisedAnswer answer, Plan plan, TrainingView view) {
        return new Event.Composed(List.of(
                answer, plan.schedule(Sampler.Facts.of(view.participants()), 1).spent(plan.steps())));
    }

    /** The answer of each training node by coins of its own, {@link Labels#NONE} of others. */
    static int[] answers(TrainingView view, RandomisedAnswer answer, RandomStream coins) {
        int[] answers = new int[view.graph().nodes()];
        Arrays.fill(answers, Labels.NONE);
        for (int v : view.participants().roots())
            answers[v] = PublicEdges.drawn(answer, view.labels().of(v), coins.fork(v));
        return answers;
    }

    private int width(int classes) {
        return numbers + (PARTS - 1) * classes;
    }

    /** In place of a training the audit of its plan; that of the answers is the audit of edges alone. */
    LeagueResult audited(LeagueEntry entry) throws Exception {
        TrainingView view = entry.view();
        RandomisedAnswer answer = answer(entry.epsilon(), view.labels().classes());
        Heard heard = new Heard(
                view.graph(),
                answers(view, answer, entry.streams().stream("answers")),
                answer,
                numbers(view.graph(), entry.streams().stream("numbers")));
        return entry.on(inputs(entry.data(), heard, entry.streams().stream("folds")))
                .train(MODEL, plan(view, new Aim(entry.epsilon(), entry.delta())));
    }

    /** Each node with what it hears; a training node hears all answers but those of its fold, and so not its own. */
    Dataset inputs(Dataset data, Heard heard, RandomStream coins) {
        int nodes = data.nodes(), width = width(heard.event.answers());
        int[] folds = new int[nodes];
        for (int v = 0; v < nodes; v++)
            folds[v] = heard.answers[v] == Labels.NONE ? FOLDS : coins.fork(v).nextInt(FOLDS);
        float[] values = new float[ArraySize.of("inputs", nodes, width)];
        for (int fold = 0; fold <= FOLDS; fold++) {
            int[] others = heard.answers.clone();
            for (int v = 0; v < nodes; v++) if (folds[v] == fold) others[v] = Labels.NONE;
            Heard some = fold == FOLDS ? heard : new Heard(heard.graph, others, heard.event, heard.pushed);
            for (int v = 0; v < nodes; v++)
                if (folds[v] == fold)
                    System.arraycopy(some.input(data.graph().inNeighbours(v)), 0, values, v * width, width);
        }
        return new Dataset(
                Graph.undirected(nodes, new int[0], new int[0]),
                DenseFeatures.of(nodes, width, values),
                data.labels(),
                data.provenance());
    }

    /** Random numbers of each node, pushed over the edges once and twice, each with length 1. */
    double[][] numbers(Graph graph, RandomStream coins) {
        double[][] pushed = new double[PUSHES][graph.nodes() * numbers];
        for (int i = 0; i < pushed[0].length; i++) pushed[0][i] = coins.nextGaussian();
        for (int push = 1; push < PUSHES; push++)
            for (int v = 0; v < graph.nodes(); v++)
                System.arraycopy(
                        toLength(sum(graph, pushed[push - 1], numbers, graph.inNeighbours(v)), 1),
                        0,
                        pushed[push],
                        v * numbers,
                        numbers);
        return pushed;
    }

    /** Neighbours' numbers, each over the root of that neighbour's degree. */
    private static double[] sum(Graph graph, double[] of, int width, int[] neighbours) {
        double[] sum = new double[width];
        for (int u : neighbours) {
            double weight = 1 / Math.sqrt(Math.max(1, graph.inDegree(u)));
            for (int c = 0; c < width; c++) sum[c] += weight * of[u * width + c];
        }
        return sum;
    }

    private static double[] toLength(double[] row, double length) {
        double squares = 0;
        for (double x : row) squares += x * x;
        double by = squares > 0 ? length / Math.sqrt(squares) : 0;
        for (int c = 0; c < row.length; c++) row[c] *= by;
        return row;
    }

    /** What neighbours say: a function of answers, edges and public numbers. */
    static final class Heard {
        private final Graph graph;
        private final int[] answers;
        private final RandomisedAnswer event;
        private final double[][] pushed, said;

        Heard(Graph graph, int[] answers, RandomisedAnswer event, double[][] pushed) {
            this.graph = graph;
            this.answers = answers;
            this.event = event;
            this.pushed = pushed;
            int classes = event.answers();
            double[] own = new double[ArraySize.of("answers", graph.nodes(), classes)];
            for (int v = 0; v < answers.length; v++)
                if (answers[v] != Labels.NONE)
                    for (int c = 0; c < classes; c++) own[v * classes + c] = (answers[v] == c ? 1 : 0) - event.lie();
            double[] rounds = own;
            for (int round = 1; round < ROUNDS; round++) rounds = pushed(rounds, SPREAD, own);
            said = new double[][] {own, pushed(own, 1, own), rounds};
        }

        private double[] pushed(double[] from, double spread, double[] own) {
            int classes = event.answers();
            double[] to = new double[from.length];
            for (int v = 0; v < graph.nodes(); v++) {
                double[] sum = sum(graph, from, classes, graph.inNeighbours(v));
                double weight = spread / Math.sqrt(Math.max(1, graph.inDegree(v)));
                for (int c = 0; c < classes; c++)
                    to[v * classes + c] = weight * sum[c] + (1 - spread) * own[v * classes + c];
            }
            return to;
        }

        /** What a node with these neighbours hears; all parts have one length. */
        float[] input(int... neighbours) {
            int classes = event.answers(), numbers = pushed[0].length / graph.nodes();
            double[][] parts = new double[PARTS][];
            parts[0] = new double[numbers];
            for (double[] push : pushed) {
                double[] way = toLength(sum(graph, push, numbers, neighbours), 1);
                for (int c = 0; c < numbers; c++) parts[0][c] += way[c];
            }
            for (int i = 1; i < PARTS; i++) parts[i] = sum(graph, said[i - 1], classes, neighbours);
            float[] input = new float[numbers + (PARTS - 1) * classes];
            int at = 0;
            for (double[] part : parts)
                for (double x : toLength(part, Math.sqrt((double) input.length / PARTS))) input[at++] = (float) x;
            return input;
        }
    }

    private static Guarantee guarantee(double held, Trained trained, TrainingView view, String charged) {
        Guarantee part = trained.guarantee();
        List<String> leaks = Plan.leaks(view.provenance(), Unit.FEATURE, false);
        boolean holds = leaks.isEmpty() && part.verdict().hasTheorem();
        List<String> published = new ArrayList<>(List.of(PUBLIC));
        published.addAll(part.terms().published());
        published.removeIf(s -> s.startsWith("No edge is read"));
        List<String> uncovered = new ArrayList<>(part.terms().uncovered());
        uncovered.removeIf(s -> s.startsWith("Predictions"));
        List<String> remarks = new ArrayList<>(List.of(
                "It covers the answers, the weights and all predictions that are made of them. No row was read."));
        remarks.addAll(part.terms().remarks());
        remarks.addAll(leaks);
        GuaranteeTerms terms = new GuaranteeTerms(
                published, part.terms().derived(), part.terms().given(), uncovered, remarks);
        return Guarantee.of(Unit.FEATURE, Relation.REPLACE)
                .by(
                        ACCOUNTANT.name(),
                        holds ? held : Double.POSITIVE_INFINITY,
                        part.delta(),
                        holds ? part.verdict() : Verdict.UNSOUND,
                        charged == null ? terms : terms.covering(BudgetShare.OTHERS, charged));
    }

    /** The answers, the network, and what follows from both. */
    public static final class Fitted {
        private final Graph graph;
        private final Heard heard;
        private final Trained trained;
        private final Event spent;
        private final Guarantee guarantee;

        private Fitted(Graph graph, Heard heard, Trained trained, Event spent, Guarantee guarantee) {
            this.graph = graph;
            this.heard = heard;
            this.trained = trained;
            this.spent = spent;
            this.guarantee = guarantee;
        }

        /** The class of a new node, which has edges to these. */
        public int answer(int... neighbours) {
            for (int u : Check.given("neighbours", neighbours)) Check.within("neighbour", u, 0, graph.nodes() - 1);
            return Predictor.of(trained).answer(heard.input(neighbours)).label();
        }

        /** The class of each node of the graph. */
        public int[] predictions() {
            Predictor predictor = Predictor.of(trained);
            return IntStream.range(0, graph.nodes())
                    .map(v ->
                            predictor.answer(heard.input(graph.inNeighbours(v))).label())
                    .toArray();
        }

        /** How many of these nodes are predicted rightly. This reads their labels, which nothing here covers. */
        public Scores scores(EvaluationView test) {
            Check.that(
                    Check.given("test", test).graph() == graph,
                    "test",
                    "on the graph that the answers were heard over",
                    test.graph() + " of another data set");
            int[] nodes =
                    Arrays.stream(test.nodes()).filter(test.labels()::isKnown).toArray();
            int[] all = predictions();
            return Scores.of(
                    test.labels(), nodes, Arrays.stream(nodes).map(v -> all[v]).toArray());
        }

        /** What is proved for answers, weights and predictions together. */
        public Guarantee guarantee() {
            return guarantee;
        }

        /** What both parts spent. */
        public Event spent() {
            return spent;
        }

        /** The training, which is a part of the whole. */
        public Trained trained() {
            return trained;
        }

        /** A certificate of both parts together that somebody else can check. */
        public EpsilonCertificate certificate() {
            return EpsilonCertificate.of(
                    "a training on answers over public edges",
                    guarantee.with(guarantee.verdict(), guarantee.terms().publishable()),
                    spent,
                    DeltaReserve.SHARE);
        }
    }
}
