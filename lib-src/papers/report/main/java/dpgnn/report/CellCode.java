package dpgnn.report;

import dpgnn.base.Check;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a notebook knows of the code in its cells, for the library that runs in it. Outside a notebook nothing is known.
 */
public final class CellCode {
    /** The kernel of the notebook. */
    public interface Source {
        /**
         * A hash of the text that the running cell gives to the method of this name as arguments, and of all that this text names:
         * methods by their text, simple values as they are, other values by the text that made them.
         */
        Optional<String> given(String method);

        /** The simple values, by the names of their variables, that this value was made with. */
        SortedMap<String, String> madeWith(Object value);

        /** Notes that the running code has used this, the run of a training say; false where nothing is noted. */
        default boolean used(String what) {
            return false;
        }

        /** All that the running code has used, and all that was used when the values were made that it reads; null where nothing is noted. */
        default Set<String> behind() {
            return null;
        }
    }

    /** Says of a library's own values what they are to code that reads them; found by {@link ServiceLoader}. */
    public interface Naming {
        /** Null for a value that it does not know. */
        Name name(Object value);
    }

    /**
     * What a value is.
     *
     * @param whole whether code cannot tell values of this name apart; else what made the value counts too
     */
    public record Name(String text, boolean whole) {}

    private static final Source NONE = new Source() {
        @Override
        public Optional<String> given(String method) {
            return Optional.empty();
        }

        @Override
        public SortedMap<String, String> madeWith(Object value) {
            return new TreeMap<>();
        }
    };
    private static volatile Source source = NONE;

    private CellCode() {}

    /** Asks this notebook from now on. */
    public static void from(Source notebook) {
        source = Check.given("notebook", notebook);
    }

    /** There is no notebook any more. */
    public static void fromNowhere() {
        source = NONE;
    }

    public static Optional<String> given(String method) {
        return source.given(Check.given("method", method));
    }

    public static Map<String, String> madeWith(Object value) {
        return source.madeWith(Check.given("value", value));
    }

    /** Notes that the running code has used this; false outside a notebook. */
    public static boolean used(String what) {
        return source.used(Check.given("what", what));
    }

    /** All that is behind what the running code makes; null outside a notebook. */
    static Set<String> behind() {
        return source.behind();
    }

    /** What a library says of its value; null where none knows it. */
    public static Name name(Object value) {
        Check.given("value", value);
        for (Naming naming : ServiceLoader.load(Naming.class, CellCode.class.getClassLoader())) {
            Name name = naming.name(value);
            if (name != null) return name;
        }
        return null;
    }
}
