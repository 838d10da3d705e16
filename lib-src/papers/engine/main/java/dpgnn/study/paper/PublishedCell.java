package dpgnn.study.paper;

/**
 * A number that a paper prints.
 *
 * @param table where it stands, "Table 2"
 * @param value as printed
 * @param deviation beside it; NaN where none is printed
 */
public record PublishedCell(
        String table, String row, String column, double value, double deviation, ComparisonRule rule) {
    /** As tables show it: a share in percent. */
    public double shown() {
        return rule.shown(value);
    }
}
