package dpgnn.study.claims;

import dpgnn.baseline.Gap;
import dpgnn.graph.Graph;
import java.util.Arrays;

/**
 * A small graph around one node z that is made to move the sums of a hop as far as it can, in two worlds: one canary. Rows have one
 * number.
 *
 * @param nodes of the graph
 * @param directed whether edges have a direction
 * @param edges of the two worlds, from and to
 * @param rows of the two worlds
 * @param along how much each node's sum counts for the observer: a unit vector, zero where nothing is released
 */
record GapBlock(int nodes, boolean directed, int[][][] edges, float[][] rows, double[] along) {

    /** So many copies side by side, in one of the worlds. */
    Graph graph(int world, int copies) {
        int[][] one = edges[world];
        int[][] all = new int[2][copies * one[0].length];
        for (int e = 0; e < all[0].length; e++)
            for (int end = 0; end < 2; end++) all[end][e] = e / one[0].length * nodes + one[end][e % one[0].length];
        return directed
                ? Graph.directed(copies * nodes, all[0], all[1])
                : Graph.undirected(copies * nodes, all[0], all[1]);
    }

    /** Two nodes, and an edge between them in one world. */
    static GapBlock joined() {
        double each = Math.sqrt(0.5);
        float[] rows = {1, 1};
        return new GapBlock(
                2, false, new int[][][] {new int[2][0], {{0}, {1}}}, new float[][] {rows, rows}, new double[] {
                    each, each
                });
    }

    /** z sends to four times as many nodes as its degree may be, and leaves. */
    static GapBlock leaving(int degree) {
        int receivers = 4 * degree;
        int[][] with = new int[2][receivers];
        double[] along = new double[receivers + 1];
        for (int r = 0; r < receivers; r++) {
            with[1][r] = r + 1;
            along[r + 1] = 1 / Math.sqrt(receivers);
        }
        float[] sends = new float[receivers + 1];
        sends[0] = 1;
        return new GapBlock(
                receivers + 1,
                true,
                new int[][][] {new int[2][0], with},
                new float[][] {new float[receivers + 1], sends},
                along);
    }

    /** z is replaced by its opposite, with opposite in-neighbours; its out-neighbours stay. */
    static GapBlock replaced(int degree, boolean loops) {
        int z = 3 * degree;
        int[][][] edges = new int[2][2][2 * degree];
        float[][] rows = new float[2][z + 1];
        double[] along = new double[z + 1];
        double own = degree + (loops ? 1 : 0);
        double length = Math.sqrt(own * own + degree);
        for (int world = 0; world < 2; world++) {
            for (int k = 0; k < degree; k++) {
                edges[world][0][k] = (world == 0 ? degree : 2 * degree) + k;
                edges[world][1][k] = z;
                edges[world][0][degree + k] = z;
                edges[world][1][degree + k] = k;
                rows[world][degree + k] = -1;
                rows[world][2 * degree + k] = 1;
                along[k] = 1 / length;
            }
            rows[world][z] = world == 0 ? -1 : 1;
        }
        along[z] = own / length;
        return new GapBlock(z + 1, true, edges, rows, along);
    }

    /**
     * z has no out-edge at all, but in one world it receives one from every sender, who then have one too many and drop any: D
     * senders to each group of D receivers.
     */
    static GapBlock received(Gap gap) {
        int d = gap.degree();
        double perRoot = Math.sqrt(d) * d / (d + 1.0);
        int groups = (int) Math.ceil(Math.pow(2 * gap.sensitivity() / perRoot, 2));
        int z = 2 * d * groups;
        int inside = d * d * groups, senders = d * groups;
        int[][] with = new int[2][inside + senders];
        double[] along = new double[z + 1];
        float[] rows = new float[z + 1];
        for (int i = 0; i < senders; i++) {
            int sender = 2 * d * (i / d) + i % d;
            rows[sender] = 1;
            along[sender + d] = -1 / Math.sqrt((double) d * groups);
            for (int k = 0; k < d; k++) {
                with[0][d * i + k] = sender;
                with[1][d * i + k] = 2 * d * (i / d) + d + k;
            }
            with[0][inside + i] = sender;
            with[1][inside + i] = z;
        }
        int[][] without = {Arrays.copyOf(with[0], inside), Arrays.copyOf(with[1], inside)};
        return new GapBlock(z + 1, true, new int[][][] {without, with}, new float[][] {rows, rows}, along);
    }
}
