package dpgnn.study.paper;

import dpgnn.base.Check;
import dpgnn.report.render.Numbers;
import java.util.Arrays;
import java.util.Locale;

/**
 * How a published number is held against a found one, by docs/reproduction-rules.md. It is the only place that decides.
 *
 * @param unit of the published number; a "share" is shown in percent, and its limit is in points
 * @param limit how far the found mean, unrounded, may be off
 * @param relative whether the limit is a percentage of the published number
 */
public record ComparisonRule(String unit, Sort sort, double limit, boolean relative) {
    /** Numbers of several sorts are counted apart. */
    public enum Sort {
        TRAINING,
        SIZE,
        FORMULA,
        /** Published, and held against nothing. */
        LEFT_OUT;

        @Override
        public String toString() {
            return words(this);
        }
    }

    /** What may be said of a published number. */
    public enum Verdict {
        WITHIN,
        NOT_REPRODUCED,
        CONTRADICTED_BY_ARITHMETIC,
        NOT_RUN_FILE,
        NOT_RUN_COST;

        @Override
        public String toString() {
            return words(this).replace("not run ", "not run: ");
        }
    }

    /** As a line of a CSV has it: "share", "training", "3 points"; a limit of 0 asks for equality. */
    static ComparisonRule of(String unit, String sort, String limit) {
        Sort of = Arrays.stream(Sort.values())
                .filter(s -> s.toString().equals(sort))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "sort must be one of " + Arrays.toString(Sort.values()) + ", was '" + sort + "'"));
        if (of == Sort.LEFT_OUT) return new ComparisonRule(unit, of, 0, false);
        String amount = limit.split(" ")[0];
        if (!amount.matches("\\d+(\\.\\d+)?"))
            throw new IllegalArgumentException(
                    "limit must be a number such as '3 points', '25 %' or 0, was '" + limit + "'");
        return new ComparisonRule(unit, of, Double.parseDouble(amount), limit.endsWith("%"));
    }

    private static String words(Enum<?> of) {
        return of.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A value as tables show it. */
    public double shown(double value) {
        return unit.equals("share") ? 100 * value : value;
    }

    /** What a found value is above the published one, in points, percent, or the unit. */
    public double off(double published, double found) {
        Check.that(!relative || published != 0, "published", "other than 0, for a relative limit", published);
        return relative ? 100 * (found - published) / Math.abs(published) : shown(found) - shown(published);
    }

    Verdict verdict(double published, double found) {
        return Math.abs(off(published, found)) <= limit + 1e-9 ? Verdict.WITHIN : Verdict.NOT_REPRODUCED;
    }

    /** The unit of {@link #off}. */
    public String unitOfDifference() {
        return relative ? "%" : unit.equals("share") ? "points" : unit;
    }

    /** "within 3 points". */
    public String words() {
        if (limit == 0) return "equal";
        return ("within " + Numbers.exact(limit) + " " + unitOfDifference()).strip();
    }
}
