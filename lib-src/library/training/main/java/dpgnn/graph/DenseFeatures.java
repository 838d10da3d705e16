package dpgnn.graph;

import dpgnn.base.Check;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Features as one row-major array. */
public final class DenseFeatures implements Features {
    private static final float HUGE = 1e6f;

    private final int rows;
    private final int width;
    private final float[] values;
    private final List<String> names;

    private DenseFeatures(int rows, int width, float[] values, List<String> names) {
        this.rows = rows;
        this.width = width;
        this.values = values;
        this.names = names;
    }

    /** Takes the array as it is, without a copy; the caller must not change it afterwards. */
    public static DenseFeatures of(int rows, int width, float[] values) {
        Check.given("values", values);
        if (rows < 0 || width < 1 || (long) rows * width != values.length)
            throw new IllegalArgumentException(
                    "features must hold rows x width = " + rows + " x " + width + " values, had " + values.length);
        for (int i = 0; i < values.length; i++)
            if (!Float.isFinite(values[i]))
                throw new IllegalArgumentException(
                        "feature (" + i / width + ", " + i % width + ") must be finite, was " + values[i]);
        return new DenseFeatures(rows, width, values, List.of());
    }

    /** These features with a name for each column, which must be public. */
    public DenseFeatures named(List<String> columns) {
        List<String> all = Check.all("columns", columns);
        Check.that(all.size() == width, "columns", width + " names", all.size());
        return new DenseFeatures(rows, width, values, all);
    }

    @Override
    public String columnName(int c) {
        return names.isEmpty() ? Features.super.columnName(c) : names.get(c);
    }

    /** A sentence about the largest value, where it is so large that no network learns from it. */
    Optional<String> huge() {
        int most = 0;
        for (int i = 1; i < values.length; i++) if (Math.abs(values[i]) > Math.abs(values[most])) most = i;
        return values.length == 0 || Math.abs(values[most]) < HUGE
                ? Optional.empty()
                : Optional.of("Feature (" + most / width + ", " + most % width + ") is " + values[most]
                        + ": networks learn from values near 1, so scale the column by a public constant.");
    }

    /** All values, row by row, not to be changed. */
    public float[] values() {
        return values;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long nonZeros() {
        long count = 0;
        for (float v : values) if (v != 0) count++;
        return count;
    }

    @Override
    public void copyRow(int row, float[] into, int offset) {
        System.arraycopy(values, row * width, into, offset, width);
    }

    @Override
    public void sumRows(int[] rows, float[] weights, int from, int to, float[] into, int offset) {
        int k = from;
        if (to - from >= 3) {
            int p = rows[k] * width, q = rows[k + 1] * width, r = rows[k + 2] * width;
            three(values, width, p, q, r, weights, k, into, offset);
            k += 3;
        } else {
            Arrays.fill(into, offset, offset + width, 0f);
        }
        for (; k < to; k++) one(values, width, rows[k] * width, weights[k], into, offset);
    }

    /** Three at once spare the sum's way to memory and back. */
    static void three(float[] x, int width, int p, int q, int r, float[] weights, int k, float[] into, int offset) {
        float a = weights[k], b = weights[k + 1], c = weights[k + 2];
        for (int j = 0; j < width; j++) into[offset + j] = a * x[p + j] + b * x[q + j] + c * x[r + j];
    }

    static void one(float[] x, int width, int at, float weight, float[] into, int offset) {
        for (int j = 0; j < width; j++) into[offset + j] += weight * x[at + j];
    }

    @Override
    public DenseFeatures withRow(int row, float[] content) {
        if (content.length != width)
            throw new IllegalArgumentException("a row must have " + width + " values, had " + content.length);
        float[] copy = values.clone();
        System.arraycopy(content, 0, copy, row * width, width);
        return of(rows, width, copy);
    }

    @Override
    public DenseFeatures withoutRows(BitSet gone) {
        float[] copy = values.clone();
        gone.stream().forEach(r -> Arrays.fill(copy, r * width, (r + 1) * width, 0f));
        return new DenseFeatures(rows, width, copy, names);
    }

    /** Row r times factor[r]. */
    DenseFeatures scaledRows(float[] factor) {
        float[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) scaled[i] *= factor[i / width];
        return of(rows, width, scaled);
    }

    /** Every entry through a function. */
    DenseFeatures mapped(java.util.function.DoubleUnaryOperator function) {
        float[] mapped = values.clone();
        for (int k = 0; k < mapped.length; k++) mapped[k] = (float) function.applyAsDouble(mapped[k]);
        return of(rows, width, mapped);
    }

    @Override
    public DenseFeatures select(int[] chosen) {
        float[] copy = new float[ArraySize.of("features", chosen.length, width)];
        for (int i = 0; i < chosen.length; i++) copyRow(chosen[i], copy, i * width);
        return new DenseFeatures(chosen.length, width, copy, names);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DenseFeatures d
                && d.rows == rows
                && d.width == width
                && Arrays.equals(d.values, values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * rows + width) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "dense features of " + rows() + " nodes, " + width() + " columns";
    }
}
