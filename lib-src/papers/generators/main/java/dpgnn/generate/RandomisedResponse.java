package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.EdgeList;
import dpgnn.graph.Graph;
import dpgnn.privacy.Guarantee;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;

/**
 * Publishes a graph by randomised response. Every pair of nodes says whether it is linked and lies with probability 1 / (1 +
 * e^epsilon) (Warner 1965). Edges are then dropped at random until their expected number is right again, which can be
 * computed from the answers alone.
 *
 * <p><b>Guarantee.</b> One edge changes the answer of one pair, whose odds differ by e^epsilon at most; dropping edges is
 * post-processing. Answers of large epsilon are nearly all true: the graph is then nearly published.
 *
 * <p>Proof: docs/proofs.md, lemma 25.
 */
public record RandomisedResponse(double epsilon) {
    private static final double LARGEST = 36;

    public RandomisedResponse {
        Check.positive("epsilon", epsilon);
        if (epsilon > LARGEST)
            throw new IllegalArgumentException("epsilon must be at most " + LARGEST + " for randomised response, was "
                    + epsilon + ": a lie would be too rare to be drawn");
    }

    public static RandomisedResponse of(double epsilon) {
        return new RandomisedResponse(epsilon);
    }

    public GraphPublisher.Published publish(Graph graph, double delta, RandomStream coins) {
        GraphStatistics.requireUndirected(graph);
        Guarantee pure = Protection.Bounds.pure("randomised response", epsilon, delta, coins);
        return new GraphPublisher.Published(draw(graph, coins), pure, pure);
    }

    Graph draw(Graph graph, RandomStream coins) {
        int n = graph.nodes();
        // lies must not be rarer than they are said to be, and skipping may make them so by 2^-39
        double lie = Math.min(0.5, (1 + 0x1p-38) / (1 + Math.exp(epsilon)));
        PoissonSubset lies = new PoissonSubset(lie, coins.fork("lies"));
        long pairs = n * (n - 1L) / 2;
        long next = lies.next(pairs);
        EdgeList answers = new EdgeList();
        long k = 0;
        for (int v = 1; v < n; v++)
            for (int u = 0; u < v; u++, k++) {
                boolean lying = k == next;
                if (lying) next = lies.next(pairs);
                if (graph.hasEdge(u, v) != lying) answers.add(u, v);
            }
        double estimate = (answers.size() - pairs * lie) / (1 - 2 * lie);
        double keep = answers.size() == 0 ? 1 : Math.max(0, Math.min(1, estimate / answers.size()));
        Graph all = answers.undirected(n);
        RandomStream drops = coins.fork("drops");
        EdgeList kept = new EdgeList();
        for (int v = 0; v < n; v++)
            for (int i = 0; i < all.inDegree(v); i++)
                if (all.inNeighbour(v, i) < v && drops.nextDouble() < keep) kept.add(all.inNeighbour(v, i), v);
        return kept.undirected(n);
    }
}
