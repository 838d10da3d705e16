package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.base.Sha256;
import dpgnn.graph.format.Csv;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Json;
import dpgnn.graph.format.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the card of the data says of the files themselves, before the readers drop loops and repetitions. */
@Tag("jdk")
@EnabledIfEnvironmentVariable(named = "DPGNN_DATA", matches = ".+")
class DataCardTest {
    private static final String PPI_FEATURES = "graphsaint/ppi/feats.npy";

    static Path at(String place) {
        return Path.of(System.getenv("DPGNN_DATA"), place);
    }

    static Object pickle(String place, int protocol) throws IOException {
        Bytes in = Bytes.of(at(place));
        assertEquals(protocol, in.content()[1], "protocol of " + place);
        return Pickle.read(in);
    }

    /** Entries, distinct ones and nodes with a loop of an adjacency that lists neighbours. */
    private static long[] adjacency(Map<?, ?> lists) {
        long entries = 0;
        Set<List<Object>> distinct = new HashSet<>();
        Set<Object> loops = new HashSet<>();
        for (var row : lists.entrySet())
            for (Object other : (List<?>) row.getValue()) {
                entries++;
                distinct.add(List.of(row.getKey(), other));
                if (row.getKey().equals(other)) loops.add(other);
            }
        for (List<Object> pair : distinct)
            assertTrue(distinct.contains(List.of(pair.get(1), pair.get(0))), "symmetric");
        return new long[] {entries, distinct.size(), loops.size()};
    }

    @ParameterizedTest
    @CsvSource({
        "cora, 10858, 10556, 0, 140, 2647, 17955, 31261, 1, 1, 2692 2532 2050",
        "citeseer, 9464, 9228, 124, 120, 3778, 31992, 73173, 1, 1, 2488 2644 3261",
        "pubmed, 88676, 88651, 3, 60, 2819, 50140, 937891, 0.00125, 1.2633, 18747 19392 19181",
    })
    @Extent.OneIn(3)
    void planetoid(
            String name,
            long entries,
            long distinct,
            long loops,
            int train,
            int x,
            int tx,
            int allx,
            double least,
            double most,
            String test)
            throws IOException {
        String prefix = "planetoid/ind." + name + ".";
        Map<?, ?> lists = ((Pickle.Made) pickle(prefix + "graph", 2)).entries;
        assertArrayEquals(new long[] {entries, distinct, loops}, adjacency(lists));
        assertEquals(java.util.stream.LongStream.range(0, lists.size()).boxed().toList(), List.copyOf(lists.keySet()));
        int[] nonZeros = {x, tx, allx};
        String[] parts = {"x", "tx", "allx"};
        double smallest = Double.MAX_VALUE;
        double largest = 0;
        for (int p = 0; p < 3; p++) {
            Bytes in = Bytes.of(at(prefix + parts[p]));
            Csr matrix = PickledArrays.csr(in, Pickle.read(in));
            assertEquals(nonZeros[p], matrix.values().length, parts[p]);
            if (p == 0) assertEquals(train, matrix.rows());
            if (p == 1) assertEquals(1000, matrix.rows());
            for (int r = 0; r < matrix.rows(); r++)
                for (int k = matrix.start()[r]; k < matrix.start()[r + 1]; k++) {
                    smallest = Math.min(smallest, matrix.values()[k]);
                    largest = Math.max(largest, matrix.values()[k]);
                    if (k > matrix.start()[r]) assertTrue(matrix.columns()[k - 1] < matrix.columns()[k], "sorted");
                }
        }
        assertEquals(least, smallest, least == 1 ? 0 : 5e-6);
        assertEquals(most, largest, most == 1 ? 0 : 5e-5);
        int[] nodes =
                IntList.lines(at(prefix + "test.index"), 0, Integer.MAX_VALUE).toArray();
        assertEquals(test, nodes[0] + " " + nodes[1] + " " + nodes[2]);
        assertEquals(1000, nodes.length);
        assertEquals(lists.size() - 1, Arrays.stream(nodes).max().orElseThrow());
        if (name.equals("citeseer"))
            assertEquals(2312, Arrays.stream(nodes).min().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "amazon_electronics_computers, 13752, 287209, 0, 3675081, 8, false",
        "cora, 2708, 5429, 0, -1, 1, true",
        "citeseer, 3312, 4715, 124, -1, 1, true",
    })
    @Extent.OneIn(3)
    void benchmark(String name, int nodes, int entries, int loops, int nonZeros, int labelBytes, boolean sorted)
            throws IOException {
        Path path = at("gnn-benchmark/" + name + ".npz");
        try (ZipFile zip = new ZipFile(path.toFile())) {
            zip.stream().forEach(e -> assertEquals(java.util.zip.ZipEntry.STORED, e.getMethod(), e.getName()));
            try (InputStream in = zip.getInputStream(zip.getEntry("labels.npy"))) {
                Npy labels = Npy.read("labels", in, 1 << 20);
                assertEquals(new Dtype('i', labelBytes, false), labels.type);
            }
        }
        try (Npz npz = new Npz(path)) {
            Csr adjacency = npz.csr("adj_");
            Csr attributes = npz.csr("attr_");
            assertEquals(nodes, adjacency.rows());
            assertEquals(entries, adjacency.columns().length);
            Set<Long> pairs = new HashSet<>();
            int[] found = new int[1];
            adjacency.edges().each((a, b) -> {
                pairs.add((long) a << 32 | b);
                if (a == b) found[0]++;
            });
            assertEquals(loops, found[0]);
            assertTrue(pairs.stream().anyMatch(p -> !pairs.contains(p << 32 | p >>> 32)), "not symmetric");
            if (nonZeros > 0) assertEquals(nonZeros, attributes.values().length);
            for (float value : attributes.values()) assertEquals(1, value);
            boolean ascending = true;
            for (int r = 0; r < nodes; r++)
                for (int k = attributes.start()[r] + 1; k < attributes.start()[r + 1]; k++)
                    ascending &= attributes.columns()[k - 1] < attributes.columns()[k];
            assertEquals(sorted, ascending);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "facebook, facebook, id, 22470, 171002, 179, 4714, 4713, 14.0, -1, true",
        "DE, DE, new_id, 9498, 153138, 0, 2514, 3169, 20.3, 593, false",
    })
    @Extent.OneIn(3)
    void musae(
            String name,
            String feature,
            String id,
            int nodes,
            int rows,
            int loops,
            int distinctWords,
            int largest,
            double mean,
            int repeating,
            boolean inOrder)
            throws IOException {
        int count = 0;
        int looping = 0;
        try (Lines lines = Lines.of(at("musae/edges/" + name + "_edges.csv"))) {
            assertTrue(lines.next());
            assertEquals(name.equals("facebook") ? "id_1,id_2" : "from,to", lines.line());
            while (lines.next()) {
                count++;
                if (lines.number(0, nodes - 1) == lines.lastNumber(0, nodes - 1)) looping++;
            }
        }
        assertEquals(rows, count);
        assertEquals(loops, looping);
        Set<Integer> words = new TreeSet<>();
        int[] sums = new int[3];
        try (InputStream in = Lines.open(at("musae/features/" + feature + ".json"))) {
            Json json = new Json(feature, in);
            json.object(node -> {
                List<Integer> row = new ArrayList<>();
                json.array(() -> row.add(json.number(0, Integer.MAX_VALUE)));
                Set<Integer> set = new HashSet<>(row);
                words.addAll(set);
                sums[0]++;
                sums[1] += set.size();
                if (set.size() < row.size()) sums[2]++;
            });
        }
        assertEquals(nodes, sums[0]);
        assertEquals(mean, (double) sums[1] / nodes, 0.05);
        if (repeating >= 0) assertEquals(repeating, sums[2]);
        assertEquals(distinctWords, words.size());
        assertTrue(words.stream().allMatch(w -> w <= largest));
        List<Integer> ids = new ArrayList<>();
        try (Csv csv = new Csv(at("musae/target/" + name + "_target.csv"))) {
            while (csv.next()) ids.add(csv.number(id, nodes - 1));
        }
        assertEquals(inOrder, ids.equals(ids.stream().sorted().toList()));
        assertEquals(nodes, new HashSet<>(ids).size());
    }

    @Test
    void digits() throws Exception {
        Path images = at("mnist/train-images-idx3-ubyte.gz");
        assertEquals("f68b3c2dcbeaaa9fbdd348bbdeb94873", hash("MD5", Files.readAllBytes(images)));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(images), 1 << 16)) {
            byte[] unpacked = in.readAllBytes();
            assertEquals(47_040_016, unpacked.length);
            assertEquals("ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db", hash("SHA-256", unpacked));
        }
        for (String part : new String[] {"train", "t10k"})
            try (InputStream in = Lines.open(at("mnist/" + part + "-labels-idx1-ubyte.gz"))) {
                byte[] all = in.readAllBytes();
                boolean[] seen = new boolean[10];
                for (int i = 8; i < all.length; i++) seen[all[i]] = true;
                assertEquals(part.equals("train") ? 60_000 : 10_000, all.length - 8);
                for (boolean digit : seen) assertTrue(digit);
            }
    }

    /** The bound that the package states, on files whose content outweighs the buffers; printed, for the table there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cora",
                "citeseer",
                "pubmed",
                "computers",
                "facebook-sparse",
                "twitch-sparse",
                "imdb-multi",
                "imdb-multi-tu",
                "dblp",
                "dblp-large",
                "imdb-multi-subset",
                "squirrel",
                "tolokers",
                "ppi-graph",
                "ppi-features",
                "arxiv-graph",
                "mnist"
            })
    @Extent.OneIn(6)
    void readingStaysWithinTheStatedMemory(String name) throws IOException {
        long before = ReadingCost.allocated();
        dpgnn.graph.Dataset.Provenance read = dpgnn.graph.data.Datasets.names().contains(name)
                ? dpgnn.graph.data.Datasets.load(name).provenance()
                : name.equals("mnist")
                        ? dpgnn.graph.data.Datasets.images(name).provenance()
                        : dpgnn.graph.data.Datasets.graphs(name).provenance();
        long allocated = ReadingCost.allocated() - before;
        long content = 0;
        for (var source : read.sources()) content += ReadingCost.unpacked(at(source.file()));
        long files = read.sources().size();
        System.out.printf(
                "%-18s %2d files, %9d bytes unpacked, %10d allocated: %.1f bytes for each beside the buffers%n",
                name,
                files,
                content,
                allocated,
                Math.max(0, allocated - files * ReadingCost.PER_FILE) / (double) content);
        assertTrue(allocated <= files * ReadingCost.PER_FILE + content * ReadingCost.PER_BYTE);
    }

    /** The files are those of the published sums, these are those of our manifest, and three have the blob ids of upstream. */
    @Test
    void integrity() throws Exception {
        List<String> sums = new ArrayList<>(Files.readAllLines(at("SHA256SUMS")));
        assertEquals(90, sums.size());
        for (String folder : new String[] {"heterophilous", "graphsaint"})
            for (String line : Files.readAllLines(at(folder + "/SHA256SUMS")))
                sums.add(line.replaceFirst("  ", "  " + folder + "/"));
        assertEquals(102, sums.size());
        Map<String, dpgnn.graph.data.Manifest.Entry> known = new java.util.HashMap<>();
        dpgnn.graph.data.Manifest.own().entries().forEach(e -> known.put(e.file(), e));
        Set<String> missing = new TreeSet<>();
        for (String line : sums) {
            String[] parts = line.split(" +\\*?", 2);
            assertEquals(parts[0], Sha256.of(at(parts[1])), parts[1]);
            var entry = known.get(parts[1]);
            if (entry == null) {
                missing.add(parts[1]);
                continue;
            }
            if (parts[1].equals(PPI_FEATURES)) continue; // known by its blob id below
            assertEquals(parts[0], entry.sha256(), parts[1]);
            assertEquals(Files.size(at(parts[1])), entry.bytes(), parts[1]);
        }
        assertEquals(
                6, missing.stream().filter(m -> m.matches("tu/.*\\.txt")).count(), "unpacked parts of listed archives");
        assertTrue(missing.remove("graphsaint/ppi/genes.csv"), "which no publisher has");
        assertEquals(6, missing.size(), missing::toString);
        assertEquals("4091c9532914525a48aa04c2cb1da81707c14d86", blob(at(PPI_FEATURES)));
        assertEquals("3b86bccf08111c37c632a9dd8ab63db25ea76361", blob(at("planetoid/ind.pubmed.allx")));
        assertEquals(
                "8120e4148a330b3fafe37c4476823302d9d834b9", blob(at("gnn-benchmark/amazon_electronics_computers.npz")));
    }

    /** The name that Git gives to a content. */
    private static String blob(Path path) throws Exception {
        byte[] content = Files.readAllBytes(path);
        byte[] head = ("blob " + content.length + "\0").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] both = Arrays.copyOf(head, head.length + content.length);
        System.arraycopy(content, 0, both, head.length, content.length);
        return hash("SHA-1", both);
    }

    private static String hash(String algorithm, byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    }
}
