package dpgnn.kernel.cell;

import java.util.List;

/** The result of a magic, for the cell that assigns it. The class is public because cells access it. */
public final class MagicValue {
    private static volatile List<String> last = List.of();

    private MagicValue() {}

    static void set(List<String> value) {
        last = List.copyOf(value);
    }

    /** The paths that the magic which ran last added to the class path. */
    public static List<String> paths() {
        return last;
    }
}
