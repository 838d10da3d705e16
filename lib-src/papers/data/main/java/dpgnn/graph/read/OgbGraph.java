package dpgnn.graph.read;

import dpgnn.base.Check;
import dpgnn.graph.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads a folder as the Open Graph Benchmark lays out its data sets of nodes, with one class a node: {@code raw/edge},
 * {@code raw/node-feat} and {@code raw/node-label}, and {@code train}, {@code valid} and {@code test} in the first folder of
 * {@code split}, if there is one; all end in {@code .csv.gz} or {@code .csv}. {@link CsvGraph} reads the files and reports what is
 * wrong with them. Larger sets than memory are mapped by {@code environment/map --ogb}.
 */
public final class OgbGraph {
    private static final String[] PARTS = {"train", "valid", "test"};

    private OgbGraph() {}

    /** The undirected graph of a folder. */
    public static Dataset read(Path folder) throws IOException {
        return of(folder).read();
    }

    /** The reader of a folder, for its settings, such as {@link CsvGraph#directed}. */
    public static CsvGraph of(Path folder) throws IOException {
        Check.given("folder", folder);
        Path raw = folder.resolve("raw"), split = folder.resolve("split");
        CsvGraph read = CsvGraph.of(file(raw, "edge"), file(raw, "node-feat"), file(raw, "node-label"))
                .name(folder.toAbsolutePath().normalize().getFileName().toString());
        if (!Files.isDirectory(split)) return read;
        try (Stream<Path> ways = Files.list(split)) {
            Path way = ways.filter(Files::isDirectory)
                    .min(Comparator.naturalOrder())
                    .orElseThrow(() -> new IOException(split + " must hold a folder, has none"));
            return read.split(file(way, PARTS[0]), file(way, PARTS[1]), file(way, PARTS[2]));
        }
    }

    private static Path file(Path folder, String name) throws IOException {
        Path packed = folder.resolve(name + ".csv.gz"), plain = folder.resolve(name + ".csv");
        if (Files.isRegularFile(packed)) return packed;
        if (!Files.isRegularFile(plain))
            throw new IOException(
                    packed + " must be a file, as in a data set of OGB for the classes of nodes; there is none");
        return plain;
    }

    /** @param place of the folder, whose edges are directed; {@code split} is that of a folder within it */
    public static Dataset read(Sources sources, String place, String split, String shownName, String... notes)
            throws IOException {
        List<CsvPart> nodes = new ArrayList<>(), roles = new ArrayList<>();
        for (String each : new String[] {"node-feat", "node-label"})
            nodes.add(CsvPart.of(sources.file(place + "/raw/" + each + ".csv.gz")));
        CsvPart edges = CsvPart.of(sources.file(place + "/raw/edge.csv.gz"));
        for (String each : PARTS)
            roles.add(CsvPart.of(sources.file(place + "/split/" + split + "/" + each + ".csv.gz")));
        Dataset read =
                new CsvGraph(edges, nodes, List.of()).directed().roles(roles).read();
        List<String> all = new ArrayList<>(List.of(notes));
        all.addAll(read.provenance().notes());
        Dataset.Provenance provenance = sources.provenance(shownName, all.toArray(String[]::new));
        return new Dataset(read.graph(), read.features(), read.labels(), provenance, read.publicSplit());
    }
}
