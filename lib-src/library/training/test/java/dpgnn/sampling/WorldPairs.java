package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.privacy.Event;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.SmallWorlds.Law;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Pairs of worlds under adversaries: what the released sums of each pair show, against what an event allows. It keeps count of
 * the pairs and of the ways in which coins fell, and the largest ratio of shown to allowed.
 */
final class WorldPairs {
    private static final double[] EPSILONS = {0, 0.05, 0.2, 0.5, 1, 2};
    /** Places of those at which the accountant is asked: its answers take longer than all the rest. */
    private static final List<Integer> ASKED = Extent.some(List.of(0, 1, 2, 3, 4, 5), 2);

    private static final double[] GAMMAS =
            Arrays.stream(EPSILONS).map(Math::exp).toArray();
    private static final double[] MULTIPLIERS = {1, 5};
    private static final int RANDOM = 3;
    /** Coins are rounded to a multiple of 2^-32. */
    private static final double ROUNDING = 1e-7;

    /** What the definition allows in each direction, then what the accountant states in the worse one. */
    private static final Map<Event, double[][][]> LIMITS = new HashMap<>();

    /** The largest ratio of shown to allowed, and where it was. */
    double worst;

    String where = "";
    /** The largest ratio to what the accountant states, of what is not above what is allowed. */
    private double stated;

    private int pairs;
    private int comparisons;
    private long outcomes;

    /** Who contributes what: gradients by content, in the first world and in the second. */
    record Gradients(Map<Long, Double> first, Map<Long, Double> second) {}

    /** Compares two laws under all adversaries, at all multipliers. */
    void compare(Law one, Law two, List<Gradients> adversaries, Function<Double, Event> event, String what) {
        pairs++;
        outcomes += one.outcomes() + two.outcomes();
        for (Gradients g : adversaries) {
            GaussianSums first = one.sums(g.first()), second = two.sums(g.second());
            for (double m : MULTIPLIERS) {
                comparisons++;
                double[][] shown = {
                    GaussianSums.hockeySticks(first, second, m, GAMMAS),
                    GaussianSums.hockeySticks(second, first, m, GAMMAS)
                };
                double[][][] allowed = limits(event.apply(m));
                for (int d = 0; d < 2; d++)
                    for (int e = 0; e < GAMMAS.length; e++) {
                        if (shown[d][e] < 1e-9) continue;
                        double ratio = shown[d][e] / allowed[0][d][e];
                        if (ratio <= 1 + ROUNDING) stated = Math.max(stated, shown[d][e] / allowed[1][0][e]);
                        if (ratio <= worst) continue;
                        worst = ratio;
                        where = what + ", m " + m + ", epsilon " + EPSILONS[e] + ", direction " + d;
                    }
            }
        }
    }

    private static double[][][] limits(Event event) {
        return LIMITS.computeIfAbsent(event, e -> {
            double[] stated = new double[GAMMAS.length];
            Arrays.fill(stated, Double.POSITIVE_INFINITY);
            for (int i : ASKED) stated[i] = PldAccountant.standard().delta(e, EPSILONS[i]);
            return new double[][][] {StatedPairs.allowed(e, GAMMAS), {stated}};
        });
    }

    static Set<Long> contents(Law one, Law two) {
        Set<Long> all = new TreeSet<>(one.expected().keySet());
        all.addAll(two.expected().keySet());
        return all;
    }

    /** Where a unit comes or goes a content has the same gradient in both worlds. */
    static List<Gradients> comingOrGoing(Law one, Law two, int z) {
        Map<Long, Double> with = one.expected(), without = two.expected();
        List<Gradients> all = new ArrayList<>();
        List<Function<Long, Double>> ways = new ArrayList<>(List.of(
                c -> Math.signum(Math.rint(1e9 * (with.getOrDefault(c, 0.0) - without.getOrDefault(c, 0.0)))),
                c -> SmallWorlds.holds(c, z) ? 1.0 : -1,
                c -> SmallWorlds.isOwn(c, z) ? -1.0 : SmallWorlds.holds(c, z) ? 1 : -1,
                c -> SmallWorlds.isOwn(c, z) ? 1.0 : 0));
        for (int seed = 0; seed < RANDOM; seed++) {
            RandomStream coins = Streams.seed(seed).stream("gradients");
            ways.add(c -> (coins.fork(c).nextInt(9) - 4) / 4.0);
        }
        for (Function<Long, Double> way : ways) {
            Map<Long, Double> gradients = new HashMap<>();
            for (long c : contents(one, two)) gradients.put(c, way.apply(c));
            all.add(new Gradients(gradients, gradients));
        }
        return all;
    }

    /** Where a unit is replaced its contents have another gradient in the other world. */
    static List<Gradients> replaced(Law one, Law two, int z) {
        List<Gradients> all = new ArrayList<>();
        for (int way = 0; way < 2 + RANDOM; way++) {
            Map<Long, Double> first = new HashMap<>(), second = new HashMap<>();
            RandomStream coins = Streams.seed(way).stream("gradients");
            for (long c : contents(one, two)) {
                boolean holds = SmallWorlds.holds(c, z);
                double drawn = (coins.fork(c).nextInt(9) - 4) / 4.0;
                double other = holds ? (coins.fork(~c).nextInt(9) - 4) / 4.0 : drawn;
                first.put(c, way == 0 ? (holds ? 1 : 0) : way == 1 ? (holds ? 1 : drawn) : drawn);
                second.put(c, way == 0 ? (holds ? -1 : 0) : way == 1 ? (holds ? -1 : drawn) : other);
            }
            all.add(new Gradients(first, second));
        }
        return all;
    }

    void report(String name) {
        System.out.printf(
                "%s: %d pairs of worlds, %d outcomes of coins, %d comparisons; shown over allowed %.6f (%s)%n",
                name, pairs, outcomes, comparisons, worst, where);
    }

    void holds(String name, double atLeast) {
        report(name);
        assertTrue(worst <= 1 + ROUNDING, name + " shows " + worst + " of what is allowed: " + where);
        assertTrue(stated <= 1 + ROUNDING, name + ": the accountant states less than is shown: " + stated);
        assertTrue(worst >= atLeast, name + " must come near what is allowed, came to " + worst);
    }
}
