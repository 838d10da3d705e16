package dpgnn.graph.mapped;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dpgnn.base.Sha256;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EdgeSource;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.mapped.MappedDatasetWriter.ValueKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Files that were damaged after they were made and are used without being verified, and sources of edges that are none. */
@Tag("jdk")
class DamagedFilesTest {
    private static final int NODES = 100;

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws IOException {
        int[] from = new int[NODES], to = new int[NODES], labels = new int[NODES];
        for (int v = 0; v < NODES; v++) {
            from[v] = v;
            to[v] = (v + 1) % NODES;
            labels[v] = v % 3;
        }
        Dataset data = new Dataset(
                Graph.directed(NODES, from, to),
                DenseFeatures.of(NODES, 2, new float[2 * NODES]),
                Labels.single(3, labels),
                new Dataset.Provenance(
                        "made up", List.of(new Dataset.Source("a file.txt", "0".repeat(64))), false, List.of()));
        MappedDatasetWriter.write(data, folder, ValueKind.SPARSE, MappingProgress.NONE);
    }

    private void change(String file, UnaryOperator<String> change) throws IOException {
        Path path = folder.resolve(file);
        String before = Files.readString(path, StandardCharsets.ISO_8859_1), after = change.apply(before);
        assertEquals(before.length(), after.length());
        assertFalse(before.equals(after));
        Files.writeString(path, after, StandardCharsets.ISO_8859_1);
    }

    /** Writes bytes into a section, at this number of bytes from its beginning. */
    private void put(String file, String section, int at, ByteBuffer bytes) throws IOException {
        change(file, text -> {
            String words = text.substring(text.indexOf("section " + section + " "));
            int place = Integer.parseInt(words.split(" ")[2]) + at;
            String put = new String(bytes.array(), StandardCharsets.ISO_8859_1);
            return text.substring(0, place) + put + text.substring(place + put.length());
        });
    }

    private static ByteBuffer number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value);
    }

    private static ByteBuffer number(long value) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
    }

    private static void damaged(String file, Executable use) {
        refused(IllegalStateException.class, use, file + " is damaged", "--verify");
    }

    private void verify() throws IOException {
        MappedDataset.verify(folder, MappingProgress.NONE);
    }

    @Test
    void textOfOriginThatIsNoneIsNamed() throws IOException {
        for (String[] change : new String[][] {
            {"name made up", "name_made_up"},
            {"source 0000", "source\n0000"},
            {"stand-in false", "stand-in perhap"},
            {"source ", "sauce ! "}
        }) {
            make();
            change("graph.map", text -> text.replace(change[0], change[1].substring(0, change[0].length())));
            refused(IOException.class, () -> MappedDataset.open(folder), "graph.map is damaged", "'origin'");
            refused(IOException.class, this::verify, "graph.map was altered");
        }
    }

    /** Whoever writes a first page can give it its identity; it need not be one. */
    @Test
    void firstPagesThatAreNoneAreNamed() throws IOException {
        for (String[] line : new String[][] {
            {"edges 100", "edges_100"},
            {"section origin ", "section origin -"},
            {"section origin ", "section origin x"},
            {"section origin ", "section "},
        }) {
            make();
            Path path = folder.resolve("graph.map");
            String text = Files.readString(path, StandardCharsets.ISO_8859_1);
            String page = text.substring(0, text.indexOf("identity ")).replace(line[0], line[1]);
            String head = page + "identity " + Sha256.of(page) + "\n";
            Files.writeString(
                    path, head + "\0".repeat(4096 - head.length()) + text.substring(4096), StandardCharsets.ISO_8859_1);
            refused(IOException.class, () -> MappedDataset.open(folder), "graph.map");
            assertThrows(IOException.class, this::verify);
        }
    }

    @Test
    void whatFillsTheFirstPageIsReadToo() throws IOException {
        change("labels.map", text -> text.substring(0, 4095) + "x" + text.substring(4096));
        for (Executable use : List.<Executable>of(() -> MappedDataset.open(folder), this::verify))
            refused(IOException.class, use, "labels.map was altered in its first 4096 bytes");
    }

    @Test
    void damagedGraphsAreNamedWhereTheyAreUsed() throws IOException {
        for (int column : new int[] {NODES, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            make();
            put("graph.map", "in.columns", 4 * 7, number(column));
            Graph graph = MappedDataset.open(folder).graph();
            damaged("graph.map", () -> graph.inNeighbours(7));
            damaged("graph.map", () -> graph.induced(new int[] {6, 7, 8}));
        }
        for (long start : new long[] {-1, 5, 90, NODES + 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40}) {
            make();
            put("graph.map", "in.start", 8 * 7, number(start));
            Graph graph = MappedDataset.open(folder).graph();
            damaged("graph.map", () -> {
                for (int v = 0; v < NODES; v++) graph.inNeighbours(v);
            });
            damaged("graph.map", () -> graph.hasEdge(8, 7));
        }
    }

    @Test
    void damagedLabelsAndFeaturesAreNamedWhereTheyAreUsed() throws IOException {
        for (int label : new int[] {3, -1, -77, Integer.MAX_VALUE}) {
            make();
            put("labels.map", "single", 4 * 7, number(label));
            Labels labels = MappedDataset.open(folder).labels();
            assertEquals(0, labels.of(6));
            damaged("labels.map", () -> labels.of(7));
        }
        make();
        put("features.map", "start", 8 * 7, number(-4L));
        Dataset data = MappedDataset.open(folder);
        damaged("features.map", () -> data.features().copyRow(7, new float[2], 0));
    }

    /** Another listing with as many edges into every node, which no count of them shows. */
    @Test
    void sourcesThatListOtherEdgesTheSecondTimeAreRefused() {
        int[] passes = {0};
        EdgeSource other = sink -> {
            boolean second = passes[0]++ % 2 == 1;
            sink.edge(0, second ? 2 : 1);
            sink.edge(3, second ? 1 : 2);
        };
        Path there = folder.resolve("other");
        MappedDatasetWriter writer = new MappedDatasetWriter(there, MappingProgress.NONE);
        var origin = new Dataset.Provenance("made up", List.of(), false, List.of());
        for (Executable use : List.<Executable>of(
                () -> writer.graph(4, true, other, origin),
                () -> Graph.directed(4, other),
                () -> Graph.undirected(4, other))) {
            passes[0] = 0;
            refused(IllegalStateException.class, use, "must list the same edges every time");
        }
        assertFalse(Files.exists(there.resolve("graph.map")));
        int[] turns = {0};
        Graph same = Graph.directed(4, sink -> {
            boolean second = turns[0]++ % 2 == 1;
            sink.edge(second ? 3 : 0, second ? 2 : 1);
            sink.edge(second ? 0 : 3, second ? 1 : 2);
        });
        assertEquals(2, same.edges());
    }
}
