package dpgnn.base;

import java.util.List;
import java.util.function.Supplier;

/**
 * Refuses bad arguments with an error that names the argument, what it must be and what it was. Every package checks its
 * arguments, even those that know nothing of randomness or graphs, so this class is in the one package that all may use and
 * that uses none.
 */
public final class Check {
    private Check() {}

    public static int atLeast(String name, int value, int least) {
        if (value < least) throw wrong(name, "at least " + least, value);
        return value;
    }

    public static long atLeast(String name, long value, long least) {
        if (value < least) throw wrong(name, "at least " + least, value);
        return value;
    }

    /** Infinity passes, NaN does not. */
    public static double atLeast(String name, double value, double least) {
        if (!(value >= least)) throw wrong(name, "at least " + plain(least), value);
        return value;
    }

    /** Above zero and finite. */
    public static double positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) throw wrong(name, "positive and finite", value);
        return value;
    }

    /** One of the whole numbers from the least to the most. */
    public static int within(String name, int value, int least, int most) {
        return (int) within(name, (long) value, least, most);
    }

    public static long within(String name, long value, long least, long most) {
        if (value < least || value > most) throw wrong(name, "in " + least + ".." + most, value);
        return value;
    }

    /** In [low, high]. */
    public static double closed(String name, double value, double low, double high) {
        if (!(value >= low && value <= high)) throw wrong(name, "in [" + plain(low) + ", " + plain(high) + "]", value);
        return value;
    }

    /** In (low, high). */
    public static double open(String name, double value, double low, double high) {
        if (!(value > low && value < high)) throw wrong(name, "in (" + plain(low) + ", " + plain(high) + ")", value);
        return value;
    }

    /** In (low, high]. */
    public static double leftOpen(String name, double value, double low, double high) {
        if (!(value > low && value <= high)) throw wrong(name, "in (" + plain(low) + ", " + plain(high) + "]", value);
        return value;
    }

    /** In [low, high). */
    public static double rightOpen(String name, double value, double low, double high) {
        if (!(value >= low && value < high)) throw wrong(name, "in [" + plain(low) + ", " + plain(high) + ")", value);
        return value;
    }

    /** For what none of the others says; not for loops, since the text is made in any case. */
    public static void that(boolean right, String name, String wanted, Object value) {
        if (!right) throw wrong(name, wanted, value);
    }

    public static <T> T given(String name, T value) {
        if (value == null) throw wrong(name, "given", null);
        return value;
    }

    /** A copy of a list in which nothing is null. */
    public static <T> List<T> all(String name, List<T> values) {
        given(name, values);
        for (int i = 0; i < values.size(); i++)
            if (values.get(i) == null) throw wrong(name + " " + i + ", counted from 0,", "given", null);
        return List.copyOf(values);
    }

    /**
     * What was computed, at the border of what computes it: a number from 0 to the most, and nothing else leaves.
     *
     * @throws IllegalStateException where it is none, as NaN is
     */
    public static double answer(double found, double most, Supplier<String> what) {
        if (found >= 0 && found <= most) return found;
        throw new IllegalStateException(what.get() + " came out as " + found + ", which no number in [0, " + plain(most)
                + "] is: that is a defect, and nothing is proved by it");
    }

    private static IllegalArgumentException wrong(String name, String wanted, Object value) {
        return new IllegalArgumentException(name + " must be " + wanted + ", was " + value);
    }

    /** Whole numbers without a fraction. */
    private static String plain(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e9
                ? Long.toString((long) bound)
                : Double.toString(bound);
    }
}
