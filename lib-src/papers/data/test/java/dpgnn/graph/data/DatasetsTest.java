package dpgnn.graph.data;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Components;
import dpgnn.graph.Dataset;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** The real files against the counts that their data card verified. */
@EnabledIfEnvironmentVariable(named = "DPGNN_DATA", matches = ".+")
class DatasetsTest {
    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/graph/data/datasets.csv")
    @Extent.OneIn(3)
    void countsAreThoseOfTheCard(
            String name,
            int nodes,
            long edges,
            int width,
            long nonZeros,
            String classes,
            int isolated,
            int maxDegree,
            int largest)
            throws IOException {
        long begin = System.nanoTime();
        Dataset data = Datasets.load(name);
        long millis = (System.nanoTime() - begin) / 1_000_000;
        int[] sizes = new int[data.labels().classes()];
        int alone = 0;
        for (int i = 0; i < data.nodes(); i++) {
            if (data.labels().of(i) != Labels.NONE) sizes[data.labels().of(i)]++;
            if (data.graph().inDegree(i) == 0) alone++;
        }
        int component = Components.of(data.graph()).largest().length;
        System.out.printf(
                "%-24s %7d nodes %8d edges %5d features %8d non-zero, classes %s, %d isolated, %d of %d in the"
                        + " largest component, %d ms%n",
                name,
                data.nodes(),
                data.graph().edges(),
                data.features().width(),
                data.features().nonZeros(),
                Arrays.toString(sizes),
                alone,
                component,
                data.nodes(),
                millis);
        assertEquals(nodes, data.nodes());
        assertEquals(edges, data.graph().edges());
        assertEquals(2 * edges, data.graph().directedEdges());
        assertEquals(width, data.features().width());
        if (nonZeros > 0) assertEquals(nonZeros, data.features().nonZeros());
        if (!classes.isEmpty()) assertEquals("[" + classes.replace(" ", ", ") + "]", Arrays.toString(sizes));
        if (isolated >= 0) assertEquals(isolated, alone);
        if (largest >= 0) assertEquals(largest, component);
        assertEquals(maxDegree, data.graph().maxInDegree());
        assertTrue(data.provenance().sources().stream().allMatch(s -> s.sha256().matches("[0-9a-f]{64}")));
        for (Dataset.Source source : data.provenance().sources())
            assertEquals(Manifest.own().file(source.file()).orElseThrow().sha256(), source.sha256(), source.file());
    }

    /** Three numbers of a set each, counted with NumPy. */
    @ParameterizedTest
    @CsvSource({
        "squirrel, 2496, 1664, 1041, 1 3 7, 0 12 16, 93477",
        "chameleon, 1092, 729, 456, 0 1 3, 1 8 10, 29157",
        "tolokers, 5879, 2939, 2940, 0 1 4, 8 9 12, 44970.000052578136",
    })
    @Extent.OneIn(3)
    void heterophilousGraphsHaveTenSplits(
            String name, int train, int validation, int test, String fourth, String tenth, double sum)
            throws IOException {
        List<Split> splits = Datasets.splits(name);
        Dataset data = Datasets.load(name);
        assertEquals(10, splits.size());
        assertEquals(10, new java.util.HashSet<>(splits).size());
        assertEquals(data.publicSplit().orElseThrow(), splits.get(0));
        for (Split split : splits) {
            assertEquals(train, split.train().length);
            assertEquals(validation, split.validation().length);
            assertEquals(test, split.test().length);
        }
        assertEquals(fourth, firstThree(splits.get(3).train()));
        assertEquals(tenth, firstThree(splits.get(9).test()));
        double total = 0;
        float[] row = new float[data.features().width()];
        for (int v = 0; v < data.nodes(); v++) {
            data.features().copyRow(v, row, 0);
            for (float value : row) total += value;
        }
        assertEquals(sum, total, 1e-6);
        assertEquals(!name.equals("tolokers"), data.features() instanceof SparseFeatures);
        assertTrue(data.provenance().notes().toString().contains("first of ten"));
        assertEquals(
                !name.equals("tolokers"), data.provenance().notes().toString().contains("filtered"));
    }

    private static String firstThree(int[] nodes) {
        return nodes[0] + " " + nodes[1] + " " + nodes[2];
    }

    @Test
    @Tag("nightly")
    void graphsOfSaintWithoutFeatures() throws IOException {
        Dataset arxiv = Datasets.load("arxiv-graph");
        assertTrue(arxiv.graph().isDirected());
        assertEquals(1_166_243, arxiv.graph().edges());
        assertEquals(13_155, arxiv.graph().maxInDegree());
        assertEquals(436, arxiv.graph().maxOutDegree());
        assertEquals(40, arxiv.labels().classes());
        assertEquals(4, arxiv.labels().of(0));
        Split split = arxiv.publicSplit().orElseThrow();
        assertArrayEquals(
                new int[] {90_941, 29_799, 48_603},
                new int[] {split.train().length, split.validation().length, split.test().length});
        Dataset ppi = Datasets.load("ppi-graph");
        assertEquals(9_716, ppi.publicSplit().orElseThrow().train().length);
        assertEquals(Labels.NONE, ppi.labels().of(0));
        assertTrue(ppi.provenance().notes().get(0).contains("No node has a label"));
        assertThrows(MissingData.class, () -> Datasets.load("ppi-saint"), "the folder has no features");
    }

    @Test
    void planetoidIsAssembledInTheOrderOfTheTestIndex() throws IOException {
        Dataset cora = Datasets.load("cora");
        assertArrayEquals(new int[] {633, 1862, 2582}, cora.graph().inNeighbours(0));
        assertEquals(3, cora.labels().of(0));
        checkSplit(cora, 140, 21);
        checkSplit(Datasets.load("citeseer"), 120, 8);
        Dataset pubmed = Datasets.load("pubmed");
        checkSplit(pubmed, 60, 0);
        double sum = 0;
        SparseFeatures words = (SparseFeatures) pubmed.features();
        for (int k = 0; k < words.rowStart(words.rows()); k++) sum += words.value(k);
        assertEquals(38716.2951, sum, 1e-4);
        Dataset computers = Datasets.load("computers");
        int[] first = new int[5];
        for (int i = 0; i < 5; i++) first[i] = computers.labels().of(i);
        assertArrayEquals(new int[] {4, 4, 8, 4, 6}, first);
    }

    private static void checkSplit(Dataset data, int train, long inner) {
        Split split = data.publicSplit().orElseThrow();
        assertEquals(train, split.train().length);
        assertEquals(500, split.validation().length);
        assertEquals(1000, split.test().length);
        assertEquals(inner, data.graph().induced(split.train()).edges());
    }

    @Test
    void citeseerHasFifteenNodesWithoutFeaturesAndLabel() throws IOException {
        Dataset data = Datasets.load("citeseer");
        int[] gaps = {2407, 2489, 2553, 2682, 2781, 2953, 3042, 3063, 3212, 3214, 3250, 3292, 3305, 3306, 3309};
        SparseFeatures words = (SparseFeatures) data.features();
        for (int v : gaps) {
            assertEquals(Labels.NONE, data.labels().of(v));
            assertEquals(words.rowStart(v), words.rowStart(v + 1));
            assertEquals(Split.Role.NONE, data.publicSplit().orElseThrow().role(v));
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/dpgnn/graph/data/collections.csv")
    @Extent.OneIn(4)
    void collectionsHaveTheCountsOfTheCard(String name, int size, double nodes, double edges, String classes, int folds)
            throws IOException {
        GraphCollection set = Datasets.graphs(name);
        int[] sizes = new int[set.classes()];
        for (int label : set.labels()) sizes[label]++;
        System.out.printf(
                "%-24s %5d graphs, mean %.2f nodes, %.2f edges, classes %s%n",
                name, set.size(), set.meanNodes(), set.meanEdges(), Arrays.toString(sizes));
        assertEquals(size, set.size());
        assertEquals(nodes, set.meanNodes(), 0.005);
        assertEquals(edges, set.meanEdges(), 0.005);
        assertEquals("[" + classes.replace(" ", ", ") + "]", Arrays.toString(sizes));
        assertEquals(folds, set.folds().size());
        for (var fold : set.folds()) assertEquals(size, fold.train().length + fold.test().length);
    }

    @Test
    void bothCopiesOfImdbAreTheSame() throws IOException {
        for (String name : new String[] {"imdb-multi", "imdb-binary"}) {
            GraphCollection one = Datasets.graphs(name);
            GraphCollection other = Datasets.graphs(name + "-tu");
            assertEquals(one.graphs(), other.graphs());
            assertArrayEquals(one.labels(), other.labels());
        }
    }

    /** What a publisher counted over all documents is taken as given, and said. */
    @Test
    void publishedWeightsAreTakenAsGiven() throws IOException {
        Dataset pubmed = Datasets.load("pubmed");
        assertTrue(pubmed.provenance().notes().stream().anyMatch(n -> n.contains("TF-IDF") && n.contains("publisher")));
        assertTrue(pubmed.provenance().leaks().isEmpty());
    }

    @Test
    void mnistIsComplete() throws IOException {
        Images.Parts mnist = Datasets.images("mnist");
        assertEquals(60_000, mnist.train().count());
        assertEquals(10_000, mnist.test().count());
        assertEquals(28, mnist.train().rows());
        assertEquals(28, mnist.train().columns());
        assertEquals(5, mnist.train().label(0));
    }

    @Test
    void denseFeaturesHaveTheWidthOfThePapersAndSaySo() throws IOException {
        for (String name : Extent.some(List.of("facebook", "twitch"), 1)) {
            long begin = System.nanoTime();
            Dataset data = Datasets.load(name);
            System.out.printf("%s with SVD: %d ms%n", name, (System.nanoTime() - begin) / 1_000_000);
            assertEquals(128, data.features().width());
            assertTrue(data.provenance().notes().stream().anyMatch(n -> n.contains("truncated SVD")));
            assertTrue(data.provenance().leaks().get(0).contains(name + "-projected"));
            Dataset projected = Datasets.load(name + "-projected");
            assertEquals(128, projected.features().width());
            assertTrue(projected.provenance().leaks().isEmpty());
        }
    }

    @Test
    void aNameThatIsNearlyRightIsAskedFor() {
        refused(() -> Datasets.load("coraa"), "did you mean cora?", "small");
        refused(() -> Datasets.load("smal"), "did you mean small?");
        String said = refused(() -> Datasets.load("my own graph"));
        assertFalse(said.contains("did you mean"), said);
    }
}
