package dpgnn.graph.data;

import static dpgnn.graph.data.FileBytes.text;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Larger files that ask for as much memory for each of their bytes as their format allows, against the stated bound. */
class DenseFilesTest {
    private static final int BYTES = 600_000;

    @TempDir
    Path folder;

    /** Reads a format in which one file is another; within the bound, and with data or a clear error. */
    private String costs(SmallFiles.Format format, String place, byte[] content) throws IOException {
        String[] refusal = {"none"};
        Path own = Files.createTempDirectory(folder, "dense");
        format.with(place, content).writeTo(own);
        ReadingCost cost = ReadingCost.of(format.with(place, content), own);
        assertTimeoutPreemptively(Duration.ofMinutes(10), () -> {
            ReadingCost.Again again = () -> {
                try {
                    FuzzAccess.checked(() -> format.reader().read(new Sources(own::resolve)));
                } catch (MalformedFile e) {
                    refusal[0] = e.getMessage();
                }
            };
            cost.start();
            again.read();
            cost.check(format.name() + ", " + place, place, own.resolve(place), again);
        });
        return refusal[0];
    }

    private static byte[] repeated(byte[] head, byte[] pattern) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(head);
        while (out.size() < BYTES) out.writeBytes(pattern);
        return out.toByteArray();
    }

    private static byte[] ended(String head, String pattern, String end) {
        return text(head + pattern.repeat(BYTES / pattern.length()) + end);
    }

    @Test
    void picklesOfSmallestThings() throws IOException {
        byte[] head = {(byte) 0x80, 2};
        byte memoize = (byte) 0x94;
        for (byte[] pattern : new byte[][] {
            {'}'}, {']'}, {')'}, {'('}, {'N'}, {'K', 77}, {'U', 0}, {'}', memoize}, {memoize}, {'U', 1, 'x', memoize}
        }) costs(SmallFiles.networkx(), "dpggan/tiny.pkl", repeated(head, pattern));
        for (byte[] pattern : new byte[][] {{'}', memoize}, {')', (byte) 0x85}, {'(', 't'}, {'}', '(', 'u'}})
            costs(
                    SmallFiles.planetoid(),
                    "planetoid/ind.tiny.graph",
                    repeated(new byte[] {(byte) 0x80, 2, ')'}, pattern));
    }

    /** One list, remembered, as the neighbours of every node: a few bytes for each of very many edges. */
    @Test
    void aListThatIsNamedManyTimesIsRefused() throws IOException {
        PickleWriter graph =
                new PickleWriter(2).global("collections", "defaultdict").global("__builtin__", "list");
        graph.op(0x85, 'R', '(').number(0).op(']', 'q', 99, '(');
        int nodes = 20_000;
        for (int i = 0; i < nodes; i++) graph.number(i);
        graph.op('e');
        for (int i = 1; i < nodes; i++) graph.number(i).op('h', 99);
        byte[] content = graph.op('u').end();
        String refusal = costs(SmallFiles.planetoid(), "planetoid/ind.tiny.graph", content);
        assertTrue(refusal.contains("at most one per byte"), refusal);
    }

    @Test
    @Tag("nightly")
    void textsOfShortestLines() throws IOException {
        for (String pattern :
                Extent.some(List.of("\n", "0\n", "1\n", "1,1\n", "1 2\n", ",,,\n", "0,TRAIN\n", "\"\",\n"), 2)) {
            byte[] content = repeated(new byte[0], text(pattern));
            costs(SmallFiles.tu(), "tu/XX/XX_A.txt", content);
            costs(SmallFiles.tu(), "tu/XX/XX_graph_indicator.txt", content);
            costs(SmallFiles.tu(), "tu/XX/XX_graph_labels.txt", content);
            costs(SmallFiles.dgcnn(), "dgcnn/XX/10fold_idx/train_idx-1.txt", content);
            costs(SmallFiles.own(), "labels.csv", content);
            costs(SmallFiles.own(), "edges.csv", content);
            costs(SmallFiles.own(), "features.csv", content);
            costs(SmallFiles.musae(), "musae/edges/XX_edges.csv", repeated(text("from,to\n"), text(pattern)));
            costs(
                    SmallFiles.musae(),
                    "musae/target/XX_target.csv",
                    repeated(text("mature,new_id\n"), text("True," + pattern)));
            costs(SmallFiles.planetoid(), "planetoid/ind.tiny.test.index", content);
        }
        costs(SmallFiles.dgcnn(), "dgcnn/XX/XX.txt", repeated(text("200000\n"), text("1 0\n0 0\n")));
        costs(SmallFiles.dgcnn(), "dgcnn/XX/XX.txt", repeated(text("200000\n"), text("0 0\n")));
    }

    @Test
    void listsOfShortestKeys() throws IOException {
        for (String pattern : List.of("node[]", "node[id 1]", "edge[]", "node[graphics[x 1]]", "a 1 "))
            costs(SmallFiles.gml(), "tiny.gml", ended("graph[", pattern, "]"));
        costs(SmallFiles.gml(), "tiny.gml", ended("graph[node[", "x 1 ", "]]"));
        costs(SmallFiles.gml(), "tiny.gml", ended("graph", "[a", ""));
        StringBuilder unlike = new StringBuilder("graph[");
        for (int v = 0; unlike.length() < BYTES; v++) unlike.append("node[id " + v + " a" + v + " 1]");
        String refusal = costs(SmallFiles.gml(), "tiny.gml", text(unlike + "]"));
        assertTrue(refusal.contains("the same attributes for every node"), refusal);
    }

    @Test
    void jsonOfShortestValues() throws IOException {
        costs(SmallFiles.sage(), "ppi/toy-G.json", repeated(text("{\"nodes\": ["), text("{\"id\":1},")));
        costs(SmallFiles.sage(), "ppi/toy-G.json", repeated(text("{\"nodes\": ["), text("{},")));
        costs(SmallFiles.sage(), "ppi/toy-G.json", repeated(text("{"), text("\"x\":[],")));
        costs(
                SmallFiles.sage(),
                "ppi/toy-G.json",
                repeated(text("{\"links\": ["), text("{\"source\":0,\"target\":1},")));
        costs(SmallFiles.sage(), "ppi/toy-G.json", repeated(text("{\"graph\": ["), text("0,")));
        for (String pattern : List.of("{},", "{\"id\":1},", "{\"id\":1,\"x\":[0,0,0,0,0,0,0,0,0]},"))
            costs(SmallFiles.nodeLink(), "tiny.json", repeated(text("{\"nodes\": ["), text(pattern)));
        costs(SmallFiles.nodeLink(), "tiny.json", ended("{\"nodes\": [{}", ",{}", "]}"));
        costs(SmallFiles.nodeLink(), "tiny.json", ended("{\"nodes\": [{\"x\":[0", ",0", "]}]}"));
        costs(SmallFiles.saint(), "flickr/role.json", repeated(text("{\"tr\": ["), text("0,")));
        costs(SmallFiles.saint(), "flickr/class_map.json", repeated(text("{\"0\": ["), text("0,")));
        costs(SmallFiles.musae(), "musae/features/XX.json", repeated(text("{\"0\": ["), text("5,")));
        StringBuilder rows = new StringBuilder("{\"0\":0");
        for (int i = 1; rows.length() < BYTES; i++) rows.append(",\"" + i + "\":" + i);
        costs(SmallFiles.sage(), "ppi/toy-id_map.json", text(rows + "}"));
        StringBuilder empty = new StringBuilder("{\"0\":[]");
        for (int i = 1; i < 4; i++) empty.append(",\"" + i + "\":[]");
        costs(SmallFiles.musae(), "musae/features/XX.json", text(empty + "}"));
    }
}
