package dpgnn.train;

import dpgnn.base.Sha256;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parameters of one run: names and values. Asking for a name that is not there is an error that lists the names, so that
 * a misspelt parameter never silently takes a default.
 *
 * @param experiment the name of the experiment that the run belongs to
 * @param parameters name to value; a value is a String, a Long, a Double or a Boolean
 */
public record Setting(String experiment, SortedMap<String, Object> parameters) implements Experiment<Setting> {
    public Setting {
        TreeMap<String, Object> copy = new TreeMap<>();
        parameters.forEach((name, value) -> copy.put(name, plain(name, value)));
        parameters = Collections.unmodifiableSortedMap(copy);
    }

    public static Setting of(String experiment, Map<String, ?> parameters) {
        Objects.requireNonNull(experiment, "experiment must be given, was null");
        Objects.requireNonNull(parameters, "parameters must be given, was null");
        return new Setting(experiment, new TreeMap<>(parameters));
    }

    /** The parameters of an experiment, as the names and values of its components. */
    public static Setting of(Experiment<?> experiment) {
        return experiment instanceof Setting setting
                ? setting
                : new Setting(experiment.experiment(), RecordFields.values(experiment));
    }

    @Override
    public long seed() {
        return whole("seed");
    }

    /** The same with another value of a parameter, or a further one. */
    public Setting with(String name, Object value) {
        TreeMap<String, Object> all = new TreeMap<>(parameters);
        all.put(name, value);
        return new Setting(experiment, all);
    }

    public String text(String name) {
        return String.valueOf(value(name));
    }

    public double number(String name) {
        if (value(name) instanceof Number number) return number.doubleValue();
        throw wrong(name, "a number");
    }

    /** The same for a parameter that may be left out. */
    public double number(String name, double otherwise) {
        return parameters.containsKey(name) ? number(name) : otherwise;
    }

    public int integer(String name) {
        if (value(name) instanceof Long whole) return Math.toIntExact(whole);
        throw wrong(name, "a whole number");
    }

    public long whole(String name) {
        if (value(name) instanceof Long whole) return whole;
        throw wrong(name, "a whole number");
    }

    public boolean flag(String name) {
        if (value(name) instanceof Boolean flag) return flag;
        throw wrong(name, "true or false");
    }

    /** Sixteen hexadecimal digits that name the run's file: a hash of the experiment and every parameter. */
    public String hash() {
        StringBuilder canonical = new StringBuilder(experiment);
        parameters.forEach((name, value) -> canonical
                .append('\n')
                .append(name)
                .append('=')
                .append(value.getClass().getSimpleName())
                .append(':')
                .append(value));
        return Sha256.of(canonical.toString()).substring(0, 16);
    }

    private Object value(String name) {
        Object value = parameters.get(name);
        if (value == null)
            throw new IllegalArgumentException("unknown parameter \"" + name + "\"; there are " + parameters.keySet());
        return value;
    }

    private IllegalArgumentException wrong(String name, String right) {
        return new IllegalArgumentException(
                "parameter \"" + name + "\" must be " + right + ", was " + parameters.get(name));
    }

    private static Object plain(String name, Object value) {
        if (value instanceof Integer || value instanceof Long || value instanceof Short)
            return ((Number) value).longValue();
        if (value instanceof Float || value instanceof Double) return ((Number) value).doubleValue();
        if (value instanceof Boolean || value instanceof String) return value;
        if (value instanceof Enum<?> constant) return constant.toString();
        if (value instanceof Experiment.Value own) return plain(name, own.plain());
        throw new IllegalArgumentException(
                "parameter \"" + name + "\" must be a text, a number, true or false, was " + value);
    }
}
