package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.Normal;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs that are not one mixture of Gaussians against another: Laplace, discrete Gaussian, samples without replacement.
 *
 * <p>Proofs: docs/proofs.md, lemmas 14, 21, 25 and 34.
 */
final class OtherLosses {
    private static final double ROUNDING = 1e-14;
    private static final double LOST = 1e-23;

    private OtherLosses() {}

    /** Lap(0, m) against Lap(1, m): a constant loss on both sides of [0, 1], a linear one between. */
    static void laplace(LossCells cells, double m, Resolution resolution) {
        double most = 1 / m;
        // on the right of 1: A has e^(-1/m)/2, B has 1/2
        atom(cells, Math.exp(-most) / 2, 0.5, -Math.expm1(-most) / 2, -most);
        double step = Math.min(resolution.step(), most / 16);
        int parts = (int) Math.min(1 << 16, Math.ceil(2 * most / step));
        for (int i = 0; i < parts; i++) {
            double from = 1 - (double) i / parts, to = 1 - (i + 1.0) / parts;
            double width = (from - to) / m;
            double a = -Math.exp(-to / m) * Math.expm1(-width) / 2,
                    b = -Math.exp(-(1 - from) / m) * Math.expm1(-width) / 2;
            double low = (1 - 2 * from) / m, high = (1 - 2 * to) / m;
            cells.add(a, b, b - a, low - ROUNDING * most, high + ROUNDING * most);
        }
        atom(cells, 0.5, Math.exp(-most) / 2, Math.expm1(-most) / 2, most);
    }

    static void atom(LossCells cells, double a, double b, double difference, double loss) {
        double around = ROUNDING * Math.abs(loss);
        cells.add(a, b, difference, loss - around, loss + around);
    }

    /**
     * A discrete Gaussian against one that is shifted by a whole number s: the loss at x is (s² - 2 s x) / (2 sigma²). Smaller
     * shifts are dominated, because the family has monotone likelihood ratios.
     */
    static void discreteGaussian(LossCells cells, double sigma, long shift, Resolution resolution) {
        double variance = sigma * sigma;
        double z = Normal.upperQuantile(Math.min(0.25, resolution.tail() / 4)) + 1;
        long reach = (long) Math.ceil(z * sigma) + 2;
        if (reach > 1 << 22)
            throw new IllegalArgumentException(
                    "sigma of a discrete Gaussian must be at most 100000 for its privacy-loss distribution, was "
                            + sigma);
        double total = 0;
        for (long x = -reach; x <= reach; x++) total += bell(x, variance);
        // the sum over all integers exceeds this by less than the tail: A's and B's normaliser is the same, and either
        // misses as much
        cells.add(resolution.tail(), 0, -resolution.tail(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        cells.add(0, resolution.tail(), resolution.tail(), Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        for (long x = reach + shift; x >= -reach; x--) {
            double a = x > reach ? 0 : bell(x, variance) / total,
                    b = x < shift - reach ? 0 : bell(x - shift, variance) / total;
            double loss = shift * (shift - 2.0 * x) / (2 * variance);
            // what one of the two leaves to its tail above, only the other sees; a mass that is merely too small for a
            // double has its loss all the same
            if (x > reach) cells.add(0, b, b, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
            else if (x < shift - reach) cells.add(a, 0, -a, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
            else if (a > 0 || b > 0) atom(cells, a, b, loss < -700 ? b - a : a * Math.expm1(-loss), loss);
        }
    }

    static double bell(long x, double variance) {
        return Math.exp(-((double) x * x) / (2 * variance));
    }

    /**
     * One step on a batch without replacement, under replacement of a record. Balle, Barthe and Gaboardi (2018, Theorem 11): for
     * α' = 1 + q (α - 1) at least 1 the divergence of the sampled mechanism is at most q times that of the Gaussian at α, for
     * either order of the neighbours. Below 1 every pair obeys H_α(P, Q) = 1 - α + α H_{1/α}(Q, P), so the reflected curve
     * bounds that half. The two halves make one convex curve, hence belong to a pair (Zhu, Dong and Wang 2022,
     * Proposition 10): where the loss is positive, A is q N(1) + (1-q) N(0) and B is N(0), both beyond x = 1/2; the
     * negative losses are the mirror image; what is left, (1-q)(2 Φ(1/(2m)) - 1) under both, has no loss.
     */
    static void withoutReplacement(LossCells cells, double q, double m, Resolution resolution) {
        double[] centres = {0, 1}, weights = {1 - q, q};
        LossCells right = new LossCells();
        GaussianMixture.against(m, centres, weights).cutFrom(right, 0.5, resolution);
        LossCells left = right.reversed();
        for (int i = 0; i < left.size(); i++) copy(cells, left, i);
        double rest = (1 - q) * Normal.between(-0.5 / m, 0.5 / m);
        cells.add(rest, rest, 0, 0, 0, 0, 0);
        for (int i = 0; i < right.size(); i++) copy(cells, right, i);
    }

    static void copy(LossCells to, LossCells from, int i) {
        to.add(
                from.massA(i),
                from.massB(i),
                from.difference(i),
                from.low(i),
                from.high(i),
                from.movedA(i),
                from.movedB(i));
    }

    /** The number r of affected terms in the batch is seen; given r the pair is N(0, m²) against N(r / affected, m²). */
    static List<LossCells> hypergeometric(Event.Hypergeometric event, Resolution resolution) {
        List<LossCells> parts = new ArrayList<>();
        long least = Math.max(0, event.batch() + event.affected() - event.population());
        long most = Math.min(event.affected(), event.batch());
        double[] p = hypergeometric(event, least, most);
        for (int i = 0; i < p.length; i++) {
            if (p[i] < LOST * 1e-3) continue;
            LossCells cells = new LossCells();
            double shift = (least + i) / (double) event.affected();
            if (shift == 0) cells.add(p[i], p[i], 0, 0, 0, 0, 0);
            else
                GaussianMixture.against(event.scale(), new double[] {shift}, new double[] {1})
                        .cut(cells, p[i], resolution);
            parts.add(cells);
        }
        LossCells lost = new LossCells();
        lost.add(LOST, 0, -LOST, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        lost.add(0, LOST, LOST, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        parts.add(lost);
        return parts;
    }

    /** Probabilities of r = least, ..., most, from ratios of neighbours, so that all have relative accuracy. */
    private static double[] hypergeometric(Event.Hypergeometric e, long least, long most) {
        if (most - least > 1 << 20)
            throw new IllegalArgumentException("affected must be at most 1000000 in a batch, was " + e.affected());
        double[] log = new double[(int) (most - least) + 1];
        double peak = 0;
        for (int i = 1; i < log.length; i++) {
            double r = least + i;
            double ratio = (e.affected() - r + 1)
                    / r
                    * ((e.batch() - r + 1) / (e.population() - e.affected() - e.batch() + r));
            log[i] = log[i - 1] + Math.log(ratio);
            peak = Math.max(peak, log[i]);
        }
        double sum = 0;
        for (int i = 0; i < log.length; i++) sum += log[i] = Math.exp(log[i] - peak);
        for (int i = 0; i < log.length; i++) log[i] /= sum;
        return log;
    }
}
