package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.base.Rounded;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.step.LossModels;
import java.util.function.ToDoubleFunction;

/**
 * Accounts by privacy-loss distributions, for the tightest epsilon that we can prove.
 *
 * <p><b>Guarantee.</b> Each event's pair is discretised so that its divergences can only grow ({@code LossLattice}), composed by Fourier
 * transform with all errors on the safe side ({@code Composition}), in both directions, and the larger answer is returned. The
 * worst out-degree of HeterPoisson is covered by envelopes that dominate every degree, not by a search. {@link #bounds} gives
 * a lower bound too, so that the distance to the exact value is known.
 *
 * <p>Proofs: docs/proofs.md, lemmas 3, 38 and 39.
 */
public final class PldAccountant implements Accountant {
    /** The default target for the relative distance of epsilon from the exact value. */
    public static final double DEFAULT_TOLERANCE = 2e-4;

    /** What no statement needs to speak of: half a per cent. */
    private static final double WIDE = 5e-3;

    private final double tolerance;

    private PldAccountant(double tolerance) {
        this.tolerance = tolerance;
    }

    public static PldAccountant standard() {
        return new PldAccountant(DEFAULT_TOLERANCE);
    }

    /** Makes an accountant whose epsilon aims to be within this relative distance of the exact one, always above it. */
    public static PldAccountant of(double tolerance) {
        if (!(tolerance >= 1e-7 && tolerance <= 0.1))
            throw new IllegalArgumentException("tolerance must be in [1e-7, 0.1], was " + tolerance);
        return new PldAccountant(tolerance);
    }

    /** An interval that holds the exact value. */
    public record Bounds(double lower, double upper) {
        public Bounds {
            Check.answer(upper, Double.POSITIVE_INFINITY, () -> "an upper bound");
            double most = upper;
            Check.answer(lower, most, () -> "a lower bound");
        }

        /** How far the upper bound may lie above the exact value, relatively; infinite where the lower bound is 0. */
        public double width() {
            return upper == lower ? 0 : upper / lower - 1;
        }
    }

    /** A sentence where the exact value may lie further below the answer than the tolerance says, else empty. */
    @Override
    public String remark(Event event, double delta) {
        Check.given("event", event);
        Bounds bounds = bounds(event, delta);
        return bounds.width() <= Math.max(WIDE, 2 * tolerance)
                ? ""
                : "The exact epsilon is proved to lie between " + Rounded.down(bounds.lower()) + " and "
                        + Rounded.up(bounds.upper())
                        + "; the wanted tolerance of " + Rounded.near(tolerance) + " was not shown to be met.";
    }

    @Override
    public String name() {
        return "PLD";
    }

    /** Tails are cut at shares of delta, which doubles must hold. */
    private static final double LEAST = 1e-100;

    /** Counts up whenever a change of the algorithm may change an answer. */
    private static final int VERSION = 12;

    @Override
    public String version() {
        return name() + " " + VERSION + " tolerance " + tolerance;
    }

    @Override
    public boolean supports(Event event) {
        return LossModels.refusal(Check.given("event", event)) == null;
    }

    @Override
    public double leastEpsilon(Event event, double delta) {
        return bound(PldSearch.of(Check.given("event", event), tolerance), event, delta);
    }

    @Override
    public ToDoubleFunction<Event> guide(double target, double delta) {
        checkDelta(delta);
        Check.positive("target", target);
        DegreeGuess guess = new DegreeGuess(target, delta);
        return event -> {
            PldSearch search = PldSearch.of(event, tolerance);
            return RareChange.probability(event) <= delta ? 0 : guess.epsilon(search);
        };
    }

    @Override
    public double leastDelta(Event event, double epsilon) {
        checkEpsilon(epsilon);
        Check.given("event", event);
        return PldSearch.of(event, tolerance).delta(epsilon);
    }

    /** Proved lower and upper bounds of epsilon. */
    public Bounds bounds(Event event, double delta) {
        Check.given("event", event);
        PldSearch search = PldSearch.of(event, tolerance);
        double upper = bound(search, event, delta);
        return new Bounds(upper == 0 ? 0 : Math.min(upper, search.lowerEpsilon(delta, upper)), upper);
    }

    private static double bound(PldSearch search, Event event, double delta) {
        checkDelta(delta);
        return RareChange.probability(event) <= delta ? 0 : search.epsilon(delta);
    }

    /** Proved lower and upper bounds of delta. */
    public Bounds deltaBounds(Event event, double epsilon) {
        Check.given("event", event);
        checkEpsilon(epsilon);
        PldSearch search = PldSearch.of(event, tolerance);
        double upper = search.delta(epsilon);
        return new Bounds(Math.min(upper, search.lowerDelta(epsilon)), upper);
    }

    private static void checkDelta(double delta) {
        if (!(delta >= LEAST && delta < 1))
            throw new IllegalArgumentException("delta must be in [" + LEAST
                    + ", 1) for a privacy-loss distribution, was " + delta
                    + "; Rényi accounting takes smaller ones");
    }

    private static void checkEpsilon(double epsilon) {
        if (!(epsilon >= 0) || Double.isInfinite(epsilon))
            throw new IllegalArgumentException("epsilon must be finite and at least 0, was " + epsilon);
    }
}
