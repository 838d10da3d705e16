package dpgnn.graph.mapped;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Participants;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.format.MalformedFile;
import dpgnn.graph.mapped.MappedDatasetWriter.ValueKind;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.train.Crossed;
import dpgnn.train.PlainTrainer;
import dpgnn.train.Plan;
import dpgnn.train.Plans;
import dpgnn.train.Trainer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("jdk")
@Tag("vectors")
class MappedDatasetTest {
    private static final int NODES = 300;
    private static final int WIDTH = 7;

    @TempDir
    Path folder;

    /** Numbers that 16 bits hold, so that every kind of file keeps them. */
    private static Dataset data(boolean directed, long seed) {
        RandomStream coins = Streams.seed(seed).stream("data");
        int[] from = new int[5 * NODES];
        int[] to = new int[from.length];
        for (int e = 0; e < from.length; e++) {
            from[e] = coins.nextInt(NODES);
            to[e] = e % 10 == 0 ? 3 : coins.nextInt(NODES);
        }
        float[] values = new float[NODES * WIDTH];
        for (int i = 0; i < values.length; i++)
            if (coins.nextInt(3) > 0) values[i] = (coins.nextInt(2049) - 1024) / 512f;
        int[] labels = new int[NODES];
        for (int v = 0; v < NODES; v++) labels[v] = v % 11 == 0 ? Labels.NONE : coins.nextInt(4);
        return new Dataset(
                directed ? Graph.directed(NODES, from, to) : Graph.undirected(NODES, from, to),
                DenseFeatures.of(NODES, WIDTH, values),
                Labels.single(4, labels),
                new Dataset.Provenance(
                        "made up",
                        List.of(new Dataset.Source("a file.txt", "0".repeat(64))),
                        true,
                        List.of("One note.", "Another."),
                        List.of("A leak.")),
                Optional.of(Split.random(NODES, 0.5, 0.2, coins)));
    }

    private static Dataset mapped(Dataset data, Path folder, ValueKind kind) throws IOException {
        MappedDatasetWriter.write(data, folder, kind, MappingProgress.NONE);
        return MappedDataset.open(folder);
    }

    private static void assertSame(Features expected, Features found) {
        assertEquals(expected.nonZeros(), found.nonZeros());
        float[] a = new float[WIDTH + 2], b = new float[WIDTH + 2];
        for (int v = 0; v < NODES; v++) {
            expected.copyRow(v, a, 1);
            found.copyRow(v, b, 1);
            assertArrayEquals(a, b);
        }
        int[] rows = {5, 0, NODES - 1, 17, 17};
        float[] weights = {0.3f, -1.7f, 0.11f, 3f, 1e-3f};
        for (int count = 0; count <= rows.length; count++) {
            expected.sumRows(rows, weights, 0, count, a, 2);
            found.sumRows(rows, weights, 0, count, b, 2);
            assertArrayEquals(a, b, "sum of " + count);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everythingComesBack(ValueKind kind) throws IOException {
        for (boolean directed : new boolean[] {false, true}) {
            Dataset data = data(directed, 1), found = mapped(data, folder, kind);
            assertTrue(found.graph().isMapped() && !data.graph().isMapped());
            assertEquals(data.graph(), found.graph());
            assertEquals(data.graph().edges(), found.graph().edges());
            assertEquals(data.graph().maxOutDegree(), found.graph().maxOutDegree());
            for (int v = 0; v < NODES; v++)
                assertArrayEquals(data.graph().outNeighbours(v), found.graph().outNeighbours(v));
            assertSame(data.features(), found.features());
            assertEquals(data.publicSplit(), found.publicSplit());
            assertEquals(data.labels().classes(), found.labels().classes());
            for (int v = 0; v < NODES; v++)
                assertEquals(data.labels().of(v), found.labels().of(v));
            assertEquals(data.provenance().sources(), found.provenance().sources());
            assertEquals(data.provenance().leaks(), found.provenance().leaks());
            assertEquals(
                    kind == ValueKind.HALF ? 3 : 2, found.provenance().notes().size());
            MappedDataset.verify(folder, MappingProgress.NONE);
        }
        try (var left = Files.list(folder)) {
            assertEquals(4, left.count(), "temporary files are gone");
        }
    }

    /** A view of a mapped data set knows no label but those of training nodes, and its neighbours are made in memory. */
    @Test
    void viewsAndNeighboursAreThoseOfMemory() throws IOException {
        Dataset data = data(false, 2), found = mapped(data, folder, ValueKind.FLOAT);
        TrainingView a = data.transductive(), b = found.transductive();
        for (int v = 0; v < NODES; v++) {
            assertEquals(a.labels().of(v), b.labels().of(v));
            assertEquals(a.labels().isKnown(v), b.labels().isKnown(v));
            assertEquals(a.participants().outDegree(v), b.participants().outDegree(v));
        }
        assertArrayEquals(a.participants().roots(), b.participants().roots());
        int z = a.participants().roots()[0];
        assertEquals(a.without(z).graph(), b.without(z).graph());
        assertEquals(a.removed(z).graph(), b.removed(z).graph());
        Participants[] one = {a.without(z).participants(), a.removed(z).participants()};
        Participants[] other = {b.without(z).participants(), b.removed(z).participants()};
        for (int v = 0; v < NODES; v++)
            for (int k = 0; k < 2; k++) assertEquals(one[k].outDegree(v), other[k].outDegree(v));
        assertEquals(a.without(z).features(), b.without(z).features());
        assertEquals(data.inductive().graph(), found.inductive().graph());
        assertEquals(data.inductive().features(), found.inductive().features());
    }

    @Test
    void severalLabelsANode() throws IOException {
        Dataset data = data(false, 3);
        boolean[] has = new boolean[NODES * 3];
        for (int i = 0; i < has.length; i++) has[i] = i % 7 < 3;
        Dataset several = new Dataset(data.graph(), data.features(), Labels.multi(3, has), data.provenance());
        Labels found = mapped(several, folder, ValueKind.FLOAT).labels();
        for (int i = 0; i < has.length; i++) assertEquals(has[i], found.has(i / 3, i % 3));
        Labels only = found.only(new int[] {4, 9});
        assertEquals(has[4 * 3], only.has(4, 0));
        assertThrows(IllegalStateException.class, () -> only.has(5, 0));
    }

    @Test
    void samplersDrawTheSameBatches() throws IOException {
        Dataset data = data(false, 4), found = mapped(data, folder, ValueKind.FLOAT);
        for (Sampler sampler : Crossed.samplers(data.transductive().participants())) {
            Sampler.Draws a = sampler.draws(data.transductive().participants(), Streams.seed(5).stream("sampler"));
            Sampler.Draws b = sampler.draws(found.transductive().participants(), Streams.seed(5).stream("sampler"));
            Batch first = new Batch(), second = new Batch();
            for (long step = 0; step < 4; step++) {
                a.draw(step, first);
                b.draw(step, second);
                assertEquals(first.hash(), second.hash(), sampler + ", step " + step);
            }
        }
    }

    /** Weights to the last bit, whatever holds the data; sparse files against sparse features in memory. */
    @ParameterizedTest
    @EnumSource
    @Extent.OneIn(4)
    void trainingsGiveTheSameBits(ValueKind kind) throws Exception {
        Dataset dense = data(false, 6);
        Features features = kind == ValueKind.SPARSE ? sparse(dense.features()) : dense.features();
        Dataset data = new Dataset(dense.graph(), features, dense.labels(), dense.provenance(), dense.publicSplit());
        Dataset found = mapped(data, folder, kind);
        DisjointWalks walks = DisjointWalks.of(2, 20).redrawnEvery(1);
        Plan plan = Plans.fixed(walks, Clip.flat(1), 3, 4, 1e-4);
        assertSame(plan.experiment(Gcn.of(8), 7), data, found);
        // an epoch and the beginning of another one
        for (RandomAllocation sampler : List.of(RandomAllocation.of(3), RandomAllocation.of(3, 2))) {
            Plan allocated = Plans.fixed(sampler, Clip.flat(1), 5, 4, 1e-4);
            assertSame(allocated.experiment(Gcn.of(8), 7), data, found);
        }
        for (Sampler sampler : List.of(HeterPoisson.of(0.3, 2), HomeStars.of(0.3, 2)))
            assertSame(PlainTrainer.of(Gcn.of(8), sampler, 3, Streams.seed(7)), data, found);
    }

    private static void assertSame(Trainer trainer, Dataset data, Dataset found) throws Exception {
        assertArrayEquals(
                trainer.train(data.transductive()).parameters().toArray(),
                trainer.train(found.transductive()).parameters().toArray(),
                trainer.toString());
    }

    private static SparseFeatures sparse(Features of) {
        int[] start = new int[NODES + 1];
        int[] columns = new int[NODES * WIDTH];
        float[] values = new float[columns.length];
        float[] row = new float[WIDTH];
        int count = 0;
        for (int v = 0; v < NODES; v++) {
            of.copyRow(v, row, 0);
            for (int c = 0; c < WIDTH; c++)
                if (row[c] != 0) {
                    columns[count] = c;
                    values[count++] = row[c];
                }
            start[v + 1] = count;
        }
        return SparseFeatures.of(
                WIDTH, start, java.util.Arrays.copyOf(columns, count), java.util.Arrays.copyOf(values, count));
    }

    private void refusedToOpen(String... words) {
        refused(IOException.class, () -> MappedDataset.open(folder), words);
    }

    private static void cut(Path file, long length) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(length);
        }
    }

    @Test
    void aFileThatIsCutShortIsRefused() throws IOException {
        mapped(data(false, 8), folder, ValueKind.FLOAT);
        Path features = folder.resolve("features.map");
        long size = Files.size(features);
        cut(features, 5000);
        refusedToOpen("features.map must have " + size + " bytes, ended at offset 5000", "in the section 'values'");
        cut(features, 100);
        refusedToOpen("must begin with a page of 4096 bytes, ended at offset 100");
    }

    @Test
    void exchangedFilesAreRefused() throws IOException {
        mapped(data(false, 9), folder, ValueKind.FLOAT);
        Path other = folder.resolve("other");
        mapped(data(false, 10), other, ValueKind.FLOAT);
        Files.copy(other.resolve("labels.map"), folder.resolve("labels.map"), StandardCopyOption.REPLACE_EXISTING);
        refusedToOpen("labels.map must belong to " + folder.resolve("graph.map"));
        Files.copy(folder.resolve("split.map"), folder.resolve("labels.map"), StandardCopyOption.REPLACE_EXISTING);
        refusedToOpen("labels.map must be of kind 'labels', was of kind 'split'");
        Files.delete(folder.resolve("labels.map"));
        refusedToOpen("labels.map must be a file of kind 'labels', there is none");
        Files.writeString(folder.resolve("labels.map"), "x".repeat(5000));
        refusedToOpen("labels.map must begin with 'dpgnn mapped file");
    }

    /** A flipped bit in the first page is found when the file is opened, one elsewhere when it is verified. */
    @Test
    void alteredFilesAreRefused() throws IOException {
        mapped(data(true, 11), folder, ValueKind.FLOAT);
        flip(4096 + 333);
        MappedDataset.open(folder);
        refused(
                IOException.class,
                () -> MappedDataset.verify(folder, MappingProgress.NONE),
                "graph.map was altered at an offset from 4096 to ",
                "'in.columns'");
        flip(4096 + 333);
        MappedDataset.verify(folder, MappingProgress.NONE);
        flip(40);
        refusedToOpen("graph.map was altered in its first 4096 bytes");
    }

    private void flip(long at) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("graph.map").toFile(), "rw")) {
            file.seek(at);
            int before = file.read();
            file.seek(at);
            file.write(before ^ 4);
        }
    }

    /** What is wrong in the data is named, and no file is left. */
    @Test
    void badDataLeaveNothing() throws IOException {
        Dataset data = data(false, 12);
        MappedDatasetWriter writer = new MappedDatasetWriter(folder, MappingProgress.NONE);
        String early = "the graph must be written before the labels";
        refused(IllegalStateException.class, () -> writer.labels(data.labels()), early);
        refused(
                () -> writer.graph(4, false, sink -> sink.edge(1, 4), data.provenance()),
                "an edge must join nodes in 0..3, was between 4 and 1");
        assertFalse(Files.exists(folder.resolve("graph.map")));
        writer.graph(4, false, sink -> sink.edge(1, 3), data.provenance());
        refused(
                () -> writer.features(2, ValueKind.FLOAT, (v, into) -> into[1] = v == 2 ? Float.NaN : 1),
                "feature (2, 1) must be finite, was NaN");
        refused(
                () -> writer.features(2, ValueKind.HALF, (v, into) -> into[0] = 70_000),
                "feature (0, 0) must be at most 65504.0 in size for 16 bits, was 70000.0");
        refused(() -> writer.labels(data.labels()));
        try (var left = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("graph.map")), left.toList());
        }
    }

    /** What is missing, or larger than any heap, is named before anything is written. */
    @Test
    void whatIsMissingOrTooLargeIsNamed() throws IOException {
        Dataset data = data(false, 12);
        MappedDatasetWriter writer = new MappedDatasetWriter(folder, MappingProgress.NONE);
        refused(() -> writer.graph(4, false, sink -> {}, null), "origin must be given, was null");
        try (var left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
        writer.graph(4, false, sink -> sink.edge(1, 3), data.provenance());
        refused(() -> writer.labels(null), "labels must be given, was null");
        refused(() -> writer.split(null), "split must be given, was null");
        refused(() -> writer.features(2, null, (v, into) -> {}), "kind must be given, was null");
        for (ValueKind kind : ValueKind.values()) {
            refused(() -> writer.features(2, kind, null), "rows must be given, was null");
            String said = assertThrows(
                            MalformedFile.class, () -> writer.features(Integer.MAX_VALUE, kind, (v, into) -> {}))
                    .getMessage();
            assertTrue(
                    said.startsWith("features.map, a row of width 2147483647: found 8192 MB to hold in memory"), said);
        }
        try (var left = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("graph.map")), left.toList());
        }
    }

    /** Opening the same folder on the same content is the same data; other content is not. */
    @Test
    void theIdentityIsThatOfTheContent() throws IOException {
        Graph a = mapped(data(false, 13), folder.resolve("a"), ValueKind.FLOAT).graph();
        Graph b = mapped(data(false, 13), folder.resolve("b"), ValueKind.FLOAT).graph();
        Graph c = mapped(data(false, 14), folder.resolve("c"), ValueKind.FLOAT).graph();
        assertEquals(a.identity(), b.identity());
        assertFalse(a.identity().equals(c.identity()));
    }
}
