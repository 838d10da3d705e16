package dpgnn.privacy;

import java.util.List;
import java.util.Locale;

/**
 * An epsilon with everything that it means.
 *
 * @param accountant the accountant or formula that gave it
 * @param assumptions what is taken as public or true, and for a verdict other than SOUND what is missing; full sentences
 */
public record Guarantee(
        double epsilon,
        double delta,
        Unit unit,
        Relation relation,
        Verdict verdict,
        String accountant,
        List<String> assumptions) {

    public Guarantee {
        if (!(epsilon >= 0)) throw new IllegalArgumentException("epsilon must be at least 0, was " + epsilon);
        if (!(delta > 0 && delta < 1)) throw new IllegalArgumentException("delta must be in (0, 1), was " + delta);
        if (unit == null || relation == null || verdict == null || accountant == null)
            throw new IllegalArgumentException("unit, relation, verdict and accountant must be given");
        assumptions = List.copyOf(assumptions);
    }

    /** The guarantee as sentences that do not need this program to be understood. */
    public String statement() {
        String odds = Double.isInfinite(epsilon)
                ? "Nothing bounds what the released result reveals about "
                : String.format(
                        Locale.ROOT,
                        "(%s, %s)-differential privacy: for every set of possible results, the probability that the released"
                                + " result lies in it is at most e^%s times what it is after a change of the protected unit, plus"
                                + " %s; ",
                        up(epsilon),
                        delta,
                        up(epsilon),
                        delta);
        String what = Double.isInfinite(epsilon)
                ? unit.words() + "."
                : "the unit is " + unit.words() + ", and a change means that it " + relation.words() + ".";
        String standing =
                switch (verdict) {
                    case SOUND -> " This is proved, by " + accountant + ".";
                    case CLAIMED -> " This is claimed, by " + accountant + "; it is not proved.";
                    case UNSOUND -> " This does not hold for what ran (" + accountant + ").";
                };
        return odds + what + standing + (assumptions.isEmpty() ? "" : " " + String.join(" ", assumptions));
    }

    /** Four decimals, rounded up: a printed epsilon is never smaller than the computed one. */
    private static String up(double epsilon) {
        return new java.math.BigDecimal(Double.toString(epsilon))
                .setScale(4, java.math.RoundingMode.CEILING)
                .stripTrailingZeros()
                .toPlainString();
    }
}
