package dpgnn.baseline;

import dpgnn.base.Check;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.Graph;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Computes the hops of {@link Gap} on one graph: every row becomes the sum of its in-neighbours' rows, with noise, divided by
 * its norm.
 *
 * <p><b>Guarantee.</b> {@link #normalise} makes norms at most 1, and a row that is not finite zero, so that no row can stop a hop or
 * spoil another's sum. Given rows of norm at most 1 that two worlds share but for one node's, the {@link #sums} of both worlds
 * differ by at most {@link Gap#sensitivity} in the rows that {@link Gap.Noise} names, when both share the bounded graph: the
 * shortening of long sums is a projection to a ball, which moves two of them no further apart. Given the same rows in both worlds,
 * an edge moves the sums of all rows together by at most the sensitivity of its noise, as sums have no weights then. All that
 * follows the noise is post-processing.
 *
 * <p>Proofs: docs/proofs.md, lemmas 26 and 81.
 */
public final class GapHops {
    private final Gap gap;
    private final Graph graph;
    private final float[] weight;
    private final double sensitivity;

    private GapHops(Gap gap, Graph graph, float[] weight) {
        this.gap = gap;
        this.graph = graph;
        this.weight = weight;
        sensitivity = gap.sensitivity(graph);
    }

    /**
     * Bounds the degrees of a graph.
     *
     * @param outDegree each node's out-degree in the whole graph, of which this one may be a part
     * @param coins which edges are kept, where they are sampled
     */
    public static GapHops of(Gap gap, Graph graph, IntUnaryOperator outDegree, RandomStream coins) {
        Check.given("gap", gap);
        if (gap.bound() == Gap.Bound.SAMPLED)
            return new GapHops(gap, DegreeBound.outgoing(graph, gap.degree(), coins), null);
        if (gap.bound() == Gap.Bound.NONE) return new GapHops(gap, graph, null);
        float[] weight = new float[graph.nodes()];
        for (int u = 0; u < weight.length; u++) {
            int whole = outDegree.applyAsInt(u);
            if (whole < graph.outDegree(u))
                throw new IllegalArgumentException(
                        "the out-degree of node " + u + " in the whole graph must be at least " + graph.outDegree(u)
                                + ", its out-degree here, was " + whole);
            weight[u] = (float) Math.min(1, Math.sqrt((double) gap.degree() / Math.max(1, whole)));
        }
        return new GapHops(gap, graph, weight);
    }

    /** The sum of the in-neighbours' rows for every node, before noise. */
    public float[] sums(float[] rows, int width) {
        if (rows.length != Math.multiplyExact(graph.nodes(), width))
            throw new IllegalArgumentException("there must be a row of " + width + " values for each of "
                    + graph.nodes() + " nodes, were " + rows.length + " values");
        float[] sums = gap.loops() ? rows.clone() : new float[rows.length];
        for (int v = 0; v < graph.nodes(); v++) {
            long end = graph.inStart(v) + graph.inDegree(v);
            for (long k = graph.inStart(v); k < end; k++) {
                int u = graph.inAt(k);
                float w = weight == null ? 1f : weight[u];
                for (int c = 0; c < width; c++) sums[v * width + c] += w * rows[u * width + c];
            }
        }
        if (Double.isFinite(gap.longest())) shorten(sums, width, gap.longest());
        return sums;
    }

    /** One hop. Without noise where the multiplier is 0, for the method's non-private twin. */
    public float[] next(float[] rows, int width, double multiplier, RandomStream coins) {
        float[] sums = noisy(rows, width, multiplier, coins);
        normalise(sums, width);
        return sums;
    }

    /** The sums with their noise: all that follows is post-processing, so that this is what an audit looks at. */
    public float[] noisy(float[] rows, int width, double multiplier, RandomStream coins) {
        float[] sums = sums(rows, width);
        if (multiplier > 0) GaussianNoise.standard().add(sums, multiplier * sensitivity, sensitivity, coins);
        return sums;
    }

    /** Divides every row by its norm; a row of zeros stays, and one that is not finite becomes one. */
    public static void normalise(float[] rows, int width) {
        Check.given("rows", rows);
        Check.atLeast("width", width, 1);
        for (int at = 0; at < rows.length; at += width) {
            double norm = norm(rows, at, width);
            if (!Double.isFinite(norm)) Arrays.fill(rows, at, at + width, 0);
            else if (norm > 0) scale(rows, at, width, 1 / norm);
        }
    }

    private static void shorten(float[] rows, int width, double longest) {
        for (int at = 0; at < rows.length; at += width) {
            double norm = norm(rows, at, width);
            if (norm > longest) scale(rows, at, width, longest / norm);
        }
    }

    private static void scale(float[] rows, int at, int width, double by) {
        for (int c = at; c < at + width; c++) rows[c] = (float) (rows[c] * by);
    }

    private static double norm(float[] rows, int at, int width) {
        double square = 0;
        for (int c = at; c < at + width; c++) square += (double) rows[c] * rows[c];
        return Math.sqrt(square);
    }
}
