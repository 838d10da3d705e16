package dpgnn.base;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/** A value that a reader sees as a small table: what it is made of, by name, in the order of importance. */
public interface Described {
    /** The rows. A list of sentences is shown as a text, and not at all if it is empty; maps with the same keys are a table. */
    Map<String, Object> description();

    /** What a reader needs first, in a sentence or two; the rows are then folded below it. Empty where the rows say it. */
    default String headline() {
        return "";
    }

    /** The name of a record's type, and its components by theirs. */
    static Map<String, Object> components(String what, Record of) {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put(what, of.getClass().getSimpleName());
        try {
            for (RecordComponent each : of.getClass().getRecordComponents())
                rows.put(each.getName(), each.getAccessor().invoke(of));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a component of " + of.getClass().getName() + " cannot be read", e);
        }
        return rows;
    }
}
