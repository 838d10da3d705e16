package dpgnn.generate;

import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Accountant;
import dpgnn.privacy.Calibration;
import dpgnn.privacy.Event;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.PaperBounds;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.Verdict;
import dpgnn.random.Stream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the decoder's gradient is bounded and hidden. The decoder alone is released; whatever else a training holds may depend on
 * the graph as it likes.
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

    /** What one edge can change in what so many steps release. */
    Event event(int nodes, long steps);

    /** What a paper says of so many steps, or the same as what we prove. */
    Guarantee claimed(int nodes, long steps, double delta);

    /** What can be proved for so many steps. */
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
    default void hide(double[] sum, long step, Stream coins) {
        if (noise() > 0 && coins.secure()) {
            GaussianNoise.standard().release(sum, noise() * clip(step), clip(step), coins);
            return;
        }
        float[] rounded = new float[sum.length];
        for (int i = 0; i < sum.length; i++) rounded[i] = (float) sum[i];
        hide(rounded, step, coins);
        for (int i = 0; i < sum.length; i++) sum[i] = rounded[i];
    }

    /** The same for a sum in single precision. */
    default void hide(float[] sum, long step, Stream coins) {
        if (noise() > 0) GaussianNoise.standard().add(sum, noise() * clip(step), clip(step), coins);
    }

    /** No clip and no noise: for comparison. */
    static Protection none() {
        return new None();
    }

    /** As printed by Yang et al. (2021): q = 0.01, sigma = 5, C = 5, which decays by 0.99; epsilon is what they claim. */
    static Published published(double claimed, double delta) {
        return new Published(claimed, delta, 0.01, 5, 5, 0.99);
    }

    /** The whole step's gradient as one vector, with the least noise for this epsilon. */
    static WholeGradient wholeGradient(double epsilon, double delta, long steps, double clip) {
        double multiplier = Calibration.of(EdgeAccountant.standard())
                .multiplier(m -> new Event.Repeated(new Event.Gaussian(m), steps), epsilon, delta);
        return new WholeGradient(multiplier, clip, 0.99);
    }

    /** Every pair of nodes as an example of its own, with the least noise for this epsilon. */
    static Pairwise pairwise(double rate, double epsilon, double delta, long steps, double clip) {
        double multiplier = Calibration.of(EdgeAccountant.standard())
                .multiplier(
                        m -> new Event.Repeated(new Event.PoissonSampled(rate, m, Relation.REPLACE), steps),
                        epsilon,
                        delta);
        return new Pairwise(rate, multiplier, clip, 1);
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
            Checks.positive("epsilon", epsilon);
            Checks.positive("sigma", sigma);
            Checks.positive("clip", clip);
            Checks.share("decay", decay);
            Checks.share("rate", rate);
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
        public long paperSteps() {
            return paper(1).steps();
        }

        private PaperBounds.Generation paper(int nodes) {
            return PaperBounds.generation(epsilon, delta, rate, sigma, nodes);
        }

        @Override
        public Event event(int nodes, long steps) {
            return new Event.Repeated(new Event.Gaussian(sigma / (2.0 * batch(nodes))), steps);
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
            Checks.positive("multiplier", multiplier);
            Checks.positive("clip", clip);
            Checks.share("decay", decay);
        }

        @Override
        public double noise() {
            return 2 * multiplier;
        }

        @Override
        public Event event(int nodes, long steps) {
            return new Event.Repeated(new Event.Gaussian(multiplier), steps);
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
            Checks.share("rate", rate);
            Checks.positive("multiplier", multiplier);
            Checks.positive("clip", clip);
            Checks.share("decay", decay);
        }

        @Override
        public double noise() {
            return multiplier;
        }

        @Override
        public Event event(int nodes, long steps) {
            return new Event.Repeated(new Event.PoissonSampled(rate, multiplier, Relation.REPLACE), steps);
        }

        @Override
        public Guarantee claimed(int nodes, long steps, double delta) {
            return provable(nodes, steps, delta);
        }
    }

    /** An event's epsilon with what it is about. */
    final class Bounds {
        /** Many graphs are trained alike, and accounting takes longer than training on a small one. */
        private static final Map<List<Object>, Double> KNOWN = new ConcurrentHashMap<>();

        private Bounds() {}

        static Guarantee of(Event event, double delta, List<String> notes) {
            Accountant accountant = EdgeAccountant.standard();
            boolean open = event instanceof Event.NonPrivate || event instanceof Event.Unsupported;
            if (KNOWN.size() > 10_000) KNOWN.clear();
            double epsilon = open
                    ? Double.POSITIVE_INFINITY
                    : KNOWN.computeIfAbsent(List.of(event, delta), e -> accountant.epsilon(event, delta));
            java.util.Set<String> all = new java.util.LinkedHashSet<>(notes);
            if (event instanceof Event.NonPrivate n) all.add("No privacy: " + n.reason() + ".");
            if (event instanceof Event.Unsupported u) all.add("Not accounted for: " + u.reason() + ".");
            if (!open) all.add("The number of nodes is public.");
            return new Guarantee(
                    epsilon,
                    delta,
                    Unit.EDGE,
                    Relation.ADD_REMOVE,
                    open ? Verdict.UNSOUND : Verdict.IDEAL,
                    accountant.name(),
                    List.copyOf(all));
        }
    }
}
