package dpgnn.privacy.step;

import dpgnn.privacy.numeric.Normal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Pairs (A, B) of mixtures of normal distributions with one standard deviation and the same centres: several mixtures A
 * against one B, A's centres at or above B's, so that every loss rises with x (a ratio of mixtures with monotone likelihood
 * ratios). All are cut at the same places, where each normal tail and each likelihood ratio is computed once for all.
 *
 * <p>Proofs: docs/proofs.md, lemmas 7 and 8.
 */
final class GaussianMixture {
    /** Deviations beyond which a normal distribution has no mass that a double could hold. */
    private static final double FAR = 37;

    /** Beyond this the sum of likelihood ratios is taken relative to its largest term. */
    private static final double LARGE = 30;

    private final double deviation;
    private final double[] centres;
    private final double[][] above;
    private final double[] below;

    /** Where the centre 0 is among the centres, or minus one: its mass is what all others are compared with. */
    private final int zero;

    private final CentreWeights weights;

    /** At a place: likelihood ratios of every centre seen from N(0), minus one or relative to the largest, and sums of them. */
    private final double[] ratio, excesses, ratios;

    private GaussianMixture(double deviation, double[] centres, double[][] above, double[] below) {
        this.deviation = deviation;
        this.centres = centres;
        this.above = above;
        this.below = below;
        zero = Arrays.binarySearch(centres, 0.0);
        ratio = new double[centres.length];
        excesses = new double[above.length + 1];
        ratios = new double[above.length + 1];
        double[][] all = Arrays.copyOf(above, above.length + 1);
        all[above.length] = below;
        weights = new CentreWeights(all, zero);
    }

    /** A mixture of shifted Gaussians against the unshifted one. */
    static GaussianMixture against(double deviation, double[] shifts, double[] weights) {
        return between(deviation, shifts, weights, new double[] {0}, new double[] {1});
    }

    /** Two mixtures. */
    static GaussianMixture between(double deviation, double[] up, double[] weightsA, double[] down, double[] weightsB) {
        double[] all = DoubleStream.concat(
                        DoubleStream.concat(Arrays.stream(up), Arrays.stream(down)), DoubleStream.of(0))
                .map(c -> c + 0.0)
                .sorted()
                .distinct()
                .toArray();
        double[] a = new double[all.length], b = new double[all.length];
        for (int i = 0; i < up.length; i++) a[Arrays.binarySearch(all, up[i] + 0.0)] += weightsA[i];
        for (int i = 0; i < down.length; i++) b[Arrays.binarySearch(all, down[i] + 0.0)] += weightsB[i];
        return new GaussianMixture(deviation, all, new double[][] {a}, b);
    }

    /**
     * Many mixtures of the same shifts, each against the unshifted Gaussian.
     *
     * @param shifts rising, the first one 0
     * @param weights of every mixture, one for each shift; they sum to one, but for rounding and what was cut off
     */
    static GaussianMixture family(double deviation, double[] shifts, double[][] weights) {
        double[] unshifted = new double[shifts.length];
        unshifted[0] = 1;
        return new GaussianMixture(deviation, shifts, weights, unshifted);
    }

    /**
     * Cuts the line as finely as the resolution asks for.
     *
     * @param scale what every mass is multiplied by: the weight of this pair among others that an observer can tell apart
     */
    void cut(LossCells cells, double scale, Resolution resolution) {
        cut(List.of(cells), new double[] {scale}, resolution);
    }

    /** The cells of every mixture, each scaled by its weight. */
    List<LossCells> cut(double[] scales, Resolution resolution) {
        List<LossCells> cells = new ArrayList<>();
        for (int s = 0; s < above.length; s++) cells.add(new LossCells());
        cut(cells, scales, resolution);
        return cells;
    }

    private void cut(List<LossCells> cells, double[] scales, Resolution resolution) {
        double heaviest = 0;
        for (double s : scales) heaviest = Math.max(heaviest, s);
        double reach = deviation * Normal.upperQuantile(Math.min(resolution.tail() / heaviest, 0.25));
        double least = end(-1), left = least - reach;
        // where the loss has a finite limit, the far end must not be one cell up to that limit: a tilt would make it
        // heavy
        boolean finite = false;
        Place end = new Place(Double.NEGATIVE_INFINITY), first;
        for (int s = 0; s < above.length; s++) finite |= (end.loss[s] = limit(s, -1)) != Double.NEGATIVE_INFINITY;
        if (finite) left = least - Math.max(reach, FAR * deviation);
        end.tails();
        first = new Place(left);
        first.losses();
        first.tails();
        Cut cut = new Cut(cells, scales, resolution);
        cut.cell(end, first);
        cut.from(first, end(1) + reach);
    }

    /** Cuts only the part on the right of x. */
    void cutFrom(LossCells cells, double x, Resolution resolution) {
        double reach = deviation * Normal.upperQuantile(Math.min(resolution.tail(), 0.25));
        Place first = new Place(x);
        first.losses();
        first.tails();
        new Cut(List.of(cells), new double[] {1}, resolution).from(first, Math.max(x, end(1) + reach));
    }

    /** A place on the line: the tail beyond it seen from every centre, and the loss of every mixture. */
    private final class Place {
        final double x;
        final double[] tail = new double[centres.length];
        final double[] loss = new double[above.length];
        final double[] margin = new double[above.length];

        Place(double x) {
            this.x = x;
        }

        void losses() {
            place(x);
            double under = logRatio(above.length, below, x), underMargin = blurred;
            for (int s = 0; s < loss.length; s++) {
                loss[s] = logRatio(s, above[s], x) - under;
                // rounding of the ratios, and of the difference
                margin[s] = blurred + underMargin + 1e-15 * Math.abs(loss[s]);
            }
        }

        /** The smaller tail: Pr[X > x] on the right of the centre, -Pr[X < x] on the left. */
        void tails() {
            for (int i = 0; i < tail.length; i++) {
                double z = (x - centres[i]) / deviation;
                // never minus zero, whose side could not be told
                tail[i] = z >= 0 ? Normal.upper(z) : -Math.max(Double.MIN_NORMAL, Normal.upper(-z));
            }
        }
    }

    private final class Cut {
        final CellMerger cells;
        final double[] scales;
        final Resolution resolution;
        final double[] share = new double[above.length];
        final double total;
        final double[] mass = new double[centres.length];
        final double[] rise = new double[centres.length];
        final double[] sums = new double[above.length + 1], rises = new double[above.length + 1];
        double allA, allB;

        Cut(List<LossCells> cells, double[] scales, Resolution resolution) {
            this.cells = new CellMerger(cells, resolution);
            this.scales = scales;
            this.resolution = resolution;
            double most = 0, sum = 0;
            for (double scale : scales) {
                most = Math.max(most, scale);
                sum += scale;
            }
            total = sum;
            for (int s = 0; s < share.length; s++) share[s] = Math.cbrt(scales[s] / most);
        }

        void from(Place first, double right) {
            double widest = Double.isInfinite(resolution.step()) ? deviation / 2 : deviation / 4;
            double width = widest / 4, unit = 0, dense = end(-1) - 12 * deviation;
            Place at = first;
            while (at.x < right) {
                double wanted = resolution.width(middle(at), unit * allA, unit * allB);
                Place next = new Place(Math.min(right, at.x + width));
                next.losses();
                double steep = steepest(at, next) / wanted;
                while (steep > 1.5 && next.x - at.x > 1e-9 * deviation) {
                    next = new Place(at.x + (next.x - at.x) * Math.max(0.2, 1 / steep));
                    next.losses();
                    steep = steepest(at, next) / wanted;
                }
                next.tails();
                cells.wanted(wanted, next.x - at.x, widest);
                cell(at, next);
                cells.weigh(sums, scales, next.loss);
                unit = deviation / (next.x - at.x);
                width = Math.min(
                        at.x < dense ? 2 * widest : widest,
                        (next.x - at.x) * Math.min(2, Math.max(1e-3, 1 / Math.max(steep, 1e-300))));
                at = next;
            }
            Place end = new Place(Double.POSITIVE_INFINITY);
            end.tails();
            for (int s = 0; s < above.length; s++) end.loss[s] = limit(s, 1);
            // what lies beyond has no upper limit, or a far one
            cells.close();
            cell(at, end);
            cells.close();
        }

        private double middle(Place at) {
            double sum = 0;
            for (int s = 0; s < scales.length; s++) sum += scales[s] * at.loss[s];
            return sum / total;
        }

        /** The largest change of loss, where rare mixtures count for less: their error weighs less. */
        private double steepest(Place from, Place to) {
            double most = 0;
            for (int s = 0; s < share.length; s++) most = Math.max(most, (to.loss[s] - from.loss[s]) * share[s]);
            return most;
        }

        void cell(Place from, Place to) {
            for (int i = 0; i < mass.length; i++) mass[i] = mass(from.tail[i], to.tail[i]);
            double base = mass[zero];
            for (int i = 0; i < mass.length; i++) rise[i] = mass[i] - base;
            weights.sums(mass, sums);
            weights.sums(rise, rises);
            double b = sums[above.length], riseB = rises[above.length], movedB = b - below[zero] * base;
            allA = 0;
            allB = total * b;
            for (int s = 0; s < scales.length; s++) {
                double a = sums[s], scale = scales[s];
                allA += scale * a;
                if (!(a > 0 || b > 0)) continue;
                double difference = a > 2 * b || b > 2 * a ? b - a : riseB - rises[s];
                cells.add(
                        s,
                        scale * a,
                        scale * b,
                        scale * difference,
                        from.loss[s] - from.margin[s],
                        to.loss[s] + to.margin[s],
                        scale * Math.max(0, a - above[s][zero] * base),
                        scale * Math.max(0, movedB));
            }
        }
    }

    private static double mass(double from, double to) {
        return from < 0 == to < 0 ? from - to : 1 + from - to;
    }

    private double largest, steepness;

    /** Likelihood ratios at x of every centre's normal distribution against the centred one. */
    private void place(double x) {
        double variance = deviation * deviation;
        largest = Double.NEGATIVE_INFINITY;
        steepness = 0;
        for (double c : centres) {
            double exponent = c * (x - c / 2) / variance;
            largest = Math.max(largest, exponent);
            steepness = Math.max(steepness, Math.abs(exponent));
        }
        boolean plain = largest >= LARGE;
        if (!plain) {
            for (int i = 0; i < centres.length; i++) {
                double exponent = centres[i] * (x - centres[i] / 2) / variance;
                // far from zero the difference is as good, and sooner there
                ratio[i] = Math.abs(exponent) < 0.1 ? Math.expm1(exponent) : Math.exp(exponent) - 1;
            }
            weights.sums(ratio, excesses);
            // near minus one the sum is all cancellation, and the plain one is exact
            for (double excess : excesses) plain |= !(excess > -0.5);
        }
        if (plain) relative(x);
    }

    /** The sums of ratios relative to the largest. */
    private void relative(double x) {
        double variance = deviation * deviation;
        for (int i = 0; i < centres.length; i++) {
            double exponent = centres[i] * (x - centres[i] / 2) / variance;
            ratio[i] = Math.exp(exponent - largest);
        }
        weights.sums(ratio, ratios);
    }

    /** Set by {@link #logRatio}: what its rounding may amount to. */
    private double blurred;

    /** ln of a mixture's density over that of the centred normal distribution, at the place x. */
    private double logRatio(int s, double[] weight, double x) {
        if (largest < LARGE && excesses[s] > -0.5) {
            blurred = 2e-15 * (2 + steepness) * (excesses[s] + 2 * weights.apart(s)) / (1 + excesses[s]);
            return excesses[s] < 0.5 ? Math.log1p(excesses[s]) : Math.log(1 + excesses[s]);
        }
        double sum = ratios[s], top = largest;
        if (sum < 1e-250) {
            double variance = deviation * deviation;
            top = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < weight.length; i++)
                if (weight[i] > 0) top = Math.max(top, centres[i] * (x - centres[i] / 2) / variance);
            sum = 0;
            for (int i = 0; i < weight.length; i++)
                if (weight[i] > 0) sum += weight[i] * Math.exp(centres[i] * (x - centres[i] / 2) / variance - top);
        }
        blurred = 4e-15 * (1 + Math.abs(top));
        return top + Math.log(sum);
    }

    /** The loss at minus or plus infinity: finite where A and B share the outermost centre. */
    private double limit(int s, int side) {
        int a = outermost(above[s], side), b = outermost(below, side);
        if (a != b) return side * Double.POSITIVE_INFINITY;
        return log(a, above[s]) - log(b, below);
    }

    private static double log(int centre, double[] weights) {
        return weights[centre] < 0.5 ? Math.log(weights[centre]) : Math.log1p(-apartFrom(centre, weights));
    }

    private static int outermost(double[] weights, int side) {
        int i = side < 0 ? 0 : weights.length - 1;
        while (weights[i] == 0) i -= side;
        return i;
    }

    private static double apartFrom(int centre, double[] weights) {
        double sum = 0;
        for (int i = 0; i < weights.length; i++) if (i != centre) sum += weights[i];
        return sum;
    }

    /** The outermost centre that any mixture has on this side. */
    private double end(int side) {
        double end = centres[outermost(below, side)];
        for (double[] weights : above) {
            double c = centres[outermost(weights, side)];
            end = side < 0 ? Math.min(end, c) : Math.max(end, c);
        }
        return end;
    }
}
