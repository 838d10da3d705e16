package dpgnn.privacy.step;

import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;
import dpgnn.privacy.SampledLaplace;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.numeric.Normal;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Pairs on a line that are no mixtures of normal distributions: Poisson samples of numbers under Laplace or discrete Gaussian
 * noise, randomised answers, and pairs that a user states.
 *
 * <p>Proofs: docs/proofs.md, lemmas 55 and 56.
 */
final class SampledLosses {
    private static final int MOST_PARTS = 1 << 16;

    private SampledLosses() {}

    /** The largest loss in either direction. */
    static double largest(SampledLaplace s) {
        double up = mixed(1 / s.scale(), s.rate());
        return (s.relation() == Relation.ADD_REMOVE ? up : up - mixed(-1 / s.scale(), s.rate())) * (1 + 1e-14);
    }

    /** ln(1 - q + q e^l), the loss of a sampled step against none where that of the whole one is l. */
    static double mixed(double l, double q) {
        if (q == 1) return l;
        double x = l + Math.log(q), more = q * Math.expm1(l);
        if (x > 30) return x + Math.log1p((1 - q) * Math.exp(-x));
        // next to minus one no digit of the sum would be left
        return more > -0.9 ? Math.log1p(more) : Math.log(1 - q + q * Math.exp(l));
    }

    /** How fast the sampled loss rises with the whole one, at most. */
    private static double slope(SampledLaplace s) {
        return Math.exp(Math.min(0, 1 / s.scale() + Math.log(s.rate()) - mixed(1 / s.scale(), s.rate())));
    }

    static void laplace(LossCells cells, SampledLaplace s, Resolution r) {
        double m = s.scale(), q = s.rate();
        if (s.relation() == Relation.ADD_REMOVE) {
            LossCells whole = new LossCells();
            Resolution finer = new Resolution(
                    r.step() / slope(s), r.tail(), r.tilt(), r.moment(), r.reversed(), r.states(), r.relative());
            OtherLosses.laplace(whole, m, finer);
            for (int i = 0; i < whole.size(); i++) {
                double a = whole.massA(i), b = whole.massB(i), d = whole.difference(i);
                double around = 1e-14 * mixed(1 / m, q);
                cells.add(
                        (1 - q) * b + q * a,
                        b,
                        q * d,
                        mixed(whole.low(i), q) - around,
                        mixed(whole.high(i), q) + around,
                        q * a,
                        q * b);
            }
            return;
        }
        LossCells right = new LossCells();
        right(right, m, q, Math.min(MOST_PARTS, Math.max(32, Math.ceil(2 / m * slope(s) / r.step()))));
        LossCells left = right.reversed();
        for (int i = 0; i < left.size(); i++) OtherLosses.copy(cells, left, i);
        for (int i = 0; i < right.size(); i++) OtherLosses.copy(cells, right, i);
    }

    /** What lies right of 0, of (1-q) Lap(0) + q Lap(1) against (1-q) Lap(0) + q Lap(-1). */
    private static void right(LossCells cells, double m, double q, double parts) {
        double least = mixed(-1 / m, q), most = mixed(1 / m, q) - least;
        for (int i = 0; i < parts; i++) {
            double from = i / parts, to = (i + 1) / parts, width = -Math.expm1(-(to - from) / m) / 2;
            double own = Math.exp(-from / m) * width, there = Math.exp(-(1 - to) / m) * width;
            double back = Math.exp(-(1 + from) / m) * width;
            add(
                    cells,
                    q,
                    own,
                    there,
                    back,
                    mixed((2 * from - 1) / m, q) - least - 1e-14 * most,
                    mixed((2 * to - 1) / m, q) - least + 1e-14 * most);
        }
        add(cells, q, Math.exp(-1 / m) / 2, 0.5, Math.exp(-2 / m) / 2, most * (1 - 1e-14), most * (1 + 1e-14));
    }

    private static void add(LossCells cells, double q, double own, double there, double back, double low, double high) {
        cells.add(
                (1 - q) * own + q * there,
                (1 - q) * own + q * back,
                q * (back - there),
                low,
                high,
                q * there,
                q * back);
    }

    /** Whole number by whole number, from the smallest loss to the largest; what either world has further out tells them apart. */
    static void discreteGaussian(LossCells cells, SampledDiscreteGaussian d, Resolution resolution) {
        double variance = d.sigma() * d.sigma(), q = d.rate();
        double z = Normal.upperQuantile(Math.min(0.25, resolution.tail() / 4)) + 1;
        long reach = (long) Math.ceil(z * d.sigma()) + 2, shift = d.bound();
        boolean both = d.relation() == Relation.REPLACE;
        double total = 0;
        for (long x = -reach; x <= reach; x++) total += OtherLosses.bell(x, variance);
        double tail = resolution.tail();
        cells.add(0, tail, tail, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        for (long x = both ? -reach - shift : -reach; x <= reach + shift; x++) {
            double own = OtherLosses.bell(x, variance) / total;
            double there = OtherLosses.bell(x - shift, variance) / total;
            double back = both ? OtherLosses.bell(x + shift, variance) / total : own;
            double up = mixed(shift * (2.0 * x - shift) / (2 * variance), q);
            double loss = both ? up - mixed(-shift * (2.0 * x + shift) / (2 * variance), q) : up;
            double around = 1e-14 * (Math.abs(loss) + Math.abs(up));
            double a = (1 - q) * own + q * there, b = (1 - q) * own + q * back;
            // a mass that is merely too small for a double has its loss all the same
            if (a > 0 || b > 0) cells.add(a, b, q * (back - there), loss - around, loss + around, q * there, q * back);
        }
        cells.add(tail, 0, -tail, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    static void answer(LossCells cells, RandomisedAnswer r) {
        double t = r.truth(), s = r.lie(), loss = Math.log(t) - Math.log(s), around = 1e-15 * (1 + loss);
        cells.add(s, t, t - s, -loss - around, around - loss);
        if (r.answers() > 2) {
            double rest = (r.answers() - 2) * s;
            cells.add(rest, rest, 0, 0, 0, 0, 0);
        }
        cells.add(t, s, s - t, loss - around, loss + around);
    }

    static void stated(LossCells cells, StatedPair pair) {
        cells.add(0, pair.beyond(), pair.beyond(), Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        record Outcome(double a, double b, double loss) {}
        IntStream.range(0, pair.with().size())
                .mapToObj(i -> new Outcome(
                        pair.with().get(i),
                        pair.without().get(i),
                        loss(pair.with().get(i), pair.without().get(i))))
                .filter(o -> o.a() > 0 || o.b() > 0)
                .sorted(Comparator.comparingDouble(Outcome::loss))
                .forEach(o -> {
                    double around = Double.isInfinite(o.loss()) ? 0 : 1e-14 * Math.abs(o.loss());
                    cells.add(o.a(), o.b(), o.b() - o.a(), o.loss() - around, o.loss() + around);
                });
        cells.add(pair.beyond(), 0, -pair.beyond(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private static double loss(double a, double b) {
        double more = (a - b) / b;
        return Math.abs(more) < 0.5 ? Math.log1p(more) : Math.log(a) - Math.log(b);
    }
}
