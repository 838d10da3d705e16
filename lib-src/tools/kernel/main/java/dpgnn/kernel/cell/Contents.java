package dpgnn.kernel.cell;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** What a value of a notebook consists of: its class, and the classes of the objects that it holds. */
final class Contents {
    /** A value of more objects than this is data, and its rest is not looked at. */
    private static final int MOST = 1_000_000;

    private static final int LOOKED = 5000;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private final Predicate<Class<?>> sought;

    private Contents(Predicate<Class<?>> sought) {
        this.sought = sought;
    }

    /** Whether the value is, or holds, an object of such a class. */
    static boolean hold(Object value, Predicate<Class<?>> sought) {
        return new Contents(sought).search(value);
    }

    /** The snippets whose code the value is or holds, by their labels, as far as it can be seen in a few thousand objects. */
    static Set<String> code(Object value) {
        Set<String> labels = new HashSet<>();
        int[] looked = new int[1];
        hold(value, type -> {
            labels.add(SnippetClasses.label(type));
            return ++looked[0] > LOOKED;
        });
        labels.remove("");
        return labels;
    }

    private boolean search(Object value) {
        add(value);
        while (!open.isEmpty() && seen.size() < MOST) {
            Object next = open.pop();
            if (sought.test(next.getClass())) return true;
            try {
                open(next);
            } catch (RuntimeException | IllegalAccessException e) {
                // What does not let itself be looked into, or changes meanwhile, is taken as it is.
                continue;
            }
        }
        return false;
    }

    private void add(Object value) {
        boolean leaf =
                value == null || value instanceof CharSequence || value instanceof Number || value instanceof Class;
        if (!leaf && seen.add(value)) open.push(value);
    }

    private void open(Object value) throws IllegalAccessException {
        Class<?> type = value.getClass();
        boolean jdk = type.getModule().isNamed();
        if (value instanceof Object[] array) Arrays.asList(array).forEach(this::add);
        else if (jdk && value instanceof Collection<?> collection) collection.forEach(this::add);
        else if (jdk && value instanceof Optional<?> optional) optional.ifPresent(this::add);
        else if (jdk && value instanceof AtomicReference<?> reference) add(reference.get());
        else if (jdk && value instanceof Map.Entry<?, ?> entry) {
            add(entry.getKey());
            add(entry.getValue());
        } else if (jdk && value instanceof Map<?, ?> map) {
            map.keySet().forEach(this::add);
            map.values().forEach(this::add);
        }
        for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass())
            for (Field field : c.getDeclaredFields())
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    add(field.get(value));
                }
    }
}
