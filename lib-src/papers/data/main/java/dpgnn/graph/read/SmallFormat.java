package dpgnn.graph.read;

import dpgnn.graph.Dataset;
import dpgnn.graph.format.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The graph that comes with the library, in three tables that {@link CsvGraph} reads. */
public final class SmallFormat {
    private static final String PLACE = "/dpgnn/data/small/";

    private SmallFormat() {}

    /** Reads it from the class path. */
    public static Dataset resource() throws IOException {
        Dataset read =
                new CsvGraph(part("edges.csv"), List.of(part("features.csv"), part("labels.csv")), List.of()).read();
        var provenance = new Dataset.Provenance(
                "small (synthetic)",
                List.of(),
                false,
                List.of("A synthetic graph of " + read.nodes() + " nodes; it stands for no real data."));
        return new Dataset(read.graph(), read.features(), read.labels(), provenance, read.publicSplit());
    }

    private static CsvPart part(String file) {
        return new CsvPart(file, () -> {
            InputStream in = SmallFormat.class.getResourceAsStream(PLACE + file);
            if (in == null) throw new IllegalStateException(PLACE + file + " must be on the class path");
            return Csv.any(file, in);
        });
    }
}
