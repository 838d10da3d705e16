package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static dpgnn.graph.Views.row;
import static dpgnn.graph.data.FileBytes.npy;
import static dpgnn.graph.data.FileBytes.npz;
import static dpgnn.graph.data.FileBytes.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.Split.Role;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.read.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each reader makes of small files in its format, trap by trap. */
class SmallFilesTest {
    @TempDir
    Path folder;

    private Object read(SmallFiles.Format format) throws IOException {
        format.writeTo(folder);
        return format.reader().read(new Sources(folder::resolve));
    }

    private Dataset dataset(SmallFiles.Format format) throws IOException {
        return (Dataset) read(format);
    }

    @Test
    void planetoidPutsTestRowsWhereTheIndexSays() throws IOException {
        Dataset data = dataset(SmallFiles.planetoid());
        assertEquals(506, data.nodes());
        assertEquals(506, data.graph().edges());
        var listed = Planetoid.listedEdges(new Sources(folder::resolve), "tiny");
        assertEquals(506 * 3 / 2, listed, "every node lists three neighbours, some twice, one itself");
        assertEquals(0, data.labels().of(505));
        assertEquals(1, data.labels().of(503));
        assertEquals(Labels.NONE, data.labels().of(504));
        assertArrayEquals(new float[4], row(data.features(), 504));
        assertArrayEquals(new float[] {0, 1, 0, 0}, row(data.features(), 503));
        assertEquals(Role.TEST, data.publicSplit().orElseThrow().role(505));
        assertEquals(Role.NONE, data.publicSplit().orElseThrow().role(504));
    }

    @Test
    void benchmarkSymmetrisesAndSkipsObjects() throws IOException {
        Dataset data = dataset(SmallFiles.benchmark());
        assertEquals(4, data.graph().edges());
        assertTrue(data.graph().hasEdge(4, 0));
        assertTrue(data.graph().hasEdge(0, 4));
        assertEquals(3, data.labels().classes());
    }

    @Test
    void twitchCountsByNewIdAndTreatsListsAsSets() throws IOException {
        Dataset data = dataset(SmallFiles.musae());
        assertEquals(3, data.graph().edges());
        assertArrayEquals(new int[] {2}, Musae.loops(new Sources(folder::resolve), "XX"), "what the graph drops");
        assertArrayEquals(new int[] {0, 1, 1, 0}, new int[] {
            data.labels().of(0),
            data.labels().of(1),
            data.labels().of(2),
            data.labels().of(3)
        });
        SparseFeatures words = (SparseFeatures) data.features();
        assertEquals(3170, words.width());
        assertEquals(2, words.rowStart(2) - words.rowStart(1));
    }

    @Test
    void networkxDropsLoopsAndRenumbersLabels() throws IOException {
        GraphCollection set = (GraphCollection) read(SmallFiles.networkx());
        assertEquals(2, set.size());
        assertArrayEquals(new int[] {0, 1}, set.labels());
        assertEquals(1, set.graphs().get(0).edges());
        assertEquals(3, set.graphs().get(0).nodes());
    }

    @Test
    void tuAndDgcnnReadTheSameGraphs() throws IOException {
        GraphCollection tu = (GraphCollection) read(SmallFiles.tu());
        GraphCollection dgcnn = (GraphCollection) read(SmallFiles.dgcnn());
        assertEquals(tu.graphs(), dgcnn.graphs());
        assertArrayEquals(tu.labels(), dgcnn.labels());
        assertEquals(10, dgcnn.folds().size());
    }

    @Test
    void mnistReadsBothParts() throws IOException {
        Images.Parts parts = (Images.Parts) read(SmallFiles.mnist());
        assertEquals(2, parts.test().count());
        assertArrayEquals(new int[] {7, 3}, parts.train().labels());
    }

    @Test
    void saintTakesClassesAndRolesByNode() throws IOException {
        Dataset data = dataset(SmallFiles.saint());
        assertEquals(2, data.graph().edges());
        assertArrayEquals(new float[] {1, 1.5f}, row(data.features(), 1));
        assertEquals(2, data.labels().of(3));
        assertArrayEquals(new int[] {0, 1}, data.publicSplit().orElseThrow().train());
        assertEquals(Role.VALIDATION, data.publicSplit().orElseThrow().role(3));
    }

    @Test
    void saintReadsTheAdjacencyOfTraining() throws IOException {
        Dataset data = dataset(SmallFiles.saintWithTraining());
        assertEquals(5, data.graph().edges());
        assertTrue(data.labels().has(2, 1));
        assertEquals(3, data.inductive().graph().edges());
        assertTrue(data.provenance().sources().stream().anyMatch(s -> s.file().endsWith("adj_train.npz")));
    }

    @Test
    void saintRefusesAnAdjacencyOfTrainingThatSaysSomethingElse() throws IOException {
        SmallFiles.Format intact = SmallFiles.saintWithTraining();
        byte[] full = intact.files().get("graphsaint/ppi/adj_full.npz");
        refused(
                MalformedFile.class,
                () -> read(intact.with("graphsaint/ppi/adj_train.npz", full)),
                "adj_train.npz, node 1");
    }

    @Test
    void saintWithoutFeaturesIsAGraphAndASplit() throws IOException {
        Dataset directed = dataset(SmallFiles.saintWithoutFeatures());
        assertTrue(directed.graph().isDirected());
        assertEquals(4, directed.graph().edges());
        assertEquals(2, directed.labels().of(3));
        assertArrayEquals(new float[] {1}, row(directed.features(), 2));
        Dataset graph = dataset(SmallFiles.saintGraph());
        assertEquals(5, graph.graph().edges());
        assertEquals(Labels.NONE, graph.labels().of(0));
        assertArrayEquals(new int[] {0, 1, 4}, graph.publicSplit().orElseThrow().train());
        assertTrue(graph.provenance().notes().get(0).contains("no features"));
    }

    @Test
    void saintWithoutClassesHasFeaturesAndNoLabel() throws IOException {
        Dataset data = dataset(SmallFiles.saintWithoutClasses());
        assertEquals(2, data.features().width());
        assertEquals(Labels.NONE, data.labels().of(4));
        assertEquals(3, data.publicSplit().orElseThrow().train().length);
        assertTrue(data.provenance().notes().get(0).contains("No node has a label"));
        SmallFiles.Format genes = SmallFiles.saintGenes();
        assertEquals(List.of(12, 7, 12), read(genes));
        String place = "graphsaint/ppi/genes.csv";
        for (String wrong : List.of("", "gene\n12\n", "row,gene\n1,12\n", "row,gene\n0,x\n", "row,gene\n0,1,2\n"))
            refused(MalformedFile.class, () -> read(genes.with(place, wrong.getBytes())), "genes.csv");
    }

    @Test
    void numpyHasSeveralSplitsAndCountsWhatItDrops() throws IOException {
        Dataset data = dataset(SmallFiles.numpy());
        assertEquals(3, data.graph().edges());
        assertEquals(1, data.graph().droppedLoops());
        assertArrayEquals(new float[] {1, 1.5f}, row(data.features(), 1));
        assertEquals(Labels.NONE, data.labels().of(3));
        List<Split> splits = NumpyGraph.splits(folder.resolve("heterophilous/tiny.npz"));
        assertEquals(data.publicSplit().orElseThrow(), splits.get(0));
        assertEquals(
                List.of(
                        Split.byRole(Role.TRAIN, Role.VALIDATION, Role.TEST, Role.NONE),
                        Split.byRole(Role.VALIDATION, Role.TRAIN, Role.TEST, Role.NONE)),
                splits);
    }

    @Test
    void numpyOfPyGHasRowsOfEndsAndSparseFeatures() throws IOException {
        Dataset data = dataset(SmallFiles.numpyOfTorch());
        assertEquals(2, data.graph().edges());
        assertTrue(data.graph().hasEdge(0, 1) && data.graph().hasEdge(2, 1));
        assertTrue(data.features() instanceof SparseFeatures);
        assertEquals(1, data.features().nonZeros());
        assertEquals(2f, row(data.features(), 1)[1]);
        assertEquals(Role.VALIDATION, data.publicSplit().orElseThrow().role(1));
        assertEquals(2, NumpyGraph.read(folder.resolve("dump.npz")).graph().edges());
    }

    @Test
    void numpySaysWhichArrayIsMissing() throws IOException {
        Files.write(folder.resolve("no.npz"), npz(Map.of("z", npy("<i4", "1,", new byte[4])), true));
        assertEquals(
                "no.npz, ZIP directory: found [z.npy], but it must be an archive with one of [node_features, features, x]",
                refused(MalformedFile.class, () -> NumpyGraph.read(folder.resolve("no.npz"))));
    }

    @Test
    void sageLeavesOutNodesWithoutARole() throws IOException {
        Dataset data = dataset(SmallFiles.sageOfReddit());
        assertEquals(4, data.nodes());
        assertEquals(2, data.graph().edges());
        assertTrue(data.graph().hasEdge(0, 2));
        assertTrue(data.graph().hasEdge(2, 1));
        assertEquals(0, data.graph().inDegree(3), "whose role is not said");
        assertEquals(2, data.labels().of(0));
        Split split = data.publicSplit().orElseThrow();
        assertEquals(Role.TEST, split.role(1));
        assertEquals(Role.NONE, split.role(3));
        assertTrue(data.provenance().notes().get(0).contains("2 nodes without a role"));
    }

    /** What upstream publishes of PPI: all graphs as parts of one, with roles graph by graph. */
    @Test
    void sageKeepsTheGraphsOfPpiApart() throws IOException {
        StringBuilder nodes = new StringBuilder();
        StringBuilder links = new StringBuilder();
        StringBuilder ids = new StringBuilder();
        StringBuilder classes = new StringBuilder();
        for (int i = 0; i < 24 * 3; i++) {
            String comma = i == 0 ? "" : ", ";
            int graph = i / 3;
            nodes.append(comma + "{\"test\": " + (graph > 21) + ", \"id\": " + i + ", \"val\": "
                    + (graph == 20 || graph == 21) + "}");
            ids.append(comma + "\"" + i + "\": " + i);
            classes.append(comma + "\"" + i + "\": [" + i % 2 + ", 1, 0]");
            if (i % 3 < 2)
                links.append(comma + "{\"test_removed\": false, \"train_removed\": false, \"target\": " + (i + 1)
                        + ", \"source\": " + i + "}");
        }
        Map<String, byte[]> files = new java.util.HashMap<>();
        String at = "graphsage/ppi/ppi-";
        files.put(
                at + "G.json",
                text("{\"directed\": false, \"graph\": {\"name\": \"disjoint_union( ,  )\"}, \"nodes\": [" + nodes
                        + "], \"links\": [" + links + "], \"multigraph\": false}"));
        files.put(at + "id_map.json", text("{" + ids + "}"));
        files.put(at + "class_map.json", text("{" + classes + "}"));
        files.put(at + "feats.npy", npy("<f8", "72, 1", new byte[72 * 8]));
        Dataset data = dataset(new SmallFiles.Format("", files, s -> GraphSage.read(s, "graphsage/ppi/ppi", "ppi-24")));
        assertEquals(24, dpgnn.graph.Components.of(data.graph()).count());
        Split split = data.publicSplit().orElseThrow();
        assertEquals(60, split.train().length);
        assertEquals(6, split.validation().length);
        assertEquals(6, split.test().length);
        assertEquals(40, data.inductive().graph().edges());
    }

    @Test
    void sageMapsIdsToRows() throws IOException {
        Dataset data = dataset(SmallFiles.sage());
        assertEquals(2, data.graph().edges());
        assertTrue(data.graph().hasEdge(1, 2));
        assertTrue(data.graph().hasEdge(2, 0));
        assertTrue(data.labels().has(0, 1));
        assertFalse(data.labels().has(2, 0));
        Split split = data.publicSplit().orElseThrow();
        assertEquals(Role.TRAIN, split.role(1));
        assertEquals(Role.TEST, split.role(2));
        assertEquals(Role.VALIDATION, split.role(0));
    }

    @Test
    void redditReadsCoordinatesAndNodeTypes() throws IOException {
        Dataset data = dataset(SmallFiles.reddit());
        assertEquals(3, data.graph().edges());
        assertEquals(3, data.features().width());
        assertArrayEquals(new int[] {0, 1}, data.publicSplit().orElseThrow().train());
        assertEquals(Role.VALIDATION, data.publicSplit().orElseThrow().role(2));
    }

    @Test
    void arxivStaysDirected() throws IOException {
        Dataset data = dataset(SmallFiles.arxiv());
        assertTrue(data.graph().isDirected());
        assertTrue(data.graph().hasEdge(0, 1));
        assertFalse(data.graph().hasEdge(1, 0));
        assertArrayEquals(new float[] {3, 4.25f}, row(data.features(), 3));
        assertArrayEquals(new int[] {0, 3}, data.publicSplit().orElseThrow().train());
    }

    @Test
    void pokecKeepsTheFirstProfile() throws IOException {
        Dataset data = dataset(SmallFiles.pokec());
        assertEquals(4, data.nodes());
        assertEquals(0, data.labels().of(0));
        assertTrue(data.graph().hasEdge(0, 1));
        assertEquals(2, data.graph().edges());
        assertEquals(1, data.features().width(), "all four use every word but rock, which is too often");
        assertEquals(1, data.provenance().leaks().size(), "the vocabulary was counted");
    }

    @Test
    void pokecGivesItsTextsToEncoders() throws IOException {
        List<List<String>> texts = new ArrayList<>();
        read(new SmallFiles.Format("pokec", SmallFiles.pokec().files(), s -> texts.addAll(PokecPets.texts(s, 2))));
        assertEquals(4, texts.size());
        for (List<String> text : texts) {
            assertEquals(50, text.size());
            assertEquals(
                    List.of("<a href=\"x\">Hory</a> more"),
                    text.stream().filter(f -> f.contains("Hory")).toList());
            assertFalse(text.contains("macka") || text.contains("pes"), "pets are the label");
        }
        assertTrue(texts.get(0).contains("rock, JAZZ") && texts.get(1).contains("jazz"));
    }

    @Test
    void npyOfVersionTwoIsRead() throws IOException {
        byte[] one = npy(">i2", "3,", new byte[] {0, 1, 1, 0, -1, -1});
        byte[] two = new byte[one.length + 2];
        System.arraycopy(one, 0, two, 0, 10);
        System.arraycopy(one, 10, two, 12, one.length - 10);
        two[6] = 2;
        Npy npy = Npy.read("two.npy", new java.io.ByteArrayInputStream(two), two.length);
        assertArrayEquals(new int[] {1, 256, -1}, npy.ints());
    }

    @Test
    void aPickleThatCallsSomethingIsRefused() {
        byte[] attack = new PickleWriter(2)
                .op('c')
                .ascii("os\nsystem\n")
                .string("ls")
                .op(0x85, 'R')
                .end();
        MalformedFile refused = assertThrows(MalformedFile.class, () -> Pickle.read(new Bytes("attack.pkl", attack)));
        assertTrue(refused.getMessage().contains("os system"));
        assertEquals("attack.pkl", refused.file());
        byte[] built =
                new PickleWriter(2).global("builtins", "dict").op(')', 'R').end();
        assertThrows(MalformedFile.class, () -> Pickle.read(new Bytes("built.pkl", built)));
    }

    @Test
    void anErrorNamesFilePlaceValueAndWhatWouldBeRight() throws IOException {
        SmallFiles.Format wrong = SmallFiles.tu().with("tu/XX/XX_A.txt", text("1, 2\n2, 17\n"));
        assertEquals(
                "XX_A.txt, line 2: found 17, but it must be in 1..5", refused(MalformedFile.class, () -> read(wrong)));
    }
}
