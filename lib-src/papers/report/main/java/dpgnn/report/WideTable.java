package dpgnn.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Turns a table with one row per value into one with a row per value of some columns and a column per value of another. */
final class WideTable {
    /** Between the name of a group and that of a column in it. */
    static final String IN = ": ";

    private WideTable() {}

    /** The rows have the different cells of {@code down}; with more than one value there is a group of columns for each of across. */
    public static Table of(Table source, List<String> down, String across, String... values) {
        if (values.length == 0) throw new IllegalArgumentException("values: name at least one of " + source.columns());
        String[] groups = source.texts(across);
        Set<String> names = new LinkedHashSet<>(List.of(groups));
        Map<List<Object>, Map<String, Object[]>> cells = new LinkedHashMap<>();
        for (int i = 0; i < groups.length; i++) {
            int row = i;
            List<Object> key =
                    down.stream().map(column -> source.get(row, column)).toList();
            Map<String, Object[]> line = cells.computeIfAbsent(key, k -> new LinkedHashMap<>());
            Object[] found = Arrays.stream(values).map(v -> source.get(row, v)).toArray();
            if (line.put(groups[i], found) != null) {
                String which = IntStream.range(0, key.size())
                        .mapToObj(k -> down.get(k) + " " + key.get(k))
                        .collect(Collectors.joining(", "));
                throw new IllegalArgumentException("there are two rows with " + which + " and " + across + " "
                        + groups[i] + "; keep one of them first, with where(...)");
            }
        }
        List<String> head = new ArrayList<>(down);
        for (String name : names) for (String value : values) head.add(values.length == 1 ? name : name + IN + value);
        Table wide = Table.columns(head.toArray(String[]::new)).like(source);
        cells.forEach((key, line) -> {
            List<Object> row = new ArrayList<>(key);
            for (String name : names) row.addAll(Arrays.asList(line.getOrDefault(name, new Object[values.length])));
            wide.row(row.toArray());
        });
        for (int i = down.size(); i < head.size(); i++) {
            Integer decimals = source.decimals(values[(i - down.size()) % values.length]);
            if (decimals != null) wide.digits(head.get(i), decimals);
        }
        return values.length > 1 ? wide.grouped() : wide;
    }

    /** The group of each column and how many columns it has, one after the other; "" for a column that stands alone. */
    static List<Map.Entry<String, Integer>> groups(Table table) {
        List<Map.Entry<String, Integer>> groups = new ArrayList<>();
        for (String column : table.columns()) {
            int at = column.indexOf(IN);
            String group = at < 0 ? "" : column.substring(0, at);
            int last = groups.size() - 1;
            boolean same = at >= 0 && last >= 0 && groups.get(last).getKey().equals(group);
            if (same) groups.set(last, Map.entry(group, groups.get(last).getValue() + 1));
            else groups.add(Map.entry(group, 1));
        }
        return groups;
    }

    /** The names of the columns without those of their groups. */
    static List<String> names(Table table) {
        if (!table.isGrouped()) return table.columns();
        return table.columns().stream()
                .map(name -> name.substring(name.indexOf(IN) < 0 ? 0 : name.indexOf(IN) + IN.length()))
                .toList();
    }
}
