package dpgnn.graph.data;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import dpgnn.graph.format.WholeNumbers;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Reads ogbn-arxiv (Hu et al., NeurIPS 2020): gzipped CSV files without headers, directed citations, split by year. */
final class OgbArxiv {
    private OgbArxiv() {}

    public static Dataset read(Sources sources, String shownName) throws IOException {
        String raw = "arxiv/raw/";
        Path labelFile = sources.file(raw + "node-label.csv.gz");
        int[] labels = IntList.lines(labelFile, -1, Integer.MAX_VALUE - 8).toArray();
        int nodes = labels.length;
        IntList from = new IntList();
        IntList to = new IntList();
        try (Lines lines = Lines.of(sources.file(raw + "edge.csv.gz"))) {
            while (lines.next()) {
                if (lines.isBlank()) continue;
                from.add(lines.number(0, nodes - 1));
                to.add(lines.lastNumber(0, nodes - 1));
            }
        }
        String split = "arxiv/split/time/";
        int[][] parts = new int[3][];
        String[] names = {"train", "valid", "test"};
        for (int i = 0; i < 3; i++)
            parts[i] = IntList.lines(sources.file(split + names[i] + ".csv.gz"), 0, nodes - 1)
                    .toArray();
        return new Dataset(
                Graph.directed(nodes, from.toArray(), to.toArray()),
                features(sources.file(raw + "node-feat.csv.gz"), nodes),
                Labels.single(WholeNumbers.classes(labelFile.getFileName().toString(), labels), labels),
                sources.provenance(
                        shownName,
                        "Citations are directed, from the citing paper to the cited one; split by year.",
                        "Features are those that were published: means of word vectors that the publisher trained on a corpus of"
                                + " papers."),
                Optional.of(Split.of(nodes, parts[0], parts[1], parts[2])));
    }

    private static DenseFeatures features(Path path, int nodes) throws IOException {
        try (Lines lines = Lines.of(path)) {
            return features(lines, nodes);
        }
    }

    /** A row of numbers per line, all of the same length. */
    static DenseFeatures features(Lines lines, int nodes) throws IOException {
        float[] values = new float[0];
        int width = 0;
        int row = 0;
        while (lines.next()) {
            if (lines.isBlank()) continue;
            if (row == 0) width = lines.fields();
            if (row == nodes) throw lines.bad("another line", "only " + nodes + ", one per label");
            long needed = (row + 1L) * width;
            if (needed > Integer.MAX_VALUE - 8) throw lines.bad(needed + " values", "fewer than 2^31 - 8");
            if (needed > values.length)
                values = Arrays.copyOf(
                        values, (int) Math.min((long) nodes * width, Math.max(needed, values.length * 3L / 2)));
            lines.finite(values, row * width, width);
            row++;
        }
        if (row < nodes) throw lines.bad("the end after " + row + " rows", nodes + " rows, one per label");
        return DenseFeatures.of(
                nodes, width, values.length == nodes * width ? values : Arrays.copyOf(values, nodes * width));
    }
}
