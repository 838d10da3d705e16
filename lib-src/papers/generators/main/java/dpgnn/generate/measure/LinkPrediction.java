package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Runs the attack of Yang et al. (2021), figure 3: predicts, from a published graph alone, which of the asked pairs are
 * linked in the original. Nodes of a generated graph have no names, so that the attacker aligns them with the original's by
 * their rank of degrees; where names are kept ({@link #named}) there is nothing to align.
 */
public sealed interface LinkPrediction {
    String name();

    /** A score per asked pair of the published graph's nodes. */
    double[] scores(Graph published, int[][] pairs, Streams streams);

    /**
     * Areas under the ROC curve: over all asked pairs, and over those of which both nodes keep a visible link. Of a node that lost
     * all of its links the visible graph says nothing, so that nobody could guess them.
     */
    record Areas(double all, double known) {}

    /** How well the attack does when the published graph's nodes are the original's. */
    default Areas named(Graph published, HiddenLinks links, Streams streams) {
        int[] same = new int[published.nodes()];
        Arrays.setAll(same, v -> v);
        return placed(published, links, same, streams);
    }

    /** The areas after aligning a generated graph with what its generator saw. */
    default Areas aligned(Graph generated, HiddenLinks links, Streams streams) {
        return placed(generated, links, alignment(links.visible(), generated), streams);
    }

    private Areas placed(Graph published, HiddenLinks links, int[] place, Streams streams) {
        int[][] pairs = links.asked();
        int[][] moved = moved(pairs, place);
        double[] scores = scores(without(published, moved), moved, streams);
        return new Areas(
                area(scores, links.edges().length, i -> true),
                area(scores, links.edges().length, i -> links.isKnown(pairs[i])));
    }

    /** Over the pairs that count, of which the first are edges; one half where nothing is left to compare. */
    private static double area(double[] scores, int edges, IntPredicate counts) {
        double[] positive = IntStream.range(0, edges)
                .filter(counts)
                .mapToDouble(i -> scores[i])
                .toArray();
        double[] negative = IntStream.range(edges, scores.length)
                .filter(counts)
                .mapToDouble(i -> scores[i])
                .toArray();
        return positive.length == 0 || negative.length == 0 ? 0.5 : RankQuality.auc(positive, negative);
    }

    /** For every node of the original that of the generated graph with the same rank by degree, ties by number. */
    static int[] alignment(Graph original, Graph generated) {
        Check.given("original", original);
        Check.given("generated", generated);
        if (original.nodes() != generated.nodes())
            throw new IllegalArgumentException(
                    "both graphs must have as many nodes, had " + original.nodes() + " and " + generated.nodes());
        Integer[] a = byDegree(original);
        Integer[] b = byDegree(generated);
        int[] place = new int[a.length];
        for (int r = 0; r < a.length; r++) place[a[r]] = b[r];
        return place;
    }

    private static Integer[] byDegree(Graph graph) {
        Integer[] order = new Integer[graph.nodes()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                Comparator.comparingInt((Integer v) -> -graph.inDegree(v)).thenComparingInt(v -> v));
        return order;
    }

    private static int[][] moved(int[][] pairs, int[] place) {
        return Arrays.stream(pairs)
                .map(p -> new int[] {place[p[0]], place[p[1]]})
                .toArray(int[][]::new);
    }

    /** The asked pairs must not answer for themselves. */
    private static Graph without(Graph graph, int[][] pairs) {
        java.util.Set<Long> asked = new java.util.HashSet<>();
        int n = graph.nodes();
        for (int[] p : pairs) asked.add((long) Math.min(p[0], p[1]) * n + Math.max(p[0], p[1]));
        EdgeList kept = new EdgeList();
        for (int v = 0; v < n; v++)
            for (int i = 0; i < graph.inDegree(v); i++) {
                int u = graph.inNeighbour(v, i);
                if (u < v && !asked.contains((long) u * n + v)) kept.add(u, v);
            }
        return kept.undirected(n);
    }

    /** Common neighbours (Liben-Nowell and Kleinberg 2003). */
    static LinkPrediction commonNeighbours() {
        return new CommonNeighbours();
    }

    /** Common neighbours, each by one over the logarithm of its degree (Adamic and Adar 2003). */
    static LinkPrediction adamicAdar() {
        return new AdamicAdar();
    }

    /** The product of both degrees (Liben-Nowell and Kleinberg 2003): what the degrees alone give away. */
    static LinkPrediction degrees() {
        return new Degrees();
    }

    /** See {@link #degrees}. */
    record Degrees() implements LinkPrediction {
        @Override
        public String name() {
            return "degree product";
        }

        @Override
        public double[] scores(Graph published, int[][] pairs, Streams streams) {
            return Arrays.stream(pairs)
                    .mapToDouble(p -> (double) published.inDegree(p[0]) * published.inDegree(p[1]))
                    .toArray();
        }
    }

    /** See {@link #commonNeighbours}. */
    record CommonNeighbours() implements LinkPrediction {
        @Override
        public String name() {
            return "common neighbours";
        }

        @Override
        public double[] scores(Graph published, int[][] pairs, Streams streams) {
            return worth(published, pairs, degree -> 1);
        }
    }

    /** See {@link #adamicAdar}. */
    record AdamicAdar() implements LinkPrediction {
        @Override
        public String name() {
            return "Adamic-Adar";
        }

        @Override
        public double[] scores(Graph published, int[][] pairs, Streams streams) {
            return worth(published, pairs, degree -> 1 / Math.log(degree));
        }
    }

    /** The sum over the common neighbours of each pair of what one is worth by its degree. */
    private static double[] worth(Graph published, int[][] pairs, IntToDoubleFunction worth) {
        double[] scores = new double[pairs.length];
        for (int p = 0; p < pairs.length; p++)
            for (int i = 0; i < published.inDegree(pairs[p][0]); i++) {
                int w = published.inNeighbour(pairs[p][0], i);
                if (w != pairs[p][1] && published.hasEdge(w, pairs[p][1]))
                    scores[p] += worth.applyAsDouble(published.inDegree(w));
            }
        return scores;
    }

    /**
     * node2vec (Grover and Leskovec 2016) with p = q = 1, and a perceptron on the two nodes' vectors side by side.
     *
     * @param dimension of the vectors
     * @param length of a walk
     * @param walks per node
     * @param epochs of the perceptron
     */
    record Learned(int dimension, int length, int walks, int window, int epochs) implements LinkPrediction {
        public Learned {
            Check.atLeast("dimension", dimension, 1);
            Check.atLeast("length", length, 2);
            Check.atLeast("walks", walks, 1);
            Check.atLeast("window", window, 1);
            Check.atLeast("epochs", epochs, 1);
        }

        /** 128 dimensions, 10 walks of length 80, window 10, 40 epochs. */
        public static Learned paper() {
            return new Learned(128, 80, 10, 10, 40);
        }

        @Override
        public String name() {
            return "node2vec and perceptron";
        }

        @Override
        public double[] scores(Graph published, int[][] pairs, Streams streams) {
            Matrix vectors =
                    new NodeVectors(dimension, length, walks, window, 0).learn(published, streams.stream("walks"));
            return PairPerceptron.learn(published, pairs, vectors, epochs, true, p -> {}, streams.stream("perceptron"))
                    .scores(pairs);
        }
    }

    /**
     * The same as the paper's code runs it. Its word2vec leaves out frequent words by default, and of so few nodes every one is frequent;
     * the perceptron is taught that hidden links are absent, with pairs in one order; and of its epochs the one counts that answers the
     * asked pairs best, so that even guesses are above one half. That takes the answers: it is no attack that anybody could make.
     * Generated nodes stay where their numbers are.
     */
    record Released(Learned how) implements LinkPrediction {
        private static final double FREQUENT = 1e-3;

        @Override
        public String name() {
            return "as released";
        }

        /** {@inheritDoc} The first half of the pairs are the links. */
        @Override
        public double[] scores(Graph published, int[][] pairs, Streams streams) {
            Matrix vectors = new NodeVectors(how.dimension, how.length, how.walks, how.window, FREQUENT)
                    .learn(published, streams.stream("walks"));
            List<double[]> best = new ArrayList<>();
            PairPerceptron.learn(
                    published,
                    new int[0][],
                    vectors,
                    how.epochs,
                    false,
                    p -> {
                        double[] now = p.logits(pairs);
                        if (best.isEmpty() || all(now) > all(best.get(0))) best.add(0, now);
                    },
                    streams.stream("perceptron"));
            return best.get(0);
        }

        private static double all(double[] scores) {
            return area(scores, scores.length / 2, i -> true);
        }

        @Override
        public Areas aligned(Graph generated, HiddenLinks links, Streams streams) {
            return named(generated, links, streams);
        }
    }
}
