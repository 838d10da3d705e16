package dpgnn.privacy;

/**
 * The pair (A, B) of two mixtures of normal distributions with one standard deviation, A's centres at or above B's, so that
 * the loss rises with x (a ratio of mixtures with monotone likelihood ratios).
 */
final class GaussianMixture {
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
     * Cuts the line so that the loss changes by about {@code step} in each cell where there is mass to speak of.
     *
     * @param scale what every mass is multiplied by: the weight of this pair among others that an observer can tell apart
     * @param tail mass under either distribution that may stay uncut at each end
     */
    void cut(LossCells cells, double scale, double step, double tail) {
        double reach = deviation * Normal.upperQuantile(Math.min(tail / scale, 0.25));
        double left = least(centresA, centresB) - reach, right = most(centresA, centresB) + reach;
        double widest = deviation / 12;
        double x = left, loss = loss(x), lowest = limit(-1), highest = limit(1);
        cell(cells, scale, Double.NEGATIVE_INFINITY, x, lowest, loss);
        double width = widest / 4;
        while (x < right) {
            double next = Math.min(right, x + width), nextLoss = loss(next);
            double local = step * coarsening(x);
            while (nextLoss - loss > 1.5 * local && next - x > 1e-9 * deviation) {
                next = x + (next - x) * Math.max(0.2, local / (nextLoss - loss));
                nextLoss = loss(next);
            }
            cell(cells, scale, x, next, loss, nextLoss);
            width = Math.min(
                    widest, (next - x) * Math.min(2, Math.max(1e-3, local / Math.max(nextLoss - loss, 1e-300))));
            x = next;
            loss = nextLoss;
        }
        cell(cells, scale, x, Double.POSITIVE_INFINITY, loss, highest);
    }

    /** Far from all centres little mass is left, and wider cells cost little accuracy. */
    private double coarsening(double x) {
        double z = (x < most(centresA, centresB) ? 0 : x - most(centresA, centresB)) / deviation;
        double below = (x > least(centresA, centresB) ? 0 : least(centresA, centresB) - x) / deviation;
        double far = Math.max(0, Math.max(z, below) - 5);
        return 1 + far * far;
    }

    private void cell(LossCells cells, double scale, double from, double to, double low, double high) {
        double a = 0, b = 0, difference = 0;
        double base = mass(0, from, to);
        for (int i = 0; i < centresA.length; i++) {
            double m = centresA[i] == 0 ? base : mass(centresA[i], from, to);
            a += weightsA[i] * m;
            difference -= weightsA[i] * (m - base);
        }
        for (int i = 0; i < centresB.length; i++) {
            double m = centresB[i] == 0 ? base : mass(centresB[i], from, to);
            b += weightsB[i] * m;
            difference += weightsB[i] * (m - base);
        }
        if (a > 0 || b > 0)
            cells.add(scale * a, scale * b, scale * difference, low - margin(from, low), high + margin(to, high));
    }

    /** What rounding of x inside the masses and of the loss itself can move the loss by; four times what is expected. */
    private double margin(double x, double loss) {
        if (Double.isInfinite(loss)) return 0;
        double spread = (most(centresA, centresB) - least(centresA, centresB)) / (deviation * deviation);
        double steep = Double.isInfinite(x) ? 0 : Math.abs(x) * spread;
        return 2e-15 * Math.abs(loss) * (2 + steep);
    }

    private double mass(double centre, double from, double to) {
        return Normal.between((from - centre) / deviation, (to - centre) / deviation);
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
            return Math.log1p(sum);
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
