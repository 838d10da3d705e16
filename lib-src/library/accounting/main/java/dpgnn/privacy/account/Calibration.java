package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.ToDoubleFunction;

/**
 * Finds the least noise, the most steps or the least delta that meets a target guarantee, with any {@link Accountant}.
 *
 * <p><b>Guarantee.</b> The returned value was itself accounted for and meets the target: it is the safe end of the last
 * bracket, never a value in between.
 *
 * <p>Proof: docs/proofs.md, lemma 46.
 *
 * @param accountant proves the epsilon
 * @param tolerance the returned multiplier (or delta) is at most this much, relatively, above the least one that the accountant
 *     accepts
 */
public record Calibration(Accountant accountant, double tolerance) {
    /** A tenth of a thousandth: far below what rounding a printed noise level costs. */
    public static final double DEFAULT_TOLERANCE = 1e-4;

    private static final double SMALLEST = 1e-3;
    private static final double LARGEST = 1e9;
    private static final double MOST_AT_START = 4096;

    public Calibration {
        Check.given("accountant", accountant);
        if (!(tolerance >= 1e-9 && tolerance <= 0.5))
            throw new IllegalArgumentException("tolerance must be in [1e-9, 0.5], was " + tolerance);
    }

    public static Calibration of(Accountant accountant) {
        return new Calibration(accountant, DEFAULT_TOLERANCE);
    }

    public static Calibration of(Accountant accountant, double tolerance) {
        return new Calibration(accountant, tolerance);
    }

    /**
     * The least noise multiplier whose event has at most this epsilon at this delta.
     *
     * @param family the event for a multiplier; more noise must not raise epsilon
     */
    public double multiplier(DoubleFunction<? extends Event> family, double epsilon, double delta) {
        Check.given("family", family);
        Check.positive("epsilon", epsilon);
        return multiplier(
                family,
                accountant.guide(epsilon, delta),
                event -> accountant.epsilon(event, delta),
                epsilon,
                "epsilon " + epsilon + " at delta " + delta);
    }

    /**
     * The least noise multiplier under which no attacker does better than this.
     *
     * @param family the event for a multiplier; more noise must not help an attacker
     */
    public double multiplier(DoubleFunction<? extends Event> family, AttackLimit limit) {
        Check.given("family", family);
        Check.given("limit", limit);
        ToDoubleFunction<Event> best = event -> limit.best(accountant, event);
        return multiplier(family, best, best, limit.most(), limit.toString());
    }

    private double multiplier(
            DoubleFunction<? extends Event> family,
            ToDoubleFunction<Event> guide,
            ToDoubleFunction<Event> full,
            double most,
            String wanted) {
        Check.given("family", family);
        Target asked = m -> Check.answer(
                guide.applyAsDouble(family.apply(m)) / most,
                Double.POSITIVE_INFINITY,
                () -> "a guess on the way to " + wanted);
        double safe = 1, value, unsafe, unsafeValue;
        IllegalArgumentException refused = null;
        while (true)
            try {
                value = asked.at(safe);
                break;
            } catch (IllegalArgumentException e) {
                // An accountant may refuse an event with little noise, as too much work, and take one with more.
                if (refused == null) refused = e;
                safe *= 8;
                if (safe > MOST_AT_START) throw refused;
            }
        double taken = safe;
        // From here on the refusal of less noise says that it is too little.
        Target target = m -> {
            try {
                return asked.at(m);
            } catch (IllegalArgumentException e) {
                if (m >= taken) throw e;
                return Double.POSITIVE_INFINITY;
            }
        };
        if (value <= 1) {
            unsafe = safe;
            unsafeValue = value;
            while (unsafeValue <= 1) {
                safe = unsafe;
                value = unsafeValue;
                if (safe < SMALLEST) return safe;
                unsafe = safe / 2;
                unsafeValue = target.at(unsafe);
            }
        } else {
            do {
                unsafe = safe;
                unsafeValue = value;
                // far from the target epsilon falls at least like 1/multiplier
                safe = safe * Math.min(8, Math.max(1.5, Double.isInfinite(value) ? 8 : 1.02 * value));
                value = target.at(safe);
                if (safe > LARGEST)
                    throw new IllegalArgumentException("no multiplier up to " + LARGEST + " reaches " + wanted
                            + "; the least value found was " + value * most);
            } while (value > 1);
        }
        safe = narrow(target, unsafe, unsafeValue, safe, value);
        // the search was only guided; what is returned keeps the target when it is accounted for in full
        for (double found; (found = full.applyAsDouble(family.apply(safe))) > most; )
            safe = raised(target, safe, found / most);
        return safe;
    }

    /** More noise, by how fast the guide says that epsilon falls, and a little more, since a full answer may be less smooth. */
    private double raised(Target target, double multiplier, double over) {
        double most = Math.max(1 + tolerance / 2, over);
        double fall = Math.log(target.at(multiplier) / target.at(multiplier * most)) / Math.log(most);
        return multiplier * (fall > 1 ? Math.min(most, Math.pow(over, 1 / fall) * (1 + 3 * tolerance)) : most);
    }

    private interface Target {
        double at(double x);
    }

    /** Regula falsi on logarithms, kept away from the ends so that both move. */
    private double narrow(Target target, double unsafe, double unsafeValue, double safe, double safeValue) {
        for (int i = 0; i < 200 && safe / unsafe > 1 + tolerance; i++) {
            double low = Math.log(unsafe), high = Math.log(safe), span = high - low;
            double share = 0.5;
            if (safeValue > 0 && !Double.isInfinite(unsafeValue) && i % 4 != 3)
                share = Math.log(unsafeValue) / (Math.log(unsafeValue) - Math.log(safeValue));
            // overshoot a little to the safe side: then the next point closes the bracket from the other side
            double nudge = Math.min(0.25, 0.4 * tolerance / span);
            share = share < 0.5 || i % 2 == 0 ? share + nudge : share - nudge;
            share = Math.min(
                    1 - 0.4 * Math.min(1, tolerance / span), Math.max(0.4 * Math.min(1, tolerance / span), share));
            double next = Math.exp(low + share * span), value = target.at(next);
            if (value <= 1) {
                safe = next;
                safeValue = value;
            } else {
                unsafe = next;
                unsafeValue = value;
            }
        }
        return safe;
    }

    /** The most steps, at most {@code limit}, whose event has at most this epsilon at this delta; 0 if even one has more. */
    public long steps(LongFunction<? extends Event> family, double epsilon, double delta, long limit) {
        Check.given("family", family);
        Check.positive("epsilon", epsilon);
        Check.atLeast("limit", limit, 1);
        ToDoubleFunction<Event> guide = accountant.guide(epsilon, delta);
        long safe = most(0, 1, limit, t -> guide.applyAsDouble(family.apply(t)) <= epsilon);
        // the search was only guided; the way back from there is short
        long kept = safe, back = 1;
        while (kept > 0 && accountant.epsilon(family.apply(kept), delta) > epsilon) {
            safe = kept - 1;
            kept = Math.max(0, kept - back);
            back *= 2;
        }
        return kept == safe
                ? kept
                : most(kept, safe - kept, safe, t -> accountant.epsilon(family.apply(t), delta) <= epsilon);
    }

    /** The largest number that is accepted, from one that is, doubling the stride and then halving the bracket. */
    private static long most(long accepted, long stride, long limit, LongPredicate accepts) {
        long safe = accepted, unsafe = Math.min(limit, safe + stride);
        while (accepts.test(unsafe)) {
            safe = unsafe;
            if (safe == limit) return limit;
            unsafe = safe > limit / 2 ? limit : 2 * safe;
        }
        while (unsafe - safe > 1) {
            long middle = safe + (unsafe - safe) / 2;
            if (accepts.test(middle)) safe = middle;
            else unsafe = middle;
        }
        return safe;
    }

    /** The most repetitions of one step, at most a million, within this budget. */
    public long steps(Event step, double epsilon, double delta) {
        return steps(t -> new Event.Repeated(step, t), epsilon, delta, 1_000_000);
    }

    /** The least delta that the accountant proves for this epsilon. */
    public double delta(Event event, double epsilon) {
        return accountant.delta(event, epsilon);
    }
}
