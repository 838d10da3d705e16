package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.numeric.Binomial;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.privacy.numeric.Normal;
import java.util.Arrays;
import java.util.List;

/**
 * One step of home stars, for every graph, degree and gradient: the smaller of two bounds. The first takes what all coins but
 * those of the node and of its homes share out of both worlds; the second reveals the coins of the homes too.
 *
 * <p><b>Guarantee.</b> The true profile is convex and below both, hence below the hull of points on their minimum ({@link
 * ProfileHull}). Each point is rounded up. {@link #attained} is an instance: z's stars turn from -u to u, its own star is u.
 * Both are loose. For q = 0.1, K = 2, m = 5 and delta = 1e-5 one step's epsilon lies between 0.33 and 1.79, that of 40 between
 * 2.37 and 4.18. Without the 2o of (iii) the upper bounds would be 1.07 and 3.10; but with homes that share their own homes, whose
 * stars turn too, one step attains 0.65 by quadrature, so that 2o cannot be left out, nor is the lower bound the last word.
 *
 * <p>Proofs: docs/proofs.md, lemmas 6, 8 and 17.
 */
final class HomeStarsLoss implements LossModel {
    /** Beyond so many homes the first proof has too many terms to be worth it. */
    private static final int FIRST_PROOF = 16;

    private static final double CUT = 1e-26;
    private static final double LOST = 1e-23;
    /** Points per deviation of the loss. */
    private static final int POINTS = 128;

    private static final int MOST_POINTS = 400_000;
    /** More than the relative error of any term, and than what rounding of the losses moves it by. */
    private static final double UP = 1 + 1e-11;

    private final double rate;
    private final double multiplier;
    private final HomeStarsSecondProof second;
    private final int homes;
    private final double eta;
    private int[] shifts = {};
    private double[] fromCommon = {};
    private double[] paired = {};
    private List<LossCells> cells;

    HomeStarsLoss(Event.HomeStars event) {
        rate = event.rate();
        homes = event.homes();
        multiplier = event.scale();
        eta = -Math.expm1((homes + 1) * Math.log1p(-rate));
        second = new HomeStarsSecondProof(rate, homes, multiplier);
        if (homes <= FIRST_PROOF) weigh();
    }

    /** The second proof alone: its pair is that of HeterPoisson when no degree exceeds M. */
    static double rdp(Event.HomeStars event, double order) {
        if (event.rate() == 1)
            return RenyiDivergence.upper(new Event.Gaussian(event.scale()), order, Amplification.GAUSSIAN);
        if (event.homes() == 0)
            return RenyiDivergence.upper(
                    new Event.PoissonSampled(event.rate(), event.scale(), Relation.ADD_REMOVE),
                    order,
                    Amplification.GAUSSIAN);
        return HeterPoissonDivergence.rdp(
                new Event.HeterPoisson(
                        event.rate(), event.homes(), event.homes(), event.scale(), true, Event.Proof.CONSERVATIVE),
                order);
    }

    @Override
    public List<LossCells> cells(Resolution resolution, Degrees degrees) {
        if (cells == null) cells = List.of(cut());
        return cells;
    }

    @Override
    public List<LossCells> attained(Resolution resolution, Degrees degrees) {
        Binomial k = Binomial.of(homes, rate, CUT);
        int n = k.probability.length;
        double[] without = new double[n], with = new double[2 * n], p = new double[2 * n];
        // then the density without z is log-concave and the loss rises along the line; else z's own star shall be empty
        int own = multiplier >= homes / 2.0 ? 1 : 0;
        for (int i = 0; i < n; i++) {
            without[i] = -(k.first + i);
            with[i] = k.first + i;
            p[i] = (1 - rate) * k.probability[i];
            with[n + i] = own - (k.first + i);
            p[n + i] = rate * k.probability[i];
        }
        LossCells found = new LossCells();
        GaussianMixture.between(multiplier, with, p, without, k.probability).cut(found, 1, resolution);
        return List.of(found);
    }

    private LossCells cut() {
        double[] epsilon = new double[1024], forward = new double[1024], backward = new double[1024];
        int count = 0;
        for (double e = 0; count < MOST_POINTS; e += step(e)) {
            if (count == epsilon.length) {
                epsilon = Arrays.copyOf(epsilon, 2 * count);
                forward = Arrays.copyOf(forward, 2 * count);
                backward = Arrays.copyOf(backward, 2 * count);
            }
            double with = second.forward(e), without = second.backward(e);
            double first = first(e, Math.max(with, without));
            epsilon[count] = e;
            forward[count] = Math.min(1, Math.min(first, with) * UP + LOST);
            backward[count] = Math.min(1, Math.min(first, without) * UP + LOST);
            if (Math.max(forward[count], backward[count++]) < 2 * LOST) break;
        }
        return ProfileHull.atoms(epsilon, forward, backward, count);
    }

    /**
     * A fixed part of how far the loss of a mixture with weight q varies: a change of s varies it by s/m, and contributes
     * to what lies beyond a loss of l only when l is below z s/m + s²/(2m²) for a z of about 10.
     */
    private double step(double epsilon) {
        double l = inner(epsilon, rate);
        double varies = Math.max(1 / multiplier, 2 * l / (10 + Math.sqrt(100 + 2 * l)));
        return rate * Math.exp(l - epsilon) * varies / POINTS;
    }

    /** ln γ with 1 + share (γ - 1) = e^epsilon. */
    private static double inner(double epsilon, double share) {
        return epsilon < 600
                ? Math.log1p(Math.expm1(epsilon) / share)
                : epsilon - Math.log(share) + Math.log1p((share - 1) * Math.exp(-epsilon));
    }

    /** The bound of the first proof, or anything above {@code enough} if it is that large. */
    private double first(double epsilon, double enough) {
        if (shifts.length == 0) return 1;
        double log = inner(epsilon, eta);
        // with r = 1/(γ'-1): β = η (1 + r) / (1 + η r)
        double r = Math.exp(-epsilon) / -Math.expm1(-epsilon);
        double beta = epsilon == 0 ? 1 : eta * (1 + r) / (1 + eta * r);
        double rest = epsilon == 0 ? 0 : (1 - eta) / (1 + eta * r);
        double sum = 0;
        for (int i = 0; i < shifts.length && sum <= enough; i++)
            sum += (rest * fromCommon[i] + beta * paired[i]) * stick(log, shifts[i] / multiplier);
        return sum;
    }

    /** The hockey stick of N(0, 1) and N(mu, 1) at γ = e^log, at least. */
    private static double stick(double log, double mu) {
        if (mu < 1e-3) return new GaussianDp(mu).delta(log);
        double a = log / mu - mu / 2, b = a + mu;
        double above = Normal.upper(a);
        if (log > 600) return above;
        double beyond = Normal.upper(b);
        double margin = (1e-15 + 1e-16 * Math.abs(a) * (Math.abs(a) + mu)) * 4;
        return Math.max(0, Normal.between(a, b) - Math.expm1(log) * beyond) + margin * (above + Math.exp(log) * beyond);
    }

    private void weigh() {
        double[] common = new double[homes + 2 * homes * homes + 2];
        double[] pairs = new double[common.length];
        Binomial centres = Binomial.of(homes, rate, CUT);
        for (int i = 0; i < centres.probability.length; i++) {
            int k = centres.first + i;
            double w = centres.probability[i];
            pairs[2 * k] += w * (1 - rate);
            pairs[1] += w * rate;
            Binomial left = Binomial.of(k * homes, rate, CUT);
            for (int j = 0; j < left.probability.length; j++) {
                int s = k + 2 * (left.first + j);
                if (k > 0) common[s] += w * left.probability[j] * (1 - rate);
                common[s + 1] += w * left.probability[j] * rate;
            }
        }
        int size = 0;
        for (int s = 1; s < common.length; s++) if (common[s] + pairs[s] > 0) size++;
        shifts = new int[size];
        fromCommon = new double[size];
        paired = new double[size];
        size = 0;
        for (int s = 1; s < common.length; s++) {
            if (!(common[s] + pairs[s] > 0)) continue;
            shifts[size] = s;
            fromCommon[size] = common[s];
            paired[size++] = pairs[s];
        }
    }
}
