package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Removes edges so that no node reaches too many others. This bounds the influence of one node in baselines.
 *
 * <p><b>Guarantee.</b> None for a node or an edge by itself: which edges others keep depends on each node's edges (docs/proofs.md,
 * lemma 26). The graphs remember that, and a {@link Dataset} of one of them has a leak, {@link Dataset#EDGES_CHOSEN}. A graph built anew
 * from their edges does not.
 */
public final class DegreeBound {
    private DegreeBound() {}

    /**
     * Keeps an edge of an undirected graph if both ends have fewer than the bound at the time it is met; nodes are visited in
     * random order, and the neighbours of each in random order (Daigavane et al. 2021, as Ayle et al. 2023 adapt it).
     */
    public static Graph symmetric(Graph graph, int bound, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("coins", coins);
        Check.atLeast("the bound on degrees", bound, 1);
        if (graph.isDirected())
            throw new IllegalArgumentException("the graph must be undirected for a symmetric bound on degrees");
        int nodes = graph.nodes();
        int[] kept = new int[nodes];
        int[][] partner = new int[nodes][];
        int[] scratch = new int[graph.maxInDegree()];
        EdgeList edges = new EdgeList();
        for (int v : coins.order(nodes)) {
            int degree = graph.inDegree(v);
            for (int i = 0; i < degree; i++) scratch[i] = graph.inNeighbour(v, i);
            for (int i = 0; i < degree && kept[v] < bound; i++) {
                int u = pick(scratch, i, degree, coins);
                if (kept[u] >= bound || contains(partner[v], kept[v], u)) continue;
                partner[v] = add(partner[v], kept[v]++, u, bound);
                partner[u] = add(partner[u], kept[u]++, v, bound);
                edges.add(v, u);
            }
        }
        return edges.undirected(nodes).bounded();
    }

    /** The data with the graph that {@link #symmetric(Graph, int, RandomStream)} leaves, which their provenance says. */
    public static Dataset symmetric(Dataset data, int bound, RandomStream coins) {
        Check.given("data", data);
        return data.withGraph(symmetric(data.graph(), bound, coins));
    }

    /**
     * Every node keeps each of its out-edges into the given nodes with probability K / (2 D), where D is how many it has, and
     * loses all of them if more than K remain (the edge sampling of Daigavane et al. 2021, written for graphs in which j
     * aggregates along i → j). All other edges go.
     */
    public static Graph outgoingByCoins(Graph graph, int bound, int[] into, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("into", into);
        Check.given("coins", coins);
        Check.atLeast("the bound on degrees", bound, 1);
        BitSet allowed = new BitSet();
        for (int v : into) allowed.set(v);
        EdgeList pairs = new EdgeList();
        for (int u = 0; u < graph.nodes(); u++) {
            int begin = pairs.size();
            int degree = 0;
            for (int i = 0; i < graph.outDegree(u); i++) if (allowed.get(graph.outNeighbour(u, i))) degree++;
            double chance = degree == 0 ? 0 : bound / (2.0 * degree);
            for (int i = 0; i < graph.outDegree(u); i++) {
                int v = graph.outNeighbour(u, i);
                if (allowed.get(v) && coins.nextDouble() < chance) pairs.add(u, v);
            }
            if (pairs.size() - begin > bound) pairs.truncate(begin);
        }
        return pairs.directed(graph.nodes()).bounded();
    }

    /** Every node keeps this many of its out-edges, uniformly chosen, or all if it has no more (Sajadmanesh et al. 2023). */
    public static Graph outgoing(Graph graph, int bound, RandomStream coins) {
        Check.given("graph", graph);
        Check.given("coins", coins);
        Check.atLeast("the bound on degrees", bound, 1);
        EdgeList pairs = new EdgeList();
        int[] scratch = new int[graph.maxOutDegree()];
        for (int u = 0; u < graph.nodes(); u++) {
            int degree = graph.outDegree(u);
            for (int i = 0; i < degree; i++) scratch[i] = graph.outNeighbour(u, i);
            if (degree <= bound) for (int i = 0; i < degree; i++) pairs.add(u, scratch[i]);
            else for (int i = 0; i < bound; i++) pairs.add(u, pick(scratch, i, degree, coins));
        }
        return pairs.directed(graph.nodes()).bounded();
    }

    /** The i-th entry of a random order, made on the way. */
    private static int pick(int[] list, int i, int length, RandomStream coins) {
        int k = i + coins.nextInt(length - i);
        int chosen = list[k];
        list[k] = list[i];
        list[i] = chosen;
        return chosen;
    }

    private static boolean contains(int[] list, int length, int value) {
        for (int i = 0; i < length; i++) if (list[i] == value) return true;
        return false;
    }

    private static int[] add(int[] list, int length, int value, int bound) {
        int[] target = list == null ? new int[Math.min(bound, 4)] : list;
        if (length == target.length) target = Arrays.copyOf(target, (int) Math.min(bound, 2L * length));
        target[length] = value;
        return target;
    }
}
