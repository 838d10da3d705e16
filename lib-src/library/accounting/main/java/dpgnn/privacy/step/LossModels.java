package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.Relation;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.numeric.GaussianDp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Maps events to loss models, and says how often each is composed.
 *
 * <p>Proofs: docs/proofs.md, lemmas 12, 13, 41, 55 and 56.
 */
public final class LossModels {
    /** More than the rounding of a sum of ten thousand masses takes away. */
    private static final double DOWN = 1 - 1e-11;

    private final Map<Event, Long> counts = new LinkedHashMap<>();
    private double gaussian;
    private long gaussians;
    private boolean nonPrivate;

    /** The leaves of the event, equal ones counted together and all Gaussians made one (their squared means add up). */
    public static LossModels of(Event event) {
        String refusal = refusal(event);
        if (refusal != null) throw new IllegalArgumentException(refusal);
        LossModels models = new LossModels();
        EventCounts.of(event).forEach(models::collect);
        return models;
    }

    /** A delta that no epsilon has less than, rounded down: 1 where nothing is hidden. Proof: docs/proofs.md, lemma 56. */
    public double certain() {
        double most = nonPrivate ? 1 : 0;
        for (boolean reversed : new boolean[] {false, true}) {
            // the logarithm of the probability that nothing tells the worlds apart for certain
            double log = 0;
            for (Map.Entry<Event, Long> e : counts.entrySet())
                if (e.getKey() instanceof StatedPair p) log += e.getValue() * Math.log1p(-p.certain(reversed));
            most = Math.max(most, -Math.expm1(log) * DOWN);
        }
        return most;
    }

    /** The one Gaussian that everything together is, rounded up or down; null where there is anything else. */
    public GaussianDp onlyGaussian(boolean up) {
        double mu = Math.sqrt(gaussian);
        if (!counts.isEmpty() || !(mu > 1e-140 && mu < 1e140)) return null;
        // each term and each addition of the sum is off by a few roundings at most
        double rounding = 4.5e-16 * (gaussians + 4);
        return new GaussianDp(mu * (up ? 1 + rounding : 1 - rounding));
    }

    /**
     * The one Gaussian that everything would be without any sampling: by joint convexity a mixture of pairs is dominated by a
     * pair that dominates each of them, and a smaller shift by a larger one. Null where some event is no such mixture.
     */
    public GaussianDp unsampled() {
        double square = gaussian;
        for (Map.Entry<Event, Long> e : counts.entrySet()) {
            double mu = mu(e.getKey());
            square += e.getValue() * mu * mu;
        }
        double root = Math.sqrt(square);
        return root > 1e-140 && root < 1e140
                ? new GaussianDp(root * (1 + 4.5e-16 * (gaussians + counts.size() + 4)))
                : null;
    }

    /** The epsilon that holds with no delta at all: the sum of those of noise with bounded losses; infinite where there is other noise. */
    public double pure() {
        double sum = gaussian > 0 || nonPrivate ? Double.POSITIVE_INFINITY : 0;
        for (Map.Entry<Event, Long> e : counts.entrySet())
            sum += e.getKey() instanceof Event.Laplace l
                    ? e.getValue() / l.scale()
                    : e.getValue() * SampledLosses.largest(e.getKey());
        return sum * (1 + 4.5e-16 * (counts.size() + 1));
    }

    /** Of home stars too it would be right, and lower some answers: with it the accountant's version would have to change. */
    private static double mu(Event event) {
        return event instanceof Event.HomeStars ? Double.POSITIVE_INFINITY : event.shift() / event.scale();
    }

    public Map<LossModel, Long> models() {
        Map<LossModel, Long> models = new LinkedHashMap<>();
        if (gaussian > 0) models.put(mixture(1 / Math.sqrt(gaussian), new double[] {1}, new double[] {1}), 1L);
        counts.forEach((event, times) -> models.put(model(event), times));
        return models;
    }

    /** Why the event cannot be accounted for by privacy-loss distributions, or null. */
    public static String refusal(Event event) {
        return event.parts()
                .map(LossModels::refusalOfOne)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static String refusalOfOne(Event event) {
        if (event instanceof Event.BestOf)
            return "a selection has no privacy-loss distribution here; account for it by RdpAccountant";
        if (event instanceof Event.Unsupported u) return "this event cannot be accounted for: " + u.reason();
        if (event instanceof Event.DiscreteGaussian d
                && (d.dimension() > 1 || d.sensitivity() != Math.rint(d.sensitivity())))
            return "a discrete Gaussian has an exact privacy-loss distribution for dimension 1 and a whole sensitivity only,"
                    + " were dimension " + d.dimension() + " and sensitivity " + d.sensitivity();
        return PldWork.refusal(event);
    }

    private void collect(Event event, long times) {
        if (event instanceof Event.NonPrivate || event instanceof StatedPair p && p.certain(false) == 1)
            nonPrivate = true;
        else if (event instanceof Event.Gaussian g) gaussian(g, 1, times);
        else if (event instanceof Event.PoissonSampled s && s.rate() == 0) return;
        else if (event instanceof Event.PoissonSampled s && s.rate() == 1) gaussian(s, s.shift(), times);
        else if (event instanceof Event.HomeStars h && h.rate() == 0) return;
        else if (event instanceof Event.HomeStars h && h.rate() == 1) gaussian(h, 1, times);
        else if (event instanceof Event.HomeStars h && h.homes() == 0)
            collect(new Event.PoissonSampled(h.rate(), h.scale(), Relation.ADD_REMOVE), times);
        else if (event instanceof Event.WithoutReplacement w && w.batch() == w.population()) gaussian(w, 1, times);
        else if (event instanceof Event.RandomAllocation a && a.batches() == 1) gaussian(a, 1, times);
        else if (event instanceof Event.AllocatedStars a && a.batches() == 1) gaussian(a, a.shift(), times);
        else counts.merge(event, times, Math::addExact);
    }

    private void gaussian(Event event, double shift, long times) {
        double mu = shift / event.scale();
        gaussian += times * mu * mu;
        gaussians++;
    }

    private static LossModel mixture(double multiplier, double[] shifts, double[] weights) {
        return simple((cells, resolution) ->
                GaussianMixture.against(multiplier, shifts, weights).cut(cells, 1, resolution));
    }

    private static LossModel model(Event event) {
        if (event instanceof Event.PoissonSampled s) {
            double q = s.rate();
            double[] weights = {1 - q, q}, up = {0, 1};
            if (s.relation() == Relation.ADD_REMOVE) return mixture(s.scale(), up, weights);
            return simple((cells, resolution) -> GaussianMixture.between(
                            s.scale(), up, weights, new double[] {0, -1}, weights)
                    .cut(cells, 1, resolution));
        }
        if (event instanceof Event.MixtureOfGaussians m) return mixtureOf(m);
        if (event instanceof Event.HeterPoisson h) return new HeterPoissonLoss(h);
        if (event instanceof Event.HomeStars h) return new HomeStarsLoss(h);
        if (event instanceof Event.RandomAllocation a) return new RandomAllocationLoss(a);
        if (event instanceof Event.AllocatedStars a) return new AllocatedStarsLoss(a);
        if (event instanceof Event.Laplace l)
            return simple((cells, resolution) -> OtherLosses.laplace(cells, l.scale(), resolution));
        if (event instanceof Event.DiscreteGaussian d)
            return simple((cells, resolution) ->
                    OtherLosses.discreteGaussian(cells, d.sigma(), (long) d.sensitivity(), resolution));
        if (event instanceof Event.WithoutReplacement w)
            return simple(
                    (cells, resolution) -> OtherLosses.withoutReplacement(cells, w.rate(), w.scale(), resolution));
        if (event instanceof Event.Hypergeometric h)
            return (resolution, degrees) -> OtherLosses.hypergeometric(h, resolution);
        if (SampledLosses.knows(event)) return (resolution, degrees) -> List.of(SampledLosses.cells(event, resolution));
        throw new IllegalArgumentException("no privacy-loss distribution for " + event);
    }

    private static LossModel mixtureOf(Event.MixtureOfGaussians m) {
        int n = (int) m.probabilities().stream().filter(p -> p > 0).count(), at = 0;
        double[] shifts = new double[n], weights = new double[n];
        double sum = 0;
        for (double p : m.probabilities()) sum += p;
        for (int i = 0; i < m.shifts().size(); i++) {
            if (m.probabilities().get(i) <= 0) continue;
            shifts[at] = m.shifts().get(i);
            weights[at++] = m.probabilities().get(i) / sum;
        }
        return mixture(m.scale(), shifts, weights);
    }

    private interface Cutter {
        void cut(LossCells cells, Resolution resolution);
    }

    private static LossModel simple(Cutter cutter) {
        return (resolution, degrees) -> {
            LossCells cells = new LossCells();
            cutter.cut(cells, resolution);
            return List.of(cells);
        };
    }
}
