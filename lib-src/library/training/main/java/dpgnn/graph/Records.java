package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Data sets of records, for {@link dpgnn.sampling.PoissonRecords}: graphs that have a class each, and pairs of nodes that are an edge
 * or not. A record is a node of its own, its root, which has the label and no features; edges lead to it from the nodes of the record.
 * And of rows with owners, for {@link dpgnn.sampling.PoissonOwners}.
 */
public final class Records {
    private Records() {}

    /**
     * Classification of graphs. A node's features are its degree in its graph, one of {@code degrees} indicators, the last for all
     * that are larger; another indicator marks roots.
     */
    public static Dataset graphs(GraphCollection of, int degrees) {
        Check.given("of", of);
        Check.atLeast("degrees", degrees, 1);
        int nodes = of.graphs().stream().mapToInt(g -> g.nodes() + 1).sum();
        EdgeList edges = new EdgeList();
        int[] column = new int[nodes], labels = new int[nodes];
        Arrays.fill(labels, Labels.NONE);
        int root = 0;
        for (int g = 0; g < of.size(); g++) {
            Graph graph = of.graphs().get(g);
            labels[root] = of.labels()[g];
            column[root] = degrees;
            for (int v = 0; v < graph.nodes(); v++) {
                int node = root + 1 + v;
                column[node] = Math.min(graph.inDegree(v), degrees - 1);
                edges.add(node, root);
                for (int u : graph.inNeighbours(v)) edges.add(root + 1 + u, node);
            }
            root += graph.nodes() + 1;
        }
        int[] start = new int[nodes + 1];
        Arrays.setAll(start, i -> i);
        float[] ones = new float[nodes];
        Arrays.fill(ones, 1);
        return new Dataset(
                edges.directed(nodes),
                SparseFeatures.of(degrees + 1, start, column, ones),
                Labels.single(of.classes(), labels),
                of.provenance()
                        .with(
                                "A record is one of " + of.size() + " graphs, with its nodes and its class.",
                                List.of(Dataset.RECORDS_APART)));
    }

    /**
     * Prediction of links: whether a pair of nodes is an edge (class 1). Each edge is a record, and beside them each node is paired
     * so many times with another, by public coins: such pairs are drawn whatever the edges are, so that a few of them are edges,
     * which have class 0 all the same. An edge that comes or goes is one record, and changes no other.
     */
    public static Dataset pairs(Dataset data, int rounds, RandomStream coins) {
        Check.given("data", data);
        Check.given("coins", coins);
        Check.atLeast("rounds", rounds, 1);
        Graph graph = data.graph();
        if (graph.isDirected())
            throw new IllegalArgumentException("the graph must be undirected: a pair of nodes has no direction");
        int nodes = graph.nodes();
        List<int[]> pairs = new ArrayList<>();
        for (int v = 0; v < nodes; v++) for (int u : graph.inNeighbours(v)) if (u < v) pairs.add(new int[] {u, v});
        int joined = pairs.size();
        for (int k = 0; k < rounds; k++) {
            int[] other = coins.order(nodes);
            for (int v = 0; v < nodes; v++) if (other[v] != v) pairs.add(new int[] {v, other[v]});
        }
        EdgeList edges = new EdgeList();
        int[] labels = new int[ArraySize.of("nodes and pairs", nodes + pairs.size(), 1)];
        Arrays.fill(labels, 0, nodes, Labels.NONE);
        for (int k = 0; k < pairs.size(); k++) {
            for (int v : pairs.get(k)) edges.add(v, nodes + k);
            labels[nodes + k] = k < joined ? 1 : 0;
        }
        String note = "A record is a pair of nodes of " + data.name() + ": an edge, or one of " + rounds
                + " times as many pairs as there are nodes, drawn whatever the edges are. Where a record is protected, one"
                + " edge is, and features are not.";
        return new Dataset(
                edges.directed(labels.length),
                with(data.features(), pairs.size()),
                Labels.single(2, labels),
                data.provenance().with(note, List.of(Dataset.RECORDS_APART)));
    }

    /**
     * Rows of which several may belong to one owner, such as a patient of several visits. The nodes of the data are the rows; after
     * them comes a node for each owner, without label and features, and an edge leads from it to each of its rows. Edges between rows
     * are left out: a message would carry what one owner's row holds to another owner's.
     *
     * @param owners the owner of each node: a column of names or of numbers
     */
    public static Dataset owned(Dataset data, List<?> owners) {
        Check.given("data", data);
        Check.given("owners", owners);
        int rows = data.nodes();
        Check.that(owners.size() == rows, "owners", "one for each of " + rows + " nodes", owners.size());
        Map<Object, Integer> numbers = new HashMap<>();
        EdgeList edges = new EdgeList();
        for (int v = 0; v < rows; v++) {
            Object owner = Check.given("the owner of a node", owners.get(v));
            numbers.putIfAbsent(owner, rows + numbers.size());
            edges.add(numbers.get(owner), v);
        }
        int nodes = ArraySize.of("rows and owners", rows + numbers.size(), 1);
        int[] from = new int[nodes], all = new int[rows];
        Arrays.setAll(all, v -> v);
        System.arraycopy(all, 0, from, 0, rows);
        // The number of owners is not announced.
        String note = "A row belongs to an owner; the edges of " + data.name() + " are left out.";
        return new Dataset(
                edges.directed(nodes),
                with(data.features(), numbers.size()),
                data.labels().select(from).only(all),
                data.provenance().with(note, List.of(Dataset.RECORDS_APART)),
                data.publicSplit().map(s -> Split.of(nodes, s.train(), s.validation(), s.test())));
    }

    /** Rows of zeros after all others. */
    private static Features with(Features features, int more) {
        int rows = features.rows(), width = features.width();
        if (features instanceof SparseFeatures bag) {
            int entries = Math.toIntExact(bag.rowStart(rows));
            int[] start = new int[rows + more + 1], columns = new int[entries];
            float[] values = new float[entries];
            for (int r = 0; r <= rows + more; r++) start[r] = (int) bag.rowStart(Math.min(r, rows));
            for (int k = 0; k < entries; k++) {
                columns[k] = bag.column(k);
                values[k] = bag.value(k);
            }
            return SparseFeatures.of(width, start, columns, values);
        }
        float[] values = new float[ArraySize.of("features", rows + more, width)];
        for (int r = 0; r < rows; r++) features.copyRow(r, values, r * width);
        return DenseFeatures.of(rows + more, width, values);
    }
}
