package dpgnn.report;

import dpgnn.report.render.Numbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

/** How the cells of a table are compared and written. */
final class TableCells {
    /** Numbers by value, all else by its text, empty cells last. */
    static final Comparator<Object> ORDER =
            Comparator.nullsLast((a, b) -> a instanceof Number x && b instanceof Number y
                    ? Double.compare(x.doubleValue(), y.doubleValue())
                    : a.toString().compareTo(b.toString()));

    private TableCells() {}

    /** A cell holds a number, a truth value, nothing, or the text of anything else; of runs their mean and sample deviation. */
    static Object given(Object value) {
        if (value instanceof double[] runs) return meanOf(runs);
        return value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
    }

    private static Object meanOf(double[] runs) {
        double mean = Arrays.stream(runs).average().orElse(Double.NaN);
        if (runs.length < 2) return mean;
        double squares = Arrays.stream(runs).map(r -> (r - mean) * (r - mean)).sum();
        return Numbers.plusMinus(mean, Math.sqrt(squares / (runs.length - 1)));
    }

    /** The number with which a cell begins; without one less than any. */
    static double leading(Object cell) {
        String[] words = exact(cell).strip().split("\\s");
        Number number = TableReader.number(words[0]);
        return number == null ? Double.NEGATIVE_INFINITY : number.doubleValue();
    }

    /** What stands behind ± in a cell; 0 where nothing does. */
    static double spread(Object cell) {
        String[] words = exact(cell).strip().split("\\s");
        Number number = words.length < 3 || !words[1].equals("±") ? null : TableReader.number(words[2]);
        return number == null ? 0 : number.doubleValue();
    }

    static boolean same(Object cell, Object value) {
        if (cell instanceof Number a && value instanceof Number b) return a.doubleValue() == b.doubleValue();
        return Objects.equals(cell, given(value));
    }

    /** With so many decimals; null for four significant digits. */
    static String shown(Number number, Integer decimals) {
        if (decimals != null) return Numbers.fixed(number.doubleValue(), decimals);
        boolean whole = number instanceof Integer || number instanceof Long || number instanceof Short;
        return whole ? number.toString() : Numbers.significant(number.doubleValue(), 4);
    }

    static String exact(Object value) {
        return value == null ? "" : value instanceof Number n ? Numbers.exact(n) : value.toString();
    }
}
