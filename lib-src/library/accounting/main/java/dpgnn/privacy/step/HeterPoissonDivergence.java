package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Computes the Rényi divergence of one HeterPoisson step, at its maximum over the degrees of the node.
 *
 * <p>For PUBLISHED the maximum of D(mixture || Gaussian) is at the largest degree, at every order: the derivative of the moment
 * towards another distribution of shifts is the expectation of G(k) = (density * L^{a-1})(k), and G is convex and increasing
 * because ln L is convex and increasing; Bin(D, qM/D) grows in convex order with D, and Bin(D, q) for D below M stochastically.
 * For D(Gaussian || mixture) Jensen's inequality gives ((a-1) c² + s)/2 with c the mean and s the mean square of the shifts,
 * which grow with D as well. Where that is not below the other direction, all degrees up to a limit are computed, and beyond
 * it the divergence from one law of k that is stochastically at least every degree's: towards a shift of k the derivative of the
 * moment E[L^{1-a}] is (1-a) E[L^{-a}(k + Z)], which rises with k because L does. What is left out of that law is below 1e-58.
 *
 * <p>Proof: docs/proofs.md, lemma 15.
 */
final class HeterPoissonDivergence {
    /** The largest degree up to which all degrees are tried where no proof says which is worst. */
    static final int SCANNED = 32;

    /** A divergence of one step that is beyond this is answered by infinity. */
    private static final double VACUOUS = 1e4;

    private static final int KEPT = 64;

    private static final Map<Event.HeterPoisson, double[]> ENVELOPES = new ConcurrentHashMap<>();

    private HeterPoissonDivergence() {}

    static double rdp(Event.HeterPoisson event, double order) {
        if (event.rate() == 0) return 0;
        return event.proof() == Event.Proof.PUBLISHED ? published(event, order) : conservative(event, order);
    }

    private static double published(Event.HeterPoisson event, double order) {
        int largest = event.maxOutDegree();
        ShiftMixture worst = mixture(event, largest);
        if (worst.leastLogMoment(order) / (order - 1) > VACUOUS) return Double.POSITIVE_INFINITY;
        // Minkowski: the norm of L is at most that of a part plus sum p e^{(a-1)c²/2} over the rest, which is paid for.
        double rest = -80;
        double forward = MixtureDivergence.upper(worst.without(order, rest), ShiftMixture.NONE, order)
                + order / (order - 1) * Math.exp(rest);
        double mean = worst.mean(1);
        double jensen = ((order - 1) * mean * mean + worst.mean(2)) / 2 * (1 + 1e-12);
        if (jensen <= forward) return forward;
        double backward = 0;
        for (int degree = 1; degree <= Math.min(largest, SCANNED); degree++)
            backward = Math.max(backward, MixtureDivergence.upper(ShiftMixture.NONE, mixture(event, degree), order));
        return Math.max(
                forward, largest > SCANNED ? Math.max(backward, Math.min(jensen, enveloped(event, order))) : backward);
    }

    private static double enveloped(Event.HeterPoisson event, double order) {
        if (ENVELOPES.size() > KEPT) ENVELOPES.clear();
        // the law does not depend on the noise
        double[] logs = ENVELOPES.computeIfAbsent(
                new Event.HeterPoisson(event.rate(), event.peripherals(), event.maxOutDegree(), 1, true, event.proof()),
                e -> Arrays.stream(HeterPoissonLoss.envelope(e, SCANNED + 1, 1e-60))
                        .map(Math::log)
                        .toArray());
        // what the cut left out counts L^{-a} at most, and L is at least the share of no shift
        double largest = -order * (logs[0] + Math.log1p(-event.rate()));
        return largest > 40
                ? Double.POSITIVE_INFINITY
                : MixtureDivergence.upper(ShiftMixture.NONE, mixture(event, logs), order) * (1 + 1e-11);
    }

    private static ShiftMixture mixture(Event.HeterPoisson event, int degree) {
        return mixture(event, logBinomial(degree, inclusion(event, degree) * event.rate()));
    }

    /** The number of centres among the neighbours is known to the observer: moments average over it. */
    private static double conservative(Event.HeterPoisson event, double order) {
        if (event.maxOutDegree() > SCANNED)
            throw new IllegalArgumentException(
                    "Rényi accounting of the conditioned HeterPoisson pair tries every degree, and"
                            + " does so up to maxOutDegree " + SCANNED + "; it was " + event.maxOutDegree()
                            + ". Use privacy-loss distributions, which certify the maximum over degrees.");
        double worst = 0;
        // Up to M every centre draws the node, and the counts grow with the degree.
        int first = (int) Math.max(1, Math.min(event.maxOutDegree(), Math.floor(event.peripherals())));
        for (int degree = first; degree <= event.maxOutDegree(); degree++) {
            double[] centres = logBinomial(degree, event.rate());
            double forward = Double.NEGATIVE_INFINITY;
            double backward = Double.NEGATIVE_INFINITY;
            for (int n = 0; n <= degree; n++) {
                if (centres[n] == Double.NEGATIVE_INFINITY) continue;
                ShiftMixture mixture = mixture(event, logBinomial(n, inclusion(event, degree)));
                forward = CellMoment.sum(
                        forward, centres[n] + MixtureDivergence.logExcessMoment(mixture, ShiftMixture.NONE, order));
                backward = CellMoment.sum(
                        backward, centres[n] + MixtureDivergence.logExcessMoment(ShiftMixture.NONE, mixture, order));
            }
            worst = Math.max(worst, CellMoment.log1pExp(Math.max(forward, backward)));
        }
        return worst / (order - 1) * (1 + 1e-13);
    }

    private static double inclusion(Event.HeterPoisson event, int degree) {
        return Math.min(1, event.peripherals() / degree);
    }

    /** In units of the clip norm: 1 as a centre (2k + 1 without enforcement), 2k as a peripheral of k stars. */
    private static ShiftMixture mixture(Event.HeterPoisson event, double[] stars) {
        int own = event.enforced() ? 1 : stars.length;
        double[] shifts = new double[stars.length + own];
        double[] logs = new double[shifts.length];
        double centre = Math.log(event.rate());
        for (int k = 0; k < stars.length; k++) {
            shifts[k] = 2.0 * k;
            logs[k] = Math.log1p(-event.rate()) + stars[k];
        }
        for (int k = 0; k < own; k++) {
            shifts[stars.length + k] = 2.0 * k + 1;
            logs[stars.length + k] = event.enforced() ? centre : centre + stars[k];
        }
        return ShiftMixture.of(event.scale(), shifts, logs);
    }

    /** ln Bin(k; n, p) for k = 0..n. */
    private static double[] logBinomial(int n, double p) {
        double[] logs = new double[n + 1];
        if (p >= 1) {
            Arrays.fill(logs, Double.NEGATIVE_INFINITY);
            logs[n] = 0;
            return logs;
        }
        logs[0] = n * Math.log1p(-p);
        double odds = Math.log(p) - Math.log1p(-p);
        for (int k = 1; k <= n; k++) logs[k] = logs[k - 1] + Math.log((n - k + 1.0) / k) + odds;
        return logs;
    }
}
