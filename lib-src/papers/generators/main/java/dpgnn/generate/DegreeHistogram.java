package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.Graph;
import dpgnn.privacy.Guarantee;
import dpgnn.random.RandomStream;
import dpgnn.random.RoundedLaplace;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Publishes how many nodes have each degree, with noise, and draws a graph of such degrees (DP-dK with d = 1, Sala et al. 2011, Wang
 * and Wu 2013). The noisy histogram is projected to those that have as many nodes as the graph, and the graph is drawn as that of
 * {@link PrivateDegrees} is.
 *
 * <p><b>Guarantee.</b> Adding or removing an edge takes two nodes out of their cells and puts them into others: L1 sensitivity 4. All
 * that follows is post-processing.
 *
 * <p>Proof: docs/proofs.md, lemma 91.
 */
record DegreeHistogram(double epsilon) {
    private static final double SMALLEST = 1e-6, LARGEST = 100;

    DegreeHistogram {
        Check.closed("epsilon", epsilon, SMALLEST, LARGEST);
    }

    static DegreeHistogram of(double epsilon) {
        return new DegreeHistogram(epsilon);
    }

    GraphPublisher.Published publish(Graph graph, double delta, RandomStream coins) {
        return release(graph, delta, coins).get();
    }

    /** Releases the histogram, once; every graph is drawn from it. */
    Supplier<GraphPublisher.Published> release(Graph graph, double delta, RandomStream coins) {
        double[] degrees = degrees(projected(noisy(graph, coins.fork("noise"))));
        Guarantee pure = Protection.Bounds.pure("Laplace noise on a histogram", epsilon, delta, coins);
        return () -> new GraphPublisher.Published(PrivateDegrees.draw(degrees, coins.fork("graph")), pure, pure);
    }

    /** Of each degree from 0 to N-1 how many nodes have it, with noise. */
    long[] noisy(Graph graph, RandomStream coins) {
        GraphStatistics.requireUndirected(graph);
        long[] cells = new long[graph.nodes()];
        for (int v = 0; v < cells.length; v++) cells[graph.inDegree(v)]++;
        for (int k = 0; k < cells.length; k++) cells[k] += RoundedLaplace.draw(scale(), coins);
        return cells;
    }

    /** Four cells may differ, and the odds of the numbers in each be off by 2^-39, which more noise pays for. */
    double scale() {
        return 4 / epsilon * (1 + 0x1p-36 / epsilon);
    }

    /** The nearest histogram without negative numbers that has as many nodes as there are cells. */
    static double[] projected(long[] noisy) {
        long[] falling = noisy.clone();
        Arrays.sort(falling);
        double sum = 0, level = 0;
        for (int i = 1; i <= falling.length; i++) {
            double value = falling[falling.length - i];
            sum += value;
            double next = (sum - falling.length) / i;
            if (value > next) level = next;
        }
        double[] cells = new double[noisy.length];
        for (int k = 0; k < cells.length; k++) cells[k] = Math.max(0, noisy[k] - level);
        return cells;
    }

    /** A degree for each node, ascending: the degree in the middle of its share of the histogram. */
    static double[] degrees(double[] cells) {
        double[] degrees = new double[cells.length];
        double below = 0;
        int degree = 0;
        for (int v = 0; v < degrees.length; v++) {
            while (degree < cells.length - 1 && below + cells[degree] < v + 0.5) below += cells[degree++];
            degrees[v] = degree;
        }
        return degrees;
    }
}
