package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.random.RandomStream;
import java.util.Arrays;

/**
 * Trees that share no node and cover all roots, as Algorithm 1 of Ayle et al. (2023) walks them. The printed algorithm
 * changes a list of neighbours while it iterates over it, and its restarting variant adds a sub-graph before it is complete;
 * here a step is uniform over the free neighbours, and a sub-graph is added once, after all its walks.
 */
final class WalkCover {
    /** Uniform tries before the free neighbours are counted: both ways are uniform, one is cheap early, the other late. */
    private static final int TRIES = 12;

    private int size;
    private int taken;
    private int[] start;
    private final int[] node;
    /** For each row the row of its tree that it was reached from; its own for the root. */
    private final int[] parent;

    private WalkCover(int roots, int nodes) {
        start = new int[roots + 1];
        node = new int[nodes];
        parent = new int[nodes];
    }

    static WalkCover draw(Participants participants, int[] roots, int length, int restarts, RandomStream coins) {
        Graph graph = participants.graph();
        int[] pool = roots.clone();
        int[] place = new int[graph.nodes()];
        Arrays.fill(place, -1);
        for (int i = 0; i < pool.length; i++) place[pool[i]] = i;
        boolean[] gone = new boolean[graph.nodes()];
        int left = pool.length;
        long most = Math.min(graph.nodes(), (long) pool.length * (1 + (long) restarts * length));
        WalkCover cover = new WalkCover(pool.length, (int) most);
        while (left > 0) {
            int root = pool[coins.nextInt(left)];
            int rootRow = cover.taken;
            left = take(root, gone, pool, place, left);
            cover.add(root, rootRow);
            for (int r = 0; r < restarts; r++) {
                int at = root;
                int atRow = rootRow;
                for (int step = 0; step < length; step++) {
                    int next = freeNeighbour(graph, gone, at, coins);
                    if (next < 0) break;
                    left = take(next, gone, pool, place, left);
                    int row = cover.taken;
                    cover.add(next, atRow);
                    at = next;
                    atRow = row;
                }
            }
            cover.start[++cover.size] = cover.taken;
        }
        cover.start = Arrays.copyOf(cover.start, cover.size + 1);
        return cover;
    }

    private void add(int v, int from) {
        node[taken] = v;
        parent[taken++] = from;
    }

    private static int take(int v, boolean[] gone, int[] pool, int[] place, int left) {
        gone[v] = true;
        int at = place[v];
        if (at < 0) return left;
        int last = pool[left - 1];
        pool[at] = last;
        place[last] = at;
        place[v] = -1;
        return left - 1;
    }

    private static int freeNeighbour(Graph graph, boolean[] gone, int v, RandomStream coins) {
        long begin = graph.inStart(v);
        int degree = graph.inDegree(v);
        if (degree > TRIES)
            for (int i = 0; i < TRIES; i++) {
                int u = graph.inAt(begin + coins.nextInt(degree));
                if (!gone[u]) return u;
            }
        int free = 0;
        for (long k = begin; k < begin + degree; k++) if (!gone[graph.inAt(k)]) free++;
        if (free == 0) return -1;
        int skip = coins.nextInt(free);
        for (long k = begin; ; k++) {
            int u = graph.inAt(k);
            if (!gone[u] && skip-- == 0) return u;
        }
    }

    /** Number of sub-graphs. */
    int size() {
        return size;
    }

    /** The nodes of a sub-graph, root first. */
    int[] nodes(int subgraph) {
        return Arrays.copyOfRange(node, start[subgraph], start[subgraph + 1]);
    }

    /** Adds a sub-graph to a batch, with walked edges in both directions, or with all edges of a graph if one is given. */
    void addTo(Batch batch, int subgraph, Graph edges) {
        int begin = start[subgraph];
        int end = start[subgraph + 1];
        batch.beginExample();
        int shift = batch.rows() - begin;
        for (int row = begin; row < end; row++) {
            batch.addRow(node[row]);
            for (int other = begin; other < end; other++)
                if (other != row && (edges == null ? joined(row, other) : edges.hasEdge(node[other], node[row])))
                    batch.addSource(other + shift);
        }
        batch.addTarget(begin + shift);
    }

    private boolean joined(int a, int b) {
        return parent[a] == b || parent[b] == a;
    }
}
