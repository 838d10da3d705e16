package dpgnn.predict;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Sha256;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventText;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.ledger.Budget;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.train.Trained;
import dpgnn.train.folder.BudgetShare;
import dpgnn.train.folder.ViewHash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers questions by a trained network, under one guarantee for the training and the answers.
 *
 * <pre>{@code
 * var votes = NeighbourVotes.ofNodes(100, 4).within(4, trained);
 * try (var predictor = Predictor.release(folder, trained, votes, view)) {
 *     predictor.answer(17);           // by the noisy votes of node 17's neighbours: one of 100
 *     predictor.answer(17, row);      // with a row that the asker gives: the same votes, free
 *     predictor.answer(row);          // by that row alone: free
 *     predictor.answer(graph, rows, 0); // in a graph that the asker gives: free, and not protected
 * }
 * }</pre>
 *
 * <p><b>Guarantee.</b> It covers the weights and all answers together, whoever asks, in whatever order, also if the questions follow
 * from the answers, and all askers share what they got. Of protected data an answer reads noisy {@link NeighbourVotes} alone.
 * One answer more than was agreed is refused before anything is computed; the same node asked again gets the same votes. What
 * an asker gives, a row or a graph, is not protected: it may be anybody's, and its answer tells of it.
 *
 * <p>Proofs: docs/proofs.md, lemmas 63 and 64.
 */
public final class Predictor implements AutoCloseable, Described {
    private static final String OWN =
            "Nothing of the training's data was read but the released weights. The row is the asker's, and the answer tells of it:"
                    + " show it to whoever may know the row.";
    private static final String GRAPH =
            "Not protected: the graph and the rows are the asker's, and the answer tells of every node and edge in them. Of the"
                    + " training's data nothing was read but the released weights.";

    private static final double AHEAD = 4;

    private final Trained trained;
    /** Null for a predictor that reads what askers give alone, as are the fields below. */
    private final NeighbourVotes votes;

    private final VoteTable table;
    private final AnswerLog log;
    private final RandomStream coins;
    private final Event training;
    private final Guarantee guarantee;

    private Predictor(
            Trained trained,
            NeighbourVotes votes,
            VoteTable table,
            AnswerLog log,
            RandomStream coins,
            Event training,
            Guarantee guarantee) {
        this.trained = trained;
        this.votes = votes;
        this.table = table;
        this.log = log;
        this.coins = coins;
        this.training = training;
        this.guarantee = guarantee;
    }

    /** Answers about what askers give, any number of times: it has no protected data, and costs what the training did. */
    public static Predictor of(Trained trained) {
        Guarantee held = Check.given("trained", trained).guarantee();
        return new Predictor(trained, null, null, null, null, null, PredictionTerms.free(held));
    }

    /** An experiment by these streams that keeps nothing: its answers count as long as the process lives. */
    public static Predictor of(Trained trained, NeighbourVotes votes, TrainingView view, Streams streams) {
        return made(null, trained, votes, view, streams, NeighbourVotes.ACCOUNTANT, null);
    }

    /** A release: secure noise, and a folder with the ledger of the training and all answers. It goes on where it was killed. */
    public static Predictor release(Path folder, Trained trained, NeighbourVotes votes, TrainingView view) {
        return made(
                Check.given("folder", folder), trained, votes, view, Streams.secure(), NeighbourVotes.ACCOUNTANT, null);
    }

    /** A release that charges all answers that are agreed to a budget, whose file must have the training's charge. */
    public static Predictor release(
            Path folder, Trained trained, NeighbourVotes votes, TrainingView view, Budget budget) {
        Check.given("budget", budget);
        return made(
                Check.given("folder", folder),
                trained,
                votes,
                view,
                Streams.secure(),
                NeighbourVotes.ACCOUNTANT,
                budget);
    }

    static Predictor made(
            Path folder,
            Trained trained,
            NeighbourVotes votes,
            TrainingView view,
            Streams streams,
            Accountant accountant,
            Budget budget) {
        Check.given("trained", trained);
        Check.given("votes", votes);
        Check.given("streams", streams);
        int classes = trained.network().classes();
        if (!Check.given("view", view).labels().isSingle())
            throw new IllegalArgumentException("neighbours vote for one class each, and nodes have "
                    + (view.labels().isMulti() ? "sets of classes" : "numbers"));
        Check.that(
                classes == view.labels().classes(),
                "view",
                "of " + classes + " classes",
                view.labels().classes());
        Check.that(
                trained.network().inputs() == view.features().width(),
                "view",
                "of " + trained.network().inputs() + " features, as the network",
                view.features().width());
        Check.atLeast("classes", classes, 2);
        Event training = votes.training(trained);
        double delta = trained.guarantee().delta();
        double epsilon = accountant.epsilon(votes.total(trained), new DeltaReserve(delta).accounting());
        if (streams.isSecure()) requireSmallVariation(trained, votes, epsilon, delta);
        VoteTable table = VoteTable.of(trained, votes, view);
        List<String> charged = new ArrayList<>();
        AnswerLog log = folder == null
                ? AnswerLog.inMemory(votes)
                : AnswerLog.open(
                        folder,
                        votes,
                        training,
                        facts(trained, votes, view, streams, budget),
                        ViewHash.hash(view),
                        classes,
                        ledger -> charged.addAll(charge(budget, trained, votes, view, ledger)));
        Guarantee guarantee = PredictionTerms.paid(
                trained, votes, accountant, epsilon, streams.isSecure(), view.provenance(), charged);
        return new Predictor(trained, votes, table, log, streams.stream("answers"), training, guarantee);
    }

    /** What the inexactness of noise adds to delta must fit into the share that is kept for it. */
    private static void requireSmallVariation(Trained trained, NeighbourVotes votes, double epsilon, double delta) {
        double numbers = (double) votes.answers() * trained.network().classes();
        double off = numbers * GaussianNoise.standard().variation();
        if (votes.unit() != Unit.EDGE)
            off += trained.schedule().plan().noise().variation()
                    * trained.schedule().plan().numbers(trained.network())
                    * (double) trained.schedule().steps();
        new DeltaReserve(delta).require(epsilon, off);
    }

    private static List<String> charge(
            Budget budget, Trained trained, NeighbourVotes votes, TrainingView view, Ledger ledger) throws IOException {
        if (budget == null) return List.of();
        List<String> remarks = trained.guarantee().terms().remarks();
        if (votes.unit() != Unit.EDGE && !BudgetShare.isCharged(budget, remarks))
            throw new IllegalArgumentException("the training was not charged to " + budget + " in " + budget.path()
                    + ", or by a version that does not name the run: the answers can be charged only beside it; train with"
                    + " ReleaseTrainer.budget(...) and the same file");
        double delta = trained.guarantee().delta(),
                numbers = votes.answers() * (double) trained.network().classes();
        var share = new BudgetShare(budget, new Budget.Neighbours(votes.unit(), votes.relation()), view, ledger);
        double variation = GaussianNoise.standard().variation() * numbers;
        var spending = new Budget.Spending(votes.event(), variation, delta);
        share.charge(1, AnswerLog.OPENING + votes.answers(), spending);
        return List.of(share.charged());
    }

    private static Map<String, String> facts(
            Trained trained, NeighbourVotes votes, TrainingView view, Streams streams, Budget budget) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("votes", EventText.settings(votes));
        facts.put(
                "model", trained.network().name() + " with " + trained.network().size() + " parameters");
        facts.put("weights", Sha256.of(trained.parameters().save()));
        facts.put("training", Sha256.of(votes.training(trained).canonical()));
        facts.put("streams", streams.toString());
        facts.put("data", view.name());
        if (budget != null) facts.put("charged to", budget.toString());
        return facts;
    }

    /** By the noisy votes of a node's neighbours alone. */
    public Answer answer(int node) {
        double[] noisy = noisy(node);
        return Answer.of(noisy, PredictionTerms.answered(votes));
    }

    /** By the noisy votes of a node's neighbours, and by a row that the asker gives for the node. */
    public Answer answer(int node, float[] row) {
        double[] scores = own(row);
        double[] noisy = noisy(node);
        double trust = trust();
        for (int c = 0; c < scores.length; c++) scores[c] += trust * noisy[c];
        return Answer.of(scores, PredictionTerms.answered(votes) + " " + OWN);
    }

    /** By a row that the asker gives, and by nothing else. */
    public Answer answer(float[] row) {
        return Answer.of(own(row), OWN);
    }

    /** For a node of a graph that the asker gives, with all rows in it. */
    public Answer answer(Graph graph, Features rows, int node) {
        Check.given("graph", graph);
        Check.given("rows", rows);
        Check.that(rows.rows() == graph.nodes(), "rows", "one for each of " + graph.nodes() + " nodes", rows.rows());
        requireWidth(rows.width());
        Check.within("node", node, 0, graph.nodes() - 1);
        Batch batch = new Batch();
        batch.beginExample();
        for (int v = 0; v < graph.nodes(); v++) {
            batch.addRow(v);
            for (int k = 0; k < graph.inDegree(v); k++) batch.addSource(graph.inNeighbour(v, k));
        }
        batch.addTarget(node);
        double[] p = VoteTable.probabilities(
                VoteTable.logits(trained, rows, batch), 0, trained.network().classes());
        return Answer.of(VoteTable.evidence(p, trained.network().classes()), GRAPH);
    }

    private double[] own(float[] row) {
        requireWidth(Check.given("row", row).length);
        return VoteTable.evidence(
                VoteTable.probabilities(trained, row), trained.network().classes());
    }

    private void requireWidth(int width) {
        Check.that(
                width == trained.network().inputs(),
                "row",
                "of " + trained.network().inputs() + " features",
                width);
    }

    private synchronized double[] noisy(int node) {
        if (votes == null)
            throw new IllegalStateException("this predictor has no protected graph: give a row, or a graph of your own,"
                    + " or make one with NeighbourVotes");
        Check.within("node", node, 0, table.nodes() - 1);
        double[] known = log.known(node);
        if (known != null) return known;
        long number = log.charge();
        double[] sum = table.sum(node);
        GaussianNoise.standard().release(sum, votes.deviation(), table.least(), coins.fork(number));
        log.keep(number, node, sum);
        return sum;
    }

    /**
     * How much a vote counts in logarithms of odds, were the right class ahead by AHEAD votes with variance AHEAD / 2 and the noise:
     * 2 without noise. Public numbers alone.
     */
    double trust() {
        return AHEAD / (votes.deviation() * votes.deviation() + AHEAD / 2);
    }

    /** How many answers about further nodes of the protected graph may be asked for. */
    public synchronized long left() {
        return votes == null ? 0 : log.left();
    }

    /** What holds for the training and all answers that were agreed, those to come included. */
    public Guarantee guarantee() {
        return guarantee;
    }

    /** What has been spent until now; the guarantee is that of all that was agreed. */
    public synchronized Event spent() {
        return votes == null ? trained.spent() : log.spent(training);
    }

    /** A certificate of the guarantee that somebody else can check. */
    public EpsilonCertificate certificate() {
        if (votes == null) return trained.certificate();
        return EpsilonCertificate.of(
                trained.run().experiment() + " on " + trained.run().data().name() + ", with " + votes.answers()
                        + " answers",
                guarantee.with(guarantee.verdict(), guarantee.terms().publishable()),
                votes.total(trained),
                DeltaReserve.SHARE);
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        if (votes == null) rows.put("answers", "about rows and graphs that askers give");
        else {
            rows.putAll(votes.description());
            rows.put("answers left", left());
        }
        rows.putAll(guarantee.description());
        return rows;
    }

    @Override
    public synchronized void close() {
        if (log != null) log.close();
    }
}
