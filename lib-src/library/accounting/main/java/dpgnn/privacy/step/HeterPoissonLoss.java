package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.Binomial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pair of one HeterPoisson step, for a whole interval of out-degrees at once.
 *
 * <p><b>Guarantee.</b> PUBLISHED: one stochastic upper envelope of Bin(D, q min(1, M/D)), from the exact tails of every degree D in the interval.
 *
 * <p>CONSERVATIVE: n ~ Bin(D, q), the number of out-neighbours that are centres, is seen and k ~ Bin(n, p), p = M/D. Let
 * u = Pr[k &gt; 0 | n] = 1 - (1-p)^n, which may be replaced by a random u' that the observer sees when E[u' | u] is at least u.
 *
 * <p>So the law of u at the degree low, with laws of k made of Bin(i, M/high), covers all degrees between. Up to M every degree
 * is included in the next larger one.
 *
 * <p>Proofs: docs/proofs.md, lemmas 8, 9, 15 and 16.
 */
record HeterPoissonLoss(Event.HeterPoisson event) implements LossModel {
    /** Probabilities below this part of what a resolution may leave uncut are left out, and given up all together. */
    private static final double CUT = 1e-4;

    private static final double LEAST = 1e-26;

    /** How far apart neighbouring values of n stay at most as a part of their mean: pairs differ little over so much. */
    private static final double CLOSE = 0.01;

    private static final int POISSON_FROM = 1 << 19;

    private static final int REMEMBERED = 256;

    /** They do not depend on the noise, which a calibration varies. */
    private static final Map<Key, States> REMEMBERED_STATES = new ConcurrentHashMap<>();

    private record Key(Event.HeterPoisson event, int low, int high, int wanted, double cut) {}

    /**
     * What the observer may be told, how likely, and the weights of the shifts then.
     *
     * @param lost at least the probability of all that was left out of the far tails of n and k
     */
    private record States(double[] shifts, double[][] weights, double[] probability, double lost) {}

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
        if (high <= firstKnee()) low = high;
        // one value for a range of resolutions, so that states can be remembered
        double cut = Math.max(LEAST, CUT * Math.pow(10, Math.floor(Math.log10(resolution.tail()))));
        States states = states(low, high, resolution.states(), cut);
        List<LossCells> cells = GaussianMixture.family(event.scale(), states.shifts, states.weights)
                .cut(states.probability, resolution);
        // with probability o something else happens, which is given up: H <= (1 - o) H' + o, as if its loss were
        // infinite
        LossCells lost = new LossCells();
        double part = states.lost * (1 + 1e-9) + Double.MIN_NORMAL;
        lost.add(part, 0, -part, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        lost.add(0, part, part, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        cells.add(lost);
        return cells;
    }

    /** Of one degree: neighbouring n are confused with each other, which can only take from what the observer knows. */
    @Override
    public List<LossCells> attained(Resolution resolution, Degrees degrees) {
        if (degrees.low() != degrees.high())
            throw new IllegalStateException("an attained pair has one degree, was asked for " + degrees);
        int degree = Math.min(degrees.high(), maxDegree());
        double cut = Math.max(LEAST, CUT * resolution.tail());
        States states = event.proof() == Event.Proof.PUBLISHED
                ? states(degree, degree, 0, cut)
                : confused(degree, resolution.states(), cut);
        return GaussianMixture.family(event.scale(), states.shifts, states.weights)
                .cut(states.probability, resolution);
    }

    private States confused(int degree, int wanted, double cut) {
        double inclusion = Math.min(1, event.peripherals() / degree);
        Binomial n = Binomial.of(degree, event.rate(), cut);
        int[] kept = kept(n, wanted);
        double[] probability = new double[kept.length];
        List<double[]> laws = new ArrayList<>();
        for (int i = 0, at = 0; at < kept.length; at++) {
            double[] mean = new double[1];
            for (; i < n.probability.length && n.first + i <= kept[at]; i++) {
                double[] law = dense(Binomial.of(n.first + i, inclusion, cut));
                mean = Arrays.copyOf(mean, Math.max(mean.length, law.length));
                for (int k = 0; k < law.length; k++) mean[k] += n.probability[i] * law[k];
                probability[at] += n.probability[i];
            }
            for (int k = 0; k < mean.length; k++) mean[k] /= probability[at];
            laws.add(mean);
        }
        return shifted(laws, probability, cut, 0);
    }

    private States states(int low, int high, int wanted, double cut) {
        Event.HeterPoisson any = new Event.HeterPoisson(
                event.rate(), event.peripherals(), event.maxOutDegree(), 1, event.enforced(), event.proof());
        Key key = new Key(any, low, high, event.proof() == Event.Proof.PUBLISHED ? 0 : wanted, cut);
        States known = REMEMBERED_STATES.get(key);
        if (known != null) return known;
        States found = event.proof() == Event.Proof.PUBLISHED
                ? published(low, high, cut)
                : conditioned(low, high, wanted, cut);
        if (REMEMBERED_STATES.size() >= REMEMBERED) REMEMBERED_STATES.clear();
        REMEMBERED_STATES.put(key, found);
        return found;
    }

    /** PUBLISHED: a law of k that is stochastically at least that of each degree from low on, but for what the cut leaves out. */
    static double[] envelope(Event.HeterPoisson event, int low, double cut) {
        return new HeterPoissonLoss(event).enveloped(low, event.maxOutDegree(), cut, new double[1]);
    }

    /** Probabilities of k = 0, 1, ...: at least as large, stochastically, as for each degree in the interval. */
    private double[] enveloped(int low, int high, double cut, double[] omitted) {
        double[] tails = new double[64];
        int from = Math.max(low, Math.min(high, firstKnee()));
        for (int d = from; d <= high; d++) {
            boolean rest = d >= POISSON_FROM;
            double p = event.rate() * Math.min(1, event.peripherals() / d);
            // a Bernoulli(p) is at most a Poisson(-ln(1-p)), and -D ln(1 - λ/D) falls with D
            Binomial law = rest ? Binomial.poisson(-d * Math.log1p(-p), cut) : Binomial.of(d, p, cut);
            double[] t = law.tails();
            omitted[0] = Math.max(omitted[0], law.omitted);
            if (law.first + t.length > tails.length) tails = Arrays.copyOf(tails, law.first + t.length);
            for (int k = 0; k < law.first + t.length; k++)
                tails[k] = Math.max(tails[k], k <= law.first ? 1 : t[k - law.first]);
            if (rest) break;
        }
        return differences(tails);
    }

    private States published(int low, int high, double cut) {
        double[] omitted = new double[1], law = enveloped(low, high, cut, omitted);
        return shifted(List.of(law), new double[] {1}, cut, omitted[0]);
    }

    /** The law of u at the lowest degree, and for each u a law of k that covers the highest. */
    private States conditioned(int low, int high, int wanted, double cut) {
        if (low <= event.peripherals() && low < high)
            throw new IllegalStateException(
                    "degrees up to M are to be asked for one by one, were " + low + " to " + high);
        double inclusion = Math.min(1, event.peripherals() / low), least = Math.min(1, event.peripherals() / high);
        Binomial n = Binomial.of(low, event.rate(), cut);
        int[] kept = kept(n, wanted);
        double[] probability = new double[kept.length];
        double logNone = Math.log1p(-inclusion), logLeast = Math.log1p(-least);
        for (int i = 0, above = 0; i < n.probability.length; i++) {
            int state = n.first + i;
            while (kept[above] < state) above++;
            double up = kept[above] == state
                    ? 1
                    : Math.min(1, one(state - kept[above - 1], logNone) / one(kept[above] - kept[above - 1], logNone));
            probability[above] += up * n.probability[i];
            if (up < 1) probability[above - 1] += (1 - up) * n.probability[i];
        }
        List<double[]> laws = new ArrayList<>();
        double omitted = n.omitted;
        for (int state : kept) {
            double coins = low == high ? state : state * (logNone / logLeast) * (1 + 1e-14);
            int whole = (int) Math.floor(coins);
            Binomial lower = Binomial.of(whole, least, cut);
            double[] law = dense(lower);
            // weighed by no more than one each, which is enough and needs no care
            omitted += lower.omitted;
            if (coins > whole) {
                double up = Math.min(1, one(coins - whole, logLeast) / least);
                Binomial upper = Binomial.of(whole + 1, least, cut);
                omitted += upper.omitted;
                double[] next = dense(upper);
                law = Arrays.copyOf(law, Math.max(law.length, next.length));
                for (int k = 0; k < law.length; k++) law[k] = (1 - up) * law[k] + (k < next.length ? up * next[k] : 0);
            }
            laws.add(law);
        }
        return shifted(laws, probability, cut, omitted);
    }

    /** 1 - (1-p)^n. */
    private static double one(double n, double logNone) {
        return -Math.expm1(n * logNone);
    }

    /** Which values of n stay: all where they are few, else wider apart the farther from the mean. */
    private static int[] kept(Binomial n, int wanted) {
        int size = n.probability.length;
        double mean = 0, square = 0;
        for (int i = 0; i < size; i++) mean += i * n.probability[i];
        for (int i = 0; i < size; i++) square += (i - mean) * (i - mean) * n.probability[i];
        double deviation = Math.sqrt(square);
        double width = Math.max(1, Math.max(12 * deviation / wanted, CLOSE * (n.first + mean)));
        List<Integer> kept = new ArrayList<>(List.of(n.first));
        for (double at = 0; kept.get(kept.size() - 1) < n.first + size - 1; ) {
            double far = Math.abs(at + width / 2 - mean) / Math.max(deviation, 1e-9);
            at += size <= wanted ? 1 : Math.floor(width * (far > 4 ? 3 : 1));
            kept.add(n.first + (int) Math.min(at, size - 1.0));
        }
        return kept.stream().mapToInt(i -> i).toArray();
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

    /** From laws of k to weights of shifts: 1 as a centre, 2k as a peripheral, 2k + 1 as both where that may be. */
    private States shifted(List<double[]> laws, double[] probability, double cut, double omitted) {
        double q = event.rate();
        int stars = 0;
        for (int s = 0; s < probability.length; s++) {
            int likeliest = 0;
            for (int k = 0; k < laws.get(s).length; k++) {
                if (laws.get(s)[k] * probability[s] >= cut) stars = Math.max(stars, k);
                if (laws.get(s)[k] > laws.get(s)[likeliest]) likeliest = k;
            }
            // no law is cut off altogether: its one value may be large where every centre takes the node
            stars = Math.max(stars, likeliest);
        }
        double[] shifts = new double[event.enforced() ? stars + 2 : 2 * stars + 2];
        double[][] weights = new double[probability.length][shifts.length];
        for (int i = 0; i < shifts.length; i++) shifts[i] = event.enforced() && i > 1 ? 2 * i - 2 : i;
        double lost = omitted;
        for (int s = 0; s < probability.length; s++) {
            double[] law = laws.get(s);
            for (int k = stars + 1; k < law.length; k++) lost += probability[s] * law[k];
            for (int k = 0; k <= Math.min(stars, law.length - 1); k++) {
                int at = event.enforced() ? k == 0 ? 0 : k + 1 : 2 * k;
                weights[s][at] += (1 - q) * law[k];
                weights[s][event.enforced() ? 1 : at + 1] += q * law[k];
            }
        }
        return new States(shifts, weights, probability, lost);
    }
}
