package dpgnn.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.data.Datasets;
import dpgnn.graph.synthetic.SyntheticGraphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed graph is what the generator makes; {@code -Ddpgnn.writeSmall=true} writes it again. */
class SmallDatasetTest {
    @Test
    void isWhatTheGeneratorMakes() throws IOException {
        Dataset made = SyntheticGraphs.small();
        if (Boolean.getBoolean("dpgnn.writeSmall")) write(made, Path.of("data/small"));
        Dataset read = Datasets.load("small");
        assertEquals(made.graph(), read.graph());
        assertEquals(made.features(), read.features());
        assertEquals(made.publicSplit(), read.publicSplit());
        for (int i = 0; i < made.nodes(); i++)
            assertEquals(made.labels().of(i), read.labels().of(i));
    }

    private static void write(Dataset data, Path folder) throws IOException {
        StringBuilder edges = new StringBuilder();
        StringBuilder features = new StringBuilder();
        StringBuilder labels = new StringBuilder();
        float[] row = new float[data.features().width()];
        for (int i = 0; i < data.nodes(); i++) {
            for (int j : data.graph().inNeighbours(i)) if (i < j) edges.append(i + "," + j + "\n");
            data.features().copyRow(i, row, 0);
            for (int c = 0; c < row.length; c++)
                features.append(c == 0 ? "" : ",").append(row[c]);
            features.append('\n');
            labels.append(
                    data.labels().of(i) + "," + data.publicSplit().orElseThrow().role(i) + "\n");
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("edges.csv"), edges);
        Files.writeString(folder.resolve("features.csv"), features);
        Files.writeString(folder.resolve("labels.csv"), labels);
    }
}
