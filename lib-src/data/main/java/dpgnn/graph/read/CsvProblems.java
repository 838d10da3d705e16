package dpgnn.graph.read;

import dpgnn.graph.format.MalformedFile;
import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with the tables of a graph, of which so much is listed as somebody reads. */
final class CsvProblems {
    private static final int LISTED = 20;

    private final List<MalformedFile> listed = new ArrayList<>();
    private long count;

    /** Counts one more, and says whether it is listed: to describe what is not would cost more than to find it. */
    boolean another() {
        return count++ < LISTED;
    }

    void add(MalformedFile problem) {
        listed.add(problem);
    }

    void add(String file, String where, Object value, String wanted) {
        add(new MalformedFile(file, where, value, wanted));
    }

    void report() throws MalformedFile {
        if (count > 0) throw MalformedFile.all(listed, count);
    }
}
