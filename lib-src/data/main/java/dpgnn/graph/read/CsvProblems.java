package dpgnn.graph.read;

import dpgnn.graph.format.Csv;
import dpgnn.graph.format.MalformedFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Everything that is wrong with the tables of a graph. Of each kind of mistake the first are listed and the rest counted, so that a column
 * of texts hides no other mistake, and what follows from one mistake is counted with it.
 */
final class CsvProblems {
    private static final int LISTED = 5;
    private static final int KINDS = 20;
    private static final int STRANGERS = 10;

    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private long count;
    private long inCells;
    private long unlisted;
    private long strangers;

    private static final class Kind {
        private final List<MalformedFile> first = new ArrayList<>();
        private final String more;
        private long count;

        Kind(String more) {
            this.more = more;
        }
    }

    /** What is not listed is counted alone: an exception for each line would cost more than to read it. */
    void add(String file, String where, Object value, String wanted) {
        add(file, wanted, () -> new MalformedFile(file, where, value, wanted));
    }

    /** In the record that was read last. */
    void add(Csv csv, Object value, String wanted) {
        add(csv.file, wanted, () -> csv.bad(value, wanted));
    }

    private void add(String file, String wanted, Supplier<MalformedFile> one) {
        count++;
        Kind kind = kind(file + "\n" + wanted, " more in " + file + " that must be " + wanted);
        if (kind == null) unlisted++;
        else if (kind.count++ < LISTED) kind.first.add(one.get());
    }

    /** In a cell of the record that was read last, which is a row all the same. */
    void inCell(Csv csv, Object value, String wanted) {
        inCells++;
        add(csv, value, wanted);
    }

    /** A record names a node that is none: however many do, this is one mistake. */
    void unknown(Csv csv, String node, String wanted) {
        String key = csv.file + "\n" + wanted + "\n" + node;
        Kind kind = strangers < STRANGERS ? kind(key, null) : kinds.get(key);
        if (kind == null) {
            count++;
            unlisted++;
        } else if (kind.count++ == 0) {
            count++;
            strangers++;
            kind.first.add(csv.bad("node " + node, wanted));
        }
    }

    private Kind kind(String key, String more) {
        Kind kind = kinds.get(key);
        if (kind == null && kinds.size() < KINDS) kinds.put(key, kind = new Kind(more));
        return kind;
    }

    /** Where rows or headers are wrong, nothing can be said of what names rows. */
    void reportOfRows() throws MalformedFile {
        if (count > inCells) report();
    }

    void report() throws MalformedFile {
        if (count == 0) return;
        List<String> lines = new ArrayList<>();
        for (Kind kind : kinds.values()) {
            boolean named = kind.more == null && kind.count > 1;
            for (MalformedFile each : kind.first)
                lines.add(each.getMessage() + (named ? "; " + kind.count + " lines name it" : ""));
            long left = kind.count - kind.first.size();
            if (kind.more != null && left > 0) lines.add("and " + left + kind.more);
        }
        if (unlisted > 0) lines.add("and " + unlisted + " more");
        MalformedFile first = kinds.values().iterator().next().first.get(0);
        throw MalformedFile.all(first, count, lines);
    }
}
