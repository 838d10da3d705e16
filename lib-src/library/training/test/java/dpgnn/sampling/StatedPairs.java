package dpgnn.sampling;

import static dpgnn.privacy.Laws.binomial;
import static dpgnn.privacy.Laws.choose;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an event allows in one step, straight from the definition of its pair: the hockey sticks at some gammas, from the world
 * with the unit to the one without, and back. No accountant is asked.
 */
final class StatedPairs {
    private StatedPairs() {}

    /** H at each gamma, [0] with against without, [1] the other way. */
    static double[][] allowed(Event event, double[] gammas) {
        if (event instanceof Event.Gaussian g) return between(GaussianSums.of(1, 1), NONE, g.scale(), gammas);
        if (event instanceof Event.PoissonSampled p) {
            double q = p.rate();
            return between(
                    GaussianSums.of(0, 1 - q, 1, q),
                    p.relation() == Relation.REPLACE ? GaussianSums.of(0, 1 - q, -1, q) : NONE,
                    p.scale(),
                    gammas);
        }
        if (event instanceof Event.WithoutReplacement w) return withoutReplacement(w, gammas);
        if (event instanceof Event.Hypergeometric h) return hypergeometric(h, gammas);
        if (event instanceof Event.HomeStars h) return homeStars(h, gammas);
        Event.HeterPoisson h = (Event.HeterPoisson) event;
        double[][] worst = new double[2][gammas.length];
        for (int degree = 0; degree <= h.maxOutDegree(); degree++) raise(worst, conditioned(h, degree, gammas));
        return worst;
    }

    private static final GaussianSums NONE = GaussianSums.of(0, 1);

    private static double[][] between(GaussianSums with, GaussianSums without, double m, double[] gammas) {
        return new double[][] {
            GaussianSums.hockeySticks(with, without, m, gammas), GaussianSums.hockeySticks(without, with, m, gammas)
        };
    }

    private static void raise(double[][] to, double[][] by) {
        for (int d = 0; d < 2; d++) for (int g = 0; g < to[d].length; g++) to[d][g] = Math.max(to[d][g], by[d][g]);
    }

    private static void add(double[][] to, double[][] by, double weight) {
        for (int d = 0; d < 2; d++) for (int g = 0; g < to[d].length; g++) to[d][g] += weight * by[d][g];
    }

    /** Balle, Barthe and Gaboardi (2018): q H at 1 + (gamma - 1) / q, in both directions. */
    private static double[][] withoutReplacement(Event.WithoutReplacement w, double[] gammas) {
        double[] inner = new double[gammas.length];
        for (int g = 0; g < inner.length; g++) inner[g] = 1 + (gammas[g] - 1) / w.rate();
        double[][] sum = new double[2][inner.length];
        add(sum, between(GaussianSums.of(1, 1), NONE, w.scale(), inner), w.rate());
        return sum;
    }

    private static double[][] hypergeometric(Event.Hypergeometric h, double[] gammas) {
        double[][] sum = new double[2][gammas.length];
        for (int r = 1; r <= Math.min(h.affected(), h.batch()); r++) {
            double chance = choose(h.affected(), r)
                    * choose(h.population() - h.affected(), h.batch() - r)
                    / choose(h.population(), h.batch());
            add(sum, between(GaussianSums.of((double) r / h.affected(), 1), NONE, h.scale(), gammas), chance);
        }
        return sum;
    }

    /** How many out-neighbours are centres is known; z's own coin and whom it joins are not. */
    private static double[][] conditioned(Event.HeterPoisson h, int degree, double[] gammas) {
        double q = h.rate(), joins = degree == 0 ? 0 : Math.min(1, h.peripherals() / degree);
        double[][] sum = new double[2][gammas.length];
        for (int n = 0; n <= degree; n++) {
            Map<Double, Double> mass = new TreeMap<>();
            for (int k = 0; k <= n; k++) {
                double chance = binomial(n, k, joins);
                mass.merge(h.enforced() ? 1.0 : 2.0 * k + 1, q * chance, Double::sum);
                mass.merge(2.0 * k, (1 - q) * chance, Double::sum);
            }
            add(sum, between(new GaussianSums(mass), NONE, h.scale(), gammas), binomial(degree, n, q));
        }
        return sum;
    }

    /** The smaller of the two proofs at each gamma. */
    private static double[][] homeStars(Event.HomeStars h, double[] gammas) {
        if (h.homes() == 0) return allowed(new Event.PoissonSampled(h.rate(), h.scale(), Relation.ADD_REMOVE), gammas);
        double q = h.rate();
        int homes = h.homes();
        double[][] least = conditioned(
                new Event.HeterPoisson(q, homes, homes, h.scale(), true, Event.Proof.CONSERVATIVE), homes, gammas);
        double eta = 1 - Math.pow(1 - q, homes + 1);
        for (int g = 0; g < gammas.length; g++) {
            double inner = 1 + (gammas[g] - 1) / eta, beta = gammas[g] / inner, sum = 0;
            for (int k = 0; k <= homes; k++) {
                double p = binomial(homes, k, q);
                sum += beta * p * ((1 - q) * stick(inner, 2 * k, h.scale()) + q * stick(inner, 1, h.scale()));
                for (int o = 0; o <= k * homes; o++) {
                    double w = (1 - beta) * p * binomial(k * homes, o, q);
                    if (k > 0) sum += w * (1 - q) * stick(inner, k + 2 * o, h.scale());
                    sum += w * q * stick(inner, k + 2 * o + 1, h.scale());
                }
            }
            least[0][g] = Math.min(least[0][g], sum);
            least[1][g] = Math.min(least[1][g], sum);
        }
        return least;
    }

    private static double stick(double gamma, double shift, double m) {
        if (shift == 0) return 0;
        double mu = shift / m, at = Math.log(gamma) / mu;
        return GaussianSums.upper(at - mu / 2) - gamma * GaussianSums.upper(at + mu / 2);
    }
}
