package dpgnn.nn.kernel;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link RowPasses} in vector registers, by the rules of {@link VectorRows}. Loaded by name only, where the module is there. */
final class VectorPasses extends RowPasses {
    private static final VectorSpecies<Float> LANES = FloatVector.SPECIES_PREFERRED;
    private static final int ONE = LANES.length();
    private static final int FOUR = 4 * ONE;
    /** The eight accumulators of {@link FloatLoops#dot}. */
    private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

    private final float[] sums = new float[8];

    @Override
    void gather(Features features, SparseRows sparseRows, int from, int to, float[] into) {
        if (!(features instanceof DenseFeatures dense)) {
            super.gather(features, sparseRows, from, to, into);
            return;
        }
        float[] x = dense.values();
        int n = dense.width();
        for (int r = from; r < to; r++) {
            int k = sparseRows.start[r], end = sparseRows.start[r + 1], at = (r - from) * n;
            if (end - k >= 3) {
                three(x, sparseRows, k, into, at, n);
                k += 3;
            } else Arrays.fill(into, at, at + n, 0f);
            for (; k < end; k++) one(x, sparseRows.column[k] * n, sparseRows.weight[k], into, at, n);
        }
    }

    private static void three(float[] x, SparseRows sparseRows, int k, float[] into, int at, int n) {
        int p = sparseRows.column[k] * n, q = sparseRows.column[k + 1] * n, r = sparseRows.column[k + 2] * n;
        float a = sparseRows.weight[k], b = sparseRows.weight[k + 1], c = sparseRows.weight[k + 2];
        int j = 0;
        for (; j + ONE <= n; j += ONE)
            load(x, p + j)
                    .mul(a)
                    .add(load(x, q + j).mul(b))
                    .add(load(x, r + j).mul(c))
                    .intoArray(into, at + j);
        for (; j < n; j++) into[at + j] = a * x[p + j] + b * x[q + j] + c * x[r + j];
    }

    private static void one(float[] x, int from, float weight, float[] into, int at, int n) {
        int j = 0;
        for (; j + ONE <= n; j += ONE)
            load(into, at + j).add(load(x, from + j).mul(weight)).intoArray(into, at + j);
        for (; j < n; j++) into[at + j] += weight * x[from + j];
    }

    @Override
    void addRelu(float[] x, int rows, float[] bias, int n) {
        int whole = n - n % ONE;
        for (int r = 0; r < rows; r++) {
            int at = r * n;
            for (int j = 0; j < whole; j += ONE) {
                FloatVector v = load(x, at + j).add(load(bias, j));
                // Not the greater of both: this is one instruction less, and NaN stays.
                v.blend(0f, v.compare(VectorOperators.LE, 0f)).intoArray(x, at + j);
            }
            for (int j = whole; j < n; j++) x[at + j] = Math.max(x[at + j] + bias[j], 0f);
        }
    }

    @Override
    void addRows(float[] x, int rows, float times, float[] sum, int n) {
        if (rows == 0) return;
        int j = 0;
        for (; j + FOUR <= n; j += FOUR) fourVectors(x, rows, times, sum, n, j);
        for (; j + ONE <= n; j += ONE) oneVector(x, rows, times, sum, n, j);
        if (j < n) for (int r = 0; r < rows; r++) for (int k = j; k < n; k++) sum[k] += times * x[r * n + k];
    }

    private static void fourVectors(float[] x, int rows, float times, float[] sum, int n, int j) {
        FloatVector a = load(sum, j), b = load(sum, j + ONE);
        FloatVector c = load(sum, j + 2 * ONE), d = load(sum, j + 3 * ONE);
        FloatVector t = FloatVector.broadcast(LANES, times);
        int at = j;
        for (int end = j + (rows - 1) * n; at < end; at += n) {
            a = t.mul(load(x, at)).add(a);
            b = t.mul(load(x, at + ONE)).add(b);
            c = t.mul(load(x, at + 2 * ONE)).add(c);
            d = t.mul(load(x, at + 3 * ONE)).add(d);
        }
        t.mul(load(x, at)).add(a).intoArray(sum, j);
        t.mul(load(x, at + ONE)).add(b).intoArray(sum, j + ONE);
        t.mul(load(x, at + 2 * ONE)).add(c).intoArray(sum, j + 2 * ONE);
        t.mul(load(x, at + 3 * ONE)).add(d).intoArray(sum, j + 3 * ONE);
    }

    private static void oneVector(float[] x, int rows, float times, float[] sum, int n, int j) {
        FloatVector a = load(sum, j);
        FloatVector t = FloatVector.broadcast(LANES, times);
        int at = j;
        for (int end = j + (rows - 1) * n; at < end; at += n)
            a = t.mul(load(x, at)).add(a);
        t.mul(load(x, at)).add(a).intoArray(sum, j);
    }

    @Override
    void squares(float[] x, int rows, int n, double[] into, int at) {
        if (ONE < EIGHT.length()) {
            super.squares(x, rows, n, into, at);
            return;
        }
        for (int r = 0; r < rows; r++) {
            double sum = 0;
            int j = r * n;
            int end = j + n;
            for (; j + 255 < end; j += 256) sum += ofEights(x, j, j + 256);
            int eights = end - ((end - j) & 7);
            sum += ofEights(x, j, eights);
            for (j = eights; j < end; j++) sum += (double) x[j] * x[j];
            into[at + r] = sum;
        }
    }

    private double ofEights(float[] x, int from, int to) {
        FloatVector all = FloatVector.zero(EIGHT);
        for (int j = from; j < to; j += 8) {
            FloatVector v = FloatVector.fromArray(EIGHT, x, j);
            all = v.mul(v).add(all);
        }
        FloatVector.zero(EIGHT).add(all).intoArray(sums, 0);
        float[] s = sums;
        return (double) s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
    }

    private static FloatVector load(float[] from, int at) {
        return FloatVector.fromArray(LANES, from, at);
    }
}
