package dpgnn.graph.read;

import dpgnn.graph.format.Csv;
import dpgnn.graph.format.Lines;
import java.io.IOException;
import java.nio.file.Path;

/** One file of a graph in tables. */
record CsvPart(String file, Opener opener) {
    /** Opens the file. */
    interface Opener {
        Csv open() throws IOException;
    }

    static CsvPart of(Path path) {
        String file = path.getFileName().toString();
        return new CsvPart(file, () -> Csv.any(file, Lines.open(path)));
    }

    Csv open() throws IOException {
        return opener.open();
    }
}
