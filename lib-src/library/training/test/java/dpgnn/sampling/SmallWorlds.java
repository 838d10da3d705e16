package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Small graphs, all of them, and the exact laws of the batches that a sampler draws from them. */
final class SmallWorlds {
    private SmallWorlds() {}

    /** A graph as bits, pair (u, v) with u below v at number v (v - 1) / 2 + u, and its training nodes as bits. */
    record World(int nodes, int edges, int roots) {
        Participants participants() {
            return participants(edges);
        }

        /** The same roots on other edges. */
        Participants participants(int others) {
            List<int[]> list = new ArrayList<>();
            for (int v = 1, bit = 0; v < nodes; v++)
                for (int u = 0; u < v; u++, bit++) if ((others >> bit & 1) == 1) list.add(new int[] {u, v});
            int[] root = java.util.stream.IntStream.range(0, nodes)
                    .filter(v -> (roots >> v & 1) == 1)
                    .toArray();
            return Participants.of(
                    Graph.undirected(
                            nodes,
                            list.stream().mapToInt(e -> e[0]).toArray(),
                            list.stream().mapToInt(e -> e[1]).toArray()),
                    root);
        }

        /** The bits of the edges at a node. */
        int edgesAt(int node) {
            int bits = 0;
            for (int v = 1, bit = 0; v < nodes; v++)
                for (int u = 0; u < v; u++, bit++) if (u == node || v == node) bits |= 1 << bit;
            return bits;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(nodes + " nodes, edges");
            for (int v = 1, bit = 0; v < nodes; v++)
                for (int u = 0; u < v; u++, bit++)
                    if ((edges >> bit & 1) == 1)
                        text.append(" ").append(u).append('-').append(v);
            return text + ", roots " + Integer.toBinaryString(roots);
        }
    }

    /** Every graph with every set of training nodes but the empty one. */
    static List<World> all(int nodes) {
        List<World> worlds = new ArrayList<>();
        for (int edges = 0; edges < 1 << nodes * (nodes - 1) / 2; edges++)
            for (int roots = 1; roots < 1 << nodes; roots++) worlds.add(new World(nodes, edges, roots));
        return worlds;
    }

    /** One of each kind, where two are of a kind that differ in the names of nodes other than node 0. */
    static List<World> kinds(int nodes) {
        List<int[]> names = permutations(nodes);
        Set<World> seen = new HashSet<>();
        List<World> kinds = new ArrayList<>();
        for (World world : all(nodes)) {
            if (seen.contains(world)) continue;
            kinds.add(world);
            for (int[] name : names) seen.add(renamed(world, name));
        }
        return kinds;
    }

    private static World renamed(World world, int[] name) {
        int edges = 0, roots = 0;
        for (int v = 0, bit = 0; v < world.nodes(); v++) {
            roots |= (world.roots() >> v & 1) << name[v];
            for (int u = 0; u < v; u++, bit++) {
                int a = Math.min(name[u], name[v]), b = Math.max(name[u], name[v]);
                edges |= (world.edges() >> bit & 1) << b * (b - 1) / 2 + a;
            }
        }
        return new World(world.nodes(), edges, roots);
    }

    /** All that leave node 0 where it is. */
    private static List<int[]> permutations(int nodes) {
        List<int[]> all = new ArrayList<>(List.of(new int[] {0}));
        for (int size = 2; size <= nodes; size++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] shorter : all)
                for (int place = 1; place < size; place++) {
                    int[] next = new int[size];
                    for (int i = 0, k = 0; i < size; i++) next[i] = i == place ? size - 1 : shorter[k++];
                    longer.add(next);
                }
            all = longer;
        }
        return all;
    }

    /** How likely a sampler draws each batch, as the sorted contents of its examples, and how many ways its coins fell. */
    record Law(Map<List<Long>, Double> batches, int outcomes) {
        /** How likely each sum is when an example of this content contributes this much. */
        GaussianSums sums(Map<Long, Double> gradients) {
            Map<Double, Double> mass = new TreeMap<>();
            batches.forEach((batch, chance) -> {
                double sum = 0;
                for (long content : batch) sum += gradients.get(content);
                mass.merge(sum, chance, Double::sum);
            });
            return new GaussianSums(mass);
        }

        /** In how many examples of a batch, on average, each content is. */
        Map<Long, Double> expected() {
            Map<Long, Double> expected = new HashMap<>();
            batches.forEach((batch, chance) -> batch.forEach(content -> expected.merge(content, chance, Double::sum)));
            return expected;
        }
    }

    /** The law of the first batch. */
    static Law law(Sampler sampler, Participants participants, EnumeratedCoins coins) {
        Map<List<Long>, Double> batches = new HashMap<>();
        Batch batch = new Batch();
        int outcomes = 0;
        do {
            sampler.draws(participants, coins.stream()).draw(0, batch);
            List<Long> contents = new ArrayList<>(batch.examples());
            for (int e = 0; e < batch.examples(); e++) contents.add(content(batch, e));
            if (contents.size() > 1) contents.sort(null);
            batches.merge(contents, coins.chance(), Double::sum);
            outcomes++;
        } while (coins.advance());
        double sum = batches.values().stream().mapToDouble(Double::doubleValue).sum();
        if (Math.abs(sum - 1) > 1e-12) throw new AssertionError("chances must sum to 1, their sum was " + sum);
        return new Law(batches, outcomes);
    }

    /** All that a network sees of an example of at most 5 nodes: who is in it, who carries a loss, who reads whom. */
    static long content(Batch batch, int example) {
        long content = 0;
        for (int r = batch.exampleStart(example); r < batch.exampleStart(example + 1); r++) {
            content |= 1L << batch.node(r);
            for (int k = batch.edgeStart(r); k < batch.edgeStart(r + 1); k++)
                content |= 1L << 10 + 5 * batch.node(r) + batch.node(batch.source(k));
        }
        for (int k = batch.targetStart(example); k < batch.targetStart(example + 1); k++)
            content |= 1L << 5 + batch.node(batch.target(k));
        return content;
    }

    static boolean holds(long content, int node) {
        return (content >> node & 1) == 1;
    }

    static boolean isOwn(long content, int node) {
        return (content >> 5 + node & 1) == 1;
    }
}
