package dpgnn.train;

import dpgnn.base.Check;
import dpgnn.base.RecordFields;
import dpgnn.base.Sha256;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parameters of one run, as they appear in its record and its file name. To ask for a run, use an {@link Experiment}; the
 * setting follows from it.
 *
 * @param experiment the name of the experiment that the run belongs to
 * @param parameters name to value; a value is a String, a Long, a Double or a Boolean
 */
public record Setting(String experiment, SortedMap<String, Object> parameters) {
    public Setting {
        TreeMap<String, Object> copy = new TreeMap<>();
        parameters.forEach((name, value) -> copy.put(name, plain(name, value)));
        parameters = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * The names and values of an experiment's components; one that is null is left out, a map stands for its entries, and a part for its components. On a GPU, whose last bits are its own, also
     * the device.
     */
    public static Setting of(Experiment<?> experiment) {
        Check.given("experiment", experiment);
        SortedMap<String, Object> all = new TreeMap<>();
        read(experiment, all);
        Training.nameDevice(all);
        return new Setting(experiment.experiment(), all);
    }

    private static void read(Object record, SortedMap<String, Object> all) {
        RecordFields.values(record).forEach((component, value) -> {
            Experiment.Named named = component.getAnnotation(Experiment.Named.class);
            if (value instanceof RecordFields.Part part) read(part, all);
            else if (value instanceof Map<?, ?> many) many.forEach((name, of) -> all.put((String) name, of));
            else if (value != null && (named == null || !named.value().isEmpty()))
                all.put(named == null ? component.getName() : named.value(), value);
        });
    }

    /** This setting without the seed. */
    public Setting withoutSeed() {
        TreeMap<String, Object> others = new TreeMap<>(parameters);
        others.remove("seed");
        return new Setting(experiment, others);
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
