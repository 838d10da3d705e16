package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.graph.Dataset;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.nn.Scores;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import dpgnn.random.RoundedLaplace;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The baseline Blink (Zhu, Tan and Xiao 2023), whose collector is not trusted with edges: nodes send noisy degrees and randomised
 * answers to whom they are linked. The degrees give a prior of each pair (the beta model), the answer its posterior, and as many
 * pairs as the degrees say, those of the highest posterior, are the graph that {@link Gap}'s networks are trained on, without noise.
 *
 * <p><b>Guarantee.</b> Unit: one edge of an undirected graph. Of each pair the node of the higher number answers, and only it; both
 * send their degrees. In the paper both answer, and its epsilon is for what one of them sends; an edge then costs twice as much.
 *
 * <p>Proof: docs/proofs.md, lemma 25.
 *
 * @param share the share of epsilon that is spent on degrees
 * @param gap the networks and their training; its unit must be an edge
 */
public record Blink(double share, Gap gap) implements RecordFields.Adjustable<Blink> {
    /** Logarithms of degrees are told apart by this many steps for each doubling. */
    private static final int STEPS = 8;

    private static final int ROUNDS = 100;
    private static final double LARGEST = 36;
    /** Below it no lie is rarer by so much that it pays for what noise lacks. */
    private static final double SMALLEST = 0x1p-30;

    /** By more than what drawing may make lies and noise less likely, and than sums of epsilons lose in rounding. */
    private static final double MORE = 1 + 0x1p-37;

    public Blink {
        Check.open("share", share, 0, 1);
        Check.that(
                Check.given("gap", gap).noise().unit() == Unit.EDGE,
                "the unit of gap",
                "an edge",
                gap.noise().unit());
    }

    /** A tenth of epsilon for degrees. */
    public static Blink of() {
        return new Blink(0.1, Gap.of(Gap.Noise.EDGE));
    }

    /** Estimates the graph and trains on it, from a seed. */
    public Fitted train(Dataset data, Split split, double epsilon, Streams streams) {
        Check.given("streams", streams);
        Graph estimate = estimate(Check.given("data", data).graph(), epsilon, streams.stream("answers"));
        Dataset estimated = data.withGraph(estimate);
        return new Fitted(
                this, epsilon, estimated, GapTraining.plain(gap, streams).train(estimated.transductive(split)));
    }

    /** A trained network, and the estimate: predictions read no other graph. */
    public static final class Fitted {
        private final Blink by;
        private final double epsilon;
        private final Dataset estimated;
        private final GapTraining.Fitted trained;

        private Fitted(Blink by, double epsilon, Dataset estimated, GapTraining.Fitted trained) {
            this.by = by;
            this.epsilon = epsilon;
            this.estimated = estimated;
            this.trained = trained;
        }

        public Scores scores(Split split, Split.Role role) {
            return trained.scores(estimated, split, role);
        }

        /** What is proved; its delta is spent by nothing. */
        public Guarantee guarantee(double delta) {
            List<Guarantee> all =
                    by.guarantees(epsilon, delta, estimated.provenance().leaks());
            return all.get(all.size() - 1);
        }
    }

    /** What is proved; where leaks read edges without noise, what is claimed, and that nothing is proved. */
    public List<Guarantee> guarantees(double epsilon, double delta, List<String> leaks) {
        lie(epsilon);
        List<String> sentences = new ArrayList<>(List.of(
                "It covers degrees and answers as they are sent, and all that is made of them: the estimated graph, weights, and"
                        + " predictions for any node.",
                "Choosing this run among others on the same data is not covered.",
                "The noise came from a seed, for an experiment: it protects nothing from whoever knows the seed."));
        Guarantee ideal = guarantee(epsilon, delta, leaks.isEmpty() ? Verdict.IDEAL : Verdict.CLAIMED, sentences);
        if (leaks.isEmpty()) return List.of(ideal);
        sentences.addAll(leaks);
        return List.of(ideal, guarantee(Double.POSITIVE_INFINITY, delta, Verdict.UNSOUND, sentences));
    }

    private static Guarantee guarantee(double epsilon, double delta, Verdict verdict, List<String> sentences) {
        GuaranteeTerms terms =
                new GuaranteeTerms(List.of(Gap.ROWS_ARE_PUBLIC), List.of(), List.of(), List.of(), sentences);
        return Guarantee.of(Unit.EDGE, Relation.ADD_REMOVE)
                .by("randomised response and Laplace noise", epsilon, delta, verdict, terms);
    }

    /** How often an answer is a lie, and no less often. */
    double lie(double epsilon) {
        double spent = Check.positive("epsilon", epsilon) * (1 - share);
        if (spent < SMALLEST)
            throw new IllegalArgumentException(
                    "epsilon less its share for degrees must be at least " + SMALLEST + ", was " + spent);
        if (spent > LARGEST)
            throw new IllegalArgumentException("epsilon less its share for degrees must be at most " + LARGEST
                    + ", was " + spent + ": a lie would be too rare to be drawn");
        return MORE / (1 + Math.exp(spent));
    }

    /** Every node's degree with Laplace noise; an edge moves two of them by 1. */
    long[] degrees(Graph graph, double epsilon, RandomStream coins) {
        long[] noisy = new long[graph.nodes()];
        for (int v = 0; v < noisy.length; v++)
            noisy[v] = graph.inDegree(v) + RoundedLaplace.draw(2 * MORE / (share * epsilon), coins);
        return noisy;
    }

    /** Whoever hears the answers. */
    @FunctionalInterface
    interface Listener {
        void hear(int u, int v, boolean linked);
    }

    /** The answers of all pairs; the same whenever they are asked with the same coins. */
    void answers(Graph graph, double epsilon, RandomStream coins, Listener listener) {
        PoissonSubset lies = new PoissonSubset(lie(epsilon), coins.fork("lies"));
        long pairs = pairs(graph), next = lies.next(pairs), k = 0;
        for (int v = 1; v < graph.nodes(); v++)
            for (int u = 0, at = 0; u < v; u++, k++) {
                boolean linked = at < graph.inDegree(v) && graph.inNeighbour(v, at) == u;
                if (linked) at++;
                boolean lying = k == next;
                if (lying) next = lies.next(pairs);
                listener.hear(u, v, linked != lying);
            }
    }

    /**
     * What an attacker sees of pairs of nodes without other neighbours, where they are not linked and where they are: by how much the
     * edge makes degrees and answer likelier, as a logarithm.
     */
    public double[][] lookAt(int pairs, double epsilon, RandomStream coins) {
        double[][] seen = new double[2][pairs];
        for (int world = 0; world < 2; world++) {
            int[] none = {};
            Graph graph = world == 0 ? Graph.undirected(2, none, none) : Graph.undirected(2, new int[1], new int[] {1});
            for (int i = 0; i < pairs; i++) {
                double[] score = seen[world];
                int at = i;
                RandomStream own = coins.fork(2L * i + world);
                for (long degree : degrees(graph, epsilon, own.fork("degrees")))
                    score[at] += (Math.abs(degree) - Math.abs(degree - 1)) * share * epsilon / 2;
                answers(graph, epsilon, own, (u, v, linked) -> score[at] += (linked ? 1 : -1) * epsilon * (1 - share));
            }
        }
        return seen;
    }

    private static long pairs(Graph graph) {
        return graph.nodes() * (graph.nodes() - 1L) / 2;
    }

    /** All pairs of the same two levels of degrees with the same answer: they have one posterior. */
    private record Cell(boolean linked, int pair, double logit, long size) {}

    /** The graph that degrees and answers speak of; coins that are not from a seed are refused, since they lie anew each time. */
    public Graph estimate(Graph graph, double epsilon, RandomStream coins) {
        Check.that(!Check.given("graph", graph).isDirected(), "the graph", "undirected", "directed");
        if (Check.given("coins", coins).secure())
            throw new IllegalArgumentException(
                    "streams must be seeded: Blink is here for experiments. It asks all pairs twice,"
                            + " and secure streams answer anew each time, which costs the answers' epsilon twice");
        long[] noisy = degrees(graph, epsilon, coins.fork("degrees"));
        int[] level = new int[noisy.length];
        long sum = 0;
        int levels = 1;
        for (int v = 0; v < level.length; v++) {
            sum += noisy[v];
            double within = Math.max(1, Math.min(level.length - 2.0, noisy[v]));
            level[v] = (int) Math.round(STEPS * Math.log(within) / Math.log(2));
            levels = Math.max(levels, level[v] + 1);
        }
        int width = levels;
        long[][] heard = new long[2][width * width];
        answers(graph, epsilon, coins, (u, v, linked) -> heard[linked ? 1 : 0][level[u] * width + level[v]]++);
        double[] beta = beta(level, width);
        List<Cell> cells = new ArrayList<>();
        for (int answer = 0; answer < 2; answer++)
            for (int p = 0; p < width * width; p++)
                cells.add(new Cell(
                        answer == 1,
                        p,
                        beta[p / width] + beta[p % width] + (2 * answer - 1) * epsilon * (1 - share),
                        heard[answer][p]));
        cells.sort(Comparator.comparingDouble(Cell::logit).reversed());
        double[][] kept = new double[2][width * width];
        double room = Math.max(0, sum / 2);
        for (Cell c : cells) {
            kept[c.linked ? 1 : 0][c.pair] = Math.min(1, room / Math.max(1, c.size));
            room = Math.max(0, room - c.size);
        }
        RandomStream choice = coins.fork("choice");
        EdgeList edges = new EdgeList();
        answers(graph, epsilon, coins, (u, v, linked) -> {
            double keep = kept[linked ? 1 : 0][level[u] * width + level[v]];
            if (keep > 0 && choice.nextDouble() < keep) edges.add(u, v);
        });
        return edges.undirected(graph.nodes());
    }

    /** The beta model in which a node of each level has the degree of its level in the mean, by iteration. */
    private static double[] beta(int[] level, int levels) {
        double[] count = new double[levels], odds = new double[levels], degree = new double[levels];
        double sum = 0;
        for (int l : level) count[l]++;
        for (int l = 0; l < levels; l++) sum += count[l] * (degree[l] = Math.pow(2, (double) l / STEPS));
        for (int l = 0; l < levels; l++) odds[l] = degree[l] / Math.sqrt(sum);
        for (int round = 0; round < ROUNDS; round++) {
            double[] before = odds.clone();
            for (int l = 0; l < levels; l++) {
                double others = 0;
                for (int h = 0; h < levels; h++)
                    others += Math.max(0, count[h] - (h == l ? 1 : 0)) / (1 / before[h] + before[l]);
                odds[l] = Math.max(1e-9, Math.min(1e9, degree[l] / others));
            }
        }
        double[] beta = new double[levels];
        for (int l = 0; l < levels; l++) beta[l] = Math.log(odds[l]);
        return beta;
    }
}
