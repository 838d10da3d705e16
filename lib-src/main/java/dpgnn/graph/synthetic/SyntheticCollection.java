package dpgnn.graph.synthetic;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The figures that a stand-in for a collection of graphs must match: how many graphs of each class, how many nodes and edges
 * together, and the range of sizes. Edges are uniform among the pairs of a graph: sizes and densities resemble, motifs do
 * not.
 */
record SyntheticCollection(String name, long nodes, int smallest, int largest, long edges, List<Integer> classSizes) {
    static final List<SyntheticCollection> TABLE = List.of(
            new SyntheticCollection("imdb-multi", 19_502, 7, 89, 98_903, List.of(500, 500, 500)),
            new SyntheticCollection("imdb-binary", 19_773, 12, 136, 96_531, List.of(500, 500)),
            new SyntheticCollection("imdb-multi-subset", 3_626, 25, 89, 25_061, List.of(43, 26, 31)),
            new SyntheticCollection("dblp", 12_227, 4, 597, 15_378, List.of(21, 24, 24)),
            new SyntheticCollection("dblp-large", 7_743, 219, 583, 11_051, java.util.Collections.nCopies(23, 1)));

    static SyntheticCollection of(String name) {
        return TABLE.stream()
                .filter(c -> c.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("name must be one of "
                        + TABLE.stream().map(SyntheticCollection::name).collect(Collectors.joining(", ")) + "; was "
                        + name));
    }

    int graphs() {
        return classSizes.stream().mapToInt(Integer::intValue).sum();
    }

    GraphCollection make(long seed) {
        RandomStream coins = Streams.seed(seed).stream("synthetic " + name);
        int[] sizes = sizes(coins.fork("sizes"));
        int[] edgesOf = edgesOf(sizes, coins.fork("edges of"));
        RandomStream pairs = coins.fork("pairs");
        List<Graph> made = new ArrayList<>();
        for (int g = 0; g < sizes.length; g++) made.add(uniform(sizes[g], edgesOf[g], pairs));
        int[] labels = new int[sizes.length];
        for (int c = 0, at = 0; c < classSizes.size(); at += classSizes.get(c++))
            Arrays.fill(labels, at, at + classSizes.get(c), c);
        String note = "Synthetic graphs that stand in for " + name + ": from seed " + seed
                + ", with its number of graphs, nodes, edges and labels; edges are uniform and tell nothing of the label.";
        return new GraphCollection(
                made,
                labels,
                classSizes.size(),
                List.of(),
                new Dataset.Provenance(name + " (synthetic stand-in)", List.of(), true, List.of(note)));
    }

    /** Exponential above the smallest, as sizes of ego networks nearly are, then corrected to the exact sum. */
    private int[] sizes(RandomStream coins) {
        int[] sizes = new int[graphs()];
        double above = (double) nodes / sizes.length - smallest;
        long sum = 0;
        for (int g = 0; g < sizes.length; g++) {
            double size = smallest - above * Math.log1p(-coins.nextDouble());
            sum += sizes[g] = (int) Math.min(largest, Math.round(size));
        }
        while (sum != nodes) {
            int g = coins.nextInt(sizes.length);
            int step = sum < nodes ? 1 : -1;
            if (sizes[g] + step < smallest || sizes[g] + step > largest) continue;
            sizes[g] += step;
            sum += step;
        }
        return sizes;
    }

    /** Each edge goes to the graph of a random node, unless that graph is complete. */
    private int[] edgesOf(int[] sizes, RandomStream coins) {
        int[] owner = new int[(int) nodes];
        for (int g = 0, v = 0; g < sizes.length; g++) for (int i = 0; i < sizes[g]; i++) owner[v++] = g;
        int[] count = new int[sizes.length];
        for (long placed = 0; placed < edges; ) {
            int g = owner[coins.nextInt(owner.length)];
            if (count[g] >= sizes[g] * (sizes[g] - 1) / 2) continue;
            count[g]++;
            placed++;
        }
        return count;
    }

    /** Floyd's choice of so many pairs without replacement (Bentley and Floyd 1987). */
    private static Graph uniform(int nodes, int edges, RandomStream coins) {
        int pairs = nodes * (nodes - 1) / 2;
        BitSet chosen = new BitSet(pairs);
        for (int k = pairs - edges; k < pairs; k++) {
            int at = coins.nextInt(k + 1);
            chosen.set(chosen.get(at) ? k : at);
        }
        int[] u = new int[edges];
        int[] v = new int[edges];
        int used = 0;
        for (int b = 1, first = 0; b < nodes; first += b++)
            for (int k = chosen.nextSetBit(first); k >= 0 && k < first + b; k = chosen.nextSetBit(k + 1)) {
                u[used] = k - first;
                v[used++] = b;
            }
        return Graph.undirected(nodes, u, v);
    }
}
