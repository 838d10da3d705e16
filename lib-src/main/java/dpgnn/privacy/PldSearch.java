package dpgnn.privacy;

import dpgnn.privacy.LossModel.Degrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Epsilon or delta of one composed event: both directions, all degrees, a step that is as fine as the tolerance asks for. */
final class PldSearch {
    /** Share of delta that the truncation of one-step tails may cost, all steps together. */
    private static final double TRUNCATED = 1e-6;

    private final List<LossModel> models = new ArrayList<>();
    private final long[] times;
    private final double tolerance;
    private final boolean nonPrivate;
    private final int maxDegree;
    private final int knee;

    private PldSearch(LossModels found, double tolerance) {
        this.tolerance = tolerance;
        nonPrivate = found.nonPrivate();
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

    double epsilon(double delta) {
        if (nonPrivate) return Double.POSITIVE_INFINITY;
        return worst(range -> epsilon(range, delta, true), range -> epsilon(range, delta, false));
    }

    double delta(double epsilon) {
        if (nonPrivate) return 1;
        return worst(range -> delta(range, epsilon, true), range -> delta(range, epsilon, false));
    }

    double lowerEpsilon(double delta) {
        if (nonPrivate) return Double.POSITIVE_INFINITY;
        double best = 0;
        for (int d : candidates()) best = Math.max(best, epsilon(new Degrees(d, d), delta, false));
        return best;
    }

    double lowerDelta(double epsilon) {
        if (nonPrivate) return 1;
        double best = 0;
        for (int d : candidates()) best = Math.max(best, delta(new Degrees(d, d), epsilon, false));
        return best;
    }

    private int[] candidates() {
        return maxDegree == 1 ? new int[] {1} : new int[] {knee, maxDegree};
    }

    private interface Answer {
        double at(Degrees range);
    }

    /**
     * The maximum over all degrees. Intervals of degrees whose envelope stays at or below the largest answer of a single
     * degree (plus the tolerance) are done; the others are divided.
     */
    private double worst(Answer upper, Answer lower) {
        if (maxDegree == 1) return upper.at(Degrees.ONE);
        double worst = 0;
        for (int d : candidates()) worst = Math.max(worst, upper.at(new Degrees(d, d)));
        if (Double.isInfinite(worst)) return worst;
        List<Degrees> open = new ArrayList<>();
        // below the knee every degree is included in the next larger one
        if (knee + 1 < maxDegree) open.add(new Degrees(knee + 1, maxDegree - 1));
        while (!open.isEmpty()) {
            Degrees range = open.remove(open.size() - 1);
            double bound = upper.at(range);
            if (bound <= worst * (1 + tolerance) || range.low() == range.high()) {
                worst = Math.max(worst, bound);
                continue;
            }
            int middle = middle(range);
            open.add(new Degrees(middle + 1, range.high()));
            open.add(new Degrees(range.low(), middle));
        }
        return worst;
    }

    /** Halfway in 1/D, in which all laws are smooth. */
    private static int middle(Degrees range) {
        double m = 2 / (1.0 / range.low() + 1.0 / range.high());
        return (int) Math.max(range.low(), Math.min(range.high() - 1.0, Math.floor(m)));
    }

    private double epsilon(Degrees range, double delta, boolean upper) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = tail(delta);
        List<List<LossCells>> coarse = cells(range, Double.POSITIVE_INFINITY, tail);
        double variation = 0;
        for (int p = 0; p < times.length; p++) for (LossCells c : coarse.get(p)) variation += times[p] * c.variation();
        for (boolean reversed : new boolean[] {false, true}) {
            Saddle saddle = Saddle.forDelta(directed(coarse, reversed), times, delta);
            Composition sum = compose(range, tail, saddle, reversed, upper);
            worst = Math.max(worst, sum.epsilon(delta));
        }
        return worst;
    }

    private double delta(Degrees range, double epsilon, boolean upper) {
        if (models.isEmpty()) return 0;
        double worst = 0;
        List<List<LossCells>> coarse = cells(range, Double.POSITIVE_INFINITY, 1e-30);
        for (boolean reversed : new boolean[] {false, true}) {
            Saddle saddle = Saddle.forEpsilon(directed(coarse, reversed), times, epsilon);
            Composition sum = compose(range, 1e-30, saddle, reversed, upper);
            worst = Math.max(worst, sum.delta(epsilon));
        }
        return worst;
    }

    private Composition compose(Degrees range, double tail, Saddle saddle, boolean reversed, boolean upper) {
        double excess = tolerance / 2 * (Math.abs(saddle.mean) + saddle.deviation / 4);
        double step = saddle.stepFor(excess);
        List<Pld> parts = new ArrayList<>();
        for (List<LossCells> part : directed(cells(range, step / 3, tail), reversed))
            parts.add(upper ? Pld.upper(part, step) : Pld.lower(part, step));
        return upper ? Composition.upper(parts, times, saddle) : Composition.lower(parts, times, saddle);
    }

    private double tail(double delta) {
        double total = 1;
        for (long t : times) total += t;
        return Math.max(1e-290, delta * TRUNCATED / total);
    }

    private List<List<LossCells>> cells(Degrees range, double step, double tail) {
        List<List<LossCells>> all = new ArrayList<>();
        for (LossModel model : models) all.add(model.cells(step, tail, range));
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
