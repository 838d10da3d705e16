package dpgnn.privacy.step;

import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
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
                log += e.getValue() * Math.log1p(-EventFamily.of(e.getKey()).certain(e.getKey(), reversed));
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
            double mu = EventFamily.of(e.getKey()).unsampled(e.getKey());
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
            sum += EventFamily.of(e.getKey()).pure(e.getKey(), e.getValue());
        return sum * (1 + 4.5e-16 * (counts.size() + 1));
    }

    public Map<LossModel, Long> models() {
        Map<LossModel, Long> models = new LinkedHashMap<>();
        if (gaussian > 0) models.put(this::allGaussians, 1L);
        counts.forEach((event, times) -> models.put(EventFamily.of(event).loss(event), times));
        return models;
    }

    /** Why the event cannot be accounted for by privacy-loss distributions, or null. */
    public static String refusal(Event event) {
        return event.parts()
                .map(part -> EventFamily.of(part).refusal(part))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private void collect(Event event, long times) {
        EventFamily<Event> family = EventFamily.of(event);
        Event simpler = family.simpler(event);
        double shift = family.fixed(event);
        if (simpler != event) collect(simpler, times);
        else if (family.certain(event, false) == 1) nonPrivate = true;
        else if (shift > 0) gaussian(event, shift, times);
        else if (Double.isNaN(shift)) counts.merge(event, times, Math::addExact);
    }

    private void gaussian(Event event, double shift, long times) {
        double mu = shift / event.scale();
        gaussian += times * mu * mu;
        gaussians++;
    }

    private List<LossCells> allGaussians(Resolution resolution, LossModel.Degrees degrees) {
        LossCells cells = new LossCells();
        double[] one = {1};
        GaussianMixture.against(1 / Math.sqrt(gaussian), one, one).cut(cells, 1, resolution);
        return List.of(cells);
    }
}
