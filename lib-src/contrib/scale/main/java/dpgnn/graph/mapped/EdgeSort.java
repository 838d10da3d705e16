package dpgnn.graph.mapped;

import dpgnn.graph.EdgeSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Sorts edges into compressed rows on the disk. They are dealt to parts by their row as they are listed, once; each part is
 * then sorted in memory and written. Memory: two buffers a part, and 4 bytes for each edge of the fullest part, 8 for each of its
 * rows. Disk, until the file is made: 8 bytes an edge and 8 a row.
 */
final class EdgeSort {
    /** At most so many files are open at a time. */
    private static final int PARTS = 512;
    /** Fewer rows than this need no part of their own. */
    private static final int FEWEST = 1 << 12;

    private static final int BUFFER = 1 << 15;

    private final int nodes;
    private final int perPart;
    private final Path folder;
    private final Path[] parts;
    private long entries;
    private int longest;

    /** @param folder where temporary files may lie; it must exist */
    EdgeSort(int nodes, Path folder) {
        this.nodes = nodes;
        this.folder = folder;
        perPart = Math.max(FEWEST, (nodes + PARTS - 1) / PARTS);
        parts = new Path[nodes == 0 ? 0 : (nodes - 1) / perPart + 1];
        for (int p = 0; p < parts.length; p++) parts[p] = folder.resolve("edges-" + p);
    }

    /** Number of entries without repetitions, once they are written. */
    long entries() {
        return entries;
    }

    /** Writes the sections {@code <name>.columns} and {@code <name>.start} of the source's edges, as rows and columns. */
    void write(String name, EdgeSource source, MappedFileWriter out, MappingProgress progress) throws IOException {
        deal(source, progress);
        entries = 0;
        longest = 0;
        Path starts = folder.resolve("starts");
        out.section(name + ".columns");
        try (LittleEndianOutput start = new LittleEndianOutput(starts)) {
            start.put(0L);
            for (int p = 0; p < parts.length; p++) {
                sorted(p, out, start);
                Files.delete(parts[p]);
                progress.at("sorting edges", p + 1L, parts.length);
            }
        }
        out.section(name + ".start");
        out.append(starts);
        Files.delete(starts);
        out.fact(name + ".longest", longest);
    }

    private void deal(EdgeSource source, MappingProgress progress) throws IOException {
        DataOutputStream[] to = new DataOutputStream[parts.length];
        long[] listed = {0};
        try {
            for (int p = 0; p < to.length; p++)
                to[p] = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(parts[p]), BUFFER));
            source.each((row, column) -> {
                if (row < 0 || row >= nodes || column < 0 || column >= nodes)
                    throw new IllegalArgumentException(
                            "an edge must join nodes in 0.." + (nodes - 1) + ", was between " + row + " and " + column);
                if ((++listed[0] & 0xFFFFF) == 0) progress.at("listing edges", listed[0], -1);
                if (row == column) return;
                try {
                    to[row / perPart].writeLong((long) row << 32 | column);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            for (DataOutputStream part : to) if (part != null) part.close();
        }
    }

    private void sorted(int p, MappedFileWriter out, LittleEndianOutput start) throws IOException {
        int first = p * perPart, rows = Math.min(perPart, nodes - first);
        long total = Files.size(parts[p]) / Long.BYTES;
        if (total > Integer.MAX_VALUE - 8)
            throw new IOException("the edges into nodes " + first + " to " + (first + rows - 1)
                    + " must be fewer than 2^31 - 8, were " + total);
        int[] begin = new int[rows + 1];
        read(parts[p], edge -> begin[(int) (edge >>> 32) - first + 1]++);
        for (int r = 0; r < rows; r++) begin[r + 1] += begin[r];
        int[] next = Arrays.copyOf(begin, rows);
        int[] columns = new int[(int) total];
        read(parts[p], edge -> columns[next[(int) (edge >>> 32) - first]++] = (int) edge);
        for (int r = 0; r < rows; r++) {
            Arrays.sort(columns, begin[r], begin[r + 1]);
            int kept = 0;
            for (int k = begin[r]; k < begin[r + 1]; k++)
                if (k == begin[r] || columns[k] != columns[k - 1]) {
                    out.put(columns[k]);
                    kept++;
                }
            entries += kept;
            longest = Math.max(longest, kept);
            start.put(entries);
        }
    }

    private interface EdgeReader {
        void edge(long rowAndColumn);
    }

    private static void read(Path part, EdgeReader reader) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(part), 1 << 20))) {
            while (true) reader.edge(in.readLong());
        } catch (EOFException e) {
            // That was the last one.
        }
    }
}
