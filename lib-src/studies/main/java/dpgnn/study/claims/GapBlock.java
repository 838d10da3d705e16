package dpgnn.study.claims;

import dpgnn.baseline.Gap;
import java.util.ArrayList;
import java.util.List;

/**
 * A small graph around one node z that is made to move the sums of a hop as far as it can, in two worlds: one canary. Rows have one
 * number.
 *
 * @param nodes of the graph
 * @param edges of the two worlds, from and to
 * @param rows of the two worlds
 * @param along how much each node's sum counts for the observer: a unit vector, zero where nothing is released
 */
record GapBlock(int nodes, int[][][] edges, float[][] rows, double[] along) {

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
        return new GapBlock(z + 1, edges, rows, along);
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
        List<int[]> all = new ArrayList<>();
        List<int[]> more = new ArrayList<>();
        double[] along = new double[z + 1];
        float[] rows = new float[z + 1];
        for (int g = 0; g < groups; g++)
            for (int i = 0; i < d; i++) {
                int sender = 2 * d * g + i;
                rows[sender] = 1;
                for (int k = 0; k < d; k++) all.add(new int[] {sender, 2 * d * g + d + k});
                more.add(new int[] {sender, z});
                along[2 * d * g + d + i] = -1 / Math.sqrt((double) d * groups);
            }
        int[][] without = columns(all);
        all.addAll(more);
        return new GapBlock(z + 1, new int[][][] {without, columns(all)}, new float[][] {rows, rows}, along);
    }

    private static int[][] columns(List<int[]> edges) {
        int[][] columns = new int[2][edges.size()];
        for (int e = 0; e < edges.size(); e++) {
            columns[0][e] = edges.get(e)[0];
            columns[1][e] = edges.get(e)[1];
        }
        return columns;
    }
}
