package dpgnn.privacy.account;

import dpgnn.base.Check;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Accounts for the best of a random number of trainings (Papernot and Steinke 2022). The event is that of one training; the answer
 * holds for the training that was chosen, with its score, and for the choice. A plan with this accountant is calibrated for a selection.
 *
 * <p><b>Guarantee.</b> A training and its noisy score have the event, whatever their hyper-parameters, which are drawn anew for each
 * training by public weights. Only the best by the noisy score is released; how many there were stays secret. What is public: the
 * events, the law of the number, the weights. The answer is rounded up.
 *
 * <p>Proof: docs/proofs.md, lemma 53.
 */
public final class SelectionAccountant implements Accountant {
    private static final double[] ORDERS = DoubleStream.concat(
                    IntStream.rangeClosed(1, 40).mapToDouble(i -> 1 + Math.pow(2, (i - 21) / 4.0)),
                    IntStream.rangeClosed(1, 40).mapToDouble(i -> 1 + Math.pow(2, (i + 20) / 4.0)))
            .toArray();
    /** More than the rounding of some dozen operations of size 1. */
    private static final double ROUNDING = 1e-13;

    private final RunCount runs;
    private final Event score;
    private final RdpAccountant divergences = RdpAccountant.standard();
    private final Accountant losses;

    private SelectionAccountant(RunCount runs, Event score, Accountant losses) {
        this.runs = runs;
        this.score = score;
        this.losses = losses;
    }

    /**
     * For so many trainings, each followed by a score.
     *
     * @param score what the score of one training reveals of the data that it is taken on
     */
    public static SelectionAccountant of(RunCount runs, Event score) {
        return new SelectionAccountant(
                Check.given("runs", runs), Check.given("score", score), CachedAccountant.of(PldAccountant.standard()));
    }

    @Override
    public String name() {
        return "RDP of a selection";
    }

    @Override
    public String version() {
        return name() + " 1 " + runs + " " + score + " " + divergences.version() + " " + losses.version();
    }

    @Override
    public boolean supports(Event event) {
        return divergences.supports(event) && divergences.supports(score) && losses.supports(scored(event));
    }

    @Override
    public double epsilon(Event event, double delta) {
        return epsilon(List.of(event), delta);
    }

    /** The epsilon of a selection among trainings that differ in their events. */
    public double epsilon(List<Event> events, double delta) {
        Check.open("delta", delta, 0, 1);
        One one = new One(events);
        return Arrays.stream(ORDERS)
                .map(order -> RdpConversion.IMPROVED.epsilon(price(one, order), order, delta))
                .min()
                .orElseThrow();
    }

    @Override
    public double delta(Event event, double epsilon) {
        Check.atLeast("epsilon", epsilon, 0);
        One one = new One(List.of(event));
        return Arrays.stream(ORDERS)
                .map(order -> Math.exp(RdpConversion.IMPROVED.logDelta(price(one, order), order, epsilon)))
                .min()
                .orElseThrow();
    }

    private double price(One one, double order) {
        double price = runs.divergence(order, one);
        return price + ROUNDING * (1 + Math.abs(price));
    }

    private Event scored(Event event) {
        return new Event.Composed(List.of(event, score));
    }

    /** The worst of some trainings, at each order. */
    private final class One implements RunCount.Training {
        private final List<Event> events;

        One(List<Event> events) {
            if (events.isEmpty())
                throw new IllegalArgumentException("events must not be empty: a selection needs a training");
            this.events = events.stream().map(SelectionAccountant.this::scored).toList();
        }

        @Override
        public double divergence(double order) {
            return events.stream()
                    .mapToDouble(e -> divergences.rdp(e, order))
                    .max()
                    .orElseThrow();
        }

        @Override
        public double delta(double epsilon) {
            return events.stream()
                    .mapToDouble(e -> losses.delta(e, epsilon))
                    .max()
                    .orElseThrow();
        }

        @Override
        public double least(double gamma) {
            double least = -Math.log(gamma);
            for (double order : ORDERS)
                least = Math.min(least, (1 - 1 / order) * divergence(order) - Math.log(gamma) / order);
            return least;
        }
    }
}
