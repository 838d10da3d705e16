package dpgnn.train;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The components of an {@link Experiment}'s record, by name. */
final class RecordFields {
    private static final ClassValue<RecordFields> KNOWN = new ClassValue<>() {
        @Override
        protected RecordFields computeValue(Class<?> type) {
            return new RecordFields(type);
        }
    };

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> constructor;

    private RecordFields(Class<?> type) {
        if (!type.isRecord())
            throw new IllegalArgumentException("an experiment must be a record, was " + type.getName());
        this.type = type;
        components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " must have the constructor of its components", e);
        }
    }

    /** Names and values as they stand in a setting; what is null is left out. */
    static SortedMap<String, Object> values(Experiment<?> experiment) {
        SortedMap<String, Object> all = new TreeMap<>();
        for (RecordComponent c : KNOWN.get(experiment.getClass()).components) {
            Object value = value(c, experiment);
            if (value == null) continue;
            Experiment.Named named = c.getAnnotation(Experiment.Named.class);
            all.put(named == null ? c.getName() : named.value(), value);
        }
        return all;
    }

    /** The same experiment with another value of one component. */
    @SuppressWarnings("unchecked")
    static <E extends Experiment<E>> E with(E experiment, String name, Object value) {
        return (E) KNOWN.get(experiment.getClass()).copy(experiment, name, value);
    }

    private Object copy(Object experiment, String name, Object value) {
        Object[] values = new Object[components.length];
        boolean found = false;
        for (int i = 0; i < values.length; i++) {
            boolean here = components[i].getName().equals(name);
            found |= here;
            values[i] = here ? value : value(components[i], experiment);
            if (here && value == null && components[i].getType().isPrimitive())
                throw new IllegalArgumentException(name + " of " + type.getSimpleName() + " must be given, was null");
        }
        if (!found) throw new IllegalArgumentException("unknown parameter \"" + name + "\"; there are " + names());
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) throw refused;
            throw new IllegalStateException(type.getSimpleName() + " cannot be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getSimpleName() + " cannot be made", e);
        }
    }

    private List<String> names() {
        return Arrays.stream(components).map(RecordComponent::getName).toList();
    }

    private static Object value(RecordComponent component, Object experiment) {
        try {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(experiment);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }

    /** What a reference to an accessor is a reference to. */
    static String name(Experiment.Field<?, ?> field) {
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
