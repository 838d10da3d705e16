package dpgnn.privacy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What one protected unit can change in what a mechanism releases, as a pair of distributions (or a family of pairs) that
 * dominates it. An event is pure arithmetic: it is made by a plan from the sampler, the clip and the noise that really run,
 * and read by an {@link Accountant}.
 *
 * <p>Every multiplier is the standard deviation (or scale) of the noise divided by a norm; the event says by which. An event's
 * meaning never changes: what an accountant does not know it refuses, it does not approximate.
 *
 * <p>Proof: docs/proofs.md, lemma 3.
 */
public sealed interface Event {

    /**
     * Gaussian noise on a sum that moves by at most the sensitivity: N(0, m²) against N(1, m²).
     *
     * @param multiplier standard deviation over the L2 sensitivity of the unit under its relation
     */
    record Gaussian(double multiplier) implements Event {
        public Gaussian {
            positive("multiplier", multiplier);
        }
    }

    /**
     * Laplace noise on a number: Lap(0, m) against Lap(1, m).
     *
     * @param multiplier scale over the L1 sensitivity
     */
    record Laplace(double multiplier) implements Event {
        public Laplace {
            positive("multiplier", multiplier);
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
            positive("sigma", sigma);
            positive("sensitivity", sensitivity);
            atLeast("dimension", dimension, 1);
        }
    }

    /**
     * Gaussian noise on the sum of a Poisson sample, each record's term clipped to a norm.
     *
     * @param rate probability by which each record enters, independently
     * @param multiplier standard deviation over the norm bound of one record's term. Add or remove: N(0, m²) against
     *     (1-q) N(0, m²) + q N(1, m²); replace: (1-q) N(0, m²) + q N(1, m²) against (1-q) N(0, m²) + q N(-1, m²)
     */
    record PoissonSampled(double rate, double multiplier, Relation relation) implements Event {
        public PoissonSampled {
            probability("rate", rate);
            positive("multiplier", multiplier);
            if (relation != Relation.ADD_REMOVE && relation != Relation.REPLACE)
                throw new IllegalArgumentException("relation must be ADD_REMOVE or REPLACE, was " + relation);
        }
    }

    /**
     * Gaussian noise on the sum of a batch drawn without replacement, under replacement of one record.
     *
     * @param population number of records
     * @param batch number drawn, at most the population
     * @param multiplier standard deviation over the sensitivity of the sum (twice the clip norm)
     */
    record WithoutReplacement(long population, long batch, double multiplier) implements Event {
        public WithoutReplacement {
            atLeast("population", population, 1);
            atLeast("batch", batch, 1);
            if (batch > population)
                throw new IllegalArgumentException(
                        "batch must be at most the population " + population + ", was " + batch);
            positive("multiplier", multiplier);
        }

        /** The probability that the changed record is drawn. */
        public double rate() {
            return (double) batch / population;
        }
    }

    /**
     * N(0, m²) against a mixture of N(c, m²), both directions. The shift is random and independent of all else.
     *
     * @param multiplier standard deviation, in the unit of the shifts
     * @param shifts what the unit can move the sum by, not negative
     * @param probabilities how likely each shift is; they sum to one
     */
    record MixtureOfGaussians(double multiplier, List<Double> shifts, List<Double> probabilities) implements Event {
        public MixtureOfGaussians {
            positive("multiplier", multiplier);
            shifts = List.copyOf(shifts);
            probabilities = List.copyOf(probabilities);
            if (shifts.isEmpty() || shifts.size() != probabilities.size())
                throw new IllegalArgumentException(
                        "there must be as many shifts as probabilities and at least one, were " + shifts.size()
                                + " and " + probabilities.size());
            double sum = 0;
            for (int i = 0; i < shifts.size(); i++) {
                double c = shifts.get(i);
                if (!(c >= 0) || Double.isInfinite(c))
                    throw new IllegalArgumentException("shift " + i + " must be finite and at least 0, was " + c);
                probability("probability " + i, probabilities.get(i));
                sum += probabilities.get(i);
            }
            if (Math.abs(sum - 1) > 1e-9)
                throw new IllegalArgumentException("probabilities must sum to 1, their sum was " + sum);
        }

        public static MixtureOfGaussians of(double multiplier, double[] shifts, double[] probabilities) {
            Objects.requireNonNull(shifts, "shifts must be given, was null");
            Objects.requireNonNull(probabilities, "probabilities must be given, was null");
            return new MixtureOfGaussians(
                    multiplier,
                    Arrays.stream(shifts).boxed().toList(),
                    Arrays.stream(probabilities).boxed().toList());
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
     * @param multiplier standard deviation over the clip norm C (the paper's sigma is half of it, because C is 1/2)
     * @param enforced whether centres are removed from the peripherals of all stars
     */
    record HeterPoisson(
            double rate, double peripherals, int maxOutDegree, double multiplier, boolean enforced, Proof proof)
            implements Event {
        public HeterPoisson {
            probability("rate", rate);
            positive("peripherals", peripherals);
            atLeast("maxOutDegree", maxOutDegree, 1);
            positive("multiplier", multiplier);
            if (proof == null) throw new IllegalArgumentException("proof must be PUBLISHED or CONSERVATIVE, was null");
        }
    }

    /**
     * One step of home stars: every node is out with probability q, and a star's centre then if it may be one; each node is a
     * peripheral of those of its at most K homes that are out, unless it is out itself. The proof is in the loss model's text.
     *
     * @param rate q
     * @param homes K, how many stars a node may enter in one step; 0 for none
     * @param multiplier standard deviation over the clip norm C
     */
    record HomeStars(double rate, int homes, double multiplier) implements Event {
        public HomeStars {
            probability("rate", rate);
            if (homes < 0 || homes > 1000) throw new IllegalArgumentException("homes must be in 0..1000, was " + homes);
            positive("multiplier", multiplier);
        }
    }

    /**
     * A batch without replacement of which a random number of terms is affected: N(0, m²) against N(r / affected, m²) with
     * r ~ Hypergeometric(population, affected, batch) known to the observer (Daigavane et al. 2021; joint convexity after
     * conditioning on the batch).
     *
     * @param affected the largest number of terms in the whole population that one unit can change
     * @param multiplier standard deviation over the change when all affected terms are in the batch
     */
    record Hypergeometric(long population, long affected, long batch, double multiplier) implements Event {
        public Hypergeometric {
            atLeast("population", population, 1);
            atLeast("affected", affected, 1);
            if (affected > population)
                throw new IllegalArgumentException(
                        "affected must be at most the population " + population + ", was " + affected);
            atLeast("batch", batch, 1);
            if (batch > population)
                throw new IllegalArgumentException(
                        "batch must be at most the population " + population + ", was " + batch);
            positive("multiplier", multiplier);
        }
    }

    /** Several events on the same data, in any order, each may depend on what the former released. */
    record Composed(List<Event> events) implements Event {
        public Composed {
            events = List.copyOf(events);
        }
    }

    /** The same event many times. */
    record Repeated(Event event, long times) implements Event {
        public Repeated {
            if (event == null) throw new IllegalArgumentException("event must be given, was null");
            atLeast("times", times, 0);
        }
    }

    /** No protection at all: epsilon is infinite. */
    record NonPrivate(String reason) implements Event {}

    /** Something that no accountant here can bound; the reason says what is missing. */
    record Unsupported(String reason) implements Event {}

    /**
     * A text that two events share exactly when they are equal: their JSON by {@link EventText}, the same on every version of
     * Java. Caches, ledgers and checkpoints rest on it.
     */
    default String canonical() {
        return EventText.write(this);
    }

    private static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value))
            throw new IllegalArgumentException(name + " must be positive and finite, was " + value);
    }

    private static void probability(String name, double value) {
        if (!(value >= 0 && value <= 1)) throw new IllegalArgumentException(name + " must be in [0, 1], was " + value);
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) throw new IllegalArgumentException(name + " must be at least " + least + ", was " + value);
    }
}
