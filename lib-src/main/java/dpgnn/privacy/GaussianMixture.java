package dpgnn.privacy;

/**
 * The pair (A, B) of two mixtures of normal distributions with one standard deviation, A's centres at or above B's, so that
 * the loss rises with x (a ratio of mixtures with monotone likelihood ratios).
 */
final class GaussianMixture {
    /** Deviations beyond which a normal distribution has no mass that a double could hold. */
    private static final double FAR = 37;

    private final double deviation;
    private final double[] centresA;
    private final double[] weightsA;
    private final double[] centresB;
    private final double[] weightsB;

    GaussianMixture(double deviation, double[] centresA, double[] weightsA, double[] centresB, double[] weightsB) {
        this.deviation = deviation;
        this.centresA = centresA;
        this.weightsA = weightsA;
        this.centresB = centresB;
        this.weightsB = weightsB;
    }

    /** A mixture of shifted Gaussians against the unshifted one. */
    static GaussianMixture against(double deviation, double[] shifts, double[] weights) {
        return new GaussianMixture(deviation, shifts, weights, new double[] {0}, new double[] {1});
    }

    /**
     * Cuts the line as finely as the resolution asks for.
     *
     * @param scale what every mass is multiplied by: the weight of this pair among others that an observer can tell apart
     */
    void cut(LossCells cells, double scale, Resolution resolution) {
        double reach = deviation * Normal.upperQuantile(Math.min(resolution.tail() / scale, 0.25));
        double least = least(centresA, centresB), left = least - reach;
        // where the loss has a finite limit, the far end must not be one cell up to that limit: a tilt would make it
        // heavy
        if (limit(-1) != Double.NEGATIVE_INFINITY) left = least - Math.max(reach, FAR * deviation);
        double loss = loss(left);
        cell(cells, scale, new Boundary(Double.NEGATIVE_INFINITY), new Boundary(left), limit(-1), loss);
        cut(cells, left, most(centresA, centresB) + reach, scale, resolution);
    }

    /** Cuts only the part on the right of x. */
    void cutFrom(LossCells cells, double x, Resolution resolution) {
        double reach = deviation * Normal.upperQuantile(Math.min(resolution.tail(), 0.25));
        cut(cells, x, Math.max(x, most(centresA, centresB) + reach), 1, resolution);
    }

    private void cut(LossCells cells, double left, double right, double scale, Resolution resolution) {
        double widest = deviation / 12;
        double x = left, loss = loss(x);
        Boundary from, to = new Boundary(x);
        double width = widest / 4;
        double densityA = 0, densityB = 0;
        while (x < right) {
            from = to;
            double local = resolution.width(loss, densityA, densityB);
            double next = Math.min(right, x + width), nextLoss = loss(next);
            while (nextLoss - loss > 1.5 * local && next - x > 1e-9 * deviation) {
                next = x + (next - x) * Math.max(0.2, local / (nextLoss - loss));
                nextLoss = loss(next);
            }
            to = new Boundary(next);
            cell(cells, scale, from, to, loss, nextLoss);
            double unit = deviation / (next - x);
            densityA = scale * unit * lastA;
            densityB = scale * unit * lastB;
            width = Math.min(
                    x < least(centresA, centresB) - 12 * deviation ? 6 * widest : widest,
                    (next - x) * Math.min(2, Math.max(1e-3, local / Math.max(nextLoss - loss, 1e-300))));
            x = next;
            loss = nextLoss;
        }
        cell(cells, scale, to, new Boundary(Double.POSITIVE_INFINITY), loss, limit(1));
    }

    private double lastA;
    private double lastB;

    /** A place on the line with the tail probabilities, seen from every centre, that both neighbouring cells need. */
    private final class Boundary {
        final double x;
        final double[] tailsA;
        final double[] tailsB;
        final double tail;

        Boundary(double x) {
            this.x = x;
            tail = tail(x, 0);
            tailsA = tails(x, centresA);
            tailsB = tails(x, centresB);
        }

        private double[] tails(double x, double[] centres) {
            double[] t = new double[centres.length];
            for (int i = 0; i < t.length; i++) t[i] = centres[i] == 0 ? tail : tail(x, centres[i]);
            return t;
        }

        /** The smaller tail: Pr[X > x] on the right of the centre, -Pr[X < x] on the left. */
        private double tail(double x, double centre) {
            double z = (x - centre) / deviation;
            // never minus zero, whose side could not be told
            return z >= 0 ? Normal.upper(z) : -Math.max(Double.MIN_NORMAL, Normal.upper(-z));
        }
    }

    private static double mass(double from, double to) {
        return from < 0 == to < 0 ? from - to : 1 + from - to;
    }

    private void cell(LossCells cells, double scale, Boundary from, Boundary to, double low, double high) {
        double a = 0, b = 0, difference = 0;
        double base = mass(from.tail, to.tail);
        for (int i = 0; i < centresA.length; i++) {
            double m = mass(from.tailsA[i], to.tailsA[i]);
            a += weightsA[i] * m;
            difference -= weightsA[i] * (m - base);
        }
        for (int i = 0; i < centresB.length; i++) {
            double m = mass(from.tailsB[i], to.tailsB[i]);
            b += weightsB[i] * m;
            difference += weightsB[i] * (m - base);
        }
        lastA = a;
        lastB = b;
        if (a > 0 || b > 0)
            cells.add(scale * a, scale * b, scale * difference, low - margin(from.x, low), high + margin(to.x, high));
    }

    /** What rounding of x inside the masses and of the loss itself can move the loss by; four times what is expected. */
    private double margin(double x, double loss) {
        if (Double.isInfinite(loss)) return 0;
        double spread = (most(centresA, centresB) - least(centresA, centresB)) / (deviation * deviation);
        double steep = Double.isInfinite(x) ? 0 : Math.abs(x) * spread;
        return 2e-15 * Math.abs(loss) * (2 + steep);
    }

    /** ln(dA/dB) at x; relative accuracy also where it is close to zero. */
    double loss(double x) {
        return logRatio(centresA, weightsA, x) - logRatio(centresB, weightsB, x);
    }

    /** ln of the mixture's density over that of the centred normal distribution. */
    private double logRatio(double[] centres, double[] weights, double x) {
        double variance = deviation * deviation, largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < centres.length; i++)
            if (weights[i] > 0) largest = Math.max(largest, centres[i] * (x - centres[i] / 2) / variance);
        if (largest < 30) {
            double sum = 0;
            for (int i = 0; i < centres.length; i++)
                if (centres[i] != 0) sum += weights[i] * Math.expm1(centres[i] * (x - centres[i] / 2) / variance);
            // far below zero the sum is all cancellation, and the plain one below is exact
            if (sum > -0.5) return Math.log1p(sum);
        }
        double sum = 0;
        for (int i = 0; i < centres.length; i++) {
            double exponent = centres[i] * (x - centres[i] / 2) / variance - largest;
            if (exponent > -745) sum += weights[i] * Math.exp(exponent);
        }
        return largest + Math.log(sum);
    }

    /** The loss at minus or plus infinity: finite where A and B share the outermost centre. */
    private double limit(int side) {
        double a = side < 0 ? least(centresA, centresA) : most(centresA, centresA);
        double b = side < 0 ? least(centresB, centresB) : most(centresB, centresB);
        if (a != b) return side * Double.POSITIVE_INFINITY;
        return Math.log1p(-weightApartFrom(a, centresA, weightsA))
                - Math.log1p(-weightApartFrom(b, centresB, weightsB));
    }

    private static double weightApartFrom(double centre, double[] centres, double[] weights) {
        double sum = 0;
        for (int i = 0; i < centres.length; i++) if (centres[i] != centre) sum += weights[i];
        return sum;
    }

    private static double least(double[] one, double[] other) {
        double least = Double.POSITIVE_INFINITY;
        for (double c : one) least = Math.min(least, c);
        for (double c : other) least = Math.min(least, c);
        return least;
    }

    private static double most(double[] one, double[] other) {
        double most = Double.NEGATIVE_INFINITY;
        for (double c : one) most = Math.max(most, c);
        for (double c : other) most = Math.max(most, c);
        return most;
    }
}
