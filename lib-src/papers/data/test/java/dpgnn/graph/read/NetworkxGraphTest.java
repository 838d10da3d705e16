package dpgnn.graph.read;

import static dpgnn.Refusals.refused;
import static dpgnn.graph.Views.row;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.MalformedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs as NetworkX writes them, and folders of OGB; ReaderFuzzTest damages both in thousands of ways. */
class NetworkxGraphTest {
    private static final String GML = """
            graph [
              node [
                id 0
                label "Ann"
                club "Mr. Hi"
                age 0.5
              ]
              node [
                id 1
                label "Bob"
                club "Officer"
                age 2
              ]
              edge [
                source 0
                target 1
                weight 0.5
              ]
            ]
            """;

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static String notes(Dataset data) {
        return String.join(" ", data.provenance().notes());
    }

    @Test
    void attributesOfNodesAreColumns() throws IOException {
        Dataset plain = NetworkxGraph.read(file("club.gml", GML));
        assertFalse(plain.graph().isDirected());
        assertEquals(1, plain.graph().edges());
        assertArrayEquals(new float[] {2}, row(plain.features(), 1));
        assertEquals(1, plain.provenance().sources().size());
        assertTrue(notes(plain).contains("As read: the column club of club.gml is not used."), notes(plain));
        assertTrue(notes(plain).contains("No node has a label."), notes(plain));
        Dataset clubs = NetworkxGraph.of(file("club.gml", GML))
                .label("club")
                .name("clubs")
                .read();
        assertEquals(2, clubs.labels().classes());
        assertEquals(1, clubs.labels().of(1));
        assertTrue(notes(clubs).contains("The classes are, from 0 on, Mr. Hi, Officer."), notes(clubs));
        assertTrue(notes(clubs).contains("edges of weight 0 are left out: 0."), notes(clubs));
        assertEquals(
                0,
                NetworkxGraph.of(file("club.gml", GML))
                        .leastWeight(0.75)
                        .read()
                        .graph()
                        .edges());
        assertTrue(NetworkxGraph.read(file("d.gml", GML.replaceFirst("node", "directed 1\nnode")))
                .graph()
                .isDirected());
    }

    @Test
    void idsMayBeTextsAndListsAreSeveralColumns() throws IOException {
        String json = "{\"nodes\": [{\"id\": \"a\", \"x\": [1, 2], \"label\": \"low\", \"split\": \"test\"},"
                + " {\"id\": 1, \"x\": [3, 4], \"label\": null, \"split\": \"train\"}],"
                + " \"edges\": [{\"source\": 1, \"target\": \"a\"}, {\"source\": \"a\", \"target\": 1}]}";
        Dataset data = NetworkxGraph.read(file("two.json", json));
        assertArrayEquals(new float[] {3, 4}, row(data.features(), 1));
        assertEquals(0, data.labels().of(0));
        assertEquals(Labels.NONE, data.labels().of(1));
        assertEquals(Role.TRAIN, data.publicSplit().orElseThrow().role(1));
        assertEquals(1, data.graph().droppedRepeats());
    }

    @Test
    void everythingThatIsWrongIsInOneReport() throws IOException {
        String wrong = GML.replace("age 2", "age \"two\"")
                .replace("target 1", "target 5")
                .replace("weight 0.5", "weight -1")
                .replace("]\n]", "]\n edge [ source 1 ]\n]");
        assertEquals(
                "4 things are wrong:\n  w.gml, line 8: found two, but it must be a number, in column age\n"
                        + "  w.gml, line 14: found node 5, but it must be a node that w.gml lists\n"
                        + "  w.gml, line 14: found weight -1, but it must be a number from 0\n"
                        + "  w.gml, line 19: found an empty cell, but it must be a node that w.gml lists",
                refused(MalformedFile.class, () -> NetworkxGraph.read(file("w.gml", wrong))));
        String twice = "{\"nodes\": [{\"id\": 1}, {\"id\": \"1\"}], \"links\": [{\"source\": 1, \"target\": 2}]}";
        assertEquals(
                "2 things are wrong:\n  t.json, node 2: found node 1 again, but it must be every node once\n"
                        + "  t.json, edge 1: found node 2, but it must be a node that t.json lists",
                refused(MalformedFile.class, () -> NetworkxGraph.read(file("t.json", twice))));
        for (String[] broken : new String[][] {
            {"graph [ node [ id 1 ] ", "line 1: found the end of the file, but it must be a key"},
            {"graph [ node 5 ]", "found 5, but it must be a list in brackets"},
            {"graph [ 5 node ]", "found 5, but it must be a key, which begins with a letter"},
            {"graph [ node [ id \"1 ] ]", "a closing quote"},
            {"graph [ node [ id ] ]", "a number, a text in quotes or a list"},
            {"graph [ node [ ] ]", "line 1: found an empty cell, but it must be the node, in column id"},
            {"", "contents: found no rows, but it must be a row for every node"}
        }) refused(MalformedFile.class, () -> NetworkxGraph.read(file("b.gml", broken[0])), "b.gml", broken[1]);
        refused(
                MalformedFile.class,
                () -> NetworkxGraph.of(file("club.gml", GML)).label("team").read(),
                "a header with a column named team");
    }

    private void ogb(String split) throws IOException {
        file("ogb/raw/edge.csv", "0,1\n1,0\n2,1\n2,2\n");
        file("ogb/raw/node-feat.csv", "0.5,1\n-1,2\n3,0\n");
        file("ogb/raw/node-label.csv", "1\n0\nnan\n");
        String[] parts = {"train", "valid", "test"};
        for (int p = 0; p < 3; p++) file("ogb/split/time/" + parts[p] + ".csv", split.split(" ")[p].replace(",", "\n"));
    }

    @Test
    void foldersOfOgb() throws IOException {
        ogb("0 2 1");
        Dataset data = OgbGraph.read(folder.resolve("ogb"));
        assertEquals("ogb", data.name());
        assertEquals(2, data.graph().edges());
        assertEquals(1, data.graph().droppedLoops());
        assertEquals(1, data.graph().droppedRepeats());
        assertEquals(2, data.labels().classes());
        assertEquals(Labels.NONE, data.labels().of(2));
        assertArrayEquals(new float[] {3, 0}, row(data.features(), 2));
        assertArrayEquals(new int[] {2}, data.publicSplit().orElseThrow().validation());
        assertEquals(6, data.provenance().sources().size());
        assertTrue(OgbGraph.of(folder.resolve("ogb")).directed().read().graph().hasEdge(2, 1));
        ogb("0,7 1 1");
        file("ogb/raw/edge.csv", "0,1\n1,3\n");
        assertEquals(
                "3 things are wrong:\n  edge.csv, line 2: found node 3, but it must be a node in 0..2\n"
                        + "  train.csv, line 2: found node 7, but it must be a node in 0..2\n"
                        + "  test.csv, line 1: found node 1 again, but it must be every node once",
                refused(MalformedFile.class, () -> OgbGraph.read(folder.resolve("ogb"))));
        Files.delete(folder.resolve("ogb/raw/node-feat.csv"));
        refused(IOException.class, () -> OgbGraph.read(folder.resolve("ogb")), "node-feat.csv.gz must be a file");
    }

    @Test
    void filesOfASplitStandForThoseInTheTable() throws IOException {
        Path edges = file("e.csv", "a,b\n"), nodes = file("n.csv", "id,x\na,1\nb,2\nc,3\n");
        Path train = file("tr.csv", "c\n"), other = file("va.csv", "a\n"), none = file("te.csv", "");
        Dataset data = CsvGraph.of(edges, nodes).split(train, other, none).read();
        assertEquals(
                List.of(Role.VALIDATION, Role.NONE, Role.TRAIN),
                List.of(
                        data.publicSplit().orElseThrow().role(0),
                        data.publicSplit().orElseThrow().role(1),
                        data.publicSplit().orElseThrow().role(2)));
        Path both = file("m.csv", "id,x,split\na,1,train\nb,2,test\nc,3,none\n");
        refused(
                MalformedFile.class,
                () -> CsvGraph.of(edges, both).split(train, other, none).read(),
                "no split, since files of their own have it");
        refused(() -> CsvGraph.of(edges, nodes).leastWeight(0), "least");
        refused(
                MalformedFile.class,
                () -> CsvGraph.of(edges, nodes).leastWeight(2).read(),
                "e.csv, header: found no weights, but it must be a header with a column named weight");
    }
}
