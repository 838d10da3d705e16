package dpgnn.base;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads, makes and changes records by their components. */
public final class RecordFields {
    private static final ClassValue<Constructor<?>> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            Check.that(type.isRecord(), type.getName(), "a record", "a class");
            Class<?>[] types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return constructor;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(type + " must have the constructor of its components", e);
            }
        }
    };

    private RecordFields() {}

    /** One component, named by its accessor: {@code Walk::rate}. */
    @FunctionalInterface
    public interface Field<E, V> extends Function<E, V>, Serializable {
        /** The name of the component. */
        default String component() {
            return name(this);
        }
    }

    /** A record of which one component can be set anew. */
    public interface Adjustable<E extends Adjustable<E>> {
        /** This record with another value of one component. The bound on the type refuses a whole number where a fraction belongs. */
        @SuppressWarnings("unchecked")
        default <V extends Comparable<V>> E with(Field<E, V> field, V value) {
            return RecordFields.with((E) this, field.component(), value);
        }
    }

    /** A record that is a component of another one, and whose components stand for the other's own: one kind of several, say. */
    public interface Part extends Serializable {}

    /** The components and their values, in the order of declaration. */
    public static Map<RecordComponent, Object> values(Object record) {
        Map<RecordComponent, Object> all = new LinkedHashMap<>();
        CONSTRUCTORS.get(record.getClass());
        for (RecordComponent c : record.getClass().getRecordComponents())
            try {
                Method accessor = c.getAccessor();
                accessor.setAccessible(true);
                all.put(c, accessor.invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(c + " cannot be read", e);
            }
        return all;
    }

    /** The record of these components; what its constructor refuses, this refuses. */
    @SuppressWarnings("unchecked")
    public static <R> R of(Class<R> type, Object... values) {
        try {
            return (R) CONSTRUCTORS.get(type).newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) throw refused;
            throw new IllegalStateException(type.getSimpleName() + " cannot be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getSimpleName() + " cannot be made", e);
        }
    }

    /** A record with another value of one component. */
    @SuppressWarnings("unchecked")
    public static <R> R with(R record, String name, Object value) {
        Class<?> type = record.getClass();
        Map<RecordComponent, Object> values = values(record);
        for (Map.Entry<RecordComponent, Object> each : values.entrySet())
            if (each.getValue() instanceof Part part && has(part, name)) {
                each.setValue(with(part, name, value));
                return (R) of(type, values.values().toArray());
            }
        RecordComponent named = values.keySet().stream()
                .filter(c -> c.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown parameter \"" + name + "\"; there are " + names(values.keySet())));
        if (value == null && named.getType().isPrimitive())
            throw new IllegalArgumentException(name + " of " + type.getSimpleName() + " must be given, was null");
        values.put(named, value);
        return (R) of(type, values.values().toArray());
    }

    private static boolean has(Part part, String name) {
        return values(part).entrySet().stream()
                .anyMatch(c ->
                        c.getKey().getName().equals(name) || c.getValue() instanceof Part inner && has(inner, name));
    }

    private static List<String> names(Iterable<RecordComponent> components) {
        List<String> names = new ArrayList<>();
        components.forEach(c -> names.add(c.getName()));
        return names;
    }

    /** What a reference to an accessor is a reference to. */
    private static String name(Field<?, ?> field) {
        try {
            Method written = field.getClass().getDeclaredMethod("writeReplace");
            written.setAccessible(true);
            if (written.invoke(field) instanceof SerializedLambda lambda
                    && !lambda.getImplMethodName().startsWith("lambda$")) return lambda.getImplMethodName();
        } catch (ReflectiveOperationException e) {
            // It is an object of a class of its own.
        }
        throw new IllegalArgumentException(
                "a parameter must be named by a reference to its accessor, as Walk::rate is, was " + field);
    }
}
