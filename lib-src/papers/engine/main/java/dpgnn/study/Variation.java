package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.train.Experiment;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run of a grid that a notebook lays out: parameters by names of its own.
 *
 * @param experiment the name of the runs
 */
public record Variation(@Experiment.Named("") String experiment, SortedMap<String, Object> values, long seed)
        implements Experiment<Variation> {
    public Variation {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(Check.given("values", values)));
    }

    /** This variation with another value of one parameter. */
    public Variation with(String parameter, Object value) {
        Check.that(
                parameter != null && !parameter.isBlank() && !parameter.equals("seed"),
                "parameter",
                "a name; seeds have a method of their own, seeds(3)",
                parameter);
        Object plain = Check.given(parameter, value) instanceof Integer i ? (Object) i.longValue() : value;
        boolean simple =
                plain instanceof Long || plain instanceof Double || plain instanceof Boolean || plain instanceof String;
        Check.that(simple, parameter, "a text, a number, true or false", value);
        TreeMap<String, Object> all = new TreeMap<>(values);
        all.put(parameter, plain);
        return new Variation(experiment, all, seed);
    }

    /** This variation without a parameter. */
    public Variation without(String parameter) {
        TreeMap<String, Object> others = new TreeMap<>(values);
        others.remove(parameter);
        return new Variation(experiment, others, seed);
    }

    public Object value(String parameter) {
        Object value = values.get(parameter);
        if (value == null)
            throw new IllegalArgumentException(
                    "no parameter is called \"" + parameter + "\"; there are " + values.keySet() + " and the seed");
        return value;
    }

    /** A whole number. */
    public int integer(String parameter) {
        Object value = value(parameter);
        Check.that(
                value instanceof Long whole && whole == whole.intValue(), parameter, "a whole number of an int", value);
        return ((Long) value).intValue();
    }

    /** Any number. */
    public double number(String parameter) {
        Object value = value(parameter);
        Check.that(value instanceof Number, parameter, "a number", value);
        return ((Number) value).doubleValue();
    }

    public String text(String parameter) {
        Object value = value(parameter);
        Check.that(value instanceof String, parameter, "a text", value);
        return (String) value;
    }

    public boolean flag(String parameter) {
        Object value = value(parameter);
        Check.that(value instanceof Boolean, parameter, "true or false", value);
        return (Boolean) value;
    }
}
