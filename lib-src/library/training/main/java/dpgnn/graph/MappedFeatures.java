package dpgnn.graph;

import dpgnn.base.HalfFloat;
import dpgnn.base.MappedFile;
import dpgnn.base.MappedSection;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** Dense features in a mapped file, of 32 bits a value or of 16. Sums have the bits of {@link DenseFeatures} of the same values. */
public final class MappedFeatures implements Features {
    private final MappedFile file;
    private final int rows;
    private final int width;
    private final boolean half;
    private final long nonZeros;
    private final MappedSection values;

    private MappedFeatures(MappedFile file, int rows, int width, boolean half, long nonZeros, MappedSection values) {
        this.file = file;
        this.rows = rows;
        this.width = width;
        this.half = half;
        this.nonZeros = nonZeros;
        this.values = values;
    }

    static MappedFeatures open(MappedFile file, int rows, int width) throws IOException {
        String kind = file.fact("values");
        boolean half = kind.equals("half");
        if (!half && !kind.equals("float"))
            throw new IOException(
                    file.path() + " must hold values of kind 'float', 'half' or 'sparse', states '" + kind + "'");
        long bytes = (half ? Short.BYTES : Float.BYTES) * (long) rows * width;
        return new MappedFeatures(file, rows, width, half, file.number("nonzeros"), file.section("values", bytes));
    }

    @Override
    public Optional<String> identity() {
        return Optional.of(file.identity());
    }

    /** Whether values are rounded to 16 bits. */
    public boolean isHalf() {
        return half;
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
        return nonZeros;
    }

    @Override
    public void copyRow(int row, float[] into, int offset) {
        long at = (long) row * width;
        if (half) for (int j = 0; j < width; j++) into[offset + j] = HalfFloat.value(values.shortAt(at + j));
        else values.copyFloats(at, into, offset, width);
    }

    @Override
    public void sumRows(int[] rows, float[] weights, int from, int to, float[] into, int offset) {
        float[] read = new float[Math.min(3, to - from) * width];
        int k = from;
        if (to - from >= 3) {
            for (int i = 0; i < 3; i++) copyRow(rows[k + i], read, i * width);
            DenseFeatures.three(read, width, 0, width, 2 * width, weights, k, into, offset);
            k += 3;
        } else {
            Arrays.fill(into, offset, offset + width, 0f);
        }
        for (; k < to; k++) {
            copyRow(rows[k], read, 0);
            DenseFeatures.one(read, width, 0, weights[k], into, offset);
        }
    }

    @Override
    public DenseFeatures withRow(int row, float[] content) {
        return held().withRow(row, content);
    }

    @Override
    public DenseFeatures withoutRows(BitSet gone) {
        return held().withoutRows(gone);
    }

    @Override
    public DenseFeatures select(int[] chosen) {
        float[] copy = new float[ArraySize.of("features in memory", chosen.length, width)];
        for (int i = 0; i < chosen.length; i++) copyRow(chosen[i], copy, i * width);
        return DenseFeatures.of(chosen.length, width, copy);
    }

    /** These features in memory, if they fit. */
    DenseFeatures held() {
        float[] copy = new float[ArraySize.of("features in memory", rows, width)];
        for (int r = 0; r < rows; r++) copyRow(r, copy, r * width);
        return DenseFeatures.of(rows, width, copy);
    }

    @Override
    public String toString() {
        return "mapped features of " + rows() + " nodes, " + width() + " columns";
    }
}
