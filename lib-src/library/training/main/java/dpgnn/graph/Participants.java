package dpgnn.graph;

import dpgnn.base.Check;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Describes which nodes take part in a training and how they are joined: the structure that a sampler may read, without
 * features or labels.
 *
 * <p><b>Guarantee.</b> Out-degrees are those of the whole graph. They do not change when a node stops taking part
 * ({@link #without}). The analysis of HeterPoisson needs this: its neighbouring inputs differ in whether an existing node took part,
 * not in whether it exists. They do change when it is removed ({@link #removed}). The announced number of roots changes in
 * neither case, so that it may serve as a public divisor.
 */
public final class Participants {
    private final Graph graph;
    private final Graph complete;
    private final int[] roots;
    private final BitSet eligible;
    /** Degrees in a larger graph that this one is a part of, or null where {@link #complete} is the whole. */
    private final int[] outDegree;

    private final int announcedRoots;

    private Participants(
            Graph graph, Graph complete, int[] roots, BitSet eligible, int[] outDegree, int announcedRoots) {
        this.graph = graph;
        this.complete = complete;
        this.roots = roots;
        this.eligible = eligible;
        this.outDegree = outDegree;
        this.announcedRoots = announcedRoots;
    }

    /** The whole graph takes part; examples are rooted at the given nodes, in any order. */
    public static Participants of(Graph graph, int... roots) {
        Check.given("graph", graph);
        Check.given("roots", roots);
        return of(graph, roots, null);
    }

    /** Participants of a graph that is a part of a larger one, in which node i has the given out-degree. */
    static Participants of(Graph graph, int[] roots, int[] outDegree) {
        Check.given("graph", graph);
        Check.given("roots", roots);
        int[] sorted = roots.clone();
        Arrays.sort(sorted);
        for (int k = 0; k < sorted.length; k++) {
            if (sorted[k] < 0 || sorted[k] >= graph.nodes())
                throw new IllegalArgumentException(
                        "a root must be a node in 0.." + (graph.nodes() - 1) + ", was " + sorted[k]);
            if (k > 0 && sorted[k] == sorted[k - 1])
                throw new IllegalArgumentException("root " + sorted[k] + " is given twice");
        }
        BitSet all = new BitSet(graph.nodes());
        all.set(0, graph.nodes());
        return new Participants(graph, graph, sorted, all, outDegree, sorted.length);
    }

    /**
     * The neighbouring input where a node takes no part: its data are no longer read, and no other number changes. With several
     * nodes it is as many neighbours away.
     */
    public Participants without(int... nodes) {
        BitSet left = (BitSet) eligible.clone(), gone = new BitSet();
        for (int node : Check.given("nodes", nodes)) {
            Check.within("node", node, 0, graph.nodes() - 1);
            left.clear(node);
            gone.set(node);
        }
        return new Participants(
                graph.without(gone),
                complete,
                Arrays.stream(roots).filter(r -> !gone.get(r)).toArray(),
                left,
                outDegree,
                announcedRoots);
    }

    /**
     * The neighbouring input where the node is deleted with its edges: nodes that had it as an out-neighbour have one fewer,
     * in their lists and in their degrees. Its number stays, of a node without edges that is in no example.
     */
    public Participants removed(int node) {
        Participants left = without(node);
        int[] degree = outDegree == null ? null : outDegree.clone();
        if (degree != null) {
            degree[node] = 0;
            for (int j = 0; j < degree.length; j++) if (j != node && complete.hasEdge(j, node)) degree[j]--;
        }
        return new Participants(
                left.graph, complete.withoutNode(node), left.roots, left.eligible, degree, announcedRoots);
    }

    /** These roots on a neighbouring graph with as many nodes, whose own out-degrees now count. */
    public Participants on(Graph neighbour) {
        if (neighbour.nodes() != graph.nodes())
            throw new IllegalArgumentException(
                    "a neighbouring graph must have " + graph.nodes() + " nodes, had " + neighbour.nodes());
        return of(neighbour, roots);
    }

    public Graph graph() {
        return graph;
    }

    /**
     * The graph with the edges of nodes that stopped taking part. It only serves to give each out-neighbour the same place in
     * its list whichever nodes take part, so that a place can be drawn; a node there that takes no part must stay unused.
     */
    public Graph complete() {
        return complete;
    }

    /** The nodes that examples may be rooted at, ascending. */
    public int[] roots() {
        return roots.clone();
    }

    public boolean isRoot(int node) {
        return Arrays.binarySearch(roots, node) >= 0;
    }

    /** Whether a node may appear in an example at all. */
    public boolean eligible(int node) {
        return eligible.get(node);
    }

    /** Out-degree in the whole graph, nodes that take no part included. */
    public int outDegree(int node) {
        return outDegree == null ? complete.outDegree(node) : outDegree[node];
    }

    /** The largest out-degree in the whole graph, nodes that take no part included. */
    public int maxOutDegree() {
        return outDegree == null
                ? complete.maxOutDegree()
                : Arrays.stream(outDegree).max().orElse(0);
    }

    /** The public number of roots: it stays the same when one of them takes no part. */
    public int announcedRoots() {
        return announcedRoots;
    }
}
