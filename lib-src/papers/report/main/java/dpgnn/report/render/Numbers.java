package dpgnn.report.render;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Writes numbers as text, the same on every machine: no locale plays a part, and equal values have equal texts. */
public final class Numbers {
    private Numbers() {}

    /** A fixed number of decimals. */
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) return special(value);
        String text = BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .toPlainString();
        return isNegativeZero(text) ? text.substring(1) : text;
    }

    /** At most this many significant digits, no trailing zeros; powers of ten where plain digits would be long. */
    public static String significant(double value, int digits) {
        if (!Double.isFinite(value)) return special(value);
        if (value == 0) return "0";
        BigDecimal rounded = BigDecimal.valueOf(value)
                .round(new MathContext(digits, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent <= 6) return rounded.toPlainString();
        String mantissa = rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return mantissa + "e" + exponent;
    }

    /** A mean and its deviation, which has two significant digits, to the same place: "0.355 ± 0.050". NaN for no deviation. */
    public static String plusMinus(double mean, double deviation) {
        if (!Double.isFinite(deviation) || !Double.isFinite(mean)) return significant(mean, 4);
        if (deviation == 0) return significant(mean, 4) + " ± 0";
        BigDecimal spread = BigDecimal.valueOf(deviation).round(new MathContext(2, RoundingMode.HALF_EVEN));
        int decimals = Math.max(0, spread.scale() - spread.precision() + 2);
        return fixed(mean, decimals) + " ± " + fixed(deviation, decimals);
    }

    /** For coordinates: three decimals at most, so that a picture stays small and byte by byte the same. */
    static String coordinate(double value) {
        String text = fixed(value, 3);
        int end = text.length();
        while (text.charAt(end - 1) == '0') end--;
        if (text.charAt(end - 1) == '.') end--;
        return text.substring(0, end);
    }

    /** All the digits that it takes to read the same number back; an integer value of a double keeps its short form. */
    public static String exact(Number value) {
        if (value instanceof Double || value instanceof Float) {
            double d = value.doubleValue();
            if (d == Math.rint(d) && Math.abs(d) < 1e15) return Long.toString((long) d);
        }
        return value.toString();
    }

    private static String special(double value) {
        if (Double.isNaN(value)) return "NaN";
        return value > 0 ? "∞" : "−∞";
    }

    private static boolean isNegativeZero(String text) {
        return text.startsWith("-") && text.chars().skip(1).allMatch(c -> c == '0' || c == '.');
    }
}
