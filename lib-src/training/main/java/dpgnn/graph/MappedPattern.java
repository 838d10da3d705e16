package dpgnn.graph;

import dpgnn.base.MappedFile;
import dpgnn.base.MappedSection;
import java.io.IOException;

/** A pattern in a mapped file, which may have more than 2^31 entries. */
final class MappedPattern implements SparsePattern {
    private final MappedFile file;
    private final String name;
    private final int count;
    private final int longest;
    private final MappedSection start;
    private final MappedSection columns;

    private MappedPattern(
            MappedFile file, String name, int count, int longest, MappedSection start, MappedSection columns) {
        this.file = file;
        this.name = name;
        this.count = count;
        this.longest = longest;
        this.start = start;
        this.columns = columns;
    }

    /** The sections {@code <name>.start} and {@code <name>.columns}. */
    static MappedPattern open(MappedFile file, String name, int count) throws IOException {
        MappedSection start = file.section(name + ".start", Long.BYTES * (count + 1L));
        MappedSection columns = file.section(name + ".columns", Integer.BYTES * start.longAt(count));
        return new MappedPattern(file, name, count, (int) file.number(name + ".longest"), start, columns);
    }

    String identity() {
        return file.identity();
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public long start(int row) {
        return start.longAt(row);
    }

    @Override
    public int at(long place) {
        return columns.intAt(place);
    }

    @Override
    public int longest() {
        return longest;
    }

    @Override
    public long bytes() {
        return start.bytes() + columns.bytes();
    }

    @Override
    public ArrayPattern held() {
        long[] starts = start.longs();
        int[] entries = new int[ArraySize.of("edges of a graph in memory", starts[count], 1)];
        for (int k = 0; k < entries.length; k++) entries[k] = at(k);
        return new ArrayPattern(starts, entries);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MappedPattern p && p.file.equals(file) && p.name.equals(name);
    }

    @Override
    public int hashCode() {
        return 31 * file.hashCode() + name.hashCode();
    }
}
