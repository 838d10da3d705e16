package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.base.Rounded;
import dpgnn.graph.ArraySize;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Records;
import dpgnn.graph.Split;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Adam;
import dpgnn.nn.Branch;
import dpgnn.nn.Model;
import dpgnn.nn.kernel.Activation;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
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
import dpgnn.sampling.PoissonRecords;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import dpgnn.train.Schedule;
import dpgnn.train.Trained;
import dpgnn.train.Trainer;
import dpgnn.train.folder.BudgetShare;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Predicts links by passing messages, with an edge protected. Every node sums its neighbours' rows once, with the noise of a hop of
 * {@link Gap}. A decoder scores a pair of nodes by three numbers: how alike their rows are, how alike each row is to what the other
 * node heard, and how much both heard.
 *
 * <p><b>Guarantee.</b> Unit: one edge of an undirected graph, added or removed; nodes and rows are public. A coin for each pair of
 * nodes, tossed whatever the edges are, says what an edge between them may do: pass messages, or train the decoder. An edge does
 * one of the two, so that epsilon is the larger one of the two parts and not their sum. Messages: rows have norm at most 1, and an
 * edge adds one to the sum at either end. Decoder: an edge is one record of a private training, whose other records and inputs do
 * not change with it. All scores, of whatever pairs, are made of what was released and of rows. Rows are multiples of
 * 2^-21 and sums exact.
 *
 * <p>Proof: docs/proofs.md, lemma 86.
 *
 * @param taught the probability with which an edge trains the decoder and passes no message
 * @param counted the share of a row's squared norm that is the same number for all, by which a sum tells how many were heard
 * @param rounds how often each node is paired with another one by public coins, for the decoder's other class
 * @param epochs how often a record is drawn, on average
 * @param rate the learning rate of Adam
 */
public record HopLinks(double taught, double counted, int rounds, int epochs, double rate)
        implements RecordFields.Adjustable<HopLinks> {
    private static final Accountant ACCOUNTANT = CachedAccountant.of(PldAccountant.standard());
    private static final double SENSITIVITY = Gap.Noise.EDGE.sensitivity(1);
    private static final Model DECODER = Branch.features().classes("links over a hop");

    /** The records of a batch, about. */
    private static final int LOT = 512;

    private static final int FEWEST_BATCHES = 4, INPUTS = 3;

    /** So many multiples of the grid are 1; as many rows as there can be nodes have sums below 2^53 of them. */
    private static final double GRID = 0x1.0p21;

    /** More than a norm in double precision is off by, for rows of at most a million numbers. */
    private static final double DOWN = 1 - 0x1.0p-30;

    private static final int WIDEST = 1 << 20;

    public HopLinks {
        Check.open("taught", taught, 0, 1);
        Check.open("counted", counted, 0, 1);
        Check.atLeast("rounds", rounds, 1);
        Check.atLeast("epochs", epochs, 1);
        Check.positive("rate", rate);
    }

    /** A tenth of the edges train, half of a row counts, twenty epochs of Adam at 0.02. */
    public static HopLinks of() {
        return new HopLinks(0.1, 0.5, 1, 20, 0.02);
    }

    /** An experiment from a seed, with the least noise that keeps epsilon. */
    public Fitted train(Dataset data, double epsilon, double delta, Streams streams) {
        if (Check.given("streams", streams).isSecure())
            throw new IllegalArgumentException(
                    "streams must be seeded for an experiment; HopLinks.release has secure noise");
        return fitted(data, epsilon, delta, streams, null);
    }

    /** A release: secure noise on exact sums. Data of which no theorem speaks are refused. */
    public Fitted release(Dataset data, double epsilon, double delta) {
        return released(data, epsilon, delta, null);
    }

    /**
     * The same, charged to a budget before a coin is drawn: by sums with the epsilon that is the larger one, by Rényi divergences with
     * those of both parts.
     */
    public Fitted release(Dataset data, double epsilon, double delta, Budget budget) {
        return released(data, epsilon, delta, Check.given("budget", budget));
    }

    private Fitted released(Dataset data, double epsilon, double delta, Budget budget) {
        List<String> leaks = Check.given("data", data).provenance().leaks();
        if (!leaks.isEmpty())
            throw new IllegalArgumentException(
                    "a release needs data that leak nothing without noise, and these do: " + String.join(" ", leaks));
        return fitted(data, epsilon, delta, Streams.secure(), budget);
    }

    private Fitted fitted(Dataset data, double epsilon, double delta, Streams streams, Budget budget) {
        Graph graph = Check.given("data", data).graph();
        Check.that(!graph.isDirected(), "the graph", "undirected: a pair of nodes has no direction", "directed");
        Check.atLeast("nodes", graph.nodes(), 2);
        float[] rows = rows(data.features());
        double multiplier = multiplier(epsilon, delta, rows.length);
        double held = held(multiplier, delta);
        int batches = Math.max(FEWEST_BATCHES, (int) Math.round((double) rounds * graph.nodes() / LOT));
        Plan plan = Plan.of(PoissonRecords.of(1.0 / batches), Clip.flat(1), GaussianNoise.standard())
                .steps((long) epochs * batches)
                .accountant(ACCOUNTANT)
                .calibrated(epsilon, delta);
        double variation = GaussianNoise.standard().variation() * rows.length;
        String charged = budget == null ? null : charged(budget, data, plan, multiplier, variation);
        Graph[] parts = parts(graph, streams.stream("parts"));
        float[] heard = heard(parts[0], rows, multiplier, streams.stream("messages"));
        Scorer scorer = new Scorer(rows, heard, data.features().width() + 1);
        Dataset records = records(data, parts[1], scorer, streams.stream("pairs"));
        Trainer trainer = streams.isSecure()
                ? plan.release(DECODER)
                : plan.experiment(DECODER, streams.stream("decoder").nextLong());
        Split.Role[] roles = new Split.Role[records.nodes()];
        Arrays.fill(roles, 0, graph.nodes(), Split.Role.NONE);
        Arrays.fill(roles, graph.nodes(), roles.length, Split.Role.TRAIN);
        Trained decoder = trainer.optimizer(() -> Adam.of(rate)).train(records.transductive(Split.byRole(roles)));
        return new Fitted(
                scorer,
                decoder,
                messages(multiplier),
                guarantee(held, decoder, data.provenance().leaks(), charged));
    }

    /** Charges both parts, of which an edge is in one; what is said of it. */
    private static String charged(Budget budget, Dataset data, Plan plan, double multiplier, double variation) {
        Budget.Neighbours edges = new Budget.Neighbours(Unit.EDGE, Relation.ADD_REMOVE);
        // The rate and the steps are public, and nothing else decides the event of a step.
        Schedule decoder = plan.schedule(
                new Sampler.Facts(1, 1), DECODER.network(INPUTS, 2).size());
        Budget.Spending trains = decoder.spending();
        double delta = trains.delta(),
                most =
                        Math.max(
                                ACCOUNTANT.epsilon(messages(multiplier), new DeltaReserve(delta).accounting()),
                                decoder.provable().epsilon());
        Event both = new Event.Composed(List.of(messages(multiplier), trains.event()));
        try {
            BudgetShare share = new BudgetShare(budget, edges, data.provenance(), null);
            share.charge(1, 1, new Budget.Spending(both, variation + trains.variation(), delta, most));
            return share.charged();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The least noise on so many numbers that keeps epsilon, with what its sampler lacks paid from delta. */
    static double multiplier(double epsilon, double delta, int numbers) {
        double multiplier = Calibration.of(ACCOUNTANT)
                .multiplier(HopLinks::messages, epsilon, new DeltaReserve(delta).accounting());
        double variation = GaussianNoise.standard().variation() * numbers;
        if (!new DeltaReserve(delta).pays(held(multiplier, delta), variation))
            throw new IllegalArgumentException("epsilon " + epsilon + " is too large for noise on " + numbers
                    + " numbers that is safe in floating point at delta " + delta + "; aim at a smaller epsilon");
        return multiplier;
    }

    /** Epsilon of sums with this noise. */
    static double held(double multiplier, double delta) {
        return ACCOUNTANT.epsilon(messages(multiplier), new DeltaReserve(delta).accounting());
    }

    static String accountant() {
        return ACCOUNTANT.name();
    }

    /** What the sums with noise tell of an edge that passes messages. */
    static Event messages(double multiplier) {
        return new Event.Gaussian(multiplier);
    }

    /** The edges that pass messages, and those that train: each edge is in one of the two, by the coin of its pair. */
    Graph[] parts(Graph graph, RandomStream coins) {
        EdgeList[] edges = {new EdgeList(), new EdgeList()};
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v))
                if (u < v) edges[coins.happens((long) v * (v - 1) / 2 + u, taught) ? 1 : 0].add(u, v);
        return new Graph[] {edges[0].undirected(graph.nodes()), edges[1].undirected(graph.nodes())};
    }

    /** Rows of norm at most 1 on the grid, each with the number by which it is counted behind it. */
    float[] rows(Features features) {
        int nodes = features.rows(), width = Check.within("width of the features", features.width(), 1, WIDEST);
        float[] rows = new float[ArraySize.of("rows", nodes, width + 1)], row = new float[width];
        float count = down(Math.sqrt(counted));
        for (int v = 0; v < nodes; v++) {
            features.copyRow(v, row, 0);
            double squares = 0;
            for (float x : row) squares += (double) x * x;
            if (!Double.isFinite(squares))
                throw new IllegalArgumentException(
                        "features must be finite, those of node " + v + " have the squared norm " + squares);
            int at = v * (width + 1);
            double scale = squares > 0 ? Math.sqrt((1 - counted) / squares) : 0;
            for (int c = 0; c < width; c++) rows[at + c] = down(row[c] * scale);
            rows[at + width] = count;
        }
        return rows;
    }

    /** On the grid, and no further from zero. */
    private static float down(double x) {
        double steps = x * DOWN * GRID;
        return (float) ((steps < 0 ? Math.ceil(steps) : Math.floor(steps)) / GRID);
    }

    /** The sums of the neighbours' rows, exact. */
    static double[] sums(Graph graph, float[] rows) {
        int width = rows.length / graph.nodes();
        double[] sums = new double[rows.length];
        for (int v = 0; v < graph.nodes(); v++)
            for (int u : graph.inNeighbours(v))
                for (int c = 0; c < width; c++) sums[v * width + c] += rows[u * width + c];
        return sums;
    }

    /** What nodes hear, with noise: all that follows is post-processing, so that this is what an audit looks at. */
    static float[] heard(Graph graph, float[] rows, double multiplier, RandomStream coins) {
        double[] sums = sums(graph, rows);
        float[] heard = new float[sums.length];
        if (coins.secure()) GaussianNoise.standard().release(sums, multiplier * SENSITIVITY, SENSITIVITY, coins);
        for (int i = 0; i < heard.length; i++) heard[i] = (float) sums[i];
        if (!coins.secure()) GaussianNoise.standard().add(heard, multiplier * SENSITIVITY, SENSITIVITY, coins);
        return heard;
    }

    /** The records of the decoder: the edges of the graph and pairs by coins, with what the scorer makes of them. */
    Dataset records(Dataset data, Graph taughtBy, Scorer scorer, RandomStream coins) {
        int nodes = taughtBy.nodes();
        int[] none = new int[nodes];
        Arrays.fill(none, Labels.NONE);
        Dataset pairs = Records.pairs(
                new Dataset(
                        taughtBy,
                        DenseFeatures.of(nodes, 1, new float[nodes]),
                        Labels.single(2, none),
                        data.provenance()),
                rounds,
                coins);
        int edges = Math.toIntExact(taughtBy.edges());
        double[][] inputs = new double[pairs.nodes() - nodes][];
        for (int r = 0; r < inputs.length; r++)
            inputs[r] = scorer.raw(
                    pairs.graph().inNeighbour(nodes + r, 0), pairs.graph().inNeighbour(nodes + r, 1));
        scorer.scaleBy(Arrays.copyOfRange(inputs, edges, inputs.length));
        float[] values = new float[ArraySize.of("inputs", pairs.nodes(), INPUTS)];
        for (int r = 0; r < inputs.length; r++) scorer.scaled(inputs[r], values, (nodes + r) * INPUTS);
        return new Dataset(
                pairs.graph(), DenseFeatures.of(pairs.nodes(), INPUTS, values), pairs.labels(), pairs.provenance());
    }

    /** That of the larger part; sums have their noise from the decoder's kind of streams, so that the verdict is one. */
    private static Guarantee guarantee(double messages, Trained decoder, List<String> leaks, String charged) {
        Guarantee trained = decoder.guarantee();
        GuaranteeTerms of = trained.terms();
        boolean holds = leaks.isEmpty() && trained.verdict().hasTheorem();
        List<String> published = new ArrayList<>(List.of(
                Gap.ROWS_ARE_PUBLIC,
                "An edge is both directions between two nodes. A coin for each pair of nodes, tossed whatever the edges are, says"
                        + " whether an edge passes messages or trains.",
                "In what follows the decoder's records count as nodes."));
        published.addAll(of.published());
        List<String> uncovered = new ArrayList<>(of.uncovered());
        uncovered.removeIf(s -> s.startsWith("Predictions"));
        List<String> remarks = new ArrayList<>(
                List.of("It covers the noisy sums of all nodes, the decoder's weights and the scores of any pairs."));
        if (holds)
            remarks.add("Epsilon is the larger of " + Rounded.up(messages) + ", for an edge that passes messages, and "
                    + Rounded.up(trained.epsilon()) + ", for one that trains.");
        remarks.addAll(of.remarks());
        remarks.addAll(leaks);
        GuaranteeTerms terms = new GuaranteeTerms(published, of.derived(), List.of(), uncovered, remarks);
        return Guarantee.of(Unit.EDGE, Relation.ADD_REMOVE)
                .by(
                        ACCOUNTANT.name(),
                        holds ? Math.max(messages, trained.epsilon()) : Double.POSITIVE_INFINITY,
                        trained.delta(),
                        holds ? trained.verdict() : Verdict.UNSOUND,
                        charged == null ? terms : terms.covering(BudgetShare.OTHERS, charged));
    }

    /** A decoder with what it reads: scores are made of released numbers and of rows. */
    public static final class Fitted {
        private final Scorer scorer;
        private final Trained decoder;
        private final Event messages;
        private final Guarantee guarantee;

        private Fitted(Scorer scorer, Trained decoder, Event messages, Guarantee guarantee) {
            this.scorer = scorer;
            this.decoder = decoder;
            this.messages = messages;
            this.guarantee = guarantee;
        }

        /** How likely an edge is, as the logarithm of its odds among the decoder's records: for an order of pairs. */
        public double score(int u, int v) {
            int nodes = scorer.nodes();
            Check.within("u", u, 0, nodes - 1);
            Check.within("v", v, 0, nodes - 1);
            float[] inputs = new float[INPUTS];
            scorer.scaled(scorer.raw(u, v), inputs, 0);
            float[] logits = MlpEncoder.mapped(
                    decoder.parameters(), "classes", Activation.IDENTITY, DenseFeatures.of(1, INPUTS, inputs));
            return (double) logits[1] - logits[0];
        }

        /** What is proved for sums, weights and all scores together. */
        public Guarantee guarantee() {
            return guarantee;
        }

        /** The training of the decoder, which is a part of the whole. */
        public Trained decoder() {
            return decoder;
        }

        /** For an edge that passes messages, and for one that trains; both must hold. */
        public List<EpsilonCertificate> certificates() {
            double epsilon = ACCOUNTANT.epsilon(messages, new DeltaReserve(guarantee.delta()).accounting());
            return List.of(
                    certificate("passes messages", epsilon, messages),
                    certificate("trains", decoder.guarantee().epsilon(), decoder.spent()));
        }

        private EpsilonCertificate certificate(String does, double epsilon, Event spent) {
            Guarantee part = Guarantee.of(guarantee.unit(), guarantee.relation())
                    .by(
                            guarantee.accountant(),
                            epsilon,
                            guarantee.delta(),
                            guarantee.verdict(),
                            guarantee.terms().publishable());
            String run = "links over a hop on " + decoder.run().data().name() + ", an edge that " + does;
            return EpsilonCertificate.of(run, part, spent, DeltaReserve.SHARE);
        }
    }

    /** What a decoder reads of a pair; its scale is that of pairs by public coins. */
    static final class Scorer {
        private final float[] rows, heard;
        private final int width;
        private final double[] mean = new double[INPUTS], deviation = new double[INPUTS];

        Scorer(float[] rows, float[] heard, int width) {
            this.rows = rows;
            this.heard = heard;
            this.width = width;
        }

        int nodes() {
            return rows.length / width;
        }

        double[] raw(int u, int v) {
            double alike = 0, heardOf = 0;
            int a = u * width, b = v * width;
            for (int c = 0; c < width - 1; c++) {
                alike += (double) rows[a + c] * rows[b + c];
                heardOf += (double) rows[a + c] * heard[b + c] + (double) rows[b + c] * heard[a + c];
            }
            return new double[] {alike, heardOf, (double) heard[a + width - 1] + heard[b + width - 1]};
        }

        void scaleBy(double[][] inputs) {
            for (int i = 0; i < INPUTS; i++) {
                int at = i;
                double mean =
                        Arrays.stream(inputs).mapToDouble(x -> x[at]).average().orElse(0);
                double squares = Arrays.stream(inputs)
                        .mapToDouble(x -> (x[at] - mean) * (x[at] - mean))
                        .average()
                        .orElse(0);
                this.mean[i] = mean;
                deviation[i] = squares > 0 ? Math.sqrt(squares) : 1;
            }
        }

        void scaled(double[] raw, float[] into, int from) {
            for (int i = 0; i < INPUTS; i++) into[from + i] = (float) ((raw[i] - mean[i]) / deviation[i]);
        }
    }
}
