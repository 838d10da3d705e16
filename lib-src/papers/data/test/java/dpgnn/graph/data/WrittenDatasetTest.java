package dpgnn.graph.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.folder.ViewHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data set that is written is read back as it is, to the last bit and note; a damaged file is refused. */
class WrittenDatasetTest {
    @TempDir
    Path folder;

    private Dataset back(Dataset data) throws IOException {
        Path file = folder.resolve("data.npz");
        data.write(file);
        Dataset read = NumpyGraph.read(file);
        assertEquals(data.graph(), read.graph());
        assertEquals(data.graph().isDirected(), read.graph().isDirected());
        assertEquals(data.provenance(), read.provenance());
        assertEquals(data.publicSplit(), read.publicSplit());
        assertEquals(data.features().getClass(), read.features().getClass());
        assertEquals(data.features().nonZeros(), read.features().nonZeros());
        Split split = data.publicSplit().orElseGet(() -> Split.random(data.nodes(), 1, 0, Streams.seed(1).stream("s")));
        TrainingView before = data.transductive(split), after = read.transductive(split);
        assertEquals(ViewHash.hash(before), ViewHash.hash(after), "graph, features and labels, bit by bit");
        return read;
    }

    @Test
    void small() throws IOException {
        Dataset read = back(Datasets.load("small"));
        assertEquals(Datasets.load("small").features(), read.features());
    }

    @Test
    void sparseFeaturesAndAStandIn() throws IOException {
        Dataset read = back(SyntheticGraphs.smaller("cora", 4, 3));
        assertTrue(read.features() instanceof SparseFeatures);
        assertTrue(read.provenance().standIn());
    }

    @Test
    void setsOfClassesOfWhichSomeAreUnknown() throws IOException {
        Dataset made = SyntheticGraphs.smaller("ppi", 10, 3);
        back(made);
        Labels some = made.labels()
                .only(IntStream.range(0, made.nodes()).filter(v -> v % 3 > 0).toArray());
        Dataset read = back(new Dataset(made.graph(), made.features(), some, made.provenance()));
        assertFalse(read.labels().isKnown(3));
        assertTrue(read.labels().isMulti());
    }

    @Test
    void directedWithAClassThatNobodyHas() throws IOException {
        Dataset small = Datasets.load("small");
        Graph graph = Graph.directed(small.nodes(), new int[] {0, 1, 5}, new int[] {1, 0, 2});
        int[] labels = new int[small.nodes()];
        labels[1] = Labels.NONE;
        Dataset read = back(new Dataset(graph, small.features(), Labels.single(7, labels), small.provenance()));
        assertEquals(7, read.labels().classes());
        assertEquals(3, read.graph().edges());
    }

    /** A leak that a file forgot would turn an unsound training into a sound one. */
    @Test
    void aLeakStaysALeak() throws IOException {
        Dataset small = Datasets.load("small");
        var leaking = small.provenance().with("Scaled.", List.of("Columns were scaled by their mean."));
        Dataset read = back(new Dataset(small.graph(), small.features(), small.labels(), leaking, small.publicSplit()));
        Plan plan = Plans.within(PoissonNodes.of(0.1), Clip.flat(1), 5, 4, 1e-4);
        assertEquals(Verdict.UNSOUND, verdict(plan, read));
        assertNotEquals(Verdict.UNSOUND, verdict(plan, small));
    }

    private static Verdict verdict(Plan plan, Dataset data) throws IOException {
        return plan.experiment(Gcn.of(4), 7)
                .train(data.transductive())
                .guarantee()
                .verdict();
    }

    @Test
    void aCutOrForgedFileIsRefused() throws IOException {
        Path file = folder.resolve("data.npz");
        Datasets.load("small").write(file);
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 100, whole.length / 2, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThrows(MalformedFile.class, () -> NumpyGraph.read(file), "cut to " + length);
        }
        for (int k = 0; k < 200; k++) {
            Files.write(file, Mutations.of(whole, 1000 + k));
            try {
                NumpyGraph.read(file);
            } catch (MalformedFile e) {
                assertTrue(e.getMessage().contains("must be"), e.getMessage());
            }
        }
    }
}
