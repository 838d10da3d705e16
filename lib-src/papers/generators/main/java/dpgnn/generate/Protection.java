package dpgnn.generate;

import dpgnn.base.Check;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.GuaranteeTerms;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.CachedAccountant;
import dpgnn.privacy.account.Calibration;
import dpgnn.privacy.account.PaperBounds;
import dpgnn.random.RandomStream;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Bounds and hides the decoder's gradient. Only the decoder is released; everything else in a training may depend on the
 * graph in any way.
 *
 * <p><b>Guarantee.</b> {@link #event} is what one edge can change in all steps together; the clip norm may decay by a public
 * factor, since the noise decays with it in the same step, so that only their ratio counts.
 *
 * <p>Proofs: docs/proofs.md, lemmas 23 and 24.
 */
public sealed interface Protection {
    /** C of the first step. */
    double clip();

    /** By how much C is multiplied after each step; public. */
    double decay();

    /** What one edge can change in what this many steps release. */
    Event event(int nodes, long steps);

    /** What a paper claims for this many steps, or the same as what we prove. */
    Guarantee claimed(int nodes, long steps, double delta);

    /** What can be proved for this many steps. */
    default Guarantee provable(int nodes, long steps, double delta) {
        return Bounds.of(event(nodes, steps), delta, List.of());
    }

    /** C of step t, counted from 0. */
    default double clip(long step) {
        return clip() * Math.pow(decay(), step);
    }

    /** Deviation of the noise on a step's sum, in units of that step's C; 0 where there is none. */
    double noise();

    /**
     * Adds the noise of step t to a clipped sum, as every training does. A release must not be rounded to floats before its noise
     * is there; a seeded experiment keeps the numbers that it had.
     */
    default void hide(double[] sum, long step, RandomStream coins) {
        if (noise() > 0 && coins.secure()) {
            if (sum.length > Bounds.LARGEST)
                throw new IllegalArgumentException("a release holds at most " + Bounds.LARGEST
                        + " numbers, for which a share of delta is kept; there were " + sum.length);
            GaussianNoise.standard().release(sum, noise() * clip(step), clip(step), coins);
            return;
        }
        float[] rounded = new float[sum.length];
        for (int i = 0; i < sum.length; i++) rounded[i] = (float) sum[i];
        hide(rounded, step, coins);
        for (int i = 0; i < sum.length; i++) sum[i] = rounded[i];
    }

    /** Adds the noise of a step to a sum in single precision. */
    default void hide(float[] sum, long step, RandomStream coins) {
        if (noise() > 0) GaussianNoise.standard().add(sum, noise() * clip(step), clip(step), coins);
    }

    /** No clip and no noise: for comparison. */
    static Protection none() {
        return new None();
    }

    /** As printed by Yang et al. (2021): q = 0.01, sigma = 5, C = 5, which decays by 0.99; epsilon is what they claim. */
    static Published published(double claimed, double delta) {
        Check.open("delta", delta, 0, 1);
        return new Published(claimed, delta, 0.01, 5, 5, 0.99);
    }

    /** The published protection with the noise that the paper's formula asks for, if the number of steps is given. */
    static Published published(double claimed, double delta, long steps) {
        Published printed = published(claimed, delta);
        double sigma = 2 * printed.rate * Math.sqrt(steps * Math.log(1 / delta)) / claimed;
        return new Published(claimed, delta, printed.rate, sigma, printed.clip, printed.decay);
    }

    /** The whole step's gradient as one vector, with the least noise for this epsilon. */
    static WholeGradient wholeGradient(double epsilon, double delta, long steps, double clip) {
        return new WholeGradient(multiplier(m -> gaussian(m, steps), epsilon, delta), clip, 0.99);
    }

    /** The same where a count is released beside the weights: the epsilon is that of both together. */
    static WholeGradient wholeGradient(double epsilon, double delta, long steps, double clip, Event count) {
        Check.given("count", count);
        return new WholeGradient(
                multiplier(m -> new Event.Composed(List.of(gaussian(m, steps), count)), epsilon, delta), clip, 0.99);
    }

    /** Every pair of nodes as an example of its own, with the least noise for this epsilon. */
    static Pairwise pairwise(double rate, double epsilon, double delta, long steps, double clip) {
        return new Pairwise(rate, multiplier(m -> sampled(rate, m, steps), epsilon, delta), clip, 1);
    }

    /** The same where a count is released beside the weights: the epsilon is that of both together. */
    static Pairwise pairwise(double rate, double epsilon, double delta, long steps, double clip, Event count) {
        Check.given("count", count);
        return new Pairwise(
                rate,
                multiplier(m -> new Event.Composed(List.of(sampled(rate, m, steps), count)), epsilon, delta),
                clip,
                1);
    }

    private static double multiplier(DoubleFunction<Event> release, double epsilon, double delta) {
        return Calibration.of(EdgeAccountant.standard())
                .multiplier(release, epsilon, new DeltaReserve(delta).accounting());
    }

    private static Event gaussian(double multiplier, long steps) {
        return new Event.Repeated(new Event.Gaussian(multiplier), steps);
    }

    private static Event sampled(double rate, double multiplier, long steps) {
        return new Event.Repeated(new Event.PoissonSampled(rate, multiplier, Relation.REPLACE), steps);
    }

    /** See {@link Protection#none}. */
    record None() implements Protection {
        @Override
        public double noise() {
            return 0;
        }

        @Override
        public double clip() {
            return Double.POSITIVE_INFINITY;
        }

        @Override
        public double decay() {
            return 1;
        }

        @Override
        public Event event(int nodes, long steps) {
            return new Event.NonPrivate("the decoder is trained without clipping and noise");
        }

        @Override
        public Guarantee claimed(int nodes, long steps, double delta) {
            return provable(nodes, steps, delta);
        }
    }

    /**
     * The paper's: a batch of B = max(1, qN) nodes, each node's gradient clipped to C, noise sigma C.
     *
     * <p><b>Guarantee.</b> Not the claimed one. One edge changes the codes of all nodes within two hops and thereby the loss
     * of every node, so that all B gradients may change, each by 2C; and what the encoder remembers leaves nothing for
     * sampling to amplify. What is provable is Gaussian noise of sigma / (2B) times the sensitivity in every step.
     *
     * @param epsilon what the paper claims for any number of steps up to {@link #paperSteps}
     */
    record Published(double epsilon, double delta, double rate, double sigma, double clip, double decay)
            implements Protection {
        public Published {
            Check.positive("epsilon", epsilon);
            Check.positive("sigma", sigma);
            Check.positive("clip", clip);
            Check.leftOpen("decay", decay, 0, 1);
            Check.leftOpen("rate", rate, 0, 1);
        }

        @Override
        public double noise() {
            return sigma;
        }

        /** B; at least one node, although q N is less on small graphs. */
        public int batch(int nodes) {
            return Math.max(1, (int) Math.round(rate * nodes));
        }

        /** T of sigma = 2 q sqrt(T ln(1/delta)) / epsilon. */
        long paperSteps() {
            return paper(1).steps();
        }

        private PaperBounds.Generation paper(int nodes) {
            return PaperBounds.generation(epsilon, delta, rate, sigma, nodes);
        }

        @Override
        public Event event(int nodes, long steps) {
            return gaussian(sigma / (2.0 * batch(nodes)), steps);
        }

        @Override
        public Guarantee claimed(int nodes, long steps, double askedDelta) {
            PaperBounds.Generation paper = paper(nodes);
            Guarantee g = paper.guarantee();
            return g.with(
                    Verdict.UNSOUND,
                    g.terms().and("Ran " + steps + " steps; the paper's formula allows " + paper.steps() + "."));
        }
    }

    /**
     * The decoder's gradient of a whole step, clipped to C as one vector.
     *
     * <p><b>Guarantee.</b> Any two graphs, and any two hidden states of encoder and discriminator, give vectors at a
     * distance of at most 2C: T steps are T Gaussian mechanisms of this multiplier, for one edge as for the whole graph.
     *
     * @param multiplier standard deviation over the sensitivity 2C
     */
    record WholeGradient(double multiplier, double clip, double decay) implements Protection {
        public WholeGradient {
            Check.positive("multiplier", multiplier);
            Check.positive("clip", clip);
            Check.leftOpen("decay", decay, 0, 1);
        }

        @Override
        public double noise() {
            return 2 * multiplier;
        }

        @Override
        public Event event(int nodes, long steps) {
            return gaussian(multiplier, steps);
        }

        @Override
        public Guarantee claimed(int nodes, long steps, double delta) {
            return provable(nodes, steps, delta);
        }
    }

    /**
     * Unordered pairs of nodes as examples, Poisson-sampled, each pair's gradient clipped to C; no encoder, public codes.
     *
     * <p><b>Guarantee.</b> One edge flips the label of one pair: replacement of one example, with amplification by the sampling
     * that really happens.
     *
     * @param multiplier standard deviation over C
     */
    record Pairwise(double rate, double multiplier, double clip, double decay) implements Protection {
        public Pairwise {
            Check.leftOpen("rate", rate, 0, 1);
            Check.positive("multiplier", multiplier);
            Check.positive("clip", clip);
            Check.leftOpen("decay", decay, 0, 1);
        }

        @Override
        public double noise() {
            return multiplier;
        }

        @Override
        public Event event(int nodes, long steps) {
            return sampled(rate, multiplier, steps);
        }

        @Override
        public Guarantee claimed(int nodes, long steps, double delta) {
            return provable(nodes, steps, delta);
        }
    }

    /** An event's epsilon with what it is about. */
    final class Bounds {
        /** Many graphs are trained alike, and accounting takes longer than training on a small one. */
        private static final Accountant ACCOUNTANT = CachedAccountant.inMemory(EdgeAccountant.standard());

        /** The most numbers that one step of a secure release may hide. */
        static final int LARGEST = 1 << 24;

        private Bounds() {}

        /** Whether the kept share pays for the noise of all steps, each number off by its variation. */
        static boolean paid(Event event, double epsilon, double delta) {
            double variation = steps(event) * LARGEST * GaussianNoise.standard().variation();
            return new DeltaReserve(delta).pays(epsilon, variation);
        }

        private static double steps(Event event) {
            if (event instanceof Event.Repeated r) return r.times() * steps(r.event());
            if (event instanceof Event.Composed c)
                return c.events().stream().mapToDouble(Bounds::steps).sum();
            return 1;
        }

        /** What holds of a release that is private for an edge at delta 0 by a proof of its own. */
        static Guarantee pure(String by, double epsilon, double delta, RandomStream coins) {
            Event event = new Event.Laplace(1 / epsilon);
            Guarantee base = Rigour.of(coins.fresh()).judge(of(event, delta, List.of()), event);
            return Guarantee.of(base.unit(), base.relation()).by(by, epsilon, delta, base.verdict(), base.terms());
        }

        /** What holds of the algorithm; {@link Rigour} says whether a run came up to it. */
        public static Guarantee of(Event event, double delta, List<String> notes) {
            Check.given("event", event);
            Check.given("notes", notes);
            boolean open = event instanceof Event.NonPrivate || event instanceof Event.Unsupported;
            double epsilon =
                    open ? Double.POSITIVE_INFINITY : ACCOUNTANT.epsilon(event, new DeltaReserve(delta).accounting());
            String remark = open ? "" : ACCOUNTANT.remark(event, new DeltaReserve(delta).accounting());
            java.util.Set<String> all = new java.util.LinkedHashSet<>(notes);
            if (!remark.isEmpty()) all.add(remark);
            if (event instanceof Event.NonPrivate n) all.add("No privacy: " + n.reason() + ".");
            if (event instanceof Event.Unsupported u) all.add("Not accounted for: " + u.reason() + ".");
            if (!open && !paid(event, epsilon, delta))
                all.add(
                        "At so large an epsilon this holds for exact noise; delta does not pay for how noise is drawn.");
            return Guarantee.of(Unit.EDGE, Relation.ADD_REMOVE)
                    .by(
                            ACCOUNTANT.name(),
                            epsilon,
                            delta,
                            open ? Verdict.UNSOUND : Verdict.IDEAL,
                            new GuaranteeTerms(
                                    List.of("The set of nodes and all parameters are public."),
                                    List.of(),
                                    List.of(),
                                    List.of(
                                            "Losses and other figures of a training, further trainings on the graph, and a choice"
                                                    + " among them."),
                                    List.copyOf(all)));
        }
    }
}
