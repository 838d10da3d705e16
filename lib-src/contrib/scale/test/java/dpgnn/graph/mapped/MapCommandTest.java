package dpgnn.graph.mapped;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.graph.Split;
import dpgnn.graph.synthetic.StreamedDataset;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class MapCommandTest {
    @TempDir
    Path folder;

    private Dataset made(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        all.add(folder.resolve("made").toString());
        MapCommand.run(all);
        MapCommand.run(new ArrayList<>(List.of("--verify", all.get(all.size() - 1))));
        return MappedDataset.open(folder.resolve("made"));
    }

    private void zipped(String file, String... lines) throws IOException {
        Path path = folder.resolve("ogb").resolve(file);
        Files.createDirectories(path.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private void ogb() throws IOException {
        zipped("raw/edge.csv.gz", "0,2", "3,2", "1,0", "0,2");
        zipped("raw/node-feat.csv.gz", "1.5,0", "0,-2", "", "0.25,1e-3", "7,8");
        zipped("raw/node-label.csv.gz", "1", "0", "1", "2");
        zipped("split/time/train.csv.gz", "0", "2");
        zipped("split/time/valid.csv.gz", "1");
        zipped("split/time/test.csv.gz", "3");
    }

    @Test
    void foldersOfTheBenchmark() throws IOException {
        ogb();
        Dataset data = made("--ogb", folder.resolve("ogb").toString());
        assertEquals(Graph.directed(4, new int[] {0, 3, 1}, new int[] {2, 2, 0}), data.graph());
        float[] row = new float[2];
        data.features().copyRow(2, row, 0);
        assertArrayEquals(new float[] {0.25f, 1e-3f}, row);
        assertEquals(3, data.labels().classes());
        assertEquals(Split.Role.VALIDATION, data.publicSplit().orElseThrow().role(1));
        assertEquals("ogb", data.name());
    }

    @Test
    void whatIsWrongInAFolderIsNamed() throws IOException {
        ogb();
        for (String bad : List.of("0.25,x", "NaN,1", "0.25,1e39", "0.25", "1,2,3")) {
            zipped("raw/node-feat.csv.gz", "1.5,0", "0,-2", bad, "7,8");
            wrong("node-feat.csv.gz", "line 3");
        }
        zipped("raw/node-feat.csv.gz", "1.5,0", "0,-2", "0.25,1");
        wrong("the end after 3 rows", "4 rows");
        zipped("raw/edge.csv.gz", "0,2", "4,2");
        wrong("edge.csv.gz", "line 2");
    }

    private void wrong(String... words) {
        refused(IOException.class, () -> made("--ogb", folder.resolve("ogb").toString()), words);
    }

    /** The same on every listing, of about the size that was asked for, and with classes that edges and features know of. */
    @Test
    void blockModels() throws IOException {
        Dataset data = made("--synthetic", "20000", "100_000", "8", "--half");
        assertEquals(20_000, data.nodes());
        assertTrue(
                data.graph().edges() > 90_000 && data.graph().edges() <= 100_000,
                data.graph().toString());
        Graph again = Graph.undirected(20_000, new StreamedDataset(20_000, 100_000, 16, 8, 0).edgeSource());
        assertEquals(again, data.graph());
        long same = 0;
        for (int v = 0; v < data.nodes(); v++)
            for (int u : data.graph().inNeighbours(v))
                if (data.labels().of(u) == data.labels().of(v)) same++;
        assertEquals(0.67, (double) same / data.graph().directedEdges(), 0.03);
        int train = data.publicSplit().orElseThrow().train().length;
        assertTrue(train > 140 && train < 260, "one in a hundred trains, were " + train);
        EvaluationView view = data.evaluation(data.publicSplit().orElseThrow(), Split.Role.TEST);
        assertEquals(data.nodes(), view.graph().nodes());
    }

    @Test
    void smallFilesHaveASizeToo() {
        assertEquals("1 kB", MapCommand.size(1));
        assertEquals("9 kB", MapCommand.size(8193));
        assertEquals("1023 kB", MapCommand.size((1 << 20) - 1025));
        assertEquals("3 MB", MapCommand.size(3 << 20));
    }

    /** The message of such an exception is the path alone. */
    @Test
    void whatIsWrongWithAPathIsSaid() {
        assertEquals("there is no file or folder /x", MapCommand.said(new NoSuchFileException("/x")));
        assertEquals("AccessDenied: /x", MapCommand.said(new AccessDeniedException("/x")));
        assertEquals("/x: full", MapCommand.said(new FileSystemException("/x", null, "full")));
    }

    @Test
    void wordsThatMakeNoSenseAreRefused() {
        for (List<String> words : List.of(
                List.of("--synthetic", "10", "x", "8", "there"),
                List.of("--synthetic", "10", "9"),
                List.of("--half", "--sparse", "PubMed", "there"),
                List.of("--nothing", "there"),
                List.<String>of()))
            assertThrows(
                    IllegalArgumentException.class, () -> MapCommand.run(new ArrayList<>(words)), words.toString());
    }
}
