package dpgnn.report.figure;

import dpgnn.report.Table;
import dpgnn.report.TableReader;
import dpgnn.report.render.Numbers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The tables that the papers printed, as facts, one CSV each; and the rows of one of them that are compared, found by their keys.
 * Numbers in keys are compared as numbers.
 */
final class PublishedRows {
    /** A row: its key in normal form, the key's cells as printed, the value and its deviation (either may be absent). */
    record Row(List<String> key, List<Object> cells, Double value, Double deviation) {}

    private record Condition(String column, String value) {}

    private final Table source;
    private final String name;
    private final List<Condition> conditions = new ArrayList<>();
    private List<String> keys = List.of();
    private String value;

    PublishedRows(String name) {
        this.name = name;
        source = published(name);
        value = source.columns().contains("value") ? "value" : null;
    }

    void where(String column, Object wanted) {
        conditions.add(new Condition(known(column), normal(wanted)));
        if (selected().isEmpty()) {
            conditions.remove(conditions.size() - 1);
            throw new IllegalArgumentException(name + " has no row with " + column + " = \"" + wanted + "\""
                    + (conditions.isEmpty() ? "" : " among those chosen") + "; there are " + values(column));
        }
    }

    void keys(String... columns) {
        if (columns.length == 0) throw new IllegalArgumentException("keys: name at least one of " + source.columns());
        for (String column : columns) known(column);
        keys = List.of(columns);
    }

    void value(String column) {
        known(column);
        source.numbers(column);
        value = column;
    }

    List<String> keyColumns() {
        if (keys.isEmpty())
            throw new IllegalStateException(name + ": call keys(...) first, with some of " + source.columns());
        return keys;
    }

    /** The rows in the paper's order; keys that do not tell them apart are an error. */
    List<Row> rows() {
        keyColumns();
        if (value == null) {
            throw new IllegalStateException(
                    name + " has no column \"value\": call value(...) with one of " + source.columns());
        }
        double[] values = source.numbers(value);
        boolean spread = value.equals("value") && source.columns().contains("std");
        double[] deviations = spread ? source.numbers("std") : null;
        List<Row> rows = new ArrayList<>();
        Set<List<String>> seen = new HashSet<>();
        for (int i : selected()) {
            for (List<Object> cells : combinations(i)) {
                List<String> key = cells.stream().map(PublishedRows::normal).toList();
                if (!seen.add(key)) {
                    throw new IllegalStateException(name + ": the keys " + keys + " do not tell rows apart, " + cells
                            + " is there twice; add a key or a where(...) on one of " + source.columns());
                }
                Double deviation = deviations == null || Double.isNaN(deviations[i]) ? null : deviations[i];
                rows.add(new Row(key, cells, Double.isNaN(values[i]) ? null : values[i], deviation));
            }
        }
        return rows;
    }

    /** The normal form of a key that exists. */
    List<String> key(Object... parts) {
        keyColumns();
        if (parts.length != keys.size()) {
            throw new IllegalArgumentException(
                    "key " + Arrays.toString(parts) + " has " + parts.length + " parts, the keys are " + keys);
        }
        List<String> key = Arrays.stream(parts).map(PublishedRows::normal).toList();
        List<Row> rows = rows();
        if (rows.stream().noneMatch(row -> row.key().equals(key))) {
            List<List<Object>> known = rows.stream().map(Row::cells).toList();
            throw new IllegalArgumentException(
                    name + " has no row " + keys + " = " + Arrays.toString(parts) + "; there are " + known);
        }
        return key;
    }

    private List<Integer> selected() {
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < source.rows(); i++) {
            int row = i;
            boolean fits = conditions.stream().allMatch(c -> alternatives(source.get(row, c.column())).stream()
                    .anyMatch(cell -> normal(cell).equals(c.value())));
            if (fits) rows.add(i);
        }
        return rows;
    }

    /** The key cells of a row; several combinations where a cell lists several names, of which a where may have chosen one. */
    private List<List<Object>> combinations(int row) {
        List<List<Object>> all = List.of(List.of());
        for (String column : keys) {
            List<List<Object>> longer = new ArrayList<>();
            for (List<Object> start : all) {
                for (Object cell : alternatives(source.get(row, column))) {
                    boolean chosen = conditions.stream()
                            .filter(c -> c.column().equals(column))
                            .allMatch(c -> c.value().equals(normal(cell)));
                    if (!chosen) continue;
                    List<Object> next = new ArrayList<>(start);
                    next.add(cell);
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }

    private static List<Object> alternatives(Object cell) {
        if (cell instanceof String text && text.matches("[^; ]+(;[^; ]+)+")) return List.of((Object[]) text.split(";"));
        return java.util.Collections.singletonList(cell);
    }

    private List<Object> values(String column) {
        Set<Object> all = new java.util.LinkedHashSet<>();
        for (int i : selected()) all.addAll(alternatives(source.get(i, column)));
        return new ArrayList<>(all);
    }

    private String known(String column) {
        if (!source.columns().contains(column)) {
            throw new IllegalArgumentException(
                    name + " has no column \"" + column + "\"; there are " + source.columns());
        }
        return column;
    }

    /** "2", "2.0", 2 and 2.0 are the same; an empty cell is null. */
    private static String normal(Object cell) {
        String text = Objects.toString(cell, "");
        Number number = TableReader.number(text);
        return number == null ? text : Numbers.exact(number.doubleValue());
    }

    /** The names of all tables. */
    static List<String> names() {
        return resource("index.txt").lines().filter(line -> !line.isBlank()).toList();
    }

    static Table published(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("published table \"" + name + "\" does not exist; there are " + names());
        }
        return TableReader.parse(resource(name + ".csv"), name).title(name);
    }

    private static String resource(String file) {
        try (InputStream in = PublishedRows.class.getResourceAsStream("/tables/" + file)) {
            if (in == null) throw new IllegalStateException("/tables/" + file + " is not on the class path");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
