package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Scaling;
import dpgnn.graph.SparseFeatures;
import dpgnn.graph.TrainingView;
import dpgnn.graph.mapped.MappedDataset;
import dpgnn.graph.mapped.MappedDatasetWriter;
import dpgnn.graph.mapped.MappingProgress;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Mlp;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a training says at its start of a column in other units than the rest. */
class ColumnWarningTest {
    private static final Dataset DATA = SmallTraining.DATA;
    private static final Plan PLAN = Plans.within(PoissonNodes.of(0.2), Clip.flat(1), 2, 4, 1e-4);
    private static final Logger LOGGER = Logger.getLogger("dpgnn");

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private final Handler hearing = new Handler() {
        @Override
        public void publish(LogRecord record) {
            if (record.getLevel() == Level.WARNING) said.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void begin() {
        LOGGER.addHandler(hearing);
    }

    @AfterEach
    void end() {
        LOGGER.removeHandler(hearing);
    }

    private static final int NODES = DATA.nodes();

    /** Three columns near 1 and one that reaches 40,000. */
    private static DenseFeatures dollars() {
        float[] values = new float[4 * NODES];
        for (int v = 0; v < NODES; v++)
            for (int c = 0; c < 4; c++) values[4 * v + c] = c == 2 ? 40_000f * (v + 1) / NODES : (v * 7 + c) % 5 / 4f;
        return DenseFeatures.of(NODES, 4, values);
    }

    private static Dataset with(Features features) {
        return new Dataset(DATA.graph(), features, DATA.labels(), DATA.provenance());
    }

    private static String warning(String column) {
        return "Column " + column
                + " of the features reaches 100 times as far as most others: scale it by public bounds, as"
                + " CsvGraph.range does, or networks learn from it alone.";
    }

    private static void train(Dataset data) throws Exception {
        TrainingView view = data.transductive(SmallTraining.SPLIT);
        PLAN.experiment(Mlp.of(4), 1).train(view);
        PlainTrainer.of(Mlp.of(4), PoissonNodes.of(0.2), 2, Streams.seed(2)).train(view);
    }

    @Test
    void anExperimentNamesItOnceAndTellsNoValue() throws Exception {
        train(with(dollars().named(List.of("age", "edges", "income", "posts"))));
        assertEquals(List.of(warning("income")), said);
    }

    @Test
    void aReleaseTellsNothingOfTheRows() throws Exception {
        PLAN.release(Mlp.of(4)).train(with(dollars()).transductive(SmallTraining.SPLIT));
        assertEquals(List.of(), said);
    }

    @Test
    void columnsOfOneSizeAreNotSpokenOf() throws Exception {
        train(DATA);
        train(Scaling.constants(with(dollars()), new double[4], new double[] {1, 1, 20_000, 1}));
        assertEquals(List.of(), said);
    }

    @Test
    void compressedAndMappedRowsAreLookedAtLikewise() throws Exception {
        int[] start = new int[NODES + 1], columns = new int[2 * NODES];
        float[] values = new float[2 * NODES];
        for (int v = 0; v < NODES; v++) {
            start[v + 1] = 2 * v + 2;
            columns[2 * v] = v % 3;
            columns[2 * v + 1] = 3;
            values[2 * v] = 1;
            values[2 * v + 1] = 5000;
        }
        Dataset sparse = with(SparseFeatures.of(4, start, columns, values));
        train(sparse);
        assertEquals(List.of(warning("3")), said);
        for (var kind : MappedDatasetWriter.ValueKind.values()) {
            said.clear();
            Path place = folder.resolve(kind.toString());
            MappedDatasetWriter.write(with(dollars()), place, kind, MappingProgress.NONE);
            train(MappedDataset.open(place));
            assertEquals(List.of(warning("2")), said, kind.toString());
        }
        String card = String.valueOf(sparse.description());
        assertTrue(card.contains("Column 3 of the features reaches 5000.0, the others at most 1.0"), card);
    }

    /** Of a table too large to look at whole, rows far apart are looked at. */
    @Test
    void aLargeTableIsLookedAtInPart() {
        int width = 1 << 20, rows = 64;
        float[] values = new float[width * rows];
        for (int v = 0; v < rows; v++) values[v * width + 7] = 300;
        assertEquals(
                warning("7"),
                DenseFeatures.of(rows, width, values).unequal(false).orElseThrow());
    }
}
