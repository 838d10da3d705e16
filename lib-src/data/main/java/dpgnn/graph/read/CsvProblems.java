package dpgnn.graph.read;

import dpgnn.graph.format.Csv;
import dpgnn.graph.format.MalformedFile;
import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with the tables of a graph, of which so much is listed as somebody reads. */
final class CsvProblems {
    private static final int LISTED = 20;

    private final List<MalformedFile> listed = new ArrayList<>();
    private long count;
    private long inCells;

    /** What is not listed is counted alone: an exception for each line would cost more than to read it. */
    void add(String file, String where, Object value, String wanted) {
        if (count++ < LISTED) listed.add(new MalformedFile(file, where, value, wanted));
    }

    /** In the record that was read last. */
    void add(Csv csv, Object value, String wanted) {
        if (count++ < LISTED) listed.add(csv.bad(value, wanted));
    }

    /** In a cell of the record that was read last, which is a row all the same. */
    void inCell(Csv csv, Object value, String wanted) {
        inCells++;
        add(csv, value, wanted);
    }

    /** Where rows or headers are wrong, nothing can be said of what names rows; where the list is full, nothing more is said. */
    void reportOfRows() throws MalformedFile {
        if (count > inCells || count >= LISTED) report();
    }

    void report() throws MalformedFile {
        if (count > 0) throw MalformedFile.all(listed, count);
    }
}
