package dpgnn.graph.mapped;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import dpgnn.graph.Dataset;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A {@link Dataset} whose graph, features and labels stay in the files of a folder. It is opened in a time that does not grow
 * with it, and used as any other: samplers and trainers give the same bits as in memory. In memory lie four bits a node (who is labelled,
 * and in which part of the split), the numbers of the training nodes, and what a sampler needs.
 *
 * <p>Files: {@code graph.map}, {@code features.map}, {@code labels.map}, and {@code split.map} if there is a split. The latter
 * three name the graph that they belong to; files of different data sets do not go together. {@link MappedDatasetWriter}
 * makes them.
 */
public final class MappedDataset {
    private static final Pattern ORIGIN =
            Pattern.compile("(name|note|leak) .*|stand-in (true|false)|source [0-9a-f]{64} .*");

    static final String GRAPH = "graph", FEATURES = "features", LABELS = "labels", SPLIT = "split";

    private MappedDataset() {}

    /** Opens the data set of a folder. Files that are cut short, exchanged or of another graph are refused. */
    public static Dataset open(Path folder) throws IOException {
        Check.given("folder", folder);
        MappedFile graphFile = MappedFile.open(file(folder, GRAPH), GRAPH);
        Graph graph = Graph.mapped(graphFile);
        Features features = Features.mapped(belonging(folder, FEATURES, graphFile));
        Labels labels = Labels.mapped(belonging(folder, LABELS, graphFile));
        Optional<Split> split = Files.exists(file(folder, SPLIT))
                ? Optional.of(Split.mapped(belonging(folder, SPLIT, graphFile)))
                : Optional.empty();
        List<String> notes = new ArrayList<>();
        if (features instanceof dpgnn.graph.MappedFeatures dense && dense.isHalf())
            notes.add("Features are rounded to 16 bits, of which 11 count.");
        return new Dataset(graph, features, labels, origin(graphFile, notes), split);
    }

    /**
     * Reads every byte of the files, what fills their first pages included, and compares all checksums.
     *
     * @throws IOException which names the file, the place, what should be there and what is
     */
    public static void verify(Path folder, MappingProgress progress) throws IOException {
        Check.given("folder", folder);
        Check.given("progress", progress);
        MappedFile graph = MappedFile.open(file(folder, GRAPH), GRAPH);
        verify(graph, progress);
        for (String kind : List.of(FEATURES, LABELS, SPLIT))
            if (!kind.equals(SPLIT) || Files.exists(file(folder, kind)))
                verify(belonging(folder, kind, graph), progress);
    }

    private static void verify(MappedFile file, MappingProgress progress) throws IOException {
        Check.given("progress", progress);
        long size = Files.size(file.path());
        file.verify(done -> progress.at("reading " + file.path().getFileName(), done, size));
    }

    static Path file(Path folder, String kind) {
        return folder.resolve(kind + ".map");
    }

    private static MappedFile belonging(Path folder, String kind, MappedFile graph) throws IOException {
        MappedFile file = MappedFile.open(file(folder, kind), kind);
        if (!file.fact(GRAPH).equals(graph.identity()))
            throw new IOException(file.path() + " must belong to " + graph.path() + ", whose identity is "
                    + graph.identity() + ", but belongs to " + file.fact(GRAPH));
        if (file.number("rows") != graph.number("nodes"))
            throw new IOException(file.path() + " must have " + graph.number("nodes") + " rows, one a node, states "
                    + file.number("rows"));
        return file;
    }

    /** Lines of a word and its value, as {@link MappedDatasetWriter} writes them. */
    private static Dataset.Provenance origin(MappedFile file, List<String> further) throws IOException {
        String name = "";
        boolean standIn = false;
        List<Dataset.Source> sources = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<String> leaks = new ArrayList<>();
        for (String line : file.section("origin").text().lines().toList()) {
            if (!ORIGIN.matcher(line).matches())
                throw new IOException(
                        file.damaged("origin", "each line must be a name, a stand-in, a source, a note or a leak")
                                .getMessage());
            String value = line.substring(line.indexOf(' ') + 1);
            switch (line.substring(0, line.indexOf(' '))) {
                case "name" -> name = value;
                case "stand-in" -> standIn = Boolean.parseBoolean(value);
                case "source" -> sources.add(new Dataset.Source(value.substring(65), value.substring(0, 64)));
                case "note" -> notes.add(value);
                default -> leaks.add(value);
            }
        }
        notes.addAll(further);
        return new Dataset.Provenance(name, sources, standIn, notes, leaks);
    }
}
