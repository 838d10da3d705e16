package dpgnn.kernel.cell;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;

/**
 * The classes into which JShell compiles snippets. A snippet has a number; when JShell compiles it again, because the author
 * declared it or something that it uses again, its new class has the next letter behind the number, and its variable starts empty.
 * Here the value is carried over, if its type is the same, and what the classes use is read from their constants.
 */
final class SnippetClasses {
    private static final Pattern CLASS = Pattern.compile("REPL[./]\\$JShell\\$(\\d+)([A-Z]*)");

    /** The variable {@code name} computed anew under another name, to be put in its place if it is of the same type. */
    static final class Again {
        final String name;
        final String hidden;
        boolean fits = true;
        boolean unnamed;
        boolean done;

        Again(String name, String hidden) {
            this.name = name;
            this.hidden = hidden;
        }
    }

    /** The newest class of a snippet, by the snippet's number. */
    private final Map<String, Class<?>> newest = new HashMap<>();
    /** The labels of the classes that a class uses, by its label: number and letters. */
    private final Map<String, Set<String>> uses = new HashMap<>();
    /** The class that holds a variable, and the label of the class that computed its value. */
    private final Map<String, Class<?>> homes = new HashMap<>();

    private final Map<String, String> makers = new HashMap<>();
    private final Set<String> empty = new LinkedHashSet<>();
    private boolean replaced;
    private Again again;
    private String kept;
    private String lastRun = "";

    /** Notes classes that were just loaded. */
    void add(ClassBytecodes[] loaded, Function<String, Class<?>> find) {
        for (ClassBytecodes each : loaded) {
            Matcher name = CLASS.matcher(each.name());
            if (!name.lookingAt()) continue;
            String constants = new String(each.bytecodes(), StandardCharsets.ISO_8859_1);
            Set<String> used = uses.computeIfAbsent(name.group(1) + name.group(2), l -> new HashSet<>());
            CLASS.matcher(constants).results().map(SnippetClasses::label).forEach(used::add);
            if (name.end() == each.name().length()) add(name.group(1), find.apply(each.name()));
        }
    }

    private void add(String number, Class<?> type) {
        Class<?> old = newest.put(number, type);
        replaced |= old != null;
        for (Field field : variables(type)) {
            String name = field.getName();
            homes.put(name, type);
            if (old == null || !copy(old, name, type, name)) empty.add(name);
        }
    }

    /** Whether the value got from one variable to the other, as both are of the same type. */
    private static boolean copy(Class<?> from, String old, Class<?> to, String name) {
        try {
            Field source = variable(from, old), target = variable(to, name);
            if (!sameType(source, target)) return false;
            target.set(null, source.get(null));
            return true;
        } catch (ReflectiveOperationException | LinkageError e) {
            return false;
        }
    }

    private static Field variable(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    private static boolean sameType(Field a, Field b) {
        return a.getType() == b.getType()
                && a.getGenericType().getTypeName().equals(b.getGenericType().getTypeName());
    }

    private static List<Field> variables(Class<?> type) {
        return Stream.of(type.getDeclaredFields())
                .filter(f -> Modifier.isStatic(f.getModifiers()) && !f.isSynthetic())
                .toList();
    }

    /** From here on a variable is computed again under a hidden name; null ends it. What was there before comes back. */
    Again computeAgain(Again next) {
        Again before = again;
        again = next;
        return before;
    }

    /** From here on the declaration of this variable does not compute it; null ends it. */
    void keep(String name) {
        kept = name;
    }

    /** The label of the class that ran last. */
    String lastRun() {
        return lastRun;
    }

    /** The names of the types in the snippet's class of this label. */
    Set<String> types(String label) {
        Class<?> type = newest.get(number(label));
        return type == null
                ? Set.of()
                : Stream.of(type.getDeclaredClasses()).map(Class::getSimpleName).collect(Collectors.toSet());
    }

    /** Whether the snippet of this class is to be run. */
    boolean runs(Class<?> type) {
        lastRun = label(type);
        for (Field field : variables(type)) {
            if (field.getName().equals(kept)) return false;
            if (again == null || !field.getName().equals(again.hidden)) continue;
            Class<?> home = homes.get(again.name);
            again.fits = home != null
                    && variables(home).stream().anyMatch(f -> f.getName().equals(again.name) && sameType(f, field));
            // A type without a name, such as an anonymous class, cannot be declared without its source.
            again.unnamed = label(field.getType()).equals(label(type));
            return !again.unnamed;
        }
        return true;
    }

    /** Notes that the snippet of this class ran to its end. */
    void ran(Class<?> type) {
        for (Field field : variables(type)) {
            String name = field.getName();
            empty.remove(name);
            if (again != null && name.equals(again.hidden)) {
                again.done = true;
                if (again.fits) move(again);
            }
            makers.put(name, label(type));
        }
    }

    /** Gives the variable the value that was computed under the hidden name. */
    void move(Again again) {
        Class<?> computed = homes.get(again.hidden);
        copy(computed, again.hidden, homes.get(again.name), again.name);
        empty.remove(again.name);
        makers.put(again.name, label(computed));
    }

    /** The variables that were declared and have no value, neither a computed one nor that of before; they are then forgotten. */
    Set<String> takeEmpty() {
        Set<String> taken = new LinkedHashSet<>(empty);
        empty.clear();
        return taken;
    }

    /** Whether a class took the place of another, or was given up, since this was last asked. */
    boolean takeReplaced() {
        boolean taken = replaced;
        replaced = false;
        return taken;
    }

    /** Gives up a variable: no class may take over its value, and code that reads it is outdated. */
    void drop(String name) {
        Class<?> home = homes.get(name);
        if (home != null) newest.remove(number(label(home)));
        replaced = true;
        forget(name);
    }

    /** Forgets a variable. */
    void forget(String name) {
        homes.remove(name);
        makers.remove(name);
        empty.remove(name);
    }

    Set<String> variables() {
        return homes.keySet();
    }

    Object value(String name) {
        try {
            return variable(homes.get(name), name).get(null);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return null;
        }
    }

    /** The numbers of the snippets that declare this name. */
    Set<String> numbers(String name) {
        Set<String> numbers = new HashSet<>();
        newest.forEach((number, type) -> {
            boolean declares = homes.get(name) == type
                    || Stream.of(type.getDeclaredMethods())
                            .anyMatch(m -> m.getName().equals(name))
                    || Stream.of(type.getDeclaredClasses())
                            .anyMatch(c -> c.getSimpleName().equals(name));
            if (declares) numbers.add(number);
        });
        return numbers;
    }

    /** The numbers of the snippets that were used when this variable got its value. */
    Set<String> madeOf(String variable) {
        String maker = makers.get(variable);
        Class<?> home = homes.get(variable);
        String own = home == null ? "" : number(label(home));
        return uses.getOrDefault(maker == null ? "" : maker, Set.of()).stream()
                .map(SnippetClasses::number)
                .filter(n -> !n.equals(own))
                .collect(Collectors.toSet());
    }

    /** The labels of classes whose place another has taken, and of code that uses them; to read a variable is not to use its source. */
    Set<String> outdated() {
        Set<String> current =
                newest.values().stream().map(SnippetClasses::label).collect(Collectors.toSet());
        Set<String> held = homes.values().stream().map(SnippetClasses::label).collect(Collectors.toSet());
        Set<String> outdated = new HashSet<>(uses.keySet());
        outdated.removeAll(current);
        Set<String> found = new HashSet<>(outdated);
        while (!found.isEmpty()) {
            Set<String> users = new HashSet<>(), last = found;
            uses.forEach((label, used) -> {
                if (!outdated.contains(label) && !Collections.disjoint(used, last)) users.add(label);
            });
            outdated.addAll(users);
            users.removeAll(held);
            found = users;
        }
        return outdated;
    }

    /** The label of the snippet's class in which this class lies; empty for a class of a library. */
    static String label(Class<?> type) {
        Matcher name = CLASS.matcher(type.getName());
        return name.lookingAt() ? label(name) : "";
    }

    private static String label(MatchResult name) {
        return name.group(1) + name.group(2);
    }

    private static String number(String label) {
        return label.replaceAll("[A-Z]", "");
    }
}
