package dpgnn.study.paper;

import java.util.Map;

/**
 * A number that a paper prints. A table, a row and a column say where it is printed, keys what it is of.
 *
 * @param table where it stands, "Table 2"
 * @param row as printed
 * @param column as printed
 * @param value as printed
 * @param deviation beside it; NaN where none is printed
 * @param keys such as method, model, epsilon, dataset and metric, where the number has one
 */
public record PublishedCell(
        String table,
        String row,
        String column,
        double value,
        double deviation,
        ComparisonRule rule,
        Map<String, String> keys) {
    public PublishedCell {
        keys = Map.copyOf(keys);
    }

    public PublishedCell(String table, String row, String column, double value, double deviation, ComparisonRule rule) {
        this(table, row, column, value, deviation, rule, Map.of());
    }

    /** What the number is of: the key "dataset" is "Cora". */
    public String key(String name) {
        String key = keys.get(name);
        if (key == null)
            throw new IllegalArgumentException(
                    table + ", " + row + ", " + column + " has no key '" + name + "'; it has " + keys);
        return key;
    }

    /** What the number is of, or something else where it has no such key. */
    public String key(String name, String otherwise) {
        return keys.getOrDefault(name, otherwise);
    }

    /** A key that is a number: "epsilon". */
    public double number(String name) {
        try {
            return Double.parseDouble(key(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "key '" + name + "' of " + table + ", " + row + ", " + column + " must be a number, was '"
                            + key(name) + "'",
                    e);
        }
    }

    /** As tables show it: a share in percent. */
    public double shown() {
        return rule.shown(value);
    }
}
