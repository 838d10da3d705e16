package dpgnn.graph.read;

import dpgnn.graph.format.Csv;
import java.io.IOException;
import java.io.InputStream;

/** One file of a graph in tables. */
record CsvPart(String file, Opener opener) {
    /** Opens the file. */
    interface Opener {
        InputStream open() throws IOException;
    }

    Csv open() throws IOException {
        return Csv.any(file, opener.open());
    }
}
