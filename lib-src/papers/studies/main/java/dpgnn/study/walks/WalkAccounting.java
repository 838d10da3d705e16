package dpgnn.study.walks;

import dpgnn.graph.Participants;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.step.Amplification;
import dpgnn.random.Streams;
import dpgnn.sampling.BoundedDegree;
import dpgnn.sampling.Sampler;
import dpgnn.train.Plan;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Three ways to account for the trainings of Ayle et al. (2023). Each is a valid bound, and each is below the one before.
 *
 * <p><b>Guarantee.</b> {@link #PUBLISHED} takes the sampling rate over the least number of walks that any graph could give.
 * {@link #EXACT} takes it over the number M that the cover has. That is as sound: a cover is drawn from the edges alone, the edges
 * are public and the same in both neighbouring worlds, so M is a constant of the mechanism. {@link #TIGHT} takes the same M and
 * composes privacy-loss distributions of sampling without replacement instead of a bound on their moments.
 */
public enum WalkAccounting {
    /** Rényi orders 2 to 256, theorem 9 of Wang, Balle and Kasiviswanathan (2019), rate m over the least M. */
    PUBLISHED(false),
    /** The published accounting with the M of the cover that was drawn. */
    EXACT(true),
    /** Privacy-loss distributions, with the M of the cover that was drawn. */
    TIGHT(true);

    private static final Accountant RENYI = RdpAccountant.of(
                    IntStream.rangeClosed(2, 256).mapToDouble(i -> i).toArray())
            .withAmplification(Amplification.GENERAL);
    private static final long MOST_STEPS = 100_000;
    private static final Map<String, Long> KNOWN = new ConcurrentHashMap<>();

    private final boolean exact;

    WalkAccounting(boolean exact) {
        this.exact = exact;
    }

    /** Whether it counts the sub-graphs that were drawn. */
    public boolean countsDrawn() {
        return exact;
    }

    /** The name in settings: "published". */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Accountant accountant() {
        return this == TIGHT ? PldAccountant.standard() : RENYI;
    }

    /** A plan that accounts in this way. */
    public Plan of(Plan plan) {
        Plan by = plan.accountant(accountant());
        return exact ? by.exact() : by;
    }

    /** The noise over C, where the papers' noise multiplier lambda is over the sensitivity: 2C, or 2C times the affected terms. */
    public static double multiplier(Sampler sampler, Sampler.Facts facts, double lambda) {
        int affected = sampler instanceof BoundedDegree bounded ? bounded.affected(facts.roots()) : 1;
        return 2 * lambda * affected;
    }

    /** What this many steps with noise lambda release, in this way of accounting. */
    public LongFunction<Event> events(Sampler sampler, Sampler.Facts facts, Sampler.Draws draws, double lambda) {
        double multiplier = multiplier(sampler, facts, lambda);
        return exact ? t -> draws.events(t, multiplier) : t -> new Event.Repeated(sampler.event(facts, multiplier), t);
    }

    /** The most steps whose epsilon is at most this: the last one that may be taken, not the first that overshoots. */
    public long steps(LongFunction<Event> events, double at, double delta) {
        // Draws that change their event from step to step make a long name; those that do not share one.
        String key = this + " " + events.apply(64).canonical() + " " + at + " " + delta;
        Long known = KNOWN.get(key);
        if (known == null) {
            known = Calibration.of(accountant()).steps(events, at, delta, MOST_STEPS);
            KNOWN.put(key, known);
        }
        return known;
    }

    /**
     * How many steps of a training with these streams, with noise lambda, each whole number up to a budget affords, and last the
     * budget itself.
     */
    public SortedMap<Double, Long> steps(
            Sampler sampler, Participants people, Streams streams, double lambda, double epsilon, double delta) {
        LongFunction<Event> events =
                events(sampler, Sampler.Facts.of(people), sampler.draws(people, streams.stream("sampler")), lambda);
        TreeMap<Double, Long> afforded = new TreeMap<>();
        DoubleStream.concat(DoubleStream.iterate(1, k -> k <= epsilon, k -> k + 1), DoubleStream.of(epsilon))
                .forEach(k -> afforded.put(k, steps(events, k, delta)));
        afforded.values().removeIf(steps -> steps == 0);
        if (afforded.isEmpty())
            throw new IllegalArgumentException("no step fits into epsilon " + epsilon + " with lambda " + lambda
                    + " under " + this + " accounting");
        return afforded;
    }

    /** The steps that fit where every step repeats one event. */
    public long steps(Event step, double at, double delta) {
        return Calibration.of(accountant()).steps(step, at, delta);
    }

    /** Epsilon of this many steps. */
    public double epsilon(Event step, long steps, double delta) {
        return accountant().epsilon(new Event.Repeated(step, steps), delta);
    }

    /** The same of the walks that a training draws with these streams, with noise lambda. */
    public double epsilon(
            Sampler sampler, Participants people, Streams streams, double lambda, long steps, double delta) {
        Sampler.Draws draws = sampler.draws(people, streams.stream("sampler"));
        Event all = events(sampler, Sampler.Facts.of(people), draws, lambda).apply(steps);
        return accountant().epsilon(all, delta);
    }
}
