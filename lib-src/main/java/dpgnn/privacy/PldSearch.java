package dpgnn.privacy;

import dpgnn.privacy.LossModel.Degrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Epsilon or delta of one composed event: both directions, all degrees, a step that is as fine as the tolerance asks for.
 *
 * <p>Proofs: docs/proofs.md, lemmas 1 and 39.
 */
final class PldSearch {
    /** Share of delta that the truncation of one-step tails may cost, all steps together. */
    private static final double TRUNCATED = 1e-6;

    /** How many times the step that should do is tried first. */
    private static final double FIRST = 4;

    /** Into how many states a first look divides what the observer is told. */
    private static final int LOOK = 8;

    /** How many tolerances the bound that covers all degrees may lie above the largest answer of a single one. */
    private static final double SLACK = 2.5;

    /** After so many intervals of degrees it may lie as much higher again. */
    private static final int MANY = 16;

    private final List<LossModel> models = new ArrayList<>();
    private final long[] times;
    private final double tolerance;
    private final boolean nonPrivate;
    /** Degrees at which some pair stops to grow by inclusion, and the largest degree of all; empty where none matters. */
    private final TreeSet<Integer> knees = new TreeSet<>();
    /** Both null unless the event is nothing but Gaussians, whose composition needs no discretisation. */
    private final GaussianDp exactUpper;

    private final GaussianDp exactLower;

    /** No sampling at all: what no sampled step can exceed; null where nothing of the kind is known. */
    private final GaussianDp unsampled;

    /** An epsilon that no delta is needed for; infinite where there is none. */
    private final double pure;

    private PldSearch(LossModels found, double tolerance) {
        this.tolerance = tolerance;
        nonPrivate = found.nonPrivate();
        exactUpper = found.onlyGaussian(true);
        exactLower = found.onlyGaussian(false);
        unsampled = found.unsampled();
        pure = found.pure();
        Map<LossModel, Long> counted = found.models();
        times = new long[counted.size()];
        for (Map.Entry<LossModel, Long> entry : counted.entrySet()) {
            LossModel model = entry.getKey();
            times[models.size()] = entry.getValue();
            models.add(model);
            if (model.maxDegree() > 1) knees.addAll(List.of(model.firstKnee(), model.maxDegree()));
        }
    }

    static PldSearch of(Event event, double tolerance) {
        return new PldSearch(LossModels.of(event), tolerance);
    }

    double epsilon(double delta) {
        if (nonPrivate) return Double.POSITIVE_INFINITY;
        if (exactUpper != null) return exactUpper.epsilon(delta);
        double found = worst((range, fine, enough) -> epsilon(range, delta, true, fine, enough));
        return Math.min(pure, unsampled == null ? found : Math.min(found, unsampled.epsilon(delta)));
    }

    double delta(double epsilon) {
        if (nonPrivate) return 1;
        if (exactUpper != null) return exactUpper.delta(epsilon);
        double found = worst((range, fine, enough) -> delta(range, epsilon, true, fine, enough));
        if (epsilon >= pure) return 0;
        return unsampled == null ? found : Math.min(found, unsampled.delta(epsilon));
    }

    double lowerEpsilon(double delta) {
        if (nonPrivate) return Double.POSITIVE_INFINITY;
        if (exactLower != null) return exactLower.lowerEpsilon(delta);
        Degrees one = promising((range, fine, enough) -> epsilon(range, delta, true, fine, enough), 0);
        return epsilon(one, delta, false, tolerance, 0);
    }

    double lowerDelta(double epsilon) {
        if (nonPrivate) return 1;
        if (exactLower != null) return exactLower.lowerDelta(epsilon);
        Degrees one = promising((range, fine, enough) -> delta(range, epsilon, true, fine, enough), 0);
        return delta(one, epsilon, false, tolerance, 0);
    }

    /** Epsilon at the single most promising degree: the full answer may be larger. */
    double guess(double delta, int[] before) {
        if (nonPrivate || exactUpper != null || knees.isEmpty()) return epsilon(delta);
        Answer upper = (range, fine, enough) -> epsilon(range, delta, true, fine, enough);
        Degrees one = promising(upper, before[0]);
        before[0] = one.low();
        return upper.at(one, tolerance, 0);
    }

    private interface Answer {
        /** A bound; whether it is as tight as wanted does not matter once it is at most {@code enough}. */
        double at(Degrees range, double fine, double enough);
    }

    /** The degree whose rough answer is the largest among some; with one from a similar event, among its neighbours. */
    private Degrees promising(Answer upper, int before) {
        if (knees.isEmpty()) return Degrees.ONE;
        TreeSet<Integer> tried = new TreeSet<>(knees);
        int first = knees.first(), last = knees.last();
        if (before > 0)
            tried.addAll(List.of(
                    before, Math.max(first, before - (before + 2) / 3), Math.min(last, before + (before + 1) / 2)));
        else
            for (int knee : knees)
                for (int d = knee, i = 0; d < last && i < 8; d += Math.max(1, d / 2), i++) tried.add(d);
        int best = last;
        double most = 0;
        for (int d : tried.descendingSet()) {
            double answer = upper.at(new Degrees(d, d), 4 * tolerance, most * (1 + tolerance));
            if (answer > most * (1 + tolerance)) {
                most = answer;
                best = d;
            }
        }
        return new Degrees(best, best);
    }

    /**
     * The maximum over all degrees: from the smallest on in intervals whose common bound stays at or below the largest answer of
     * a single degree (plus some tolerance). Their size follows from what succeeded before.
     */
    private double worst(Answer upper) {
        if (knees.isEmpty()) return upper.at(Degrees.ONE, tolerance, 0);
        Degrees promising = promising(upper, 0);
        double single = upper.at(promising, tolerance, 0), covered = single;
        if (Double.isInfinite(single)) return single;
        int looked = 0, size = 1;
        // below the first knee every degree is included in the next larger one
        for (int low = knees.first(), high; low <= knees.last(); low = high + 1) {
            Integer knee = knees.ceiling(low);
            int last = knee == low ? low : knee - 1;
            for (size = Math.min(size, last - low + 1); ; size = Math.max(1, Math.min(size / 2, high - low))) {
                high = low + size - 1;
                // where the answers are that close, the more intervals there are, the less tight they need to be
                double enough = single * (1 + SLACK * tolerance * (1 + (double) looked++ / MANY));
                if (low == high && low == promising.low()) break;
                double bound = upper.at(new Degrees(low, high), tolerance, enough);
                if (low == high && bound > enough) single = bound;
                covered = Math.max(covered, low == high || bound <= enough ? bound : 0);
                if (bound <= single) size *= 2;
                if (low == high || bound <= enough) break;
            }
            size += size / 2 + 1;
        }
        return covered;
    }

    private double epsilon(Degrees range, double delta, boolean upper, double fine, double enough) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = tail(delta);
        List<List<LossCells>> coarse = cells(range, Resolution.coarse(tail, LOOK));
        for (boolean reversed : new boolean[] {false, true}) {
            List<List<LossCells>> look = directed(coarse, reversed);
            Saddle chernoff = Saddle.forDelta(look, times, delta);
            double step = step(chernoff, upper, fine * chernoff.scale());
            double found = compose(range, tail, chernoff, reversed, upper, fine, FIRST * step, -delta);
            // the other direction matters only where it is the larger one
            worst = Math.max(worst, refined(found, upper, fine, Math.max(enough, worst), (value, factor) -> {
                // now that epsilon is known, if only roughly, the tilt can be the one that belongs to it
                boolean near = Math.abs(value - chernoff.mean) < 4 * chernoff.deviation + chernoff.range();
                Saddle saddle = near ? Saddle.forEpsilon(look, times, value) : chernoff;
                double least = Math.min(step, step(saddle, upper, fine * Math.max(value, 1e-3 * saddle.scale())));
                return compose(range, tail, saddle, reversed, upper, fine, least * factor, -delta);
            }));
        }
        return worst;
    }

    private double delta(Degrees range, double epsilon, boolean upper, double fine, double good) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = 1e-35;
        List<List<LossCells>> coarse = cells(range, Resolution.coarse(tail, LOOK));
        for (boolean reversed : new boolean[] {false, true}) {
            Saddle saddle = Saddle.forEpsilon(directed(coarse, reversed), times, epsilon);
            double size = Math.exp(Math.min(0, saddle.logMoment() - saddle.tilt * epsilon));
            double enough = Math.max(tail, tail(size * 1e-2));
            double step = step(saddle, upper, fine * saddle.scale());
            double found = compose(range, enough, saddle, reversed, upper, fine, FIRST * step, epsilon);
            worst = Math.max(
                    worst,
                    refined(
                            found,
                            upper,
                            2 * fine,
                            Math.max(good, worst),
                            (value, factor) ->
                                    compose(range, enough, saddle, reversed, upper, fine, step * factor, epsilon)));
        }
        return worst;
    }

    private interface Finer {
        double at(double value, double factor);
    }

    /** Every answer is a bound, so the best is kept; the error falls with the square of the step. */
    private double refined(double first, boolean upper, double wanted, double enough, Finer finer) {
        if (Double.isInfinite(first) || upper && first <= enough) return first;
        double best = first, factor = 1, ratio = FIRST;
        for (int i = 0; i < 5; i++, factor /= ratio) {
            double next = finer.at(best, factor), change = Math.abs(best - next);
            best = upper ? Math.min(best, next) : Math.max(best, next);
            // what is left is this part of the change
            if (change <= (ratio * ratio - 1) * wanted * best || upper && best <= enough) break;
            ratio = 2;
        }
        return best;
    }

    private static int states(double fine) {
        return fine > 1e-3 ? 12 : Integer.getInteger("st", 40);
    }

    private static double step(Saddle saddle, boolean upper, double excess) {
        // a lattice of some hundred thousand steps at most: coarser bounds hold as well
        double step = Math.max(saddle.stepFor(excess / 2, upper), saddle.range() / (1 << 18));
        return step > 0 ? step : 1e-9;
    }

    /** What is asked of a composition: epsilon where this is a delta's negative, else the delta of this epsilon. */
    private static double read(Composition composed, double asked) {
        return asked < 0 ? composed.epsilon(-asked) : composed.delta(asked);
    }

    private double compose(
            Degrees range,
            double tail,
            Saddle saddle,
            boolean reversed,
            boolean upper,
            double fine,
            double wanted,
            double asked) {
        boolean many = saddle.pairs() > 4;
        // many cells are dear where there are many pairs, and then a finer lattice saves most of them
        double cell = many ? 2.5 : 0.2, lattice = many ? 0.3 : 1;
        for (double step = Math.max(lattice * wanted, saddle.range() / (1 << 18)); ; step *= 3) {
            try {
                List<Pld> parts = new ArrayList<>(), others = new ArrayList<>();
                for (int p = 0; p < times.length; p++) {
                    Resolution r =
                            new Resolution(step * cell, tail, saddle.tilt, saddle.moment(p), reversed, states(fine));
                    List<LossCells> cells = upper
                            ? models.get(p).cells(r, range)
                            : models.get(p).attained(r, range);
                    if (times.length == 1) step = Pld.aligned(cells, step);
                    if (reversed)
                        cells = cells.stream().map(LossCells::reversed).toList();
                    double floor = saddle.floor(p);
                    parts.add(upper ? Pld.upper(cells, step, floor) : Pld.lower(cells, step, floor, true));
                    if (!upper) others.add(Pld.lower(cells, step, floor, false));
                }
                if (upper) return read(Composition.upper(parts, times, saddle), asked);
                return Math.max(
                        read(Composition.lower(parts, times, saddle), asked),
                        read(Composition.lower(others, times, saddle), asked));
            } catch (Composition.TooFine coarser) {
                continue;
            }
        }
    }

    private double tail(double delta) {
        double total = 1;
        for (long t : times) total += t;
        return Math.max(1e-290, delta * TRUNCATED / total);
    }

    private List<List<LossCells>> cells(Degrees range, Resolution resolution) {
        List<List<LossCells>> all = new ArrayList<>();
        for (LossModel model : models) all.add(model.cells(resolution, range));
        return all;
    }

    private static List<List<LossCells>> directed(List<List<LossCells>> parts, boolean reversed) {
        if (!reversed) return parts;
        List<List<LossCells>> other = new ArrayList<>();
        for (List<LossCells> part : parts)
            other.add(part.stream().map(LossCells::reversed).toList());
        return other;
    }
}
