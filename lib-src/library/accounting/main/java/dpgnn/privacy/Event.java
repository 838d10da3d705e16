package dpgnn.privacy;

import dpgnn.base.Check;
import dpgnn.base.Described;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Describes what one protected unit can change in what a mechanism releases, as a pair of distributions (or a family of
 * pairs) that dominates the change. An event is pure arithmetic. A plan makes it from the sampler, the clip and the noise
 * that really run, and an {@link Accountant} reads it.
 *
 * <p>The scale of an event is that of its noise, a Gaussian's standard deviation, in a unit of the event's own: what the
 * event calls a change of 1. It equals a plan's noise multiplier only where that change is one clip norm. Texts call it
 * "multiplier", as existing ledgers and certificates do. An event's meaning never changes. An accountant refuses an event
 * that it does not know; it does not approximate.
 *
 * <p>Proof: docs/proofs.md, lemma 3.
 */
public sealed interface Event extends Described
        permits Event.Gaussian,
                Event.Laplace,
                Event.DiscreteGaussian,
                Event.PoissonSampled,
                Event.WithoutReplacement,
                Event.MixtureOfGaussians,
                Event.HeterPoisson,
                Event.HomeStars,
                Event.Hypergeometric,
                Event.RandomAllocation,
                Event.AllocatedStars,
                Event.Composed,
                Event.Repeated,
                Event.BestOf,
                Event.NonPrivate,
                Event.Unsupported,
                SampledLaplace,
                SampledDiscreteGaussian,
                RandomisedAnswer,
                StatedPair {
    /** The event's name and its numbers; an event of other events shows these in one line. */
    @Override
    default Map<String, Object> description() {
        return Described.components("event", (Record) this);
    }

    /**
     * Gaussian noise on a sum that moves by at most the sensitivity: N(0, s²) against N(1, s²).
     *
     * @param scale standard deviation over the L2 sensitivity of the unit under its relation
     */
    record Gaussian(double scale) implements Event {
        public Gaussian {
            Check.positive("scale", scale);
        }

        @Override
        public double shift() {
            return 1;
        }
    }

    /**
     * Laplace noise on a number: Lap(0, s) against Lap(1, s).
     *
     * @param scale scale over the L1 sensitivity
     */
    record Laplace(double scale) implements Event {
        public Laplace {
            Check.positive("scale", scale);
        }
    }

    /**
     * Discrete Gaussian noise on integers (Canonne, Kamath and Steinke 2020).
     *
     * @param sigma the parameter of the noise, on the integer grid
     * @param sensitivity the L2 sensitivity, on the same grid
     * @param dimension how many integers are released; in one dimension the pair is exact for integer sensitivities
     */
    record DiscreteGaussian(double sigma, double sensitivity, long dimension) implements Event {
        public DiscreteGaussian {
            Check.positive("sigma", sigma);
            Check.positive("sensitivity", sensitivity);
            Check.atLeast("dimension", dimension, 1);
        }
    }

    /**
     * Gaussian noise on the sum of a Poisson sample, each record's term clipped to a norm.
     *
     * @param rate probability by which each record enters, independently
     * @param scale standard deviation over the norm bound of one record's term. Add or remove: N(0, s²) against
     *     (1-q) N(0, s²) + q N(1, s²); replace: (1-q) N(0, s²) + q N(1, s²) against (1-q) N(0, s²) + q N(-1, s²)
     */
    record PoissonSampled(double rate, double scale, Relation relation) implements Event {
        public PoissonSampled {
            Check.closed("rate", rate, 0, 1);
            Check.positive("scale", scale);
            boolean known = relation == Relation.ADD_REMOVE || relation == Relation.REPLACE;
            Check.that(known, "relation", "ADD_REMOVE or REPLACE", relation);
        }

        @Override
        public double shift() {
            return relation == Relation.REPLACE ? 2 : 1;
        }

        @Override
        public double chance() {
            return rate;
        }
    }

    /**
     * Gaussian noise on the sum of a batch drawn without replacement, under replacement of one record.
     *
     * @param population number of records
     * @param batch number drawn, at most the population
     * @param scale standard deviation over the sensitivity of the sum (twice the clip norm)
     */
    record WithoutReplacement(long population, long batch, double scale) implements Event {
        public WithoutReplacement {
            Check.atLeast("population", population, 1);
            Check.atLeast("batch", batch, 1);
            Check.that(batch <= population, "batch", "at most the population " + population, batch);
            Check.positive("scale", scale);
        }

        /** The probability that the changed record is drawn. */
        public double rate() {
            return (double) batch / population;
        }

        @Override
        public double shift() {
            return 1;
        }

        @Override
        public double chance() {
            return rate();
        }
    }

    /**
     * N(0, s²) against a mixture of N(c, s²), both directions. The shift is random and independent of all else.
     *
     * @param scale standard deviation, in the unit of the shifts
     * @param shifts what the unit can move the sum by, not negative
     * @param probabilities how likely each shift is; they sum to one
     */
    record MixtureOfGaussians(double scale, List<Double> shifts, List<Double> probabilities) implements Event {
        public MixtureOfGaussians {
            Check.positive("scale", scale);
            shifts = Check.all("shifts", shifts);
            probabilities = Check.all("probabilities", probabilities);
            if (shifts.isEmpty() || shifts.size() != probabilities.size())
                throw new IllegalArgumentException(
                        "there must be as many shifts as probabilities and at least one, were " + shifts.size()
                                + " and " + probabilities.size());
            double sum = 0;
            for (int i = 0; i < shifts.size(); i++) {
                double c = shifts.get(i);
                if (!(c >= 0) || Double.isInfinite(c))
                    throw new IllegalArgumentException("shift " + i + " must be finite and at least 0, was " + c);
                Check.closed("probability " + i, probabilities.get(i), 0, 1);
                sum += probabilities.get(i);
            }
            if (Math.abs(sum - 1) > 1e-9)
                throw new IllegalArgumentException("probabilities must sum to 1, their sum was " + sum);
        }

        public static MixtureOfGaussians of(double scale, double[] shifts, double[] probabilities) {
            Check.given("shifts", shifts);
            Check.given("probabilities", probabilities);
            return new MixtureOfGaussians(
                    scale,
                    Arrays.stream(shifts).boxed().toList(),
                    Arrays.stream(probabilities).boxed().toList());
        }

        @Override
        public double shift() {
            return shifts.stream().mapToDouble(c -> c).max().orElseThrow();
        }

        /** Probabilities sum to one but for rounding: what is missing counts as moved. */
        @Override
        public double chance() {
            double moved = 0, still = 0;
            for (int i = 0; i < shifts.size(); i++)
                if (shifts.get(i) != 0) moved += probabilities.get(i);
                else still += probabilities.get(i);
            return Math.max(moved, 1 - still);
        }
    }

    /** How far a claim about HeterPoisson is proved. */
    enum Proof {
        /** Theorem 2 as printed: the reference gradient is taken as a constant. No proof, no counter-example. */
        PUBLISHED,
        /** Conditioned on which out-neighbours are centres: proved by joint convexity. */
        CONSERVATIVE
    }

    /**
     * One step of HeterPoisson (Xiang, Wang and Wang 2024): node z is a centre with probability q, else a peripheral of k
     * stars. In units of the clip norm C the sum moves by 1 in the first case and by 2k in the second; without enforcement
     * of disjointness it moves by 2k + 1 when z is a centre. Worst case over all out-degrees D of z from 1 to the maximum.
     *
     * <p>PUBLISHED: k ~ Bin(D, q min(1, M/D)). CONSERVATIVE: n ~ Bin(D, q) is revealed and k ~ Bin(n, min(1, M/D)).
     *
     * @param rate q, the probability of each node to be a centre
     * @param peripherals M, the expected number of peripherals of a star; need not be whole
     * @param maxOutDegree the largest out-degree that a node may have; nodes - 1 when nothing better is public
     * @param scale standard deviation over the clip norm C (the paper's sigma is half of it, because C is 1/2)
     * @param enforced whether centres are removed from the peripherals of all stars
     */
    record HeterPoisson(double rate, double peripherals, int maxOutDegree, double scale, boolean enforced, Proof proof)
            implements Event {
        public HeterPoisson {
            Check.closed("rate", rate, 0, 1);
            Check.positive("peripherals", peripherals);
            Check.atLeast("maxOutDegree", maxOutDegree, 1);
            Check.positive("scale", scale);
            Check.that(proof != null, "proof", "PUBLISHED or CONSERVATIVE", null);
        }

        @Override
        public double shift() {
            return 2.0 * maxOutDegree + 1;
        }

        /** A centre itself, or drawn by one of its at most D out-neighbours, each a centre that draws it with min(1, M/D). */
        @Override
        public double chance() {
            return rate * (1 + Math.min(peripherals, maxOutDegree) * (1 + 1e-12));
        }
    }

    /**
     * One step of home stars: every node is out with probability q, and a star's centre then if it may be one; each node is a
     * peripheral of those of its at most K homes that are out, unless it is out itself. The proof is in the loss model's text.
     *
     * @param rate q
     * @param homes K, how many stars a node may enter in one step; 0 for none
     * @param scale standard deviation over the clip norm C
     */
    record HomeStars(double rate, int homes, double scale) implements Event {
        public HomeStars {
            Check.closed("rate", rate, 0, 1);
            Check.within("homes", homes, 0, 1000);
            Check.positive("scale", scale);
        }

        @Override
        public double shift() {
            return Math.max(1, 2.0 * homes);
        }

        @Override
        public double chance() {
            return rate * (1 + homes);
        }
    }

    /**
     * A batch without replacement of which a random number of terms is affected: N(0, s²) against N(r / affected, s²) with
     * r ~ Hypergeometric(population, affected, batch) known to the observer (Daigavane et al. 2021; joint convexity after
     * conditioning on the batch).
     *
     * @param affected the largest number of terms in the whole population that one unit can change
     * @param scale standard deviation over the change when all affected terms are in the batch
     */
    record Hypergeometric(long population, long affected, long batch, double scale) implements Event {
        public Hypergeometric {
            Check.atLeast("population", population, 1);
            Check.atLeast("affected", affected, 1);
            Check.that(affected <= population, "affected", "at most the population " + population, affected);
            Check.atLeast("batch", batch, 1);
            Check.that(batch <= population, "batch", "at most the population " + population, batch);
            Check.positive("scale", scale);
        }

        @Override
        public double shift() {
            return 1;
        }

        @Override
        public double chance() {
            return (double) batch / population * affected;
        }
    }

    /**
     * An epoch of t noisy sums, of which each record enters one, drawn uniformly and independently, with a term clipped to a norm.
     * Later terms may depend on earlier sums. Add or remove: the mean over i of N(e_i, s²) in t dimensions against N(0, s²). It holds
     * for the first few sums of the epoch as well. Proof: docs/proofs.md, lemma 75.
     *
     * @param batches t, how many sums an epoch has
     * @param scale standard deviation over the norm bound of one record's term
     */
    record RandomAllocation(int batches, double scale) implements Event {
        public RandomAllocation {
            Check.within("batches", batches, 1, 1_000_000);
            Check.positive("scale", scale);
        }

        @Override
        public double shift() {
            return 1;
        }
    }

    /**
     * An epoch of t noisy sums of stars, each star in one of them, drawn uniformly and independently, where a node is in its own star
     * and in at most K others: as many epochs of {@link RandomAllocation} in a chain as stars leave and come, 2 K + 1. Proofs:
     * docs/proofs.md, lemmas 78 and 79.
     *
     * @param batches t, how many sums an epoch has
     * @param homes K, in how many stars beside its own a node is at most
     * @param scale standard deviation over the norm bound of one star's term
     */
    record AllocatedStars(int batches, int homes, double scale) implements Event {
        public AllocatedStars {
            Check.within("batches", batches, 1, 1_000_000);
            Check.within("homes", homes, 1, 16);
            Check.positive("scale", scale);
        }

        @Override
        public double shift() {
            return 2 * homes + 1;
        }
    }

    /** Several events on the same data, in any order, each may depend on what the former released. */
    record Composed(List<Event> events) implements Event {
        public Composed {
            events = Check.all("events", events);
        }

        @Override
        public Stream<Event> parts() {
            return events.stream().flatMap(Event::parts);
        }

        @Override
        public Event map(UnaryOperator<Event> part) {
            return new Composed(events.stream().map(e -> e.map(part)).toList());
        }
    }

    /** One event many times. */
    record Repeated(Event event, long times) implements Event {
        public Repeated {
            Check.given("event", event);
            Check.atLeast("times", times, 0);
        }

        @Override
        public Stream<Event> parts() {
            return event.parts();
        }

        @Override
        public Event map(UnaryOperator<Event> part) {
            return new Repeated(event.map(part), times);
        }
    }

    /**
     * The best of a random number of trainings by a noisy score, which is part of each training's event; nothing else of them is
     * released, and their number stays secret. Each training is one of these, drawn by public weights.
     */
    record BestOf(List<Event> trainings, RunCount runs) implements Event {
        public BestOf {
            trainings = Check.all("trainings", trainings);
            if (trainings.isEmpty())
                throw new IllegalArgumentException("trainings must not be empty: a selection needs one");
            Check.given("runs", runs);
        }
    }

    /** No protection at all: epsilon is infinite. */
    record NonPrivate(String reason) implements Event {
        public NonPrivate {
            Check.given("reason", reason);
        }
    }

    /** Something that no accountant here can bound; the reason says what is missing. */
    record Unsupported(String reason) implements Event {
        public Unsupported {
            Check.given("reason", reason);
        }
    }

    /** The scale of its noise, in the unit of its change; 0 where it states none. */
    default double scale() {
        return 0;
    }

    /** The most by which a unit moves what Gaussian noise hides, in the unit of the scale; infinite where that is not known. */
    default double shift() {
        return Double.POSITIVE_INFINITY;
    }

    /** How likely it is, at most, that a unit changes anything at all. */
    default double chance() {
        return 1;
    }

    /** The single events that it is made of, in their order, each once for all its repetitions. */
    default Stream<Event> parts() {
        return Stream.of(this);
    }

    /** This composition with other single events. */
    default Event map(UnaryOperator<Event> part) {
        return part.apply(this);
    }

    /**
     * A text that two events share exactly when they are equal: their JSON by {@link EventText}, the same on every version of
     * Java. Caches, ledgers and checkpoints rest on it.
     */
    default String canonical() {
        return EventText.write(this);
    }
}
