package dpgnn.base;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as sentences show them: four digits, and an exponent below a thousandth. Files and certificates keep every digit. */
public final class Rounded {
    private static final int DIGITS = 4;

    private Rounded() {}

    /** Never below the value, for what bounds a guarantee. */
    public static String up(double value) {
        return text(value, RoundingMode.CEILING);
    }

    /** Never above it, for a lower bound. */
    public static String down(double value) {
        return text(value, RoundingMode.FLOOR);
    }

    /** To the nearest, for all other numbers. */
    public static String near(double value) {
        return text(value, RoundingMode.HALF_EVEN);
    }

    private static String text(double value, RoundingMode mode) {
        if (Double.isNaN(value)) return "not a number";
        if (Double.isInfinite(value)) return value > 0 ? "infinite" : "minus infinite";
        BigDecimal exact = new BigDecimal(Double.toString(value));
        int whole = exact.precision() - exact.scale();
        BigDecimal rounded =
                exact.round(new MathContext(Math.max(DIGITS, whole), mode)).stripTrailingZeros();
        if (rounded.signum() == 0 || rounded.abs().compareTo(new BigDecimal("0.001")) >= 0)
            return rounded.toPlainString();
        int exponent = rounded.precision() - rounded.scale() - 1;
        return rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
    }
}
