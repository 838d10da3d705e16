package dpgnn.privacy.account;

import dpgnn.privacy.Event;
import dpgnn.privacy.RunCount;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The Rényi divergence of a selection (Papernot and Steinke 2022), rounded up. Trainings that differ in their events count as the
 * worst of them, order by order.
 *
 * <p>Proof: docs/proofs.md, lemma 53.
 */
final class SelectionDivergence implements RunCount.Training {
    /** Orders at which a training is asked for what helps at all others. */
    private static final double[] HELPERS = DoubleStream.concat(
                    IntStream.rangeClosed(1, 40).mapToDouble(i -> 1 + Math.pow(2, (i - 21) / 4.0)),
                    IntStream.rangeClosed(1, 40).mapToDouble(i -> 1 + Math.pow(2, (i + 20) / 4.0)))
            .toArray();
    /** More than the rounding of some dozen operations of size 1. */
    private static final double ROUNDING = 1e-13;

    /** Where a law asks for deltas: between these a chord bounds them, for they are convex in e^epsilon. */
    private static final double[] EPSILONS = {
        0, 0.005, 0.01, 0.02, 0.03, 0.045, 0.065, 0.09, 0.12, 0.16, 0.21, 0.28, 0.37, 0.5, 0.7, 1, 1.4, 2, 3
    };

    private static final PldAccountant LOSSES = PldAccountant.of(0.01);

    private final Event.BestOf event;
    private final RdpAccountant divergences;
    private final double[] deltas = new double[EPSILONS.length];
    private double least = Double.NaN;

    SelectionDivergence(Event.BestOf event, RdpAccountant divergences) {
        this.event = event;
        this.divergences = divergences;
        Arrays.fill(deltas, Double.NaN);
    }

    /** Whether its trainings have what its law asks for. */
    static boolean supports(Event.BestOf event, RdpAccountant divergences) {
        boolean asks = event.runs() instanceof RunCount.Poisson;
        return event.trainings().stream().allMatch(e -> divergences.supports(e) && (!asks || LOSSES.supports(e)));
    }

    /** That of the whole selection. */
    double upper(double order) {
        double price = event.runs().divergence(order, this);
        return price + ROUNDING * (1 + Math.abs(price));
    }

    @Override
    public double divergence(double order) {
        return worst(training -> divergences.rdp(training, order));
    }

    @Override
    public double delta(double epsilon) {
        int last = EPSILONS.length - 1, above = 1;
        if (epsilon >= EPSILONS[last]) return at(last);
        while (EPSILONS[above] <= epsilon) above++;
        double low = EPSILONS[above - 1];
        double share = Math.expm1(epsilon - low) / Math.expm1(EPSILONS[above] - low);
        return ((1 - share) * at(above - 1) + share * at(above)) * (1 + 1e-14);
    }

    private double at(int i) {
        if (Double.isNaN(deltas[i])) deltas[i] = worst(training -> LOSSES.delta(training, EPSILONS[i]));
        return deltas[i];
    }

    @Override
    public double least(double gamma) {
        if (!Double.isNaN(least)) return least;
        double found = -Math.log(gamma);
        for (double order : HELPERS)
            found = Math.min(found, (1 - 1 / order) * divergence(order) - Math.log(gamma) / order);
        return least = found;
    }

    private double worst(ToDoubleFunction<Event> of) {
        return event.trainings().stream().mapToDouble(of).max().orElseThrow();
    }
}
