package dpgnn.graph;

import dpgnn.base.MappedFile;
import dpgnn.base.MappedSection;
import java.io.IOException;

/** A pattern in a mapped file, which may have more than 2^31 entries. */
record MappedPattern(MappedFile file, String name, int count, int longest, MappedSection start, MappedSection columns)
        implements SparsePattern {
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
    public long start(int row) {
        long place = start.longAt(row);
        if (place < 0 || place > columns.bytes() / Integer.BYTES)
            throw file.damaged(name + ".start", "a row must begin among the entries");
        return place;
    }

    @Override
    public int length(int row) {
        long length = start(row + 1) - start(row);
        if (length < 0 || length > longest)
            throw file.damaged(name + ".start", "a row must have from 0 to " + longest + " entries");
        return (int) length;
    }

    @Override
    public int at(long place) {
        int column = columns.intAt(place);
        if (column < 0 || column >= count)
            throw file.damaged(name + ".columns", "an entry must be in 0.." + (count - 1));
        return column;
    }

    @Override
    public long bytes() {
        return start.bytes() + columns.bytes();
    }

    @Override
    public ArrayPattern held() {
        long[] starts = start.longs();
        for (int i = 0; i < count; i++) length(i);
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
