package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Reads Cora, CiteSeer and PubMed as Yang, Cohen and Salakhutdinov (ICML 2016) published them: rows of {@code allx}, then
 * those of {@code tx}, where row i of {@code tx} is node {@code test.index[i]}. Nodes that are in no matrix (15 of CiteSeer)
 * get a zero row and no label.
 */
final class Planetoid {
    private static final int VALIDATION = 500;

    private Planetoid() {}

    /** @param name cora, citeseer or pubmed */
    public static Dataset read(Sources sources, String name, String shownName) throws IOException {
        String prefix = "planetoid/ind." + name + ".";
        Csr allx = csr(sources, prefix + "allx");
        Csr tx = csr(sources, prefix + "tx");
        Csr x = csr(sources, prefix + "x");
        Npy[] y = {array(sources, prefix + "ally"), array(sources, prefix + "ty"), array(sources, prefix + "y")};
        int classes = y[0].dimension(1, 2);
        int[] ally = classes(y[0], allx, classes);
        int[] ty = classes(y[1], tx, classes);
        int[] labelsOfX = classes(y[2], x, classes);
        checkFirst(x, allx, labelsOfX, ally);
        if (tx.width() != allx.width())
            throw new MalformedFile(
                    tx.file(), "shape", tx.width() + " columns", allx.width() + " as in " + allx.file());
        Bytes graphFile = Bytes.of(sources.file(prefix + "graph"));
        Map<?, ?> neighbours = Pickle.map(graphFile, Pickle.read(graphFile));
        int nodes = neighbours.size();
        int[] test = test(sources, prefix + "test.index", allx.rows(), tx.rows(), nodes);
        Graph graph = graph(graphFile, neighbours);
        int[] rowOf = new int[nodes];
        Arrays.fill(rowOf, -1);
        for (int i = 0; i < allx.rows(); i++) rowOf[i] = i;
        for (int i = 0; i < test.length; i++) rowOf[test[i]] = allx.rows() + i;
        int[] labels = new int[nodes];
        for (int i = 0; i < nodes; i++)
            labels[i] =
                    rowOf[i] < 0 ? Labels.NONE : rowOf[i] < ally.length ? ally[rowOf[i]] : ty[rowOf[i] - ally.length];
        if (x.rows() < 1 || x.rows() + VALIDATION > allx.rows())
            throw new MalformedFile(x.file(), "rows", x.rows(), "at least 1 and at most " + (allx.rows() - VALIDATION));
        return new Dataset(
                graph,
                features(allx, tx, rowOf),
                Labels.single(classes, labels),
                sources.provenance(
                        shownName,
                        "Public split of Planetoid; loops and repeated edges of the file are dropped.",
                        "Features are those that were published: which words are columns, and in PubMed the weights (TF-IDF), the"
                                + " publisher took from all documents."),
                java.util.Optional.of(Split.planetoid(nodes, x.rows(), VALIDATION, test)));
    }

    /** Counts the edges that the file lists, a repeated edge and a loop as often as it is there: half of all entries. */
    public static long listedEdges(Sources sources, String name) throws IOException {
        Bytes in = Bytes.of(sources.file("planetoid/ind." + name + ".graph"));
        long entries = 0;
        for (Object list : Pickle.map(in, Pickle.read(in)).values())
            entries += Pickle.as(in, List.class, list).size();
        return entries / 2;
    }

    private static Csr csr(Sources sources, String place) throws IOException {
        Bytes in = Bytes.of(sources.file(place));
        return PickledArrays.csr(in, Pickle.read(in));
    }

    private static Npy array(Sources sources, String place) throws IOException {
        Bytes in = Bytes.of(sources.file(place));
        return PickledArrays.array(in, Pickle.read(in));
    }

    /** The class of every row of a one-hot matrix; none where a row is zero. */
    private static int[] classes(Npy oneHot, Csr like, int classes) throws IOException {
        if (oneHot.dimension(0, 2) != like.rows() || oneHot.dimension(1, 2) != classes || classes < 1)
            throw new MalformedFile(
                    oneHot.file,
                    "shape",
                    Arrays.toString(oneHot.shape),
                    "[" + like.rows() + ", " + classes + "], not empty");
        int[] values = oneHot.ints();
        int[] result = new int[like.rows()];
        for (int r = 0; r < result.length; r++) {
            result[r] = Labels.NONE;
            for (int c = 0; c < classes; c++) {
                int v = values[r * classes + c];
                if (v == 0) continue;
                if (v != 1 || result[r] != Labels.NONE)
                    throw new MalformedFile(oneHot.file, "row " + r, v + " in column " + c, "one 1 among zeros");
                result[r] = c;
            }
        }
        return result;
    }

    private static void checkFirst(Csr x, Csr allx, int[] y, int[] ally) throws MalformedFile {
        int rows = x.rows();
        boolean same = rows <= allx.rows()
                && Arrays.equals(x.start(), 0, rows + 1, allx.start(), 0, rows + 1)
                && Arrays.equals(x.columns(), 0, x.start()[rows], allx.columns(), 0, x.start()[rows])
                && Arrays.equals(y, 0, rows, ally, 0, rows);
        if (!same) throw new MalformedFile(x.file(), "rows", rows + " others", "the first rows of " + allx.file());
    }

    private static int[] test(Sources sources, String place, int first, int count, int nodes) throws IOException {
        var path = sources.file(place);
        String file = path.getFileName().toString();
        int[] test = IntList.lines(path, first, nodes - 1).toArray();
        if (test.length != count) throw new MalformedFile(file, "lines", test.length, count + ", one per row of tx");
        boolean[] seen = new boolean[nodes];
        for (int i = 0; i < test.length; i++) {
            if (seen[test[i]])
                throw new MalformedFile(file, "line " + (i + 1), test[i], "a node that was not named before");
            seen[test[i]] = true;
        }
        return test;
    }

    private static Graph graph(Bytes in, Map<?, ?> neighbours) throws MalformedFile {
        int nodes = neighbours.size();
        IntList from = new IntList();
        IntList to = new IntList();
        for (var entry : neighbours.entrySet()) {
            int node = Pickle.number(in, entry.getKey(), 0, nodes - 1);
            for (Object other : Pickle.as(in, List.class, entry.getValue())) {
                from.add(node);
                to.add(Pickle.number(in, other, 0, nodes - 1));
                in.checkCount(to.size());
            }
        }
        return Graph.undirected(nodes, from.toArray(), to.toArray());
    }

    private static SparseFeatures features(Csr allx, Csr tx, int[] rowOf) throws MalformedFile {
        SparseFeatures first = allx.features(false);
        SparseFeatures second = tx.features(false);
        int[] start = new int[rowOf.length + 1];
        int[] columns = new int[allx.columns().length + tx.columns().length];
        float[] values = new float[columns.length];
        int kept = 0;
        for (int i = 0; i < rowOf.length; i++) {
            SparseFeatures part = rowOf[i] < allx.rows() ? first : second;
            int row = part == first ? rowOf[i] : rowOf[i] - allx.rows();
            for (long k = row < 0 ? 0 : part.rowStart(row); row >= 0 && k < part.rowStart(row + 1); k++) {
                columns[kept] = part.column(k);
                values[kept++] = part.value(k);
            }
            start[i + 1] = kept;
        }
        return SparseFeatures.of(allx.width(), start, Arrays.copyOf(columns, kept), Arrays.copyOf(values, kept));
    }
}
