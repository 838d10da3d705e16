package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.step.LossCells;
import dpgnn.privacy.step.LossModel;
import dpgnn.privacy.step.LossModel.Degrees;
import dpgnn.privacy.step.LossModels;
import dpgnn.privacy.step.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Searches for epsilon or delta of one composed event: in both directions, over all degrees, with a step as fine as the
 * tolerance needs.
 *
 * <p>Proofs: docs/proofs.md, lemmas 1 and 39.
 */
final class PldSearch {
    /** Share of delta that the truncation of one-step tails may cost, all steps together. */
    private static final double TRUNCATED = 1e-6;

    /** Into how many states a first look divides what the observer is told. */
    private static final int LOOK = 8;

    /** Width of the cells of one step, as a share of epsilon: at a first look, and then. */
    private static final double LOOK_RELATIVE = 0.02;

    private static final double RELATIVE = 1e-3;

    /** Up to so many pairs that an observer can tell apart, one step is cut that finely. */
    private static final int FEW = 4;

    /** How many times as much as a normal loss a tilted one varies where rare large losses decide. */
    private static final double RARE = 2;

    /** Up to so many steps a lattice may do as well as taking rare losses out: both are tried. */
    private static final long SHORT = 64;

    private static final boolean[] BOTH = {false, true};

    private final List<LossModel> models = new ArrayList<>();
    private final long[] times;
    private final double tolerance;

    /** A delta that no epsilon has less than: 1 where nothing is hidden. */
    private final double certain;

    /** Whether there is nothing but one step. */
    private final boolean once;

    private final WorstDegree degrees;

    /** Of either direction. */
    private LatticeError[] error = LatticeError.directions();

    /** Both null unless the event is nothing but Gaussians, whose composition needs no discretisation. */
    private final GaussianDp exactUpper, exactLower;

    /** No sampling at all: what no sampled step can exceed; null where nothing of the kind is known. */
    private final GaussianDp unsampled;

    /** An epsilon that no delta is needed for; infinite where there is none. */
    private final double pure;

    private PldSearch(Map<LossModel, Long> counted, LossModels found, double tolerance) {
        this.tolerance = tolerance;
        certain = found == null ? 0 : found.certain();
        exactUpper = found == null ? null : found.onlyGaussian(true);
        exactLower = found == null ? null : found.onlyGaussian(false);
        unsampled = found == null ? null : found.unsampled();
        pure = found == null ? Double.POSITIVE_INFINITY : found.pure();
        times = new long[counted.size()];
        for (Map.Entry<LossModel, Long> entry : counted.entrySet()) {
            LossModel model = entry.getKey();
            times[models.size()] = entry.getValue();
            models.add(model);
        }
        degrees = new WorstDegree(models, tolerance);
        once = times.length == 1 && times[0] == 1;
    }

    /** Of what some pairs reveal together, each played so many times. */
    static PldSearch of(Map<LossModel, Long> pairs, double tolerance) {
        return new PldSearch(pairs, null, tolerance);
    }

    public static PldSearch of(Event event, double tolerance) {
        LossModels found = LossModels.of(Check.given("event", event));
        return new PldSearch(found.models(), found, Check.positive("tolerance", tolerance));
    }

    /** Whether nothing is hidden at all. */
    boolean nonPrivate() {
        return certain == 1;
    }

    /** What bounds both directions besides the curves of {@link #near}, as far as anything does: no delta from this epsilon on. */
    double pure() {
        return pure;
    }

    /** The Gaussian mechanism without any sampling that bounds it; null where nothing of the kind is known. It is exact where all is Gaussian. */
    GaussianDp unsampled() {
        return exactUpper != null ? exactUpper : unsampled;
    }

    /** Whether it is one step, whose curve is tight wherever its tails are not cut. */
    boolean once() {
        return once;
    }

    /** Whether {@link #unsampled} is all that there is to know. */
    boolean exact() {
        return exactUpper != null;
    }

    /**
     * An upper bound of one direction for all degrees, tight about this delta.
     *
     * @param factor it is tight from delta times this to delta over it
     */
    ProfileBound near(double delta, double factor, boolean reversed) {
        List<ProfileBound> last = new ArrayList<>(), all = new ArrayList<>();
        boolean[] one = {reversed};
        degrees.worst(
                (range, fine, enough, most) -> {
                    last.clear();
                    return epsilon(one, range, delta, true, fine, enough, most, last);
                },
                () -> last.forEach(curve ->
                        all.add(degrees.none() ? curve : CurveSection.of(curve, delta * factor, delta / factor))));
        return all.isEmpty() ? ProfileBound.NOTHING : new ProfileBound.Worst(all);
    }

    public double epsilon(double delta) {
        if (delta < certain) return Double.POSITIVE_INFINITY;
        if (exactUpper != null) return exactUpper.epsilon(delta);
        double found = bound(ProfileBound.cell(delta)).confirmed(delta);
        return Math.min(pure, unsampled == null ? found : Math.min(found, unsampled.epsilon(delta)));
    }

    /** What is proved for all deltas of a cell. */
    private ProfileBound.Worst bound(int cell) {
        double delta = ProfileBound.least(cell);
        List<ProfileBound> last = new ArrayList<>(), all = new ArrayList<>();
        double found = degrees.worst(
                (range, fine, enough, most) -> {
                    last.clear();
                    return epsilon(BOTH, range, delta, true, fine, enough, most, last);
                },
                () -> last.forEach(curve -> all.add(degrees.none() ? curve : CurveSection.of(curve, cell))));
        // not all degrees were asked for where one has no finite epsilon at this delta
        if (Double.isInfinite(found) && all.isEmpty()) all.add(ProfileBound.NOTHING);
        return new ProfileBound.Worst(all);
    }

    public double delta(double epsilon) {
        if (nonPrivate()) return 1;
        if (exactUpper != null) return exactUpper.delta(epsilon);
        if (epsilon >= pure) return 0;
        double found =
                degrees.worst((range, fine, enough, most) -> delta(range, epsilon, true, fine, enough), () -> {});
        if (unsampled != null) found = Math.min(found, unsampled.delta(epsilon));
        return ProfileBound.delta(epsilon, found, this::bound);
    }

    /** @param above an upper bound, which the lower one is looked for below */
    public double lowerEpsilon(double delta, double above) {
        if (delta < certain) return Double.POSITIVE_INFINITY;
        if (exactLower != null) return exactLower.lowerEpsilon(delta);
        Degrees one = degrees.promising(upper(delta, error));
        return epsilon(BOTH, one, delta, false, tolerance, above, Double.POSITIVE_INFINITY, new ArrayList<>());
    }

    public double lowerDelta(double epsilon) {
        if (nonPrivate()) return 1;
        if (exactLower != null) return exactLower.lowerDelta(epsilon);
        Degrees one = degrees.promising((range, fine, enough, most) -> delta(range, epsilon, true, fine, enough));
        return Math.max(certain, delta(one, epsilon, false, tolerance, 0));
    }

    /** Whether epsilon is the largest over several degrees, so that a search among similar events needs a {@link DegreeGuess}. */
    boolean hasDegrees() {
        return !nonPrivate() && exactUpper == null && !degrees.none();
    }

    WorstDegree degrees() {
        return degrees;
    }

    double tolerance() {
        return tolerance;
    }

    /** Upper bounds of the epsilon at this delta, which start where those of another event ended. */
    WorstDegree.Answer upper(double delta, LatticeError[] known) {
        error = known;
        return (range, fine, enough, most) -> epsilon(BOTH, range, delta, true, fine, enough, most, new ArrayList<>());
    }

    /** The degree whose Chernoff bound is the largest among some, from a first look. */
    Degrees likely(double delta) {
        double most = 0, tail = tail(delta);
        int likely = 1;
        for (int degree : degrees.some()) {
            List<List<LossCells>> coarse = cells(new Degrees(degree, degree), Resolution.coarse(tail, LOOK));
            for (boolean reversed : BOTH) {
                double bound = SaddlePoint.forDelta(LossCells.directed(coarse, reversed, tail), times, delta).mean;
                if (!(bound > most)) continue;
                most = bound;
                likely = degree;
            }
        }
        return new Degrees(likely, likely);
    }

    /** @param used takes the curves that were read, one for each direction */
    private double epsilon(
            boolean[] directions,
            Degrees range,
            double delta,
            boolean upper,
            double fine,
            double enough,
            double most,
            List<ProfileBound> used) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = tail(delta);
        List<List<LossCells>> coarse = cells(range, Resolution.coarse(tail, LOOK));
        for (boolean reversed : directions) {
            Side side = new Side(range, reversed, upper, fine);
            List<List<LossCells>> look = LossCells.directed(coarse, reversed, tail);
            SaddlePoint chernoff = SaddlePoint.forDelta(look, times, delta);
            if (!chernoff.isComposable()) {
                if (!upper) continue;
                used.add(ProfileBound.NOTHING);
                worst = Double.POSITIVE_INFINITY;
                continue;
            }
            if (once && look.get(0).size() <= FEW) {
                SingleStep first = oneStep(side, tail, chernoff.scale(), LOOK_RELATIVE);
                double guess = first.epsilon(delta);
                if (upper && guess == 0) { // cells that are fine beside 0 would have no end
                    used.add(first);
                    continue;
                }
                double near = Double.isInfinite(guess)
                        ? chernoff.scale()
                        : Math.max(guess, 1e-3 * chernoff.tilted(0).deviation);
                SingleStep step = oneStep(side, tail, near, RELATIVE);
                worst = Math.max(worst, step.epsilon(delta));
                used.add(step);
                continue;
            }
            double step = chernoff.step(upper, fine * chernoff.scale());
            ProfileBound.Least least = new ProfileBound.Least();
            LatticeError known = upper && !degrees.none() && times.length == 1 ? error[reversed ? 1 : 0] : null;
            double start = known != null ? known.factor(range.low()) : LatticeError.FIRST;
            ProfileBound first = compose(side, tail, chernoff, start * step);
            double found = least.offered(first, first.epsilon(delta));
            boolean rare = rare(chernoff, look, delta, upper ? found : Math.max(found, enough));
            // the other direction matters only where it is the larger one
            LatticeError.Finer finer = (value, factor) -> {
                // now that epsilon is known, if only roughly, the tilt can be the one that belongs to it
                boolean near = Math.abs(value - chernoff.mean) < 4 * chernoff.deviation + chernoff.range();
                SaddlePoint saddle = near ? SaddlePoint.forEpsilon(look, times, value) : chernoff;
                double finest = Math.min(step, saddle.step(upper, fine * Math.max(value, 1e-3 * saddle.scale())));
                ProfileBound next = compose(side, tail, saddle, finest * factor);
                return least.offered(next, next.epsilon(delta));
            };
            if (known != null) found = known.narrowed(found, fine, Math.max(enough, worst), most, range.low(), finer);
            else if (!rare || times[0] <= SHORT)
                found = LatticeError.refined(found, upper, fine, Math.max(enough, worst), finer);
            for (int i = 0; i < 4 && rare && !(upper && found <= Math.max(enough, worst)); i++) {
                double near = upper || enough == 0 ? found : enough;
                RareJumps jumps = jumps(side, tail, look, delta, near);
                double next = jumps.epsilon(delta);
                if (upper && next < found) least.offered(jumps, next);
                boolean settled = next > 0.95 * near;
                found = upper ? Math.min(found, next) : Math.max(found, next);
                if (settled) break;
            }
            worst = Math.max(worst, found);
            used.add(least.curve());
        }
        return worst;
    }

    private double delta(Degrees range, double epsilon, boolean upper, double fine, double good) {
        if (models.isEmpty()) return 0;
        double worst = 0, tail = 1e-35;
        List<List<LossCells>> coarse = cells(range, Resolution.coarse(tail, LOOK));
        for (boolean reversed : BOTH) {
            Side side = new Side(range, reversed, upper, fine);
            List<List<LossCells>> look = LossCells.directed(coarse, reversed, tail);
            SaddlePoint saddle = SaddlePoint.forEpsilon(look, times, epsilon);
            if (!saddle.isComposable()) {
                if (upper) return 1;
                continue;
            }
            double size = Math.exp(Math.min(0, saddle.logMoment() - saddle.tilt * epsilon));
            double enough = Math.max(tail, tail(size * 1e-2));
            if (once && look.get(0).size() <= FEW) {
                double near = Math.max(epsilon, 1e-3 * saddle.tilted(0).deviation), least = enough, found = 1;
                for (int i = 0; i < 5; i++) {
                    found = oneStep(side, least, near, RELATIVE).delta(epsilon);
                    // now that delta is known, no more is given up than it can bear
                    double less = Math.max(tail, tail(found) / 4);
                    if (less > least / 2) break;
                    least = less;
                }
                worst = Math.max(worst, found);
                continue;
            }
            double step = saddle.step(upper, fine * saddle.scale());
            double found =
                    compose(side, enough, saddle, LatticeError.FIRST * step).delta(epsilon);
            double spare = Math.min(enough, Math.max(tail, tail(found) / 4));
            double about = Math.max(1e-300, Math.min(0.5, Math.min(size, found > 0 ? found : size)));
            boolean rare = epsilon > 0
                    && (rare(saddle, look, size, about)
                            || rare(SaddlePoint.forDelta(look, times, about), look, about, about));
            if (!rare || times[0] <= SHORT)
                found = LatticeError.refined(found, upper, 2 * fine, Math.max(good, worst), (value, factor) -> compose(
                                side, spare, saddle, step * factor)
                        .delta(epsilon));
            for (int i = 0; i < 3 && rare && !(upper && found <= Math.max(good, worst)); i++) {
                double likely = Math.max(size * 1e-3, Math.min(size, found));
                double bear = Math.min(spare, Math.max(tail, tail(found) / 4)), before = found;
                double next = jumps(side, bear, look, likely, epsilon).delta(epsilon);
                found = upper ? Math.min(found, next) : Math.max(found, next);
                if (Math.abs(found - before) < 0.01 * before) break;
            }
            // the tilt that belongs to a delta of this size may be the better one
            for (int i = 0; i < 4 && upper && epsilon > 0 && found > Math.max(good, worst) && found > 0; i++) {
                double before = found, bear = Math.min(spare, Math.max(tail, tail(found) / 4));
                SaddlePoint other = SaddlePoint.forDelta(look, times, Math.min(0.5, found));
                double h = Math.min(step, other.step(true, fine * Math.max(epsilon, 1e-3 * other.scale())));
                found = Math.min(found, compose(side, bear, other, h).delta(epsilon));
                if (found > 0.9 * before) break;
            }
            worst = Math.max(worst, found);
        }
        return worst;
    }

    /** One step at a resolution that is a share of the epsilon it is asked about. */
    private SingleStep oneStep(Side side, double tail, double near, double share) {
        Resolution r = new Resolution(share * near, tail, 0, 0, side.reversed, Resolution.states(side.fine), share);
        return new SingleStep(side.directed(models.get(0), r), side.upper);
    }

    /** Whether, tilted, the loss varies far more than a normal one would: then it is a rare large loss that decides. */
    private boolean rare(SaddlePoint saddle, List<List<LossCells>> look, double delta, double found) {
        return times.length == 1
                && look.get(0).size() == 1
                && found > 0
                && !Double.isInfinite(found)
                && saddle.tilt * saddle.deviation > RARE * Math.sqrt(-2 * Math.log(Math.min(0.5, delta)));
    }

    private RareJumps jumps(Side side, double tail, List<List<LossCells>> look, double delta, double near) {
        double typical = RareJumps.typical(look.get(0)) / 4;
        Resolution r = new Resolution(
                Math.max(typical, 1e-6 * near), tail, 0, 0, side.reversed, Resolution.states(side.fine), RELATIVE);
        return new RareJumps(side.directed(models.get(0), r), times[0], delta, near, side.fine * near / 2, side.upper);
    }

    private ProfileBound compose(Side side, double tail, SaddlePoint saddle, double wanted) {
        boolean many = saddle.pairs() > 4;
        // many cells are dear where there are many pairs, and then a finer lattice saves most of them
        double cell = many ? 2.5 : degrees.none() ? 0.2 : 0.8, lattice = many ? 0.3 : degrees.none() ? 1 : 0.7;
        for (double step = Math.max(lattice * wanted, saddle.range() / (1 << 18)); ; ) {
            try {
                List<LossLattice> parts = new ArrayList<>(), others = new ArrayList<>();
                for (int p = 0; p < times.length; p++) {
                    Resolution r = new Resolution(
                            step * cell, tail, saddle.tilt, saddle.moment(p), side.reversed, side.states());
                    List<LossCells> cells = side.cells(models.get(p), r);
                    if (times.length == 1) step = LossLattice.aligned(cells, step);
                    cells = LossCells.directed(List.of(cells), side.reversed, tail)
                            .get(0);
                    double floor = saddle.floor(p);
                    parts.add(
                            side.upper
                                    ? LossLattice.upper(cells, step, floor)
                                    : LossLattice.lower(cells, step, floor, true));
                    if (!side.upper) others.add(LossLattice.lower(cells, step, floor, false));
                }
                return side.upper
                        ? Composition.upper(parts, times, saddle)
                        : new ProfileBound.Worst(List.of(
                                Composition.lower(parts, times, saddle), Composition.lower(others, times, saddle)));
            } catch (Composition.TooFine fine) {
                step = fine.coarser(step);
            }
        }
    }

    /** One direction of one range of degrees, bounded from above or from below. */
    private record Side(Degrees range, boolean reversed, boolean upper, double fine) {
        List<LossCells> cells(LossModel model, Resolution r) {
            return upper ? model.cells(r, range) : model.attained(r, range);
        }

        List<LossCells> directed(LossModel model, Resolution r) {
            return LossCells.directed(List.of(cells(model, r)), reversed, r.tail())
                    .get(0);
        }

        /** An upper bound of many degrees is loose by more than what fewer states cost. */
        int states() {
            int states = Resolution.states(fine);
            return upper && range.low() != range.high() ? states / 2 : states;
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
}
