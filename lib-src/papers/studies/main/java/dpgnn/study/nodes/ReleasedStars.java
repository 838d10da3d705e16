package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws stars as the released code of HeterPoisson does, in training and in the test. A node with a loop is its own neighbour. A node
 * without neighbours reads strangers, drawn at random. A centre stays in the stars of those that came before it in the batch.
 *
 * <p><b>Guarantee.</b> None: strangers and the order of the batch let a node act where Theorem 2 does not count it.
 */
final class ReleasedStars {
    /** Neighbours of a node that training keeps, and test nodes in a batch. */
    private static final int KEPT = 500, TESTED = 1000;

    private final Graph graph;
    private final int[] loops;
    private final int[] roots;
    /** The nodes that a star may have. */
    private final int[] readable;
    /** Those of each root. */
    private final int[][] neighbours;

    private ReleasedStars(Graph graph, int[] loops, int[] roots, int[] readable, int most) {
        this.graph = graph;
        this.loops = loops;
        this.roots = roots;
        this.readable = readable;
        BitSet allowed = new BitSet();
        for (int v : readable) allowed.set(v);
        neighbours = new int[graph.nodes()][];
        for (int v : roots) {
            IntStream others = IntStream.of(graph.inNeighbours(v)).filter(allowed::get);
            IntStream own = IntStream.generate(() -> v).limit(loops[v]);
            neighbours[v] = IntStream.concat(others, own).sorted().limit(most).toArray();
        }
    }

    /**
     * The stars of a training.
     *
     * @param loops how often each node is its own neighbour
     */
    static ReleasedStars training(Dataset data, int[] loops, Split split, LearningSetting learning) {
        int[] all = IntStream.range(0, data.nodes()).toArray();
        int[] readable = learning == LearningSetting.INDUCTIVE ? split.train() : all;
        return new ReleasedStars(data.graph(), loops, split.train(), readable, KEPT);
    }

    /** The stars of a test, which have test nodes alone. */
    static ReleasedStars test(Dataset data, int[] loops, Split split) {
        int[] nodes = split.nodes(Role.TEST);
        return new ReleasedStars(data.graph(), loops, nodes, nodes, Integer.MAX_VALUE);
    }

    int roots() {
        return roots.length;
    }

    /** A batch of a training. */
    void draw(double rate, int peripherals, RandomStream coins, Batch batch) {
        int[] centres =
                IntStream.of(roots).filter(v -> coins.nextDouble() < rate).toArray();
        BitSet earlier = new BitSet();
        batch.clear();
        for (int k : coins.order(centres.length)) {
            int centre = centres[k];
            int[] members = neighbours[centre].length == 0
                    ? strangers(peripherals, coins)
                    : IntStream.of(neighbours[centre])
                            .filter(j -> coins.nextDouble() * degree(j) <= peripherals)
                            .toArray();
            add(centre, IntStream.of(members).filter(j -> !earlier.get(j)).toArray(), batch);
            earlier.set(centre);
        }
    }

    /** All batches of a test in which a node reads at most so many others. */
    List<Batch> batches(int most, RandomStream coins) {
        List<Batch> all = new ArrayList<>();
        int[] order = coins.order(roots.length);
        for (int i = 0; i < order.length; i++) {
            if (i % TESTED == 0) all.add(new Batch());
            int root = roots[order[i]];
            int[] own = neighbours[root];
            int[] members = own.length == 0
                    ? strangers(most, coins)
                    : Arrays.stream(coins.order(own.length))
                            .limit(most)
                            .map(k -> own[k])
                            .toArray();
            add(root, members, all.get(all.size() - 1));
        }
        return all;
    }

    private int degree(int node) {
        return graph.outDegree(node) + Math.min(1, loops[node]);
    }

    private int[] strangers(int count, RandomStream coins) {
        return IntStream.range(0, count)
                .map(k -> readable[coins.nextInt(readable.length)])
                .toArray();
    }

    private static void add(int centre, int[] members, Batch batch) {
        batch.beginExample();
        int root = batch.addRow(centre);
        for (int k = 1; k <= members.length; k++) batch.addSource(root + k);
        for (int member : members) batch.addRow(member);
        batch.addTarget(root);
    }
}
