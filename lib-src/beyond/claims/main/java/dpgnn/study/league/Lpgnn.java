package dpgnn.study.league;

import dpgnn.base.Check;
import dpgnn.baseline.PublicEdges;
import dpgnn.graph.ArraySize;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Scaling;
import dpgnn.graph.TrainingView;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * LPGNN (Sajadmanesh and Gatica-Perez 2021). Each node answers for some numbers of its row with one bit each, the multi-bit mechanism,
 * and each training node for its label ({@link PublicEdges}). Sums over public edges make rows of the bits and labels of the answers,
 * and a network learns these.
 *
 * <p><b>Guarantee.</b> Unit: the row and the label of one node, replaced; the edges, who is trained on, the classes, the width of rows
 * and the range of their numbers are public. Numbers are clipped to that range, and one that is no number counts as its lower end, so
 * that nothing is refused because of a row. It covers bits and answers, and so the weights and all predictions, with delta 0.
 *
 * <p>Settings: docs/reproduction-rules.md. Proof: docs/proofs.md, lemma 96.
 *
 * @param lowest the lower end of the range, which no row decides
 * @param highest the upper end
 */
record Lpgnn(double lowest, double highest) {
    private static final String PUBLIC =
            "The width of rows and the range that their numbers are clipped to are public and do not depend on rows.";
    private static final long WHOLE = 1L << 53;

    private static final double SMALLEST = 2e-6, LARGEST = 30;

    /** Of epsilon, for the label; the rest is for the row. */
    static final double SHARE = 0.5;

    /** How often rows are summed over neighbours. */
    private static final int ROUNDS = 10;

    /** The epsilon of one bit at which estimates of rows vary least, as the paper has it. */
    private static final double PER_BIT = 2.18;

    Lpgnn {
        Check.closed("lowest", lowest, -1e6, 1e6);
        Check.closed("highest", highest, -1e6, 1e6);
        Check.that(lowest < highest, "highest", "above lowest, " + lowest, highest);
    }

    /** How many bits a row has. */
    int bits(double epsilon, int width) {
        Check.closed("epsilon", epsilon, SMALLEST, LARGEST);
        return (int) Math.max(1, Math.min(width, Math.floor((1 - SHARE) * epsilon / PER_BIT)));
    }

    /** What one bit spends. */
    RandomisedAnswer bit(double epsilon, int width) {
        return PublicEdges.event((1 - SHARE) * epsilon / bits(epsilon, width), 2);
    }

    /** What the label and the bits of one node spend together: one answer of two, with odds of at least e^epsilon. */
    static RandomisedAnswer event(double epsilon) {
        return new RandomisedAnswer(Math.nextUp(Math.nextUp(1 / (1 + Math.exp(-epsilon)))), 2);
    }

    /** Of 2^53 equally likely words, how many make the bit of this number one: never more or less than the ends of the range do. */
    long ones(RandomisedAnswer bit, float number) {
        long most = (long) (bit.truth() * WHOLE), least = WHOLE - most;
        double place = (number - lowest) / (highest - lowest);
        double within = place > 0 ? Math.min(1, place) : 0; // 0 for what is no number
        return Math.max(least, Math.min(most, least + Math.round(within * (most - least))));
    }

    /** For each place of a row 1 or -1 by its bit, 0 where none was asked. Which are asked depends on coins alone. */
    float[] said(RandomisedAnswer bit, int bits, float[] row, RandomStream own) {
        int[] asked = IntStream.generate(() -> own.nextInt(row.length))
                .distinct()
                .limit(Check.within("bits", bits, 1, row.length))
                .toArray();
        float[] said = new float[row.length];
        for (int c : asked) said[c] = own.nextLong() >>> 11 < ones(bit, row[c]) ? 1 : -1;
        return said;
    }

    /** By coins of a seed, for an experiment. */
    Heard experiment(TrainingView view, double epsilon, double delta, Streams streams) {
        Check.given("streams", streams);
        return heard(view, epsilon, PublicEdges.of().experiment(view, SHARE * epsilon, delta, streams), streams);
    }

    /** By secure coins. */
    Heard release(TrainingView view, double epsilon, double delta) {
        return heard(view, epsilon, PublicEdges.of().release(view, SHARE * epsilon, delta), Streams.secure());
    }

    private Heard heard(TrainingView view, double epsilon, PublicEdges.Answered labels, Streams streams) {
        int nodes = view.graph().nodes(), width = view.features().width(), bits = bits(epsilon, width);
        RandomisedAnswer bit = bit(epsilon, width);
        RandomStream coins = streams.stream("bits");
        float[] rows = new float[ArraySize.of("bits", nodes, width)], row = new float[width];
        for (int v = 0; v < nodes; v++) {
            view.features().copyRow(v, row, 0);
            System.arraycopy(said(bit, bits, row, coins.fork(v)), 0, rows, v * width, width);
        }
        Guarantee held = labels.guarantee();
        List<String> remarks = new ArrayList<>(held.terms().remarks());
        remarks.set(0, "It holds with delta 0, for the bits of a row and the answer for its label together.");
        List<String> published = new ArrayList<>(held.terms().published());
        published.add(PUBLIC);
        return new Heard(
                rows,
                labels.predictions(),
                event(epsilon),
                Guarantee.of(held.unit(), held.relation())
                        .by(
                                "randomised response",
                                held.verdict().hasTheorem() ? epsilon : Double.POSITIVE_INFINITY,
                                held.delta(),
                                held.verdict(),
                                new GuaranteeTerms(
                                        published,
                                        List.of(),
                                        held.terms().given(),
                                        held.terms().uncovered(),
                                        remarks)));
    }

    /**
     * What nodes said.
     *
     * @param rows bits of all nodes, row by row
     * @param labels of all nodes, made of the answers and edges
     * @param spent by one node
     */
    record Heard(float[] rows, int[] labels, RandomisedAnswer spent, Guarantee guarantee) {
        /** A certificate that somebody else can check. */
        EpsilonCertificate certificate() {
            return EpsilonCertificate.of(
                    "rows and labels over public edges",
                    guarantee.with(guarantee.verdict(), guarantee.terms().publishable()),
                    spent,
                    DeltaReserve.SHARE);
        }
    }

    /** The data that the network learns: no row and no training node's label is that of these data. */
    Dataset learned(Dataset data, TrainingView view, Heard heard) {
        Graph graph = data.graph();
        int width = data.features().width();
        float[] now = heard.rows;
        for (int round = 0; round < ROUNDS; round++) now = summed(graph, now, width);
        int[] labels = new int[data.nodes()];
        for (int v = 0; v < labels.length; v++)
            labels[v] = view.participants().isRoot(v)
                    ? heard.labels[v]
                    : data.labels().isKnown(v) ? data.labels().of(v) : Labels.NONE;
        return Scaling.rows(
                new Dataset(
                        graph,
                        DenseFeatures.of(data.nodes(), width, now),
                        Labels.single(data.labels().classes(), labels),
                        data.provenance()),
                Scaling.Norm.L2,
                Math.sqrt(width));
    }

    /** Sums over neighbours, each over the roots of both degrees. */
    private static float[] summed(Graph graph, float[] rows, int width) {
        DenseFeatures from = DenseFeatures.of(graph.nodes(), width, rows);
        float[] sums = new float[rows.length];
        for (int v = 0; v < graph.nodes(); v++) {
            int[] near = graph.inNeighbours(v);
            float[] weights = new float[near.length];
            for (int i = 0; i < near.length; i++)
                weights[i] = (float) (1 / Math.sqrt((double) near.length * graph.inDegree(near[i])));
            from.sumRows(near, weights, 0, near.length, sums, v * width);
        }
        return sums;
    }

    /** How much likelier all that a node says is in the second world, as a logarithm: rows and labels differ in all they can. */
    double[][] lookAt(int canaries, double epsilon, int classes, int width, RandomStream coins) {
        RandomisedAnswer bit = bit(epsilon, width), label = PublicEdges.event(SHARE * epsilon, classes);
        double odds = Math.log(bit.truth() / bit.lie()), all = Math.log(label.truth() / label.lie());
        double[][] seen = new double[2][canaries];
        float[] row = new float[width];
        for (int world = 0; world < 2; world++) {
            Arrays.fill(row, (float) (world == 0 ? lowest : highest));
            for (int i = 0; i < canaries; i++) {
                RandomStream own = coins.fork(2L * i + world);
                for (float one : said(bit, bits(epsilon, width), row, own.fork("bits"))) seen[world][i] += one * odds;
                int answer = PublicEdges.drawn(label, world, own.fork("label"));
                seen[world][i] += answer == 1 ? all : answer == 0 ? -all : 0;
            }
        }
        return seen;
    }
}
