package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.graph.ArraySize;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.TrainingView;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
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
import java.util.List;
import java.util.Map;

/**
 * What neighbours' labels give where edges are protected and rows and labels are public: each node learns how many of its neighbours
 * train with each class, once, with noise. A network then reads a node's own row and its counts, and no edge.
 *
 * <pre>{@code
 * var heard = NeighbourLabels.release(data.transductive(split), 4, 1e-5);
 * var own = heard.data(data);                                   // rows with counts behind them, and no edges
 * PlainTrainer.of(Mlp.of(64), PoissonNodes.of(0.1), 200, Streams.seed(1)).train(own.transductive(split));
 * }</pre>
 *
 * <p><b>Guarantee.</b> Unit: one edge of an undirected graph, added or removed; nodes, rows, labels and who trains are public. An edge
 * adds 1 to one count at either end, and moves no other. It covers the counts, and so all weights and predictions that are made of
 * them and of rows. Counts are whole numbers and exact; a release has secure noise.
 *
 * <p>Proof: docs/proofs.md, lemma 93.
 */
public final class NeighbourLabels implements Described {
    private final Graph graph;
    private final float[] counts;
    private final int classes;
    private final double multiplier;
    private final Guarantee guarantee;

    private NeighbourLabels(Graph graph, float[] counts, int classes, double multiplier, Guarantee guarantee) {
        this.graph = graph;
        this.counts = counts;
        this.classes = classes;
        this.multiplier = multiplier;
        this.guarantee = guarantee;
    }

    /** An experiment from a seed, with the least noise that keeps epsilon. */
    public static NeighbourLabels experiment(TrainingView view, double epsilon, double delta, Streams streams) {
        if (Check.given("streams", streams).isSecure())
            throw new IllegalArgumentException(
                    "streams must be seeded for an experiment; use release(...) for secure ones");
        return heard(view, epsilon, delta, streams, null);
    }

    /** A release: secure noise. */
    public static NeighbourLabels release(TrainingView view, double epsilon, double delta) {
        return heard(view, epsilon, delta, Streams.secure(), null);
    }

    /** A release that is charged to a budget before a coin is drawn. */
    public static NeighbourLabels release(TrainingView view, double epsilon, double delta, Budget budget) {
        return heard(view, epsilon, delta, Streams.secure(), Check.given("budget", budget));
    }

    private static NeighbourLabels heard(
            TrainingView view, double epsilon, double delta, Streams streams, Budget budget) {
        Check.given("view", view);
        Check.that(view.labels().isSingle(), "labels", "one class a node", view.labels());
        Check.that(!view.graph().isDirected(), "the graph", "undirected", "directed");
        float[] said = said(view);
        double multiplier = HopLinks.multiplier(epsilon, delta, said.length);
        List<String> leaks = Plan.leaks(view.provenance(), Unit.EDGE, false);
        List<String> uncovered = new ArrayList<>(List.of("Choosing this run among others on the same data."));
        List<String> remarks = new ArrayList<>(
                List.of(
                        "It covers the noisy counts of all nodes, and weights and predictions that are made of them and of rows."));
        remarks.addAll(leaks);
        if (budget == null) uncovered.add(BudgetShare.OTHERS);
        else remarks.add(charged(view, leaks, multiplier, said.length, delta, budget));
        if (!streams.isSecure())
            remarks.add(
                    "The noise came from a seed, for an experiment: it protects nothing from whoever knows the seed.");
        Guarantee held = Guarantee.of(Unit.EDGE, Relation.ADD_REMOVE)
                .by(
                        HopLinks.accountant(),
                        leaks.isEmpty() ? HopLinks.held(multiplier, delta) : Double.POSITIVE_INFINITY,
                        delta,
                        !leaks.isEmpty() ? Verdict.UNSOUND : streams.isSecure() ? Verdict.SOUND : Verdict.IDEAL,
                        new GuaranteeTerms(
                                List.of(Gap.ROWS_ARE_PUBLIC, "An edge is both directions between two nodes."),
                                List.of(),
                                view.provenance().given(),
                                uncovered,
                                remarks));
        float[] counts = noisy(view.graph(), said, multiplier, streams.stream("labels of neighbours"));
        return new NeighbourLabels(view.graph(), counts, view.labels().classes(), multiplier, held);
    }

    private static String charged(
            TrainingView view, List<String> leaks, double multiplier, int numbers, double delta, Budget budget) {
        if (!leaks.isEmpty())
            throw new IllegalArgumentException(
                    "a budget is for releases of data that leak nothing without noise, and these do: "
                            + String.join(" ", leaks));
        try {
            BudgetShare share = new BudgetShare(
                    budget, new Budget.Neighbours(Unit.EDGE, Relation.ADD_REMOVE), view.provenance(), null);
            double variation = GaussianNoise.standard().variation() * numbers;
            share.charge(1, 1, new Budget.Spending(HopLinks.messages(multiplier), variation, delta));
            return share.charged();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** What each node says to its neighbours: a row of zeros with a 1 for the class of one that trains. */
    static float[] said(TrainingView view) {
        int classes = view.labels().classes();
        float[] said = new float[ArraySize.of("counts", view.graph().nodes(), classes)];
        for (int v : view.participants().roots())
            said[v * classes + view.labels().of(v)] = 1;
        return said;
    }

    /** What each node hears, with noise: this is what an audit looks at. */
    static float[] noisy(Graph graph, float[] said, double multiplier, RandomStream coins) {
        return HopLinks.heard(graph, said, multiplier, coins);
    }

    /**
     * What an attacker sees of pairs of training nodes without other neighbours, where they are not linked and where they are: the
     * counts that both have of the other's class, one of two.
     */
    public static double[][] lookAt(int pairs, double multiplier, RandomStream coins) {
        int[] first = new int[pairs], second = new int[pairs], none = {};
        float[] said = new float[ArraySize.of("counts", pairs, 4)];
        for (int i = 0; i < pairs; i++) {
            first[i] = 2 * i;
            second[i] = 2 * i + 1;
            said[4 * i] = 1;
            said[4 * i + 3] = 1;
        }
        double[][] seen = new double[2][pairs];
        for (int world = 0; world < 2; world++) {
            Graph graph = Graph.undirected(2 * pairs, world == 0 ? none : first, world == 0 ? none : second);
            float[] heard =
                    noisy(graph, said, multiplier, Check.given("coins", coins).fork(world));
            for (int i = 0; i < pairs; i++) seen[world][i] = heard[4 * i + 1] + heard[4 * i + 2];
        }
        return seen;
    }

    /** The noisy counts, node by node, of each class one. */
    public float[] counts() {
        return counts.clone();
    }

    /**
     * These data with the counts as further columns and without edges, so that nothing that is trained on them reads one. The counts
     * of a node are divided by their length and multiplied by the root of their number.
     */
    public Dataset data(Dataset of) {
        Check.that(
                Check.given("of", of).nodes() == graph.nodes(),
                "the data",
                "those whose neighbours were counted, " + graph.nodes() + " nodes",
                of.nodes());
        float[] columns = counts.clone();
        GapHops.normalise(columns, classes);
        double scale = Math.sqrt(classes);
        for (int i = 0; i < columns.length; i++) columns[i] *= (float) scale;
        return new Dataset(
                Graph.undirected(of.nodes(), new int[0], new int[0]),
                beside(of.features(), columns),
                of.labels(),
                of.provenance()
                        .with("The last " + classes + " columns are noisy counts of neighbours' labels.", List.of()),
                of.publicSplit());
    }

    /** Features with further columns behind them, given row by row. */
    public static Features beside(Features features, float[] columns) {
        int nodes = Check.given("features", features).rows(), width = features.width();
        int more = Check.given("columns", columns).length / Math.max(1, nodes), all = width + more;
        Check.that(columns.length == nodes * more, "columns", "a row for each of " + nodes + " nodes", columns.length);
        if (features instanceof SparseFeatures bag) {
            int entries = Math.toIntExact(bag.rowStart(nodes)) + columns.length, to = 0;
            int[] start = new int[nodes + 1], column = new int[entries];
            float[] values = new float[entries];
            for (int v = 0; v < nodes; v++) {
                for (long k = bag.rowStart(v); k < bag.rowStart(v + 1); k++, to++) {
                    column[to] = bag.column(k);
                    values[to] = bag.value(k);
                }
                for (int c = 0; c < more; c++, to++) {
                    column[to] = width + c;
                    values[to] = columns[v * more + c];
                }
                start[v + 1] = to;
            }
            return SparseFeatures.of(all, start, column, values);
        }
        float[] rows = new float[ArraySize.of("features", nodes, all)];
        for (int v = 0; v < nodes; v++) {
            features.copyRow(v, rows, v * all);
            System.arraycopy(columns, v * more, rows, v * all + width, more);
        }
        return DenseFeatures.of(nodes, all, rows);
    }

    public Guarantee guarantee() {
        return guarantee;
    }

    /** The deviation of the noise over the sensitivity. */
    public double multiplier() {
        return multiplier;
    }

    /** What was spent. */
    public Event spent() {
        return HopLinks.messages(multiplier);
    }

    /** A certificate that somebody else can check. */
    public EpsilonCertificate certificate() {
        return EpsilonCertificate.of(
                "counts of neighbours' labels",
                guarantee.with(guarantee.verdict(), guarantee.terms().publishable()),
                spent(),
                DeltaReserve.SHARE);
    }

    @Override
    public String headline() {
        return guarantee.headline();
    }

    @Override
    public Map<String, Object> description() {
        return guarantee.description();
    }
}
