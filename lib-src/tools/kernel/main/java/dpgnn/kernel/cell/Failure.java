package dpgnn.kernel.cell;

import java.util.List;
import java.util.stream.Stream;

/** Describes why a cell failed: what Jupyter calls the exception's name and value, and the lines to show, with ANSI colours. */
public record Failure(String name, String message, List<String> lines) {
    private static final String RED = "\u001B[1;31m";
    private static final String DIM = "\u001B[2m";
    private static final String PLAIN = "\u001B[0m";

    public static Failure of(String name, String message) {
        return new Failure(name, message, List.of(red(name) + ": " + message));
    }

    /** Both: it is called as this one, and shows the lines of this one first. */
    public Failure and(Failure other) {
        return new Failure(
                name,
                message,
                Stream.concat(lines.stream(), other.lines.stream()).toList());
    }

    static String red(String text) {
        return RED + text + PLAIN;
    }

    static String dim(String text) {
        return DIM + text + PLAIN;
    }
}
