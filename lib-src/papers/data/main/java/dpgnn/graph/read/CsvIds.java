package dpgnn.graph.read;

import dpgnn.graph.Dataset.Provenance;
import dpgnn.graph.format.WholeNumbers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the nodes are called: by the ids of a table, or by their numbers from 0. */
record CsvIds(Map<String, Integer> named, int count, String file, Set<String> lost, CsvProblems problems) {
    /** By the ids of the features; else by those of the labels, if they are no numbers; else by numbers. */
    static CsvIds of(CsvNodes features, CsvNodes labels, CsvProblems problems, List<String> notes) {
        boolean all = features.lost.isEmpty() && labels.lost.isEmpty();
        if (labels != features && labels.ids.isEmpty() && labels.rows() != features.rows() && all)
            problems.add(labels.file, "contents", labels.rows() + " rows", features.rows() + ", as " + features.file);
        boolean text = labels.ids.stream().anyMatch(id -> WholeNumbers.of(id) < 0);
        if (features.ids.isEmpty() && !text) {
            notes.add(Provenance.READ + "nodes are numbered from 0 in the order of " + features.file + ".");
            return new CsvIds(null, features.rows(), features.file, features.lost, problems);
        }
        CsvNodes by = features.ids.isEmpty() ? labels : features;
        if (by != features) {
            if (by.rows() != features.rows() && all)
                problems.add(by.file, "contents", by.rows() + " rows", features.rows() + ", as " + features.file);
            notes.add(Provenance.READ + "nodes have the ids of " + by.file + "; rows of " + features.file
                    + " are in the same order.");
        }
        Map<String, Integer> named = new HashMap<>();
        for (int r = 0; r < by.rows(); r++)
            if (named.putIfAbsent(by.ids.get(r), r) != null)
                problems.add(by.file, by.where(r), "node " + by.ids.get(r) + " again", "every node once");
        return new CsvIds(named, features.rows(), by.file, by.lost, problems);
    }

    /** The number of a node, or -1. */
    int of(String id) {
        if (named != null) {
            int at = named.getOrDefault(id, -1);
            return at < count ? at : -1;
        }
        int number = WholeNumbers.of(id);
        return number < count ? number : -1;
    }

    /** Whether a text that names no node is a mistake of its own, and does not follow from a row that was left out. */
    boolean isUnknown(String id) {
        return !lost.contains(id);
    }

    /** Whether a text that names no node must be a mistake, and cannot belong to a header. */
    boolean isNumber(String id) {
        return !Float.isNaN(CsvNodes.number(id));
    }

    /** Whether it is one more than the largest number of a node. */
    boolean isNext(String id) {
        return named == null && WholeNumbers.of(id) == count;
    }

    String wanted() {
        return named != null ? "a node that " + file + " lists" : "a node in 0.." + (count - 1);
    }

    /** The node of every row of a table; -1 for one that is wrong. */
    int[] rows(CsvNodes table) {
        int[] rows = new int[table.rows()];
        boolean[] seen = new boolean[count];
        for (int r = 0; r < rows.length; r++) {
            rows[r] = table.ids.isEmpty() ? r : of(table.ids.get(r));
            if (rows[r] >= count) rows[r] = -1; // that rows are too many was said
            else if (rows[r] < 0 && isUnknown(table.ids.get(r)))
                problems.add(table.file, table.where(r), "node " + table.ids.get(r), wanted());
            else if (rows[r] >= 0 && seen[rows[r]] && !table.file.equals(file))
                problems.add(table.file, table.where(r), "node " + table.ids.get(r) + " again", "every node once");
            if (rows[r] >= 0) seen[rows[r]] = true;
        }
        return rows;
    }
}
