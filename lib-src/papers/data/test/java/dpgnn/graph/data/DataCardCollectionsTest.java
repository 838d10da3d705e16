package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dpgnn.Extent;
import dpgnn.graph.format.IntList;
import dpgnn.graph.format.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the card of the data says of the collections of small graphs, file by file. */
@EnabledIfEnvironmentVariable(named = "DPGNN_DATA", matches = ".+")
class DataCardCollectionsTest {
    @ParameterizedTest
    @CsvSource({
        "relabeled_dblp2, 3, 69, 4, 597, 2424, 599, 0 1 2, 258.0",
        "new_dblp2, 4, 23, 219, 583, 0, 0, '', 480.48",
        "new_IMDB_MULTI, 4, 100, 25, 89, 0, 0, 1 2 3, 250.61",
    })
    void networks(
            String file,
            int protocol,
            int graphs,
            int least,
            int most,
            int loops,
            int alone,
            String labels,
            double linksWithLoops)
            throws IOException {
        Bytes in = Bytes.of(DataCardTest.at("dpggan/" + file + ".pkl"));
        List<?> made = (List<?>) DataCardTest.pickle("dpggan/" + file + ".pkl", protocol);
        assertEquals(graphs, made.size());
        int[] sizes = new int[graphs];
        int looping = 0;
        int lonely = 0;
        long entries = 0;
        Set<Integer> labelSet = new TreeSet<>();
        for (int g = 0; g < graphs; g++) {
            Map<?, ?> state = Pickle.map(in, ((Pickle.Made) made.get(g)).state);
            labelSet.add(Pickle.number(in, Pickle.map(in, state.get("graph")).get("label"), 0, 71));
            Map<?, ?> rows = Pickle.map(in, state.get("_adj"));
            sizes[g] = rows.size();
            for (var row : rows.entrySet()) {
                Set<?> others = Pickle.map(in, row.getValue()).keySet();
                boolean loop = others.contains(row.getKey());
                entries += others.size();
                if (loop) looping++;
                if (others.size() == (loop ? 1 : 0)) lonely++;
            }
        }
        assertEquals(least, Arrays.stream(sizes).min().orElseThrow());
        assertEquals(most, Arrays.stream(sizes).max().orElseThrow());
        assertEquals(loops, looping);
        assertEquals(alone, lonely);
        assertEquals(linksWithLoops, ((entries - looping) / 2.0 + looping) / graphs, 0.05);
        if (labels.isEmpty()) assertEquals(graphs, labelSet.size(), "every graph its own label");
        else assertEquals("[" + labels.replace(" ", ", ") + "]", labelSet.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "IMDB-MULTI, IMDBMULTI, 1500, 19502, 395612, 98903, 1 2 3",
        "IMDB-BINARY, IMDBBINARY, 1000, 19773, 386124, 96531, 0 1",
    })
    @Extent.OneIn(2)
    void movies(String name, String dgcnn, int graphs, int nodes, int lines, int edges, String labels)
            throws Exception {
        String prefix = name + "/" + name + "_";
        int[] graphOf = IntList.lines(DataCardTest.at("tu/" + prefix + "graph_indicator.txt"), 1, graphs)
                .toArray();
        assertEquals(nodes, graphOf.length);
        int[] raw = IntList.lines(DataCardTest.at("tu/" + prefix + "graph_labels.txt"), 0, 9)
                .toArray();
        assertEquals(
                "[" + labels.replace(" ", ", ") + "]",
                Arrays.toString(Arrays.stream(raw).distinct().sorted().toArray()));
        Map<Long, Integer> times = new java.util.HashMap<>();
        int count = 0;
        try (Lines a = Lines.of(DataCardTest.at("tu/" + prefix + "A.txt"))) {
            while (a.next()) {
                long i = a.number(1, nodes);
                long j = a.lastNumber(1, nodes);
                assertNotEquals(i, j);
                times.merge(i << 32 | j, 1, Integer::sum);
                count++;
            }
        }
        assertEquals(lines, count);
        assertEquals(Set.of(2), Set.copyOf(times.values()), "every directed edge stands twice");
        assertEquals(2 * edges, times.size());
        long neighbours = 0;
        try (Lines d = Lines.of(DataCardTest.at("dgcnn/" + dgcnn + "/" + dgcnn + ".txt"))) {
            d.next();
            for (int left = d.lastNumber(graphs, graphs); left > 0; left--) {
                d.next();
                for (int i = d.number(1, nodes); i > 0; i--) {
                    d.next();
                    assertEquals(0, d.number(0, 9), "the tag");
                    neighbours += d.number(0, nodes);
                }
            }
        }
        assertEquals(2L * edges, neighbours);
        for (int k = 1; k <= 10; k++) {
            Set<Integer> fold = new HashSet<>();
            int size = 0;
            for (String part : new String[] {"train", "test"}) {
                int[] chosen = IntList.lines(
                                DataCardTest.at("dgcnn/" + dgcnn + "/10fold_idx/" + part + "_idx-" + k + ".txt"),
                                0,
                                graphs - 1)
                        .toArray();
                size += chosen.length;
                for (int g : chosen) fold.add(g);
            }
            assertEquals(graphs, size);
            assertEquals(graphs, fold.size(), "train and test of a fold are disjoint");
        }
        try (ZipFile zip = new ZipFile(DataCardTest.at("tu/" + name + ".zip").toFile())) {
            for (String part : new String[] {"A", "graph_indicator", "graph_labels"})
                try (InputStream in = zip.getInputStream(zip.getEntry(name + "//" + name + "_" + part + ".txt"))) {
                    assertArrayEquals(
                            Files.readAllBytes(DataCardTest.at("tu/" + prefix + part + ".txt")),
                            in.readAllBytes(),
                            part);
                }
        }
    }
}
