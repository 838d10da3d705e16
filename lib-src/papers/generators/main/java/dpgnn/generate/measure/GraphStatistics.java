package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.graph.Components;
import dpgnn.graph.Graph;
import java.util.Arrays;

/**
 * The five global statistics of Yang et al. (2021), Table 1, and further figures that compare undirected graphs. Isolated
 * nodes count everywhere; loops do not exist.
 *
 * @param largestComponent LCC, nodes of the largest connected component
 * @param triangles TC
 * @param pathLength CPL, the mean length of shortest paths over all ordered pairs at a finite distance; 0 without edges
 * @param gini GINI of the degrees as NetGAN's code computes it, with an index that starts at zero: the common definition
 *     less 2/n
 * @param entropy REDE, the entropy of the edges' distribution over nodes relative to its maximum
 */
public record GraphStatistics(int largestComponent, long triangles, double pathLength, double gini, double entropy) {

    /** The printed number of this name, as Table 1 calls it. */
    public double get(String name) {
        return switch (name) {
            case "LCC" -> largestComponent;
            case "TC" -> triangles;
            case "CPL" -> pathLength;
            case "GINI" -> gini;
            case "REDE" -> entropy;
            default ->
                throw new IllegalArgumentException(
                        "unknown statistic \"" + name + "\"; there are LCC, TC, CPL, GINI, REDE");
        };
    }

    public static GraphStatistics of(Graph graph) {
        Check.given("graph", graph);
        requireUndirected(graph);
        return new GraphStatistics(
                Components.of(graph).largest().length,
                triangles(graph),
                pathLength(graph),
                gini(graph),
                entropy(graph));
    }

    /** How many nodes have each degree: 0 .. bins-2, and all larger ones in the last bin. */
    public static double[] degreeHistogram(Graph graph, int bins) {
        Check.given("graph", graph);
        double[] histogram = new double[bins];
        for (int v = 0; v < graph.nodes(); v++) histogram[Math.min(graph.inDegree(v), bins - 1)]++;
        return histogram;
    }

    /** The cosine of the angle between two vectors; 0 when one of them is zero, 1 when both are. */
    public static double cosine(double[] a, double[] b) {
        Check.given("a", a);
        Check.given("b", b);
        double dot = 0;
        double aa = 0;
        double bb = 0;
        for (int i = 0; i < a.length; i++) {
            dot += a[i] * b[i];
            aa += a[i] * a[i];
            bb += b[i] * b[i];
        }
        if (aa == 0 || bb == 0) return aa == bb ? 1 : 0;
        return dot / Math.sqrt(aa * bb);
    }

    public static void requireUndirected(Graph graph) {
        Check.given("graph", graph);
        if (graph.isDirected()) throw new IllegalArgumentException("the graph must be undirected, was directed");
    }

    /** Every triangle once, at its smallest node: common larger neighbours of the ends of each edge. */
    private static long triangles(Graph graph) {
        long count = 0;
        boolean[] near = new boolean[graph.nodes()];
        for (int v = 0; v < graph.nodes(); v++) {
            for (int k = 0; k < graph.inDegree(v); k++) near[graph.inNeighbour(v, k)] = true;
            for (int k = 0; k < graph.inDegree(v); k++) {
                int u = graph.inNeighbour(v, k);
                if (u < v) continue;
                for (int j = graph.inDegree(u) - 1; j >= 0 && graph.inNeighbour(u, j) > u; j--)
                    if (near[graph.inNeighbour(u, j)]) count++;
            }
            for (int k = 0; k < graph.inDegree(v); k++) near[graph.inNeighbour(v, k)] = false;
        }
        return count;
    }

    private static double pathLength(Graph graph) {
        int[] queue = new int[graph.nodes()];
        int[] distance = new int[graph.nodes()];
        long sum = 0;
        long pairs = 0;
        for (int root = 0; root < graph.nodes(); root++) {
            Arrays.fill(distance, -1);
            int head = 0;
            int tail = 0;
            queue[tail++] = root;
            distance[root] = 0;
            while (head < tail) {
                int v = queue[head++];
                sum += distance[v];
                for (int k = 0; k < graph.inDegree(v); k++) {
                    int u = graph.inNeighbour(v, k);
                    if (distance[u] < 0) {
                        distance[u] = distance[v] + 1;
                        queue[tail++] = u;
                    }
                }
            }
            pairs += tail - 1;
        }
        return pairs == 0 ? 0 : (double) sum / pairs;
    }

    private static double gini(Graph graph) {
        int n = graph.nodes();
        int[] degrees = degrees(graph);
        Arrays.sort(degrees);
        double weighted = 0;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            weighted += (double) i * degrees[i];
            sum += degrees[i];
        }
        return sum == 0 ? 0 : 2 * weighted / (n * sum) - (n + 1.0) / n;
    }

    private static double entropy(Graph graph) {
        double ends = graph.directedEdges();
        if (ends == 0 || graph.nodes() < 2) return 0;
        double sum = 0;
        for (int d : degrees(graph)) sum += d / ends * Math.log((d + 0.0001) / ends);
        return -sum / Math.log(graph.nodes());
    }

    private static int[] degrees(Graph graph) {
        int[] degrees = new int[graph.nodes()];
        for (int v = 0; v < degrees.length; v++) degrees[v] = graph.inDegree(v);
        return degrees;
    }
}
