package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.step.LossModel;
import dpgnn.privacy.step.ProfileHull;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/**
 * The privacy profile of a pair (A, B) at points, in both of its directions, and the pair that has this profile: data, which
 * need no event to be read, composed or kept.
 *
 * <p><b>Guarantee.</b> At each point the numbers are at or above the divergences at e^epsilon of (A, B) and of (B, A); between
 * points the chord counts, and behind the last one its value. That is a profile too, of a pair with finitely many outcomes, and
 * such pairs compose.
 *
 * <p>Proofs: docs/proofs.md, lemmas 5 and 54.
 */
public final class PrivacyProfile {
    /** Deltas below this are counted as this much. */
    public static final double LEAST_DELTA = 1e-14;

    /** Between deltas that curves are made for: each is tight as far as half-way to the next, and beyond. */
    private static final double STRIDE = 6, STRIDE_OF_ONE_STEP = 1000;

    /** On the scale of ln(delta / (most - delta)), between points. */
    private static final double NARROW = 0.05, END = 8;

    /** Deviations beyond which a Gaussian has less than the least delta, and between thresholds. */
    private static final double FAR = 8, THRESHOLD = 0.01;

    private static final int MOST_THRESHOLDS = 4000;

    /** Repetitions of a value; an event that is repeated more often has one search of its own. */
    private static final long MOST_TIMES = 1_000_000;

    private static final double UP = 1 + 1e-13;

    private final double[] epsilons;
    private final double[] forward;
    private final double[] backward;

    private PrivacyProfile(double[] epsilons, double[] forward, double[] backward) {
        this.epsilons = epsilons;
        this.forward = forward;
        this.backward = backward;
        for (int i = 0; i < epsilons.length; i++) {
            Check.answer(epsilons[i], Double.MAX_VALUE, () -> "an epsilon of a profile");
            Check.answer(Math.max(forward[i], backward[i]), 1, () -> "a delta of a profile");
        }
    }

    /**
     * The profile of these points.
     *
     * @param epsilons from 0 on, rising
     * @param forward at least the divergence of A from B at each, not rising
     * @param backward at least that of B from A
     */
    public static PrivacyProfile of(double[] epsilons, double[] forward, double[] backward) {
        int n = Check.given("epsilons", epsilons).length;
        Check.that(
                n > 0 && n == Check.given("forward", forward).length && n == Check.given("backward", backward).length,
                "epsilons, forward and backward",
                "equally many and at least one",
                n + ", " + forward.length + " and " + backward.length);
        Check.that(epsilons[0] == 0, "epsilon 0", "0", epsilons[0]);
        for (int i = 0; i < n; i++) {
            if (i > 0)
                Check.that(
                        epsilons[i] > epsilons[i - 1] && epsilons[i] < Double.POSITIVE_INFINITY,
                        "epsilon " + i,
                        "finite and above " + epsilons[i - 1],
                        epsilons[i]);
            Check.closed("forward " + i, forward[i], 0, i == 0 ? 1 : forward[i - 1]);
            Check.closed("backward " + i, backward[i], 0, i == 0 ? 1 : backward[i - 1]);
        }
        return new PrivacyProfile(epsilons.clone(), forward.clone(), backward.clone());
    }

    /** What an event reveals, within this relative distance of epsilon. */
    public static PrivacyProfile of(Event event, double tolerance) {
        PldSearch search = PldSearch.of(event, tolerance);
        if (search.nonPrivate()) return new PrivacyProfile(new double[1], new double[] {1}, new double[] {1});
        return search.exact() ? exact(search.unsampled()) : sampled(search, RareChange.probability(event));
    }

    /** Of nothing but Gaussians, whose profile needs no curves: at equal steps of the threshold of the best test. */
    private static PrivacyProfile exact(GaussianDp whole) {
        double from = -whole.mu() / 2;
        int count = (int) Math.min(MOST_THRESHOLDS, Math.ceil((FAR - from) / THRESHOLD));
        double[] epsilons = new double[count + 1], deltas = new double[count + 1];
        for (int i = 0; i <= count; i++) {
            epsilons[i] = whole.mu() * (FAR - from) * i / count;
            deltas[i] = Math.min(whole.delta(epsilons[i]), i == 0 ? 1 : deltas[i - 1]);
        }
        return new PrivacyProfile(epsilons, deltas, deltas.clone());
    }

    /** This pair and another one on the same data, the second perhaps chosen by what the first released. */
    public PrivacyProfile and(PrivacyProfile other, double tolerance) {
        Map<LossModel, Long> pairs = new LinkedHashMap<>();
        pairs.put(model(), 1L);
        pairs.put(Check.given("other", other).model(), 1L);
        return sampled(PldSearch.of(pairs, tolerance), Math.min(1, most() + other.most()) * UP);
    }

    /** This pair so many times. */
    public PrivacyProfile times(long count, double tolerance) {
        Check.within("count", count, 1, MOST_TIMES);
        if (count == 1) return this;
        return sampled(PldSearch.of(Map.of(model(), count), tolerance), Math.min(1, count * most()) * UP);
    }

    private double most() {
        return Math.min(forward[0], backward[0]);
    }

    private LossModel model() {
        var atoms = List.of(ProfileHull.atoms(epsilons, forward, backward, epsilons.length));
        return (resolution, degrees) -> atoms;
    }

    /** @param cap at least the total variation, which no divergence exceeds */
    private static PrivacyProfile sampled(PldSearch search, double cap) {
        double most = Math.min(1, Math.min(cap, search.delta(0)));
        if (most == 0) return new PrivacyProfile(new double[1], new double[1], new double[1]);
        Direction there = new Direction(search, most, false), back = new Direction(search, most, true);
        TreeSet<Double> all = new TreeSet<>(List.of(0.0));
        double last = search.pure();
        for (double x = END; ; x -= NARROW) {
            double delta = most / (1 + Math.exp(-x));
            if (delta < LEAST_DELTA) break;
            for (Direction way : List.of(there, back)) {
                double epsilon = way.epsilon(delta);
                if (epsilon < Math.min(last, 1e300)) all.add(epsilon);
            }
        }
        if (Double.isFinite(last)) all.add(last);
        double[] epsilons = apart(all);
        return new PrivacyProfile(epsilons, there.deltas(epsilons, last), back.deltas(epsilons, last));
    }

    /** Without points that are next to each other for a double. */
    private static double[] apart(TreeSet<Double> all) {
        List<Double> kept = new ArrayList<>();
        for (double e : all) if (kept.isEmpty() || e > kept.get(kept.size() - 1) * (1 + 1e-9)) kept.add(e);
        return kept.stream().mapToDouble(e -> e).toArray();
    }

    /** One direction of a pair: curves that are tight about deltas from the largest to the least. */
    private static final class Direction {
        private final List<ProfileBound> curves = new ArrayList<>();
        private final List<Double> centres = new ArrayList<>();

        /** Of each curve: two epsilons that its own deltas lie between, and the deltas there. */
        private final List<double[]> ends = new ArrayList<>();

        private final double most, stride;
        private final GaussianDp whole;

        Direction(PldSearch search, double most, boolean reversed) {
            this.most = most;
            stride = search.once() ? STRIDE_OF_ONE_STEP : STRIDE;
            whole = search.unsampled();
            for (double delta = most / 2; delta > LEAST_DELTA / stride; delta /= stride) {
                ProfileBound curve = search.near(delta, Math.sqrt(stride), reversed);
                double centre = curve.epsilon(delta);
                if (centre == Double.POSITIVE_INFINITY) break;
                curves.add(curve);
                centres.add(centre);
                double from = curve.epsilon(Math.min(most, delta * Math.sqrt(stride)));
                double to = curve.epsilon(delta / Math.sqrt(stride));
                ends.add(new double[] {from, to, curve.delta(from), to < 1e300 ? curve.delta(to) : 1});
            }
        }

        double epsilon(double delta) {
            if (curves.isEmpty()) return whole == null ? Double.POSITIVE_INFINITY : whole.epsilon(delta);
            int nearest = (int) Math.rint(Math.log(most / 2 / delta) / Math.log(stride));
            nearest = Math.max(0, Math.min(curves.size() - 1, nearest));
            double[] end = ends.get(nearest);
            // about there is enough: what counts is the delta that the curve has at the point
            return end[2] > delta && end[3] <= delta
                    ? curves.get(nearest).crossing(delta, end[0], end[1], 1e-4, true)
                    : curves.get(nearest).epsilon(delta);
        }

        /** At each epsilon, from the least on, so that none rises; the curves of neighbouring centres are asked. */
        double[] deltas(double[] epsilons, double pure) {
            double[] deltas = new double[epsilons.length];
            double before = most;
            for (int i = 0, near = 0; i < deltas.length; i++) {
                double epsilon = epsilons[i];
                while (near < centres.size() - 1 && centres.get(near) < epsilon) near++;
                if (epsilon >= pure) before = 0;
                if (whole != null) before = Math.min(before, whole.delta(epsilon));
                for (int c = Math.max(0, near - 2); c <= Math.min(curves.size() - 1, near + 1); c++)
                    before = Math.min(before, curves.get(c).delta(epsilon));
                deltas[i] = before;
            }
            return deltas;
        }
    }

    public double[] epsilons() {
        return epsilons.clone();
    }

    /** The divergence of A, with the unit, from B, without it, at each epsilon. */
    public double[] forward() {
        return forward.clone();
    }

    /** That of B from A. */
    public double[] backward() {
        return backward.clone();
    }

    /** The least delta for this epsilon, in the worse direction. */
    public double delta(double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        return Math.max(at(forward, epsilon), at(backward, epsilon));
    }

    /** The least epsilon for this delta; infinite where the points do not go that far. */
    public double epsilon(double delta) {
        Check.open("delta", delta, 0, 1);
        int last = epsilons.length - 1;
        if (delta(0) <= delta) return 0;
        if (Math.max(forward[last], backward[last]) > delta) return Double.POSITIVE_INFINITY;
        double low = 0, high = epsilons[last];
        DoubleUnaryOperator curve = this::delta;
        for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
            double middle = low + (high - low) / 2;
            if (curve.applyAsDouble(middle) > delta) low = middle;
            else high = middle;
        }
        return high;
    }

    /** On the chord in e^epsilon. */
    private double at(double[] deltas, double epsilon) {
        int last = epsilons.length - 1;
        if (epsilon >= epsilons[last]) return deltas[last];
        int i = Arrays.binarySearch(epsilons, epsilon);
        if (i >= 0) return deltas[i];
        i = -i - 1;
        double wide = epsilons[i] - epsilons[i - 1], over = deltas[i - 1];
        double share =
                wide < 500 ? Math.expm1(epsilon - epsilons[i - 1]) / Math.expm1(wide) : Math.exp(epsilon - epsilons[i]);
        return Math.min(over, (over + (deltas[i] - over) * Math.min(1, share)) * UP + 1e-15 * over);
    }
}
