package dpgnn.privacy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pair of one HeterPoisson step, for a whole interval of out-degrees at once.
 *
 * <p><b>Guarantee.</b> Let s and s' be shifts, not negative, with s stochastically at most s'. Then N(0, m²) against the mixture
 * N(s, m²) is dominated by N(0, m²) against N(s', m²), in both directions: likelihood ratios rise with x, so the best test is
 * "x at least t", and its power E[Pr(s + noise >= t)] rises with s in stochastic order while its size does not depend on s. So
 * one stochastic upper envelope over an interval of degrees, built from the exact tails of every degree in it, covers them all.
 *
 * <p>CONSERVATIVE: n, the number of out-neighbours that are centres, is seen. For D in [low, high] beyond M the laws Bin(n, M/D)
 * are compared on the chain Bin(i, M/high), i = 0, 1, ...: Bin(n, p) is stochastically at most Bin(i, r) for n at most i
 * and (1-p)^n at least (1-r)^i (Klenke and Mattner 2010, Theorem 1). The envelope is then taken over the chain's index, which
 * both worlds share.
 */
final class HeterPoissonLoss implements LossModel {
    private static final double CUT = 1e-26;
    private static final double LOST = 1e-23;
    private static final int POISSON_FROM = 1 << 19;

    private static final int REMEMBERED = 256;

    /** Envelopes do not depend on the noise, which a calibration varies, and are only a few hundred numbers each. */
    private static final Map<Key, double[]> ENVELOPES = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, double[]> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Key(Event.Proof proof, double rate, double peripherals, int low, int high) {}

    private final Event.HeterPoisson event;

    HeterPoissonLoss(Event.HeterPoisson event) {
        this.event = event;
    }

    @Override
    public int maxDegree() {
        return event.maxOutDegree();
    }

    @Override
    public int firstKnee() {
        return (int) Math.max(1, Math.min(event.maxOutDegree(), Math.floor(event.peripherals())));
    }

    @Override
    public List<LossCells> cells(Resolution resolution, Degrees degrees) {
        int high = Math.min(degrees.high(), maxDegree()), low = Math.min(degrees.low(), high);
        List<LossCells> parts = new ArrayList<>();
        if (event.proof() == Event.Proof.PUBLISHED) {
            add(parts, 1, envelope(low, high), resolution);
        } else {
            int top = high <= event.peripherals() ? high : Math.max(high, Math.min(firstKnee(), maxDegree()));
            double[] states = bucketed(envelope(Math.min(low, top), top), resolution.states());
            double inclusion = Math.min(1, event.peripherals() / top);
            for (int n = 0; n < states.length; n++)
                if (states[n] > 0) add(parts, states[n], dense(Binomial.of(n, inclusion, CUT)), resolution);
        }
        return parts;
    }

    private double[] envelope(int low, int high) {
        Key key = new Key(event.proof(), event.rate(), event.peripherals(), low, high);
        synchronized (ENVELOPES) {
            double[] known = ENVELOPES.get(key);
            if (known != null) return known;
        }
        double[] found = event.proof() == Event.Proof.PUBLISHED ? published(low, high) : chain(low, high);
        synchronized (ENVELOPES) {
            ENVELOPES.put(key, found);
        }
        return found;
    }

    /** Probabilities of k = 0, 1, ...: at least as large, stochastically, as for each degree in the interval. */
    private double[] published(int low, int high) {
        double[] tails = new double[64];
        int from = Math.max(low, Math.min(high, firstKnee()));
        for (int d = from; d <= high; d++) {
            boolean rest = d >= POISSON_FROM;
            double p = event.rate() * Math.min(1, event.peripherals() / d);
            // a Bernoulli(p) is at most a Poisson(-ln(1-p)), and -D ln(1 - λ/D) falls with D
            Binomial law = rest ? Binomial.poisson(-d * Math.log1p(-p), CUT) : Binomial.of(d, p, CUT);
            double[] t = law.tails();
            if (law.first + t.length > tails.length) tails = Arrays.copyOf(tails, law.first + t.length);
            for (int k = 0; k < law.first + t.length; k++)
                tails[k] = Math.max(tails[k], k <= law.first ? 1 : t[k - law.first]);
            if (rest) break;
        }
        return differences(tails);
    }

    /** Probabilities of the index of the chain of laws that the class comment describes. */
    private double[] chain(int low, int high) {
        if (high <= event.peripherals() || low == high) return dense(Binomial.of(high, event.rate(), CUT));
        double log = Math.log1p(-event.peripherals() / high);
        double[] tails = new double[high + 2];
        for (int d = low, last; d <= high; d = last + 1) {
            last = (int) Math.min(high, d + (long) (d * 1e-4));
            // all degrees from d to last at once: more coins and a larger chance for each
            Binomial n = Binomial.of(last, event.rate(), CUT);
            double factor = Math.log1p(-event.peripherals() / d) / log;
            double[] t = n.tails();
            for (int i = t.length - 1; i >= 0; i--) {
                int index = (int) Math.min(high + 1.0, Math.ceil((n.first + i) * factor * (1 - 1e-14)));
                tails[index] = Math.max(tails[index], i == 0 ? 1 : t[i]);
            }
        }
        for (int i = tails.length - 2; i >= 0; i--) tails[i] = Math.max(tails[i], tails[i + 1]);
        return differences(tails);
    }

    private static double[] dense(Binomial law) {
        double[] all = new double[law.first + law.probability.length];
        System.arraycopy(law.probability, 0, all, law.first, law.probability.length);
        return all;
    }

    private static double[] differences(double[] tails) {
        double[] p = new double[tails.length];
        for (int k = 0; k < p.length; k++) {
            double next = k + 1 < p.length ? Math.min(tails[k], tails[k + 1] * (1 + 1e-12)) : 0;
            p[k] = Math.max(0, (k == 0 ? 1 : Math.min(1, tails[k] * (1 + 1e-12))) - next);
        }
        return p;
    }

    /** Fewer states, each moved up to the end of its bucket: stochastically larger, so still an upper bound. */
    private static double[] bucketed(double[] states, int wanted) {
        double mean = 0, square = 0;
        for (int n = 0; n < states.length; n++) mean += n * states[n];
        for (int n = 0; n < states.length; n++) square += (n - mean) * (n - mean) * states[n];
        int width = (int) Math.max(1, Math.floor(14 * Math.sqrt(square) / wanted));
        if (width == 1) return states;
        double[] moved = new double[states.length + width];
        for (int n = 0; n < states.length; n++) moved[(n + width - 1) / width * width] += states[n];
        return moved;
    }

    private void add(List<LossCells> parts, double weight, double[] k, Resolution resolution) {
        double q = event.rate();
        double[] shifts = new double[2 * k.length + 1], weights = new double[2 * k.length + 1];
        int size = 0;
        for (int i = 0; i < k.length; i++) {
            if (k[i] * weight < 1e-25) continue;
            shifts[size] = 2 * i;
            weights[size++] = (1 - q) * k[i];
            if (!event.enforced()) {
                shifts[size] = 2 * i + 1;
                weights[size++] = q * k[i];
            }
        }
        if (event.enforced()) {
            shifts[size] = 1;
            weights[size++] = q;
        }
        double[][] kept = positive(shifts, weights, size);
        LossCells cells = new LossCells();
        GaussianMixture.against(event.multiplier(), kept[0], kept[1]).cut(cells, weight, resolution);
        // what was cut from the shifts' far tail is given up: an infinite loss
        cells.add(LOST, 0, -LOST, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        parts.add(cells);
    }

    private static double[][] positive(double[] shifts, double[] weights, int size) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (weights[i] <= 0) continue;
            shifts[kept] = shifts[i];
            weights[kept++] = weights[i];
        }
        return new double[][] {Arrays.copyOf(shifts, kept), Arrays.copyOf(weights, kept)};
    }
}
