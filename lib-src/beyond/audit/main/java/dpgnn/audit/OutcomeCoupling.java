package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.privacy.StatedPair;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Runs a user's own mechanism in two neighbouring worlds with the same coins, and holds what comes out against the pair that
 * the user states of it. It proves nothing: a set of outcomes that is too likely is a counter-example, with its confidence.
 */
public final class OutcomeCoupling {
    /** Sets of outcomes that are looked at, in each direction. */
    private static final int SETS = 20;

    /** A mechanism that is run in one of two neighbouring worlds. */
    @FunctionalInterface
    public interface Mechanism {
        /**
         * @param with whether the unit is there
         * @return which of the pair's outcomes it was, counted from 0
         */
        int run(boolean with, RandomStream coins);
    }

    /**
     * What was found.
     *
     * @param excess by how much, at least, a set of outcomes is likelier than the pair allows; at most 0 where none is
     * @param set those outcomes, the likeliest of a world first
     * @param differing the share of runs whose outcomes differ although the coins are the same
     */
    public record Finding(double excess, List<Integer> set, double differing, double confidence) {
        /** Whether nothing contradicts the pair. */
        public boolean holds() {
            return excess <= 0;
        }
    }

    private final StatedPair pair;
    private int runs = 20_000;
    private long seed = 1;
    private double confidence = 0.99;

    private OutcomeCoupling(StatedPair pair) {
        this.pair = pair;
    }

    static OutcomeCoupling of(StatedPair pair) {
        return new OutcomeCoupling(Check.given("pair", pair));
    }

    /** How often each world is run. */
    public OutcomeCoupling runs(int count) {
        runs = Check.atLeast("runs", count, 100);
        return this;
    }

    public OutcomeCoupling seed(long value) {
        seed = value;
        return this;
    }

    /** With which nothing is called a counter-example that is none. */
    public OutcomeCoupling confidence(double value) {
        confidence = Check.open("confidence", value, 0, 1);
        return this;
    }

    /** Runs both worlds. */
    public Finding run(Mechanism mechanism) {
        Check.given("mechanism", mechanism);
        int n = pair.with().size();
        long[] with = new long[n], without = new long[n];
        RandomStream coins = Streams.seed(seed).stream("outcomes");
        long differing = 0;
        for (int i = 0; i < runs; i++) {
            int there = mechanism.run(true, coins.fork(i)), back = mechanism.run(false, coins.fork(i));
            with[Check.within("an outcome", there, 0, n - 1)]++;
            without[Check.within("an outcome", back, 0, n - 1)]++;
            if (there != back) differing++;
        }
        Finding one = worst(with, without, pair.with(), pair.without(), (double) differing / runs);
        Finding other = worst(without, with, pair.without(), pair.with(), (double) differing / runs);
        return one.excess() >= other.excess() ? one : other;
    }

    /**
     * The sets that begin the order of the outcomes by their ratio p / q, and of these the one that is too likely by the most: for every
     * factor, p is at most so many times q and what the pair allows more. Outcomes that are stated to be impossible come first.
     */
    private Finding worst(long[] here, long[] there, List<Double> p, List<Double> q, double differing) {
        List<Integer> order = IntStream.range(0, here.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -ratio(p.get(i), q.get(i))))
                .toList();
        int sets = Math.min(SETS, order.size());
        double[] factors = new double[sets], allowed = new double[sets];
        for (int s = 0; s < sets; s++) {
            int at = order.get((int) ((long) s * order.size() / sets));
            factors[s] = q.get(at) > 0 ? p.get(at) / q.get(at) : 1;
            allowed[s] = pair.beyond();
            for (int i = 0; i < here.length; i++) allowed[s] += Math.max(0, p.get(i) - factors[s] * q.get(i));
        }
        double tail = (1 - confidence) / (4.0 * sets), most = Double.NEGATIVE_INFINITY;
        int best = 1;
        for (int s = 1; s <= sets; s++) {
            int size = (int) ((long) s * order.size() / sets);
            long in = 0, out = 0;
            for (int i : order.subList(0, size)) {
                in += here[i];
                out += there[i];
            }
            double least = 1 - EpsilonLowerBound.upperLimit(runs - in, runs, tail);
            double others = EpsilonLowerBound.upperLimit(out, runs, tail);
            for (int f = 0; f < sets; f++) {
                double excess = least - factors[f] * others - allowed[f];
                if (excess > most) {
                    most = excess;
                    best = size;
                }
            }
        }
        return new Finding(most, order.subList(0, best), differing, confidence);
    }

    private static double ratio(double p, double q) {
        return q > 0 ? p / q : Double.POSITIVE_INFINITY;
    }
}
