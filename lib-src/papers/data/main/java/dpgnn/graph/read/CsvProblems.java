package dpgnn.graph.read;

import dpgnn.graph.format.Csv;
import dpgnn.graph.format.MalformedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that is wrong with the tables of a graph. Of each kind of mistake the first are listed and the rest counted, so that a column
 * of texts hides no other mistake, and what follows from one mistake is counted with it.
 */
final class CsvProblems {
    private static final int LISTED = 5;
    private static final int KINDS = 20;
    private static final int STRANGERS = 10;

    /** By file, and by what is wanted or the node that is none; nothing is made for a mistake that is counted alone. */
    private final Map<String, Map<String, Kind>> mistakes = new HashMap<>(), strangers = new HashMap<>();

    private final List<Kind> kinds = new ArrayList<>();
    private long count;
    private long inCells;
    private long unlisted;
    private int unknown;

    private static final class Kind {
        private final List<MalformedFile> first = new ArrayList<>();
        private final boolean stranger;
        private long count;
        private String remedy = "";

        Kind(boolean stranger) {
            this.stranger = stranger;
        }
    }

    /** What is not listed is counted alone: an exception for each line would cost more than to read it. */
    void add(String file, String where, Object value, String wanted) {
        Kind kind = counted(file, wanted);
        if (kind != null) kind.first.add(new MalformedFile(file, where, value, wanted));
    }

    /** In the record that was read last. */
    void add(Csv csv, Object value, String wanted) {
        Kind kind = counted(csv.file, wanted);
        if (kind != null) kind.first.add(csv.bad(value, wanted));
    }

    /** The kind of a mistake that is to be listed; null for one that is counted alone. */
    private Kind counted(String file, String wanted) {
        count++;
        Kind kind = kind(mistakes, file, wanted, false);
        if (kind == null) unlisted++;
        return kind != null && kind.count++ < LISTED ? kind : null;
    }

    /** In a cell of the record that was read last, which is a row all the same. */
    void inCell(Csv csv, Object value, String wanted) {
        inCells++;
        add(csv, value, wanted);
    }

    /** What to do about a kind of mistake, said once behind those that are listed. */
    void remedy(String file, String wanted, String what) {
        Kind kind = mistakes.getOrDefault(file, Map.of()).get(wanted);
        if (kind != null) kind.remedy = what;
    }

    /** A record names a node that is none: however many do, this is one mistake. */
    void unknown(Csv csv, String node, String wanted) {
        Kind kind = kind(strangers, csv.file, node, true);
        if (kind == null) {
            count++;
            unlisted++;
        } else if (kind.count++ == 0) {
            count++;
            kind.first.add(csv.bad("node " + node, wanted));
        }
    }

    private Kind kind(Map<String, Map<String, Kind>> in, String file, String key, boolean stranger) {
        Map<String, Kind> of = in.get(file);
        Kind kind = of == null ? null : of.get(key);
        if (kind != null || kinds.size() >= KINDS || stranger && unknown >= STRANGERS) return kind;
        if (stranger) unknown++;
        kind = new Kind(stranger);
        in.computeIfAbsent(file, f -> new HashMap<>()).put(key, kind);
        kinds.add(kind);
        return kind;
    }

    /** Where rows or headers are wrong, nothing can be said of what names rows. */
    void reportOfRows() throws MalformedFile {
        if (count > inCells) report();
    }

    void report() throws MalformedFile {
        if (count == 0) return;
        List<String> lines = new ArrayList<>();
        for (Kind kind : kinds) {
            MalformedFile one = kind.first.get(0);
            String more = kind.stranger && kind.count > 1 ? "; " + kind.count + " lines name it" : "";
            for (MalformedFile each : kind.first) lines.add(each.getMessage() + more);
            long left = kind.stranger ? 0 : kind.count - kind.first.size();
            if (left > 0) lines.add("and " + left + " more in " + one.file() + " that must be " + one.wanted());
            if (!kind.remedy.isEmpty()) lines.add(kind.remedy);
        }
        if (unlisted > 0) lines.add("and " + unlisted + " more");
        throw MalformedFile.all(kinds.get(0).first.get(0), count, lines);
    }
}
