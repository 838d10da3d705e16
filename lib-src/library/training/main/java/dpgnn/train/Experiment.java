package dpgnn.train;

import dpgnn.base.RecordFields;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes what one run does: a record whose components are the run's parameters. Their names and values form the
 * {@link Setting} by which the run is found again. Renaming a component, or adding one that is not null, therefore makes different
 * runs. A component that is null is left out.
 *
 * <pre>{@code
 * record Walk(String dataset, int layers, double rate, long seed) implements Experiment<Walk> {
 *     public String experiment() {
 *         return "walks";
 *     }
 * }
 * Sweep.of(new Walk("Cora", 1, 0.1, 1)).vary(Walk::layers, 1, 2).vary(Walk::rate, 0.01, 0.1).seeds(1, 2, 3)
 * }</pre>
 *
 * <p>A component is a string, a number, a boolean, an enum (written by its {@code toString}) or a {@link Value}, or a map of
 * such values by the names of parameters, or a {@link RecordFields.Part} with components of its own.
 *
 * @param <E> the record itself
 */
public interface Experiment<E extends Experiment<E>> extends RecordFields.Adjustable<E>, Serializable {
    /** A type of parameters that is none of Java's own says what stands in the setting: a text, a number, true or false. */
    interface Value extends Serializable {
        Object plain();
    }

    /** The name of a parameter in the setting, where it is not that of the component; empty for a component that is no parameter. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Named {
        String value();
    }

    /** The name of the experiment; the names of its runs' files begin with it. */
    String experiment();

    /** The seed of all coins; the runs of a .Summary differ in it alone. */
    long seed();
}
