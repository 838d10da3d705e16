package dpgnn.privacy;

import dpgnn.privacy.LossModel.Degrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Epsilon or delta of one composed event: both directions, all degrees, a step that is as fine as the tolerance asks for. */
final class PldSearch {
    /** Share of delta that the truncation of one-step tails may cost, all steps together. */
    private static final double TRUNCATED = 1e-6;

    /** How much coarser the choice of the most promising degree is. */
    private static final double GUESS = 10;

    /** How much coarser a first look at an interval of degrees is. */
    private static final double COARSER = 30;

    private final List<LossModel> models = new ArrayList<>();
    private final long[] times;
    private final double tolerance;
    private final boolean nonPrivate;
    private final int maxDegree;
    private final int knee;
    /** Both null unless the event is nothing but Gaussians, whose composition needs no discretisation. */
    private final GaussianDp exactUpper;

    private final GaussianDp exactLower;

    private PldSearch(LossModels found, double tolerance) {
        this.tolerance = tolerance;
        nonPrivate = found.nonPrivate();
        exactUpper = found.onlyGaussian(true);
        exactLower = found.onlyGaussian(false);
        Map<LossModel, Long> counted = found.models();
        times = new long[counted.size()];
        int most = 1, first = 1;
        for (Map.Entry<LossModel, Long> entry : counted.entrySet()) {
            times[models.size()] = entry.getValue();
            models.add(entry.getKey());
            most = Math.max(most, entry.getKey().maxDegree());
            first = Math.max(first, entry.getKey().firstKnee());
        }
        maxDegree = most;
        knee = Math.min(first, most);
    }

    static PldSearch of(Event event, double tolerance) {
        return new PldSearch(LossModels.of(event), tolerance);
    }

    /** With a limit above zero as {@link Accountant#epsilonWithin} says, else the proved epsilon. */
    double epsilon(double delta, double limit) {
        if (nonPrivate) return Double.POSITIVE_INFINITY;
        if (exactUpper != null) return exactUpper.epsilon(delta);
        return worst((range, fine, enough) -> epsilon(range, delta, true, fine, enough), limit);
    }

    double delta(double epsilon) {
        if (nonPrivate) return 1;
        if (exactUpper != null) return exactUpper.delta(epsilon);
        return worst((range, fine, enough) -> delta(range, epsilon, true, fine, enough), 0);
    }

    double lowerEpsilon(double delta) {
        if (nonPrivate) return Double.POSITIVE_INFINITY;
        if (exactLower != null) return exactLower.lowerEpsilon(delta);
        double best = 0;
        for (int d : candidates()) best = Math.max(best, epsilon(new Degrees(d, d), delta, false, tolerance, 0));
        return best;
    }

    double lowerDelta(double epsilon) {
        if (nonPrivate) return 1;
        if (exactLower != null) return exactLower.lowerDelta(epsilon);
        double best = 0;
        for (int d : candidates()) best = Math.max(best, delta(new Degrees(d, d), epsilon, false, tolerance, 0));
        return best;
    }

    private int[] candidates() {
        return maxDegree == 1 ? new int[] {1} : new int[] {knee, maxDegree};
    }

    private interface Answer {
        /** A bound; whether it is as tight as wanted does not matter once it is at most {@code enough}. */
        double at(Degrees range, double fine, double enough);
    }

    /**
     * The maximum over all degrees. Intervals of degrees whose envelope stays at or below the largest answer of a single
     * degree (plus the tolerance) are done; the others are divided.
     */
    private double worst(Answer upper, double limit) {
        if (maxDegree == 1) return upper.at(Degrees.ONE, tolerance, 0);
        double first = 0, worst = 0;
        Degrees promising = null;
        for (int d : candidates()) {
            Degrees one = new Degrees(d, d);
            double guess = upper.at(one, GUESS * tolerance, 0);
            if (promising == null || guess > first) promising = one;
            first = Math.max(first, guess);
        }
        // a guess is refined, so it cannot be that far off
        if (limit > 0 && first > 1.3 * limit) return first;
        worst = upper.at(promising, tolerance, 0);
        if (limit > 0 && worst > limit) return worst;
        if (Double.isInfinite(worst)) return worst;
        double single = worst, covered = worst;
        double enough = Math.max(limit, worst * (1 + 2.5 * tolerance));
        worst = Math.max(limit, worst);
        List<Degrees> open = new ArrayList<>();
        // below the knee every degree is included in the next larger one
        if (knee + 1 < maxDegree) open.add(new Degrees(knee + 1, maxDegree - 1));
        for (int d : candidates()) open.add(new Degrees(d, d));
        while (!open.isEmpty()) {
            Degrees range = open.remove(open.size() - 1);
            if (range.equals(promising) || upper.at(range, COARSER * tolerance, 0) <= worst) continue;
            double bound = upper.at(range, tolerance, enough);
            if (bound <= enough || range.low() == range.high()) {
                covered = Math.max(covered, bound);
                if (limit > 0 && covered > limit) return covered;
                continue;
            }
            int middle = middle(range);
            open.add(new Degrees(middle + 1, range.high()));
            open.add(new Degrees(range.low(), middle));
        }
        return limit > 0 ? single : covered;
    }

    /** Halfway in 1/D, in which all laws are smooth. */
    private static int middle(Degrees range) {
        double m = 2 / (1.0 / range.low() + 1.0 / range.high());
        return (int) Math.max(range.low(), Math.min(range.high() - 1.0, Math.floor(m)));
    }

    private double epsilon(Degrees range, double delta, boolean upper, double fine, double enough) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = tail(delta);
        List<List<LossCells>> coarse = cells(range, Resolution.coarse(tail, states(fine)));
        for (boolean reversed : new boolean[] {false, true}) {
            List<List<LossCells>> look = directed(coarse, reversed);
            Saddle chernoff = Saddle.forDelta(look, times, delta);
            double step = step(chernoff, upper, fine * chernoff.scale());
            double found = compose(range, tail, chernoff, reversed, upper, fine, 4 * step)
                    .epsilon(delta);
            worst = Math.max(worst, refined(found, upper, fine, enough, (value, factor) -> {
                // now that epsilon is known the tilt can be the one that belongs to it
                Saddle saddle = Saddle.forEpsilon(look, times, value);
                double least = Math.min(step, step(saddle, upper, fine * Math.max(value, 1e-3 * saddle.scale())));
                return compose(range, tail, saddle, reversed, upper, fine, least * factor)
                        .epsilon(delta);
            }));
        }
        return worst;
    }

    private double delta(Degrees range, double epsilon, boolean upper, double fine, double good) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = 1e-35;
        List<List<LossCells>> coarse = cells(range, Resolution.coarse(tail, states(fine)));
        for (boolean reversed : new boolean[] {false, true}) {
            Saddle saddle = Saddle.forEpsilon(directed(coarse, reversed), times, epsilon);
            double size = Math.exp(Math.min(0, saddle.logMoment() - saddle.tilt * epsilon));
            double enough = Math.max(tail, tail(size * 1e-2));
            double step = step(saddle, upper, fine * saddle.scale());
            double found = compose(range, enough, saddle, reversed, upper, fine, 4 * step)
                    .delta(epsilon);
            worst = Math.max(worst, refined(found, upper, 2 * fine, good, (value, factor) -> compose(
                            range, enough, saddle, reversed, upper, fine, step * factor)
                    .delta(epsilon)));
        }
        return worst;
    }

    private interface Finer {
        double at(double value, double factor);
    }

    /** Every answer is a bound, so the best is kept; the error falls with the square of the step. */
    private double refined(double first, boolean upper, double wanted, double enough, Finer finer) {
        if (wanted > 20 * tolerance || Double.isInfinite(first) || upper && first <= enough) return first;
        double best = first, factor = 1;
        for (int i = 0; i < 5; i++, factor /= 3) {
            double next = finer.at(best, factor), change = Math.abs(best - next);
            best = upper ? Math.min(best, next) : Math.max(best, next);
            if (change <= 8 * wanted * best || upper && best <= enough) break;
        }
        return best;
    }

    private static int states(double fine) {
        return fine > 1e-3 ? 24 : 96;
    }

    private static double step(Saddle saddle, boolean upper, double excess) {
        // a lattice of some hundred thousand steps at most: coarser bounds hold as well
        double step = Math.max(saddle.stepFor(excess / 2, upper), saddle.range() / (1 << 18));
        return step > 0 ? step : 1e-9;
    }

    private Composition compose(
            Degrees range, double tail, Saddle saddle, boolean reversed, boolean upper, double fine, double wanted) {
        for (double step = Math.max(wanted, saddle.range() / (1 << 18)); ; step *= 3) {
            try {
                List<Pld> parts = new ArrayList<>();
                for (int p = 0; p < times.length; p++) {
                    Resolution r =
                            new Resolution(step / 3, tail, saddle.tilt, saddle.moment(p), reversed, states(fine));
                    List<LossCells> cells = upper
                            ? models.get(p).cells(r, range)
                            : models.get(p).attained(r, range);
                    if (reversed)
                        cells = cells.stream().map(LossCells::reversed).toList();
                    double floor = saddle.floor(p);
                    parts.add(upper ? Pld.upper(cells, step, floor) : Pld.lower(cells, step, floor));
                }
                return upper ? Composition.upper(parts, times, saddle) : Composition.lower(parts, times, saddle);
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
