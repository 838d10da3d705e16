package dpgnn.graph.mapped;

import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.mapped.MappedDatasetWriter.ValueKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A data set for nodes as the Open Graph Benchmark lays it out: {@code raw/edge.csv.gz}, {@code raw/node-feat.csv.gz},
 * {@code raw/node-label.csv.gz}, and {@code split/<any>/train.csv.gz}, {@code valid.csv.gz} and {@code test.csv.gz}, if there is a
 * split. Edges and features are read as they are written; in memory lie the labels alone.
 */
record OgbFolder(Path folder, MappingProgress progress) {
    void writeTo(Path into, ValueKind kind) throws IOException {
        Path labelFile = folder.resolve("raw/node-label.csv.gz");
        int[] labels = IntList.lines(labelFile, -1, Integer.MAX_VALUE - 8).toArray();
        int nodes = labels.length;
        MappedDatasetWriter writer = new MappedDatasetWriter(into, progress);
        Path edges = folder.resolve("raw/edge.csv.gz");
        try {
            writer.graph(nodes, true, sink -> list(edges, nodes, sink), provenance());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Path features = folder.resolve("raw/node-feat.csv.gz");
        try (Lines lines = Lines.of(features)) {
            writer.features(width(features), kind, (v, row) -> read(lines, v, nodes, row));
            while (lines.next())
                if (!lines.isBlank()) throw lines.bad("another line", "only " + nodes + ", one per label");
        }
        writer.labels(Labels.single(WholeNumbers.classes(labelFile.getFileName().toString(), labels), labels));
        if (Files.isDirectory(folder.resolve("split"))) writer.split(split(nodes));
    }

    private Dataset.Provenance provenance() throws IOException {
        return new Dataset.Provenance(
                folder.toAbsolutePath().normalize().getFileName().toString(),
                List.of(),
                false,
                List.of("Edges are directed as the files list them."));
    }

    private static void list(Path path, int nodes, dpgnn.graph.EdgeSource.Sink sink) {
        try (Lines lines = Lines.of(path)) {
            while (lines.next())
                if (!lines.isBlank()) sink.edge(lines.number(0, nodes - 1), lines.lastNumber(0, nodes - 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int width(Path path) throws IOException {
        try (Lines lines = Lines.of(path)) {
            while (lines.next()) if (!lines.isBlank()) return lines.fields();
            throw lines.bad("the end", "a row of features");
        }
    }

    private static void read(Lines lines, int v, int nodes, float[] row) throws IOException {
        boolean there = lines.next();
        while (there && lines.isBlank()) there = lines.next();
        if (!there) throw lines.bad("the end after " + v + " rows", nodes + " rows, one per label");
        lines.finite(row, 0, row.length);
    }

    private Split split(int nodes) throws IOException {
        try (Stream<Path> ways = Files.list(folder.resolve("split"))) {
            Path way = ways.filter(Files::isDirectory)
                    .min(java.util.Comparator.naturalOrder())
                    .orElseThrow(() -> new IOException(folder.resolve("split") + " must hold a folder, has none"));
            int[][] parts = new int[3][];
            String[] names = {"train", "valid", "test"};
            for (int i = 0; i < 3; i++)
                parts[i] = IntList.lines(way.resolve(names[i] + ".csv.gz"), 0, nodes - 1)
                        .toArray();
            return Split.of(nodes, parts[0], parts[1], parts[2]);
        }
    }
}
