package dpgnn.nn.kernel;

import java.util.Arrays;

/**
 * A {@link SparseRows} cut into gathers: with rows sorted by their number of entries, the rows that have a p-th entry are the
 * first ones, so that each gather is added to a shrinking prefix.
 */
public record GatherPlan(int[] places, int[][] columnsAt, float[][] weightsAt) {
    static GatherPlan of(SparseRows spread) {
        int[] length = new int[spread.rows];
        int longest = 0;
        for (int r = 0; r < spread.rows; r++) {
            length[r] = spread.start[r + 1] - spread.start[r];
            longest = Math.max(longest, length[r]);
        }
        // Counting sort: from[l] is where rows of length l begin when the longest come first.
        int[] from = new int[longest + 2];
        for (int l : length) from[l]++;
        int at = 0;
        for (int l = longest; l >= 0; l--) {
            int here = from[l];
            from[l] = at;
            at += here;
        }
        int[] places = new int[spread.rows];
        int[] order = new int[spread.rows];
        for (int r = 0; r < spread.rows; r++) {
            places[r] = from[length[r]]++;
            order[places[r]] = r;
        }
        int[][] columns = new int[longest][];
        float[][] weights = new float[longest][];
        for (int p = 0; p < longest; p++) {
            int count = from[p + 1];
            columns[p] = new int[count];
            weights[p] = new float[count];
            for (int i = 0; i < count; i++) {
                columns[p][i] = spread.column[spread.start[order[i]] + p];
                weights[p][i] = spread.weight[spread.start[order[i]] + p];
            }
        }
        return new GatherPlan(places, columns, weights);
    }

    int depth() {
        return columnsAt.length;
    }

    int[] columns(int p) {
        return columnsAt[p];
    }

    float[] weights(int p) {
        return weightsAt[p];
    }

    public static SparseRows transposed(SparseRows spread) {
        int[] start = new int[spread.columns + 1];
        for (int k = 0; k < spread.entries(); k++) start[spread.column[k] + 1]++;
        for (int c = 0; c < spread.columns; c++) start[c + 1] += start[c];
        int[] next = Arrays.copyOf(start, spread.columns);
        int[] row = new int[spread.entries()];
        float[] weight = new float[spread.entries()];
        for (int r = 0; r < spread.rows; r++)
            for (int k = spread.start[r]; k < spread.start[r + 1]; k++) {
                int at = next[spread.column[k]]++;
                row[at] = r;
                weight[at] = spread.weight[k];
            }
        SparseRows turned = new SparseRows();
        turned.begin(spread.rows);
        for (int c = 0; c < spread.columns; c++) {
            for (int k = start[c]; k < start[c + 1]; k++) turned.add(row[k], weight[k]);
            turned.endRow();
        }
        return turned;
    }
}
