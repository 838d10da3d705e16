package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.util.function.DoubleUnaryOperator;

/**
 * The most that an attacker may achieve, for a calibration to that in place of an epsilon.
 *
 * <p><b>Guarantee.</b> {@link #best} is at least what any test achieves, by whatever the accountant proves of the event: each
 * (epsilon, delta) is a line below the trade-off curve, and the best of some lines is taken.
 *
 * <p>Proof: docs/proofs.md, lemma 54.
 */
public final class AttackLimit {
    /** Halvings of the search for the best line: what is left of it is seen in no third digit. */
    private static final int LOOKS = 18;

    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final double UP = 1 + 1e-14;

    private final double alarms;
    private final double most;

    private AttackLimit(double alarms, double most) {
        this.alarms = alarms;
        this.most = most;
    }

    /** No test finds members more often than it raises false alarms, but for this much. */
    public static AttackLimit advantage(double most) {
        return new AttackLimit(Double.NaN, Check.open("advantage", most, 0, 1));
    }

    /** A test with this share of false alarms misses at least this share of members; together they are below 1. */
    public static AttackLimit errors(double alarms, double misses) {
        Check.open("alarms", alarms, 0, 1);
        Check.open("misses", misses, 0, 1);
        Check.that(alarms + misses < 1, "alarms and misses", "below 1 together, as a coin has 1", alarms + misses);
        return new AttackLimit(alarms, 1 - misses);
    }

    /** The most that is allowed: an advantage, or a share of members that are found. */
    public double most() {
        return most;
    }

    /** What the best attacker achieves against an event, at most. */
    public double best(Accountant accountant, Event event) {
        if (Double.isNaN(alarms)) return accountant.delta(event, 0);
        // the line that touches the curve is steep where alarms are fewer than misses
        boolean steep = alarms <= 1 - most;
        DoubleUnaryOperator found = epsilon -> {
            double delta = accountant.delta(event, epsilon), factor = Math.exp(epsilon);
            return (steep ? delta + factor * alarms : 1 - (1 - delta - alarms) / factor) * UP;
        };
        double low = 0, high = -Math.log(steep ? alarms : 1 - most);
        double left = high - GOLDEN * high, right = GOLDEN * high;
        double atLeft = found.applyAsDouble(left), atRight = found.applyAsDouble(right);
        double least = Math.min(1, Math.min(found.applyAsDouble(0), Math.min(atLeft, atRight)));
        for (int i = 0; i < LOOKS; i++) {
            if (atLeft <= atRight) {
                high = right;
                right = left;
                atRight = atLeft;
                left = high - GOLDEN * (high - low);
                atLeft = found.applyAsDouble(left);
            } else {
                low = left;
                left = right;
                atLeft = atRight;
                right = low + GOLDEN * (high - low);
                atRight = found.applyAsDouble(right);
            }
            least = Math.min(least, Math.min(atLeft, atRight));
        }
        return least;
    }

    @Override
    public String toString() {
        return Double.isNaN(alarms) ? "advantage " + most : "misses of " + (1 - most) + " at false alarms of " + alarms;
    }
}
