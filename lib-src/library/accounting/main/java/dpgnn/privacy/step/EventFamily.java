package dpgnn.privacy.step;

import dpgnn.base.Check;
import dpgnn.privacy.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * All that is computed of one kind of event: its privacy loss, its Rényi divergence, the law of its shifts, what it is where nothing is
 * drawn at random, and why it is refused. A new kind is a record in {@link Event} and an entry of {@link EventFamilies}: accountants,
 * certificates and audits ask here and name no kind.
 *
 * <p><b>Guarantee.</b> What an entry does not state is a refusal, or the answer that is safe for every event: no loss model, no
 * divergence, no epsilon without delta, no certificate where no scale is stated, no law that an attack could draw from.
 *
 * <p>Proofs: docs/proofs.md, lemmas 12, 41, 55, 56 and 57.
 */
public final class EventFamily<E extends Event> {
    final Class<E> kind;
    private Function<E, Event> simpler = e -> e, link = e -> e;
    private ToDoubleFunction<E> fixed = e -> Double.NaN, unsampled = e -> e.shift() / e.scale(), felt = e -> 0;
    private ToDoubleFunction<E> largest = e -> Double.POSITIVE_INFINITY;
    private ToDoubleBiFunction<E, Long> pure = (e, times) -> times * largest.applyAsDouble(e);
    private ToDoubleBiFunction<E, Boolean> certain = (e, reversed) -> 0;
    private Cut<E> cut;
    private Function<E, LossModel> loss = e -> {
        throw new IllegalArgumentException("no privacy-loss distribution for " + e);
    };
    private Function<E, String> refusal = e -> null;
    private Predicate<E> bounded = e -> true, certified = e -> e.scale() > 0;
    private Divergence<E> divergence = (e, order, amplification) -> {
        throw new IllegalArgumentException("the Rényi accountant does not know " + e);
    };
    private boolean proved = true;
    private Function<E, String> pair;
    private Function<E, Map<Double, Double>> shifts = e -> Map.of(1.0, 1.0);
    private BiFunction<E, Integer, ShiftLaw> law = (e, degree) -> null;

    EventFamily(Class<E> kind) {
        this.kind = kind;
        pair = e -> kind.getSimpleName();
    }

    /** The outcomes of a pair, from the smallest loss to the largest. */
    interface Cut<E> {
        void into(LossCells cells, E event, Resolution resolution);
    }

    interface Divergence<E> {
        double of(E event, double order, Amplification amplification);
    }

    public static <E extends Event> EventFamily<E> of(E event) {
        return EventFamilies.of(Check.given("event", event));
    }

    /** An event of another kind that is the same; itself where there is none. */
    Event simpler(E event) {
        return simpler.apply(event);
    }

    EventFamily<E> simpler(Function<E, Event> of) {
        simpler = of;
        return this;
    }

    /** The event of which it is a chain, so that an attack on one link bounds it; itself where it is none. */
    public Event link(E event) {
        return link.apply(event);
    }

    EventFamily<E> link(Function<E, Event> of) {
        link = of;
        return this;
    }

    /**
     * By what it moves Gaussian noise of its scale where that is fixed, so that nothing is gained by sampling: 0 for an event that reveals
     * nothing, not a number where the shift is drawn at random or the noise is another one.
     */
    double fixed(E event) {
        return fixed.applyAsDouble(event);
    }

    EventFamily<E> fixed(ToDoubleFunction<E> of) {
        fixed = of;
        return this;
    }

    /** The deviations of a Gaussian mechanism without any sampling that dominates it; infinite where there is none. */
    double unsampled(E event) {
        return unsampled.applyAsDouble(event);
    }

    EventFamily<E> unsampled(ToDoubleFunction<E> of) {
        unsampled = of;
        return this;
    }

    /** How likely the worlds are told apart for certain by what comes with the unit alone, or without it alone. */
    double certain(E event, boolean reversed) {
        return certain.applyAsDouble(event, reversed);
    }

    EventFamily<E> certain(ToDoubleBiFunction<E, Boolean> of) {
        certain = of;
        return this;
    }

    /** Whether the worlds may be told apart for certain, so that no order bounds it. */
    public boolean isOpen(E event) {
        return certain(event, false) + certain(event, true) > 0;
    }

    /** The epsilon of so many of it that holds without any delta. */
    double pure(E event, long times) {
        return pure.applyAsDouble(event, times);
    }

    EventFamily<E> pure(ToDoubleBiFunction<E, Long> of) {
        pure = of;
        return this;
    }

    LossCells cells(E event, Resolution resolution) {
        LossCells cells = new LossCells();
        cut.into(cells, event, resolution);
        return cells;
    }

    /** Both laws are cut into cells as they are. Its divergence is that of cells so narrow that a moment is known to parts in a million. */
    EventFamily<E> cut(Cut<E> of) {
        cut = of;
        return loss(e -> (resolution, degrees) -> List.of(cells(e, resolution)))
                .divergence((e, order, amplification) -> {
                    double step = Math.max(5e-3 / order, largest(e) / 4096);
                    return CellMoment.upper(cells(e, new Resolution(step, 1e-300, 0, 0, false, 1)), order);
                });
    }

    /** The largest loss in either direction; infinite where some outcome has no limit. */
    double largest(E event) {
        return largest.applyAsDouble(event);
    }

    EventFamily<E> largest(ToDoubleFunction<E> of) {
        largest = of;
        return this;
    }

    /** Its outcomes are finitely many, so that cells have the largest loss. */
    EventFamily<E> finite() {
        return largest(e -> {
            LossCells cells = cells(e, Resolution.coarse(0, 1));
            double most = 0;
            for (int i = 0; i < cells.size(); i++)
                if (cells.massA(i) + cells.massB(i) > 0)
                    most = Math.max(most, Math.max(Math.abs(cells.low(i)), Math.abs(cells.high(i))));
            return most;
        });
    }

    LossModel loss(E event) {
        return loss.apply(event);
    }

    EventFamily<E> loss(Function<E, LossModel> of) {
        loss = of;
        return this;
    }

    /** Why it has no privacy-loss distribution, or one that takes too much work; null where it has. */
    String refusal(E event) {
        return refusal.apply(event);
    }

    EventFamily<E> refusal(Function<E, String> of) {
        refusal = of;
        return this;
    }

    /** Whether the divergence has an answer. */
    boolean isBounded(E event) {
        return bounded.test(event);
    }

    EventFamily<E> bounded(Predicate<E> where) {
        bounded = where;
        return this;
    }

    /**
     * The larger Rényi divergence of both directions, rounded up. Where so little noise hides a shift that no sampling is felt, what the
     * event would be without any is nearly its divergence, and no grid has the points of an integral.
     */
    double divergence(E event, double order, Amplification amplification) {
        return felt.applyAsDouble(event) / event.scale() > RenyiDivergence.FAR
                ? RenyiDivergence.gaussian(order, event.scale() / event.shift())
                : divergence.of(event, order, amplification);
    }

    EventFamily<E> divergence(Divergence<E> of) {
        divergence = of;
        return this;
    }

    /** A shift that, of many deviations, no sampling hides; 0, where nothing else is said, for one that sampling may always hide. */
    EventFamily<E> felt(ToDoubleFunction<E> of) {
        felt = of;
        return this;
    }

    /** Whether every way to compute its divergence is proved. */
    public boolean isProved() {
        return proved;
    }

    EventFamily<E> unproved() {
        proved = false;
        return this;
    }

    /** Whether a checker knows its pair. */
    public boolean isCertified(E event) {
        return certified.test(event);
    }

    EventFamily<E> certified(boolean always) {
        certified = e -> always;
        return this;
    }

    /** What a certificate calls its pair. */
    public String pair(E event) {
        return pair.apply(event);
    }

    EventFamily<E> pair(Function<E, String> of) {
        pair = of;
        return this;
    }

    /** What a step moves a sum by with which probability, in the unit of the scale; of HeterPoisson at the largest out-degree. */
    public Map<Double, Double> shifts(E event) {
        return shifts.apply(event);
    }

    EventFamily<E> shifts(Function<E, Map<Double, Double>> of) {
        shifts = of;
        return this;
    }

    /**
     * What an attack draws from: the strongest unit that the event admits. Empty where no noisy sum is moved.
     *
     * @param degree the out-degree of the attacked node, for events of stars
     */
    public Optional<ShiftLaw> law(E event, int degree) {
        return Optional.ofNullable(law.apply(event, degree));
    }

    EventFamily<E> law(BiFunction<E, Integer, ShiftLaw> of) {
        law = of;
        return this;
    }
}
