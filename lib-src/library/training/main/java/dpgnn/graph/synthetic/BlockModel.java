package dpgnn.graph.synthetic;

import dpgnn.graph.EdgeSource;
import dpgnn.graph.Graph;
import dpgnn.random.RandomStream;

/**
 * A degree-corrected stochastic block model (Karrer and Newman 2011): an edge joins a node, chosen as often as its weight says,
 * with one drawn by weight from the same block, or from all blocks. Weights follow a power law with a cap, so that the
 * largest degrees are about those that are asked for. Edges come from a stream that starts again for every listing; no list
 * of them is kept.
 */
final class BlockModel {
    private static final int PILOT = 20_000;

    private final int[] block;
    private final double[] weight;
    private final AliasTable all;
    private final AliasTable[] within;
    private final double[] blockWeight;
    private double total;
    /** The probability that an edge is drawn within a block on purpose. */
    private final double inside;

    private final RandomStream coins;

    /**
     * @param homophily share of edges that join nodes of one block
     * @param exponent of the power law that degrees follow
     * @param span the largest degree over the mean degree
     */
    BlockModel(int[] block, int blocks, double homophily, double exponent, double span, RandomStream coins) {
        this.block = block;
        this.coins = coins;
        weight = weights(block.length, exponent, span, coins.fork("weights"));
        blockWeight = new double[blocks];
        for (int i = 0; i < block.length; i++) {
            blockWeight[block[i]] += weight[i];
            total += weight[i];
        }
        int[] order = new int[block.length];
        int[] begin = new int[blocks + 1];
        for (int b : block) begin[b + 1]++;
        for (int b = 0; b < blocks; b++) begin[b + 1] += begin[b];
        int[] next = begin.clone();
        for (int i = 0; i < block.length; i++) order[next[block[i]]++] = i;
        all = new AliasTable(order, 0, order.length, weight);
        within = new AliasTable[blocks];
        double byChance = 0;
        for (int b = 0; b < blocks; b++) {
            within[b] = new AliasTable(order, begin[b], begin[b + 1], weight);
            byChance += blockWeight[b] / total * blockWeight[b] / total;
        }
        inside = byChance >= 1 ? 0 : Math.max(0, (homophily - byChance) / (1 - byChance));
    }

    /** The model's graph, with about this many edges. */
    Graph graph(long edges) {
        return Graph.undirected(block.length, source(drawsFor(edges)));
    }

    /** Node by node, each as often as its weight says: memory is then filled in order on one side of each edge. */
    EdgeSource source(long draws) {
        return sink -> {
            RandomStream again = coins.fork("edges");
            for (int u = 0; u < weight.length; u++) {
                double expected = draws * (weight[u] / total);
                long times = (long) expected;
                if (again.nextDouble() < expected - times) times++;
                for (long i = 0; i < times; i++) sink.edge(u, partner(u, again));
            }
        };
    }

    private int partner(int u, RandomStream stream) {
        boolean same = stream.nextDouble() < inside;
        return (same ? within[block[u]] : all).draw(stream.nextLong());
    }

    /**
     * How many draws give this many distinct edges in expectation. T draws hit a pair of probability p with 1 - (1-p)^T; the
     * sum over all pairs is estimated from pairs that the model itself draws, each counted with weight 1/p.
     */
    long drawsFor(long edges) {
        double[] pair = new double[PILOT];
        RandomStream pilot = coins.fork("pilot");
        for (int i = 0; i < PILOT; i++) {
            int u = all.draw(pilot.nextLong());
            int v = partner(u, pilot);
            double same = block[u] == block[v] ? inside / blockWeight[block[u]] : 0;
            pair[i] = u == v ? 0 : 2 * weight[u] / total * weight[v] * (same + (1 - inside) / total);
        }
        long low = edges;
        long high = 2 * edges;
        while (distinct(pair, high) < edges) {
            if (high > 64 * edges)
                throw new IllegalArgumentException(
                        "edges must be fewer for " + block.length + " nodes of these weights, were " + edges);
            high *= 2;
        }
        while (high - low > 1 + edges / 10_000) {
            long middle = (low + high) / 2;
            if (distinct(pair, middle) < edges) low = middle;
            else high = middle;
        }
        return high;
    }

    private static double distinct(double[] pair, long draws) {
        double sum = 0;
        for (double p : pair) if (p > 0) sum += -StrictMath.expm1(draws * StrictMath.log1p(-p)) / p;
        return sum / pair.length;
    }

    private static double[] weights(int nodes, double exponent, double span, RandomStream coins) {
        double[] weight = new double[nodes];
        double mean = 0;
        for (int i = 0; i < nodes; i++) {
            weight[i] = StrictMath.pow(coins.nextOpenDouble(), -1 / (exponent - 1));
            mean += weight[i] / nodes;
        }
        // A cap lowers the mean, which lowers the cap; three rounds settle it.
        for (int round = 0; round < 3; round++) {
            double cap = span * mean;
            mean = 0;
            for (int i = 0; i < nodes; i++) {
                weight[i] = Math.min(weight[i], cap);
                mean += weight[i] / nodes;
            }
        }
        return weight;
    }
}
