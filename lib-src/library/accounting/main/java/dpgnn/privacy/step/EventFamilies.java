package dpgnn.privacy.step;

import static dpgnn.privacy.step.RenyiDivergence.gaussian;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import dpgnn.privacy.RandomisedAnswer;
import dpgnn.privacy.Relation;
import dpgnn.privacy.SampledDiscreteGaussian;
import dpgnn.privacy.SampledLaplace;
import dpgnn.privacy.StatedPair;
import dpgnn.privacy.numeric.Binomial;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The closed list of families, one for each kind of event: Gaussian noise on a shift first, then other pairs, then what has no pair. */
final class EventFamilies {
    /** What of a binomial law's tails a certificate does not have. */
    private static final double CUT = 1e-25;

    static final List<EventFamily<?>> ALL = List.of(
            family(Event.Gaussian.class)
                    .fixed(e -> 1)
                    .divergence((e, order, by) -> gaussian(order, e.scale()))
                    .law((e, degree) -> new ShiftLaw.Drawn(1, false, 1)),
            family(Event.PoissonSampled.class)
                    .fixed(e -> e.rate() == 0 ? 0 : e.rate() == 1 ? e.shift() : Double.NaN)
                    .cut(EventFamilies::sampled)
                    .refusal(e -> e.rate() > 0 && e.rate() < 1 ? PldWork.span(e, 2) : null)
                    .felt(e -> e.rate() > 0 ? 1 : 0)
                    .divergence((e, order, by) -> RenyiDivergence.poisson(e, order))
                    .pair(e -> "PoissonSampled " + e.relation())
                    .shifts(e -> drawn(e.rate()))
                    .law((e, degree) -> new ShiftLaw.Drawn(e.rate(), e.relation() == Relation.REPLACE, 1)),
            family(Event.WithoutReplacement.class)
                    .fixed(e -> e.batch() == e.population() ? 1 : Double.NaN)
                    .cut((cells, e, resolution) ->
                            OtherLosses.withoutReplacement(cells, e.rate(), e.scale(), resolution))
                    .refusal(e -> e.batch() < e.population() ? PldWork.span(e, 2) : null)
                    .divergence((e, order, by) -> by.rdp(e.rate(), e.scale(), order) * RenyiDivergence.UP)
                    .unproved()
                    .shifts(e -> drawn(e.rate()))
                    .law((e, degree) -> new ShiftLaw.Drawn(e.rate(), false, 1)),
            family(Event.MixtureOfGaussians.class)
                    .cut(EventFamilies::mixture)
                    .refusal(e -> PldWork.span(e, e.shifts().size()))
                    .felt(Event::shift)
                    .divergence((e, order, by) -> larger(ShiftMixture.of(e), order))
                    .shifts(EventFamilies::listed)
                    .law((e, degree) -> new ShiftLaw.Listed(e.shifts(), e.probabilities())),
            family(Event.HeterPoisson.class)
                    .loss(HeterPoissonLoss::new)
                    .refusal(PldWork::heterPoisson)
                    .bounded(e ->
                            e.proof() != Event.Proof.CONSERVATIVE || e.maxOutDegree() <= HeterPoissonDivergence.SCANNED)
                    .felt(e -> 1)
                    .divergence((e, order, by) -> HeterPoissonDivergence.rdp(e, order))
                    .shifts(e -> stars(e.rate(), e.enforced(), e.maxOutDegree(), chance(e, e.maxOutDegree())))
                    .law((e, degree) -> new ShiftLaw.Stars(
                            e.rate(),
                            e.enforced(),
                            Check.within("degree", degree, 1, e.maxOutDegree()),
                            chance(e, degree))),
            family(Event.HomeStars.class)
                    .simpler(
                            e -> e.homes() > 0 ? e : new Event.PoissonSampled(e.rate(), e.scale(), Relation.ADD_REMOVE))
                    .fixed(e -> e.rate() == 0 ? 0 : e.rate() == 1 ? 1 : Double.NaN)
                    // the shift would be right, and lower some answers: with it the accountant's version would have to
                    // change
                    .unsampled(e -> Double.POSITIVE_INFINITY)
                    .loss(HomeStarsLoss::new)
                    .bounded(e -> e.homes() <= HeterPoissonDivergence.SCANNED)
                    .felt(e -> 1)
                    .divergence((e, order, by) -> HomeStarsLoss.rdp(e, order))
                    .shifts(EventFamilies::homes)
                    .law((e, degree) -> new ShiftLaw.Stars(e.rate(), true, Math.min(degree, e.homes()), e.rate())),
            family(Event.Hypergeometric.class)
                    .loss(e -> (resolution, degrees) -> OtherLosses.hypergeometric(e, resolution))
                    .refusal(PldWork::hypergeometric)
                    .felt(e -> 1)
                    .divergence((e, order, by) -> HypergeometricMixture.rdp(e, order))
                    .shifts(EventFamilies::counted)
                    .law((e, degree) -> new ShiftLaw.Counted(e.population(), e.affected(), e.batch())),
            family(Event.RandomAllocation.class)
                    .fixed(e -> e.batches() == 1 ? 1 : Double.NaN)
                    .loss(RandomAllocationLoss::new)
                    .refusal(e -> e.batches() > 1 ? PldWork.allocated(e.scale()) : null)
                    .divergence((e, order, by) -> AllocationDivergence.rdp(e, order))
                    .shifts(e -> drawn(1.0 / e.batches()))
                    .law((e, degree) -> new ShiftLaw.Drawn(1.0 / e.batches(), false, e.batches())),
            family(Event.AllocatedStars.class)
                    .link(e -> new Event.RandomAllocation(e.batches(), e.scale()))
                    .fixed(e -> e.batches() == 1 ? e.shift() : Double.NaN)
                    .loss(AllocatedStarsLoss::new)
                    .refusal(e -> e.batches() > 1 ? PldWork.allocated(e.scale()) : null)
                    .divergence(
                            (e, order, by) -> AllocationDivergence.chained(e.batches(), e.scale(), e.shift(), order))
                    .shifts(e -> stars(1.0 / e.batches(), false, e.homes(), 1.0 / e.batches()))
                    .law((e, degree) -> new ShiftLaw.Stars(
                            1.0 / e.batches(), false, Math.min(degree, e.homes()), 1.0 / e.batches())),
            family(Event.Laplace.class)
                    .cut((cells, e, resolution) -> OtherLosses.laplace(cells, e.scale(), resolution))
                    .pure((e, times) -> times / e.scale())
                    .divergence((e, order, by) -> RenyiDivergence.laplace(order, 1 / e.scale())),
            family(Event.DiscreteGaussian.class)
                    .cut((cells, e, resolution) ->
                            OtherLosses.discreteGaussian(cells, e.sigma(), (long) e.sensitivity(), resolution))
                    .refusal(EventFamilies::refusal)
                    // Canonne, Kamath and Steinke 2020, proposition 5 and corollary 16: no more than the continuous one
                    .divergence((e, order, by) -> gaussian(order, e.sigma() / e.sensitivity())),
            family(SampledLaplace.class)
                    .cut(SampledLosses::laplace)
                    .largest(SampledLosses::largest)
                    .certified(false),
            family(SampledDiscreteGaussian.class)
                    .cut(SampledLosses::discreteGaussian)
                    .refusal(e -> PldWork.discrete(e.sigma(), e.bound()))
                    .divergence((e, order, by) -> SampledMoment.upper(e, order) * RenyiDivergence.UP),
            family(RandomisedAnswer.class)
                    .cut((cells, e, resolution) -> SampledLosses.answer(cells, e))
                    .finite()
                    .certified(true),
            family(StatedPair.class)
                    .cut((cells, e, resolution) -> SampledLosses.stated(cells, e))
                    .finite()
                    .certain(StatedPair::certain)
                    .certified(true),
            family(Event.Composed.class),
            family(Event.Repeated.class),
            family(Event.BestOf.class)
                    .refusal(e -> "a selection has no privacy-loss distribution here; account for it by RdpAccountant"),
            family(Event.NonPrivate.class)
                    .certain((e, reversed) -> 1)
                    .divergence((e, order, by) -> Double.POSITIVE_INFINITY),
            family(Event.Unsupported.class)
                    .refusal(e -> unsupported(e).getMessage())
                    .bounded(e -> false)
                    .divergence((e, order, by) -> {
                        throw unsupported(e);
                    }));

    private static final Map<Class<?>, EventFamily<?>> BY_KIND =
            ALL.stream().collect(Collectors.toMap(f -> f.kind, Function.identity()));

    private EventFamilies() {}

    private static <E extends Event> EventFamily<E> family(Class<E> kind) {
        return new EventFamily<>(kind);
    }

    /** The family of an event's class, by which it was listed. */
    @SuppressWarnings("unchecked")
    static <E extends Event> EventFamily<E> of(E event) {
        return (EventFamily<E>) BY_KIND.get(event.getClass());
    }

    private static void sampled(LossCells cells, Event.PoissonSampled e, Resolution resolution) {
        double[] weights = {1 - e.rate(), e.rate()}, up = {0, 1};
        GaussianMixture pair = e.relation() == Relation.ADD_REMOVE
                ? GaussianMixture.against(e.scale(), up, weights)
                : GaussianMixture.between(e.scale(), up, weights, new double[] {0, -1}, weights);
        pair.cut(cells, 1, resolution);
    }

    private static void mixture(LossCells cells, Event.MixtureOfGaussians m, Resolution resolution) {
        int n = (int) m.probabilities().stream().filter(p -> p > 0).count(), at = 0;
        double[] shifts = new double[n], weights = new double[n];
        double sum = 0;
        for (double p : m.probabilities()) sum += p;
        for (int i = 0; i < m.shifts().size(); i++) {
            if (m.probabilities().get(i) <= 0) continue;
            shifts[at] = m.shifts().get(i);
            weights[at++] = m.probabilities().get(i) / sum;
        }
        GaussianMixture.against(m.scale(), shifts, weights).cut(cells, 1, resolution);
    }

    private static double larger(ShiftMixture mixture, double order) {
        return Math.max(
                MixtureDivergence.upper(mixture, ShiftMixture.NONE, order),
                MixtureDivergence.upper(ShiftMixture.NONE, mixture, order));
    }

    private static String refusal(Event.DiscreteGaussian d) {
        if (d.dimension() > 1 || d.sensitivity() != Math.rint(d.sensitivity()))
            return "a discrete Gaussian has an exact privacy-loss distribution for dimension 1 and a whole sensitivity only,"
                    + " were dimension " + d.dimension() + " and sensitivity " + d.sensitivity();
        return PldWork.discrete(d.sigma(), d.sensitivity());
    }

    private static IllegalArgumentException unsupported(Event.Unsupported u) {
        return new IllegalArgumentException("this event cannot be accounted for: " + u.reason());
    }

    private static double chance(Event.HeterPoisson h, int degree) {
        return h.rate() * Math.min(1, h.peripherals() / degree);
    }

    private static Map<Double, Double> drawn(double p) {
        Map<Double, Double> law = new TreeMap<>();
        add(law, 0, 1 - p);
        add(law, 1, p);
        return law;
    }

    /** By two for each of the stars that it enters, and by one for its own. */
    private static Map<Double, Double> stars(double own, boolean apart, int most, double chance) {
        Map<Double, Double> law = new TreeMap<>();
        Binomial stars = Binomial.of(most, chance, CUT);
        for (int i = 0; i < stars.probability.length; i++) {
            double k = stars.first + i;
            add(law, 2 * k, (1 - own) * stars.probability[i]);
            add(law, apart ? 1 : 2 * k + 1, own * stars.probability[i]);
        }
        return law;
    }

    private static Map<Double, Double> homes(Event.HomeStars h) {
        Map<Double, Double> law = new TreeMap<>();
        Binomial stars = Binomial.of(h.homes(), h.rate(), CUT);
        for (int i = 0; i < stars.probability.length; i++)
            add(law, 2.0 * (stars.first + i), (1 - h.rate()) * stars.probability[i]);
        add(law, 1, h.rate());
        return law;
    }

    private static Map<Double, Double> listed(Event.MixtureOfGaussians m) {
        Map<Double, Double> law = new TreeMap<>();
        double sum = m.probabilities().stream().mapToDouble(p -> p).sum();
        for (int i = 0; i < m.shifts().size(); i++)
            add(law, m.shifts().get(i), m.probabilities().get(i) / sum);
        return law;
    }

    private static Map<Double, Double> counted(Event.Hypergeometric e) {
        Map<Double, Double> law = new TreeMap<>();
        long n = e.population(), k = e.affected(), b = e.batch(), least = Math.max(0, b + k - n), most = Math.min(k, b);
        BigDecimal[] weights = new BigDecimal[Math.toIntExact(most - least + 1)];
        BigDecimal sum = weights[0] = BigDecimal.ONE;
        for (int i = 1; i < weights.length; i++) {
            long r = least + i;
            weights[i] = weights[i - 1]
                    .multiply(BigDecimal.valueOf(k - r + 1).multiply(BigDecimal.valueOf(b - r + 1)))
                    .divide(BigDecimal.valueOf(r).multiply(BigDecimal.valueOf(n - k - b + r)), MathContext.DECIMAL128);
            sum = sum.add(weights[i]);
        }
        for (int i = 0; i < weights.length; i++)
            add(
                    law,
                    (least + i) / (double) k,
                    weights[i].divide(sum, MathContext.DECIMAL128).doubleValue());
        return law;
    }

    private static void add(Map<Double, Double> law, double shift, double p) {
        if (p > 0) law.merge(shift, p, Double::sum);
    }
}
