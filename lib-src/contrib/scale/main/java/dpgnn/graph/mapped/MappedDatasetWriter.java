package dpgnn.graph.mapped;

import dpgnn.base.Check;
import dpgnn.base.HalfFloat;
import dpgnn.graph.Dataset;
import dpgnn.graph.EdgeSource;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.format.ReadLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Makes the files of a {@link MappedDataset}, from a data set in memory or from streams that are never held there. A file has
 * its name only when it is whole.
 *
 * <pre>{@code
 * MappedDatasetWriter.write(Datasets.standard().load("PubMed"), folder, MappedDatasetWriter.ValueKind.SPARSE, MappingProgress.NONE);
 * Dataset data = MappedDataset.open(folder);
 * }</pre>
 *
 * <p>From streams: {@link #graph} first, then the others in any order.
 */
public final class MappedDatasetWriter {
    /** How a file holds features. */
    public enum ValueKind {
        /** Every value, in 32 bits. */
        FLOAT,
        /** Every value rounded to 16 bits, of which 11 count; the data set's notes say so. */
        HALF,
        /** Values that are not zero, in 32 bits, with their columns. */
        SPARSE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Gives the rows of features one after another, from node 0 on. */
    @FunctionalInterface
    public interface RowSource {
        void row(int node, float[] into) throws IOException;
    }

    private final Path folder;
    private final MappingProgress progress;
    private int nodes;
    private String graph;
    private boolean choiceKnown;

    /** Begins a data set in this folder, which is made if it is missing. */
    public MappedDatasetWriter(Path folder, MappingProgress progress) {
        this.folder = Check.given("folder", folder).toAbsolutePath();
        this.progress = Check.given("progress", progress);
    }

    /** Writes a whole data set. */
    public static void write(Dataset data, Path folder, ValueKind kind, MappingProgress progress) throws IOException {
        Check.given("data", data);
        MappedDatasetWriter writer = new MappedDatasetWriter(folder, progress);
        Graph graph = data.graph();
        EdgeSource edges = sink -> {
            for (int v = 0; v < graph.nodes(); v++)
                for (int u : graph.inNeighbours(v)) if (graph.isDirected() || u < v) sink.edge(u, v);
        };
        writer.graph(graph.nodes(), graph.isDirected(), edges, data.provenance());
        writer.features(
                data.features().width(), kind, (v, into) -> data.features().copyRow(v, into, 0));
        writer.labels(data.labels());
        if (data.publicSplit().isPresent()) writer.split(data.publicSplit().get());
    }

    /** Writes the graph; a directed one lists its edges twice, from their sources to their targets. */
    public void graph(int count, boolean directed, EdgeSource source, Dataset.Provenance origin) throws IOException {
        EdgeSource edges = Check.given("source", source).steady();
        Check.given("origin", origin);
        nodes = Check.within("nodes", count, 1, Integer.MAX_VALUE - 8);
        Files.createDirectories(folder);
        Path temporary = Files.createTempDirectory(folder, ".edges");
        try (MappedFileWriter out = new MappedFileWriter(MappedDataset.file(folder, MappedDataset.GRAPH), "graph")) {
            EdgeSort sort = new EdgeSort(nodes, temporary);
            out.fact("nodes", nodes);
            out.fact("directed", directed);
            EdgeSource in = sink -> edges.each((from, to) -> {
                sink.edge(to, from);
                if (!directed) sink.edge(from, to);
            });
            sort.write("in", in, out, progress);
            out.fact("edges", directed ? sort.entries() : sort.entries() / 2);
            if (directed) sort.write("out", edges, out, progress);
            out.section("origin");
            out.put(text(origin));
            // What belongs to a graph that was here before belongs to nothing now.
            for (String kind : List.of(MappedDataset.FEATURES, MappedDataset.LABELS, MappedDataset.SPLIT))
                Files.deleteIfExists(MappedDataset.file(folder, kind));
            graph = out.finish();
            choiceKnown = origin.leaks().contains(Dataset.TRAINERS_CHOSEN);
        } finally {
            try (Stream<Path> left = Files.walk(temporary)) {
                for (Path path : left.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
            }
        }
    }

    /** Writes the features, row after row. */
    public void features(int width, ValueKind kind, RowSource rows) throws IOException {
        Check.atLeast("width", width, 1);
        Check.given("kind", kind);
        Check.given("rows", rows);
        Path file = MappedDataset.file(folder, MappedDataset.FEATURES);
        ReadLimit.heap(file.getFileName().toString(), "a row of width " + width, (long) width * Float.BYTES);
        try (MappedFileWriter out = begin(MappedDataset.FEATURES)) {
            out.fact("width", width);
            out.fact("values", kind);
            if (kind == ValueKind.SPARSE) sparse(width, rows, out);
            else dense(width, kind == ValueKind.HALF, rows, out);
            out.finish();
        }
    }

    private void dense(int width, boolean half, RowSource rows, MappedFileWriter out) throws IOException {
        float[] row = new float[width];
        long nonZeros = 0;
        out.section("values");
        for (int v = 0; v < nodes; v++) {
            read(rows, v, row);
            for (int c = 0; c < width; c++) {
                if (row[c] != 0) nonZeros++;
                if (!half) out.put(row[c]);
                else if (Math.abs(row[c]) > HalfFloat.MOST)
                    throw new IllegalArgumentException("feature (" + v + ", " + c + ") must be at most "
                            + HalfFloat.MOST + " in size for 16 bits, was " + row[c]);
                else out.put(HalfFloat.of(row[c]));
            }
        }
        out.fact("nonzeros", nonZeros);
    }

    private void sparse(int width, RowSource rows, MappedFileWriter out) throws IOException {
        float[] row = new float[width];
        long entries = 0;
        Path starts = Files.createTempFile(folder, ".starts", ""), values = Files.createTempFile(folder, ".values", "");
        try {
            out.section("columns");
            try (LittleEndianOutput start = new LittleEndianOutput(starts);
                    LittleEndianOutput value = new LittleEndianOutput(values)) {
                start.put(0L);
                for (int v = 0; v < nodes; v++) {
                    read(rows, v, row);
                    for (int c = 0; c < width; c++)
                        if (row[c] != 0) {
                            out.put(c);
                            value.put(Float.floatToRawIntBits(row[c]));
                            entries++;
                        }
                    start.put(entries);
                }
            }
            out.section("values");
            out.append(values);
            out.section("start");
            out.append(starts);
            out.fact("nonzeros", entries);
        } finally {
            Files.deleteIfExists(starts);
            Files.deleteIfExists(values);
        }
    }

    private void read(RowSource rows, int v, float[] row) throws IOException {
        rows.row(v, row);
        for (int c = 0; c < row.length; c++)
            if (!Float.isFinite(row[c]))
                throw new IllegalArgumentException("feature (" + v + ", " + c + ") must be finite, was " + row[c]);
        if ((v & 0xFFF) == 0 || v == nodes - 1) progress.at("writing features", v + 1L, nodes);
    }

    /** Writes the labels. */
    public void labels(Labels labels) throws IOException {
        same("labels", Check.given("labels", labels).nodes());
        try (MappedFileWriter out = begin(MappedDataset.LABELS)) {
            out.fact("classes", labels.classes());
            java.util.BitSet known = new java.util.BitSet(nodes);
            for (int v = 0; v < nodes; v++) if (labels.isKnown(v)) known.set(v);
            out.section(labels.isMulti() ? "multi" : "single");
            for (int v = 0; v < nodes; v++)
                if (!labels.isMulti()) out.put(labels.of(v));
                else
                    for (int c = 0; c < labels.classes(); c++)
                        out.put((byte) (known.get(v) && labels.has(v, c) ? 1 : 0));
            out.section("known");
            out.put(known.toLongArray());
            out.finish();
        }
    }

    /** Writes the split that is published with the data. */
    public void split(Split split) throws IOException {
        same("split", Check.given("split", split).nodes());
        if (split.isByLabels() && !choiceKnown)
            throw new IllegalArgumentException("split was chosen by labels, so the graph's origin must have the leak '"
                    + Dataset.TRAINERS_CHOSEN + "', as a Dataset with this split has");
        try (MappedFileWriter out = begin(MappedDataset.SPLIT)) {
            for (Split.Role role : Split.Role.values()) {
                if (role == Split.Role.NONE) continue;
                out.section(role.name().toLowerCase(Locale.ROOT));
                out.put(split.bits(role).toLongArray());
            }
            out.finish();
        }
    }

    private MappedFileWriter begin(String kind) throws IOException {
        if (graph == null) throw new IllegalStateException("the graph must be written before the " + kind);
        MappedFileWriter out = new MappedFileWriter(MappedDataset.file(folder, kind), kind);
        out.fact("graph", graph);
        out.fact("rows", nodes);
        return out;
    }

    private void same(String what, int count) {
        if (count != nodes && graph != null)
            throw new IllegalArgumentException(what + " must be of " + nodes + " nodes, were of " + count);
    }

    private static String text(Dataset.Provenance origin) {
        StringBuilder lines = new StringBuilder();
        line(lines, "name", origin.name());
        line(lines, "stand-in", String.valueOf(origin.standIn()));
        for (Dataset.Source source : origin.sources()) line(lines, "source", source.sha256() + " " + source.file());
        for (String note : origin.notes()) line(lines, "note", note);
        for (String leak : origin.leaks()) line(lines, "leak", leak);
        return lines.toString();
    }

    private static void line(StringBuilder lines, String word, String value) {
        lines.append(word).append(' ').append(value.replaceAll("\\s+", " ")).append('\n');
    }
}
