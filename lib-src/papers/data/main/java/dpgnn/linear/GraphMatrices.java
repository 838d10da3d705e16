package dpgnn.linear;

import dpgnn.base.Check;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.SparseFeatures;
import java.util.Arrays;

/** Features and neighbourhoods as sparse matrices. */
public final class GraphMatrices {
    private GraphMatrices() {}

    /** The weight of what flows from one node to another. */
    public interface Weight {
        double of(int to, int from);
    }

    /** These columns of the features, in this order. */
    public static SparseMatrix features(Features features, int[] chosen) {
        Check.given("features", features);
        Check.given("chosen", chosen);
        int[] place = new int[features.width()];
        Arrays.fill(place, -1);
        for (int c = 0; c < chosen.length; c++) place[chosen[c]] = c;
        int[] start = new int[features.rows() + 1];
        int[] index = new int[16];
        double[] values = new double[16];
        float[] row = new float[features.width()];
        int count = 0;
        for (int r = 0; r < features.rows(); r++) {
            int many = features instanceof SparseFeatures s ? (int) (s.rowStart(r + 1) - s.rowStart(r)) : row.length;
            if (!(features instanceof SparseFeatures)) features.copyRow(r, row, 0);
            if (count + many > index.length) {
                index = Arrays.copyOf(index, 2 * (count + many));
                values = Arrays.copyOf(values, index.length);
            }
            for (int k = 0; k < many; k++) {
                int column = features instanceof SparseFeatures s ? s.column(s.rowStart(r) + k) : k;
                double value = features instanceof SparseFeatures s ? s.value(s.rowStart(r) + k) : row[k];
                if (place[column] < 0 || value == 0) continue;
                index[count] = place[column];
                values[count++] = value;
            }
            start[r + 1] = count;
        }
        return SparseMatrix.of(chosen.length, start, Arrays.copyOf(index, count), Arrays.copyOf(values, count));
    }

    /** Row v averages the in-neighbours of v; a node without any has an empty row, so its mean is zero and not NaN. */
    public static SparseMatrix mean(Graph graph) {
        Check.given("graph", graph);
        return neighbours(graph, false, (to, from) -> 1.0 / graph.inDegree(to));
    }

    /** D^-1/2 (A + I) D^-1/2 with the degrees of A + I, as Kipf and Welling (2017) write it. */
    public static SparseMatrix symmetric(Graph graph) {
        Check.given("graph", graph);
        return withLoops(graph, (to, from) -> 1 / Math.sqrt((graph.inDegree(to) + 1.0) * (graph.inDegree(from) + 1)));
    }

    /** A + I, weighted: each row has the node itself, then its in-neighbours. */
    public static SparseMatrix withLoops(Graph graph, Weight weight) {
        Check.given("graph", graph);
        Check.given("weight", weight);
        return neighbours(graph, true, weight);
    }

    private static SparseMatrix neighbours(Graph graph, boolean loops, Weight weight) {
        int n = graph.nodes();
        int[] start = new int[n + 1];
        for (int v = 0; v < n; v++) start[v + 1] = start[v] + graph.inDegree(v) + (loops ? 1 : 0);
        int[] index = new int[start[n]];
        double[] values = new double[start[n]];
        for (int v = 0; v < n; v++) {
            int k = start[v];
            if (loops) index[k++] = v;
            for (int i = 0; i < graph.inDegree(v); i++) index[k++] = graph.inNeighbour(v, i);
            for (k = start[v]; k < start[v + 1]; k++) values[k] = weight.of(v, index[k]);
        }
        return SparseMatrix.of(n, start, index, values);
    }
}
