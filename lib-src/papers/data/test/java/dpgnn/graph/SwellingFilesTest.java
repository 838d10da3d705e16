package dpgnn.graph;

import static dpgnn.graph.data.FileBytes.npy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.data.FileBytes;
import dpgnn.graph.data.SmallHeap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small files that unpack to more than the heap holds, or to more than anybody packs, in every container that a reader opens. A
 * Java with a heap of 96 MB reads them by name, as users do: each ends in a sentence that names the file and the bound.
 */
class SwellingFilesTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path data;

    private interface Content {
        void to(OutputStream out) throws IOException;
    }

    private Path file(String place, Content content) throws IOException {
        Path path = data.resolve(place);
        Files.createDirectories(path.getParent());
        try (OutputStream out = Files.newOutputStream(path)) {
            content.to(out);
        }
        return path;
    }

    private static void repeated(OutputStream out, byte[] piece, int times) throws IOException {
        for (int i = 0; i < times; i++) out.write(piece);
    }

    /** A gzip file of this head and so many megabytes of a byte, of which each is packed once. */
    private void gzip(String place, byte[] head, int b, int megabytes) throws IOException {
        byte[] piece = new byte[16 * MEGABYTE];
        java.util.Arrays.fill(piece, (byte) b);
        file(place, out -> {
            out.write(FileBytes.gzip(head));
            repeated(out, FileBytes.gzip(piece), megabytes / 16);
        });
    }

    /** 100 MB of zeros as the starts of rows. */
    private void npz(String place) throws IOException {
        int count = 25 * MEGABYTE;
        file(place, out -> {
            try (var zip = new ZipOutputStream(out)) {
                zip.putNextEntry(new ZipEntry("adj_shape.npy"));
                zip.write(npy("<i4", "2,", new byte[0]));
                zip.write(new byte[] {2, 0, 0, 0, 2, 0, 0, 0});
                zip.putNextEntry(new ZipEntry("adj_indptr.npy"));
                zip.write(npy("<i4", count + ",", new byte[0]));
                repeated(zip, new byte[MEGABYTE], 100);
                for (String name : List.of("adj_indices", "adj_data", "attr_shape", "labels")) {
                    zip.putNextEntry(new ZipEntry(name + ".npy"));
                    zip.write(npy("<i4", "0,", new byte[0]));
                }
            }
        });
    }

    private Map<String, String> ends(String... names) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseParallelGC", // as kernels do
                "-Ddpgnn.data=" + data,
                "-Ddpgnn.cache=" + data.resolve("cache"),
                "-Ddpgnn.offline=true",
                "-Ddpgnn.otherFiles=true",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeap.class.getName()));
        command.addAll(List.of(names));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, child.waitFor(), said);
        return said.lines()
                .filter(line -> line.contains(": "))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(": ")),
                        line -> line.substring(line.indexOf(": ") + 2),
                        (a, b) -> a,
                        LinkedHashMap::new));
    }

    @Test
    void filesOfOnesOwnEndInASentence() throws Exception {
        byte[] edges = FileBytes.gzip("0,1\n".repeat(4 * MEGABYTE).getBytes(StandardCharsets.ISO_8859_1));
        byte[] nodes = "id,label,x\n0,a,1\n1,b,2\n".getBytes(StandardCharsets.ISO_8859_1);
        file("own/nodes.csv", out -> out.write(nodes));
        file("own/edges.csv.gz", out -> repeated(out, edges, 3)); // 48 MB of 12 million edges
        file("own/ogb/raw/node-feat.csv", out -> out.write("1\n2\n".getBytes(StandardCharsets.ISO_8859_1)));
        file("own/ogb/raw/node-label.csv", out -> out.write("0\n1\n".getBytes(StandardCharsets.ISO_8859_1)));
        file("own/ogb/raw/edge.csv.gz", out -> repeated(out, edges, 3));
        file("own/list.json", out -> {
            out.write("{\"nodes\": [{\"id\": 0, \"x\": [1".getBytes(StandardCharsets.ISO_8859_1));
            repeated(out, ",1".repeat(MEGABYTE).getBytes(StandardCharsets.ISO_8859_1), 3);
            out.write("]}], \"links\": []}".getBytes(StandardCharsets.ISO_8859_1));
        });
        byte[] rows = FileBytes.gzip("node [ id 7 ]\n".repeat(MEGABYTE).getBytes(StandardCharsets.ISO_8859_1));
        file("own/graph.gml.gz", out -> {
            out.write(FileBytes.gzip("graph [\n".getBytes(StandardCharsets.ISO_8859_1)));
            repeated(out, rows, 4);
        });
        int count = 4 * MEGABYTE; // which fit by themselves, and not beside the graph that is made of them
        file("own/edges.npz", out -> {
            try (var zip = new ZipOutputStream(out)) {
                zip.putNextEntry(new ZipEntry("edges.npy"));
                zip.write(npy("<i4", count + ", 2", new byte[0]));
                byte[] edge = {0, 0, 0, 0, 1, 0, 0, 0};
                for (int e = 0; e < count; e++) zip.write(edge);
                zip.putNextEntry(new ZipEntry("node_features.npy"));
                zip.write(npy("<f4", "2, 1", new byte[8]));
                zip.putNextEntry(new ZipEntry("node_labels.npy"));
                zip.write(npy("<i4", "2,", new byte[8]));
            }
        });
        String[] names = {"own/edges.csv.gz", "own/ogb", "own/list.json", "own/graph.gml.gz", "own/edges.npz"};
        Map<String, String> ends = ends(names);
        for (String name : names) {
            String end = String.valueOf(ends.get(name)),
                    file = name.endsWith("ogb") ? "edge.csv.gz" : name.substring(4);
            for (String word :
                    List.of("IOException data set", file, "does not fit into the heap", "-Xmx", "DPGNN_HEAP"))
                assertTrue(end.contains(word), name + " ended with: " + end);
        }
    }

    @Test
    void everyContainerEndsInASentence() throws Exception {
        npz("gnn-benchmark/amazon_electronics_computers.npz");
        // 1,400,000 images of 28 x 28 pixels: more than a gigabyte
        gzip(
                "mnist/train-images-idx3-ubyte.gz",
                new byte[] {0, 0, 8, 3, 0, 21, 92, -64, 0, 0, 0, 28, 0, 0, 0, 28},
                0,
                1088);
        file("mnist/train-labels-idx1-ubyte.gz", out -> out.write(FileBytes.gzip(new byte[8])));
        gzip("pokec/soc-pokec-profiles.txt.gz", new byte[0], '\n', 1024);
        file("pokec/soc-pokec-relationships.txt.gz", out -> out.write(FileBytes.gzip(new byte[0])));
        file("dpggan/relabeled_dblp2.pkl", out -> {
            out.write(new byte[] {(byte) 0x80, 2, '('});
            byte[] dictionaries = new byte[MEGABYTE];
            java.util.Arrays.fill(dictionaries, (byte) '}');
            repeated(out, dictionaries, 4);
            out.write(new byte[] {'t', '.'});
        });
        file("arxiv.zip", out -> {
            try (var zip = new ZipOutputStream(out)) {
                zip.putNextEntry(new ZipEntry("arxiv/raw/node-feat.csv.gz"));
                repeated(zip, new byte[MEGABYTE], 80);
            }
        });
        file("tu/IMDB-MULTI/IMDB-MULTI_graph_labels.txt", out -> {
            byte[] ones = "1\n".repeat(MEGABYTE / 2).getBytes(StandardCharsets.ISO_8859_1);
            repeated(out, ones, 40);
        });
        Path large = file("planetoid/ind.cora.allx", out -> out.write(0x80));
        try (var sparse = new java.io.RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(120L * MEGABYTE);
        }
        Map<String, List<String>> wanted = Map.of(
                "computers",
                        List.of("MalformedFile", "adj_indptr.npy", "113 MB to hold in memory", "a heap of", "-Xmx"),
                "mnist", List.of("MalformedFile", "train-images", "2094 MB to hold", "a heap of", "-Xmx"),
                "pokec", List.of("MalformedFile", "soc-pokec-profiles", "64 MB or 100 times", "DPGNN_UNPACK_TIMES"),
                "dblp", List.of("MalformedFile", "relabeled_dblp2.pkl", "objects", "-Xmx"),
                "arxiv", List.of("MalformedFile", "arxiv.zip", "64 MB or 100 times", "DPGNN_UNPACK_TIMES"),
                "imdb-multi-tu", List.of("IOException", "imdb-multi-tu", "does not fit into the heap", "-Xmx"),
                "cora", List.of("MalformedFile", "ind.cora.allx", "120 MB to hold in memory", "-Xmx"));
        Map<String, String> ends = ends(wanted.keySet().toArray(String[]::new));
        wanted.forEach((name, words) -> {
            String end = String.valueOf(ends.get(name));
            for (String word : words) assertTrue(end.contains(word), name + " ended with: " + end);
        });
        try (var left = Files.walk(data.resolve("cache"))) {
            assertEquals(List.of(), left.filter(Files::isRegularFile).toList(), "nothing half-unpacked stays");
        }
    }
}
