package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.graph.Graph;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.random.RoundedLaplace;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * The classical private generator. It publishes the sorted degrees with Laplace noise, repairs them by isotonic regression
 * (Hay, Li, Miklau and Jensen 2009), and draws a graph with these expected degrees (Chung and Lu 2002).
 *
 * <p><b>Guarantee.</b> Adding or removing an edge moves two degrees by one each, and sorting moves no two sequences further
 * apart: L1 sensitivity 2. All that follows is post-processing, the number of edges included.
 *
 * <p>Proof: docs/proofs.md, lemma 25.
 */
public record PrivateDegrees(double epsilon) {
    public PrivateDegrees {
        Check.positive("epsilon", epsilon);
    }

    public static PrivateDegrees of(double epsilon) {
        return new PrivateDegrees(epsilon);
    }

    public Event event() {
        return new Event.Laplace(1 / epsilon);
    }

    public GraphPublisher.Published publish(Graph graph, double delta, RandomStream coins) {
        return release(graph, delta, coins).get();
    }

    /** Releases the degrees, once; every graph is drawn from them. */
    Supplier<GraphPublisher.Published> release(Graph graph, double delta, RandomStream coins) {
        double[] degrees = degrees(graph, coins.fork("noise"));
        Guarantee guarantee = Rigour.of(coins.fresh()).judge(Protection.Bounds.of(event(), delta, List.of()), event());
        return () -> new GraphPublisher.Published(draw(degrees, coins.fork("graph")), guarantee, guarantee);
    }

    /** The noisy degrees, ascending, within 0 .. N-1. */
    double[] degrees(Graph graph, RandomStream coins) {
        GraphStatistics.requireUndirected(graph);
        int n = graph.nodes();
        double[] noisy = new double[n];
        for (int v = 0; v < n; v++) noisy[v] = graph.inDegree(v);
        Arrays.sort(noisy);
        double scale = 2 / epsilon;
        for (int v = 0; v < n; v++) {
            if (coins.secure()) {
                // the odds of each number may be off by 2^-39, which more noise pays for
                noisy[v] += RoundedLaplace.draw(16 * scale * (1 + n * 0x1p-38 / epsilon), coins) / 16.0;
                continue;
            }
            double magnitude = -scale * StrictMath.log(coins.nextOpenDouble());
            // Rounded, so that no low bit of a floating-point sum says which degree it came from (Mironov 2012).
            noisy[v] = Math.rint(16 * (noisy[v] + (coins.nextBoolean() ? magnitude : -magnitude))) / 16;
        }
        double[] fitted = isotonic(noisy);
        for (int v = 0; v < n; v++) fitted[v] = Math.max(0, Math.min(n - 1, fitted[v]));
        return fitted;
    }

    /** The ascending sequence nearest to the given one (pool adjacent violators). */
    static double[] isotonic(double[] values) {
        double[] mean = new double[values.length];
        int[] size = new int[values.length];
        int blocks = 0;
        for (double x : values) {
            mean[blocks] = x;
            size[blocks++] = 1;
            while (blocks > 1 && mean[blocks - 2] > mean[blocks - 1]) {
                int both = size[blocks - 2] + size[blocks - 1];
                mean[blocks - 2] = (mean[blocks - 2] * size[blocks - 2] + mean[blocks - 1] * size[blocks - 1]) / both;
                size[--blocks - 1] = both;
            }
        }
        double[] fitted = new double[values.length];
        int at = 0;
        for (int b = 0; b < blocks; b++) for (int k = 0; k < size[b]; k++) fitted[at++] = mean[b];
        return fitted;
    }

    /** As many edges as the degrees say, by Gumbel's trick: a pair's weight is the product of its degrees. */
    static Graph draw(double[] degrees, RandomStream coins) {
        int n = degrees.length;
        double sum = Arrays.stream(degrees).sum();
        long pairs = n * (n - 1L) / 2;
        long edges = Math.max(0, Math.min(pairs, Math.round(sum / 2)));
        // Without replacement in proportion to weights: the largest ln(weight) + Gumbel noise (Efraimidis and Spirakis
        // 2006).
        return ScoredPairs.largest(
                n,
                edges,
                (u, v) -> Math.log(degrees[u] * degrees[v] + 1e-12)
                        - Math.log(-Math.log(coins.nextOpenDouble()) + 1e-300));
    }
}
