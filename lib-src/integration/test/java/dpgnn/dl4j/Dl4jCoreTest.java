package dpgnn.dl4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.datavec.api.records.reader.impl.csv.CSVRecordReader;
import org.datavec.api.split.FileSplit;
import org.deeplearning4j.core.loader.impl.SerializedDataSetLoader;
import org.deeplearning4j.datasets.datavec.RecordReaderDataSetIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.common.loader.LocalFileSource;
import org.nd4j.linalg.dataset.DataSet;

/** What a notebook may use of deeplearning4j-core with the jars that it has: readers of data, and loaders. */
class Dl4jCoreTest {
    @Test
    void aTableIsReadStoredAndLoaded(@TempDir Path folder) throws Exception {
        Path table = folder.resolve("rows.csv");
        Files.writeString(table, "1.5,2,0\n3,4.25,1\n");
        DataSet read;
        try (CSVRecordReader rows = new CSVRecordReader()) {
            rows.initialize(new FileSplit(table.toFile()));
            read = new RecordReaderDataSetIterator(rows, 2, 2, 2).next();
        }
        Path stored = folder.resolve("rows.bin");
        read.save(stored.toFile());
        DataSet loaded = new SerializedDataSetLoader().load(new LocalFileSource(stored.toString()));
        assertArrayEquals(
                new float[] {1.5f, 2, 3, 4.25f}, loaded.getFeatures().data().asFloat());
        assertEquals(read.getLabels(), loaded.getLabels());
        assertArrayEquals(new int[] {0, 1}, loaded.getLabels().argMax(1).toIntVector());
    }
}
