package dpgnn.privacy;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.base.Rounded;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An epsilon, with everything needed to interpret it.
 *
 * @param accountant the accountant or formula that gave the epsilon
 * @param terms what is taken as public or given, what is not covered, and, for a verdict other than SOUND, what is missing
 */
public record Guarantee(
        double epsilon,
        double delta,
        Unit unit,
        Relation relation,
        Verdict verdict,
        String accountant,
        GuaranteeTerms terms)
        implements Described {

    public Guarantee {
        Check.atLeast("epsilon", epsilon, 0);
        Check.open("delta", delta, 0, 1);
        if (unit == null || relation == null || verdict == null || accountant == null || terms == null)
            throw new IllegalArgumentException("unit, relation, verdict, accountant and terms must be given, were "
                    + unit + ", " + relation + ", " + verdict + ", " + accountant + " and " + terms);
        if (verdict.hasTheorem() && Double.isInfinite(epsilon))
            throw new IllegalArgumentException("a guarantee without a finite epsilon must be UNSOUND, was " + verdict);
        Check.that(
                !verdict.hasTheorem() || terms.byUser().isEmpty(),
                "the verdict where a user gives " + terms.byUser(),
                Verdict.GIVEN.toString(),
                verdict);
    }

    /** A guarantee of this unit against this change, once an accountant has given its epsilon. */
    public static Neighbours of(Unit unit, Relation relation) {
        return new Neighbours(Check.given("unit", unit), Check.given("relation", relation));
    }

    /** What may differ in two data sets whose results are compared. */
    public record Neighbours(Unit unit, Relation relation) {
        /** The guarantee whose epsilon this accountant or formula gave; where a user gives a part, it is GIVEN at best. */
        public Guarantee by(String accountant, double epsilon, double delta, Verdict verdict, GuaranteeTerms terms) {
            boolean given = verdict.hasTheorem() && !terms.byUser().isEmpty();
            return new Guarantee(epsilon, delta, unit, relation, given ? Verdict.GIVEN : verdict, accountant, terms);
        }

        /** With remarks alone for terms. */
        public Guarantee by(String accountant, double epsilon, double delta, Verdict verdict, List<String> remarks) {
            return by(accountant, epsilon, delta, verdict, GuaranteeTerms.of(remarks));
        }
    }

    /** Returns the same epsilon on other terms, with the verdict that follows from them. */
    public Guarantee with(Verdict other, GuaranteeTerms otherTerms) {
        return of(unit, relation).by(accountant, epsilon, delta, other, otherTerms);
    }

    /**
     * The guarantee as text that does not need this program to be understood: first {@link #summary}, then its terms, a line for
     * each kind.
     */
    public String statement() {
        StringBuilder text = new StringBuilder(summary());
        terms.lines().forEach(line -> text.append('\n').append(line));
        return text.toString();
    }

    /** Two lines: epsilon, delta, unit and relation, then the verdict. */
    public String summary() {
        String first = Double.isInfinite(epsilon)
                ? "Nothing bounds what the released result reveals about " + unit.words() + "."
                : String.format(
                        Locale.ROOT,
                        "(%s, %s)-differential privacy for %s, which %s: any set of results is at most e^%s times as likely"
                                + " after such a change, plus %s; %s.",
                        Rounded.up(epsilon),
                        Rounded.up(delta),
                        unit.words(),
                        relation.words(),
                        Rounded.up(epsilon),
                        Rounded.up(delta),
                        relation.meaning());
        return first + "\nVerdict " + verdict + ": " + verdict.words() + " (" + accountant + ").";
    }

    /** One sentence to quote, of some 30 words; {@link #statement} says what it rests on. */
    public String cite() {
        String what = "ifferential privacy for " + unit.words();
        String verdictToo = "verdict " + verdict + ", " + verdict.words() + "; accounted by " + accountant + ".";
        return verdict == Verdict.UNSOUND || Double.isInfinite(epsilon)
                ? "No d" + what + ": " + verdictToo
                : "(" + Rounded.up(epsilon) + ", " + Rounded.up(delta) + ")-d" + what + ", which " + relation.words()
                        + "; " + verdictToo;
    }

    /** "SOUND: (3.95, 1e-4)-differential privacy for one node with all its edges, which takes part or not." */
    @Override
    public String headline() {
        String what = unit.words() + ", which " + relation.words() + ".";
        return verdict + ": "
                + (Double.isInfinite(epsilon)
                        ? "nothing bounds what is revealed about " + what
                        : "(" + Rounded.up(epsilon) + ", " + Rounded.up(delta) + ")-differential privacy for " + what);
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("epsilon", Double.isInfinite(epsilon) ? "nothing bounds it" : Rounded.up(epsilon));
        rows.put("delta", Rounded.up(delta));
        rows.put("protects", unit.words() + ", which " + relation.words());
        rows.put("verdict", verdict + ": " + verdict.words());
        rows.put("accountant", accountant);
        if (!terms.byUser().isEmpty()) rows.put("given by the user", terms.byUser());
        rows.put("assumed", terms.published());
        rows.put("derived from it", terms.derived());
        rows.put("taken as given", terms.given());
        rows.put("not covered", terms.uncovered());
        rows.put("remarks", terms.remarks());
        return rows;
    }
}
