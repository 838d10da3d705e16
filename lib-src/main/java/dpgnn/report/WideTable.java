package dpgnn.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns a table with one row per value into one with a row per value of one column and a column per value of another. */
final class WideTable {
    private WideTable() {}

    static Table of(Table source, String down, String across, String value) {
        String[] rows = source.texts(down), columns = source.texts(across);
        Set<String> names = new LinkedHashSet<>(List.of(columns));
        Map<String, Map<String, Object>> cells = new LinkedHashMap<>();
        Map<String, Object> heads = new LinkedHashMap<>();
        for (int i = 0; i < rows.length; i++) {
            heads.putIfAbsent(rows[i], source.get(i, down));
            Map<String, Object> row = cells.computeIfAbsent(rows[i], r -> new LinkedHashMap<>());
            if (row.containsKey(columns[i])) {
                throw new IllegalArgumentException("there are two rows with " + down + " " + rows[i] + " and " + across
                        + " " + columns[i] + "; keep one of them first, with where(...)");
            }
            row.put(columns[i], source.get(i, value));
        }
        List<String> head = new ArrayList<>(List.of(down));
        head.addAll(names);
        Table wide = Table.columns(head.toArray(String[]::new)).title(source.title());
        cells.forEach((key, row) -> {
            List<Object> line = new ArrayList<>();
            line.add(heads.get(key));
            names.forEach(name -> line.add(row.get(name)));
            wide.row(line.toArray());
        });
        source.notes().forEach(wide::note);
        return wide;
    }
}
