package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.privacy.Guarantee;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import java.util.HashSet;
import java.util.Set;

/**
 * Publishes a graph by a filter that every pair of nodes passes or not, linked pairs more often (TmF of Nguyen, Imine and Rusinowitch
 * 2015). The number of edges is counted with noise first, and the filter is set so that as many pairs pass in expectation. In a graph
 * with more links than not, the links that are missing pass. The work grows with the number of edges, in dense graphs with that of pairs.
 *
 * <p><b>Guarantee.</b> One edge moves the count by one and changes how often one pair passes, by factors that its share of epsilon
 * bounds. Every pair has coins of its own. As published, pairs at random fill the graph up to the noisy count exactly: that is not
 * private at its epsilon, since the number of pairs that fill up tells how many linked pairs did not pass.
 *
 * <p>Proof: docs/proofs.md, lemmas 89 and 90.
 */
record TopFilter(double epsilon) {
    private static final double SMALLEST = 1e-6, LARGEST = 25;
    /** The share of epsilon that counting takes. */
    static final double COUNT = 0.2;

    /** By more than computed odds may be too large. */
    private static final double LESS = 1 - 0x1p-40;

    TopFilter {
        Check.closed("epsilon", epsilon, SMALLEST, LARGEST);
    }

    static TopFilter of(double epsilon) {
        return new TopFilter(epsilon);
    }

    GraphPublisher.Published publish(Graph graph, double delta, RandomStream coins) {
        EdgeCount count = EdgeCount.noisy(graph, COUNT * epsilon, coins.fork("count"));
        Graph made = draw(graph, count.edges(), coins);
        Guarantee pure = Protection.Bounds.pure("a filter of pairs and a count", epsilon, delta, coins);
        return new GraphPublisher.Published(made, pure, pure);
    }

    /**
     * How often pairs pass.
     *
     * @param all of any pair, by its first coin
     * @param marked of a pair that stands out, by a second coin, if the first does not let it pass; in units of 2^-53
     */
    record Odds(double all, long marked) {
        /** For so many marked pairs that so many pass in expectation, by the most that epsilon allows. */
        static Odds of(double epsilon, long pairs, long marked) {
            double more = Math.expm1(epsilon);
            double all = marked == 0 ? 0 : marked / (pairs + more * marked);
            double second = Math.min(more * all / (1 - all), -Math.expm1(-epsilon)) * LESS;
            return new Odds(all, (long) (second * 0x1p53));
        }
    }

    /** The part of epsilon that pairs have. */
    private double ofPairs() {
        return epsilon - COUNT * epsilon;
    }

    Graph draw(Graph graph, long edges, RandomStream coins) {
        GraphStatistics.requireUndirected(graph);
        int n = graph.nodes();
        long pairs = n * (n - 1L) / 2;
        boolean dense = edges > pairs - edges;
        Odds odds = Odds.of(ofPairs(), pairs, dense ? pairs - edges : edges);
        RandomStream second = coins.fork("marked pairs");
        Set<Long> passed = new HashSet<>();
        PoissonSubset first = new PoissonSubset(odds.all, coins.fork("all pairs"));
        for (long k = first.next(pairs); k >= 0; k = first.next(pairs)) passed.add(k);
        for (int v = 1; v < n; v++) {
            long row = v * (v - 1L) / 2;
            if (dense) {
                for (int u = 0; u < v; u++) if (!graph.hasEdge(u, v)) again(row + u, odds, second, passed);
            } else
                for (int i = 0; i < graph.inDegree(v); i++)
                    if (graph.inNeighbour(v, i) < v) again(row + graph.inNeighbour(v, i), odds, second, passed);
        }
        EdgeList kept = new EdgeList();
        if (dense) {
            for (int v = 1; v < n; v++)
                for (int u = 0; u < v; u++) if (!passed.contains(v * (v - 1L) / 2 + u)) kept.add(u, v);
        } else
            for (long k : passed) {
                int v = larger(k);
                kept.add((int) (k - v * (v - 1L) / 2), v);
            }
        return kept.undirected(n);
    }

    /** The second coin of a marked pair, which belongs to the pair: no other pair moves it. */
    private static void again(long pair, Odds odds, RandomStream coins, Set<Long> passed) {
        if ((long) (coins.uniform(pair) * 0x1p53) < odds.marked) passed.add(pair);
    }

    /** The larger node of the pair of this number. */
    private static int larger(long pair) {
        long v = (long) ((1 + Math.sqrt(1 + 8.0 * pair)) / 2);
        while (v * (v - 1) / 2 > pair) v--;
        while (v * (v + 1) / 2 <= pair) v++;
        return (int) v;
    }
}
