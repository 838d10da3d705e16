package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.PldAccountant;
import dpgnn.privacy.Relation;
import dpgnn.random.Stream;
import dpgnn.random.Streams;
import dpgnn.sampling.EnumeratedCoins.Menu;
import dpgnn.sampling.SmallWorlds.Law;
import dpgnn.sampling.SmallWorlds.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Every graph of a few nodes, every node, every way in which the coins of the real sampler fall: the exact law of the released
 * sum in two neighbouring worlds, under gradients that an adversary chose, against what the sampler's event allows. Where the
 * relation is another one than is stated, the first graph that exceeds the event is found.
 */
class ExactEnumerationTest {
    private static final double[] EPSILONS = {0, 0.05, 0.2, 0.5, 1, 2};
    private static final double[] GAMMAS =
            java.util.Arrays.stream(EPSILONS).map(Math::exp).toArray();
    private static final double[] MULTIPLIERS = {1, 5};
    private static final int RANDOM = 3;
    /** Coins are rounded to a multiple of 2^-32. */
    private static final double ROUNDING = 1e-7;

    /** What was seen: how many pairs of worlds and outcomes of coins, and the largest ratio of shown to allowed. */
    private static final class Seen {
        int pairs, comparisons;
        long outcomes;
        double worst;
        String where = "";
    }

    /** Who contributes what: gradients by content, in the first world and in the second. */
    private record Gradients(Map<Long, Double> first, Map<Long, Double> second) {}

    /** A sampler with its coins, which may depend on whom it draws from. */
    private record Drawn(Sampler sampler, Function<Participants, EnumeratedCoins> coins) {
        Law law(Participants participants) {
            return SmallWorlds.law(sampler, participants, coins.apply(participants));
        }
    }

    private static Drawn heterPoisson(HeterPoisson sampler) {
        return new Drawn(sampler, p -> new EnumeratedCoins()
                .gaps("centres", sampler.rate(), p.graph().nodes())
                .indexed(
                        "peripherals",
                        index -> Menu.below(Math.min(
                                1,
                                sampler.peripherals()
                                        / p.outDegree((int) (index % p.graph().nodes()))))));
    }

    private static Drawn homeStars(HomeStars sampler) {
        return new Drawn(sampler, p -> new EnumeratedCoins()
                .gaps("centres", sampler.rate(), p.graph().nodes())
                .indexed(
                        "homes",
                        index -> Menu.uniform(
                                p.outDegree((int) (index / sampler.homes())) - (int) (index % sampler.homes()))));
    }

    private static Drawn poisson(PoissonNodes sampler) {
        return new Drawn(sampler, p -> new EnumeratedCoins()
                .gaps("nodes", sampler.rate(), p.graph().nodes()));
    }

    private static int[] down(int from, int count) {
        int[] bounds = new int[count];
        for (int i = 0; i < count; i++) bounds[i] = Math.max(1, from - i);
        return bounds;
    }

    /** Multiples of whatever bound a draw may have that is at most so many, less one for each before. */
    private static int[] multiples(int from) {
        int[] least = {1, 1, 2, 6, 12, 60}, bounds = new int[from + 1];
        for (int i = 0; i <= from; i++) bounds[i] = least[Math.max(1, from - i)];
        return bounds;
    }

    /** Compares two laws under all adversaries, at all multipliers. */
    private static void compare(
            Seen seen, Law one, Law two, List<Gradients> adversaries, Function<Double, Event> event, String what) {
        seen.pairs++;
        seen.outcomes += one.outcomes() + two.outcomes();
        for (Gradients g : adversaries) {
            GaussianSums first = one.sums(g.first()), second = two.sums(g.second());
            for (double m : MULTIPLIERS) {
                seen.comparisons++;
                double[][] shown = {
                    GaussianSums.hockeySticks(first, second, m, GAMMAS),
                    GaussianSums.hockeySticks(second, first, m, GAMMAS)
                };
                double[][][] allowed = limits(event.apply(m));
                for (int d = 0; d < 2; d++)
                    for (int e = 0; e < GAMMAS.length; e++) {
                        if (shown[d][e] < 1e-9) continue;
                        double ratio = shown[d][e] / allowed[0][d][e];
                        assertTrue(
                                Double.isInfinite(seen.worst)
                                        || ratio > 1
                                        || shown[d][e] <= allowed[1][0][e] * (1 + ROUNDING),
                                () -> "the accountant allows less than the definition: " + event.apply(m));
                        if (ratio <= seen.worst) continue;
                        seen.worst = ratio;
                        seen.where = what + ", m " + m + ", epsilon " + EPSILONS[e] + ", direction " + d;
                    }
            }
        }
    }

    private static final Map<Event, double[][][]> LIMITS = new HashMap<>();

    /** What the definition allows, then what the accountant states, which must not be less. */
    private static double[][][] limits(Event event) {
        return LIMITS.computeIfAbsent(event, e -> {
            double[] stated = new double[GAMMAS.length];
            for (int i = 0; i < stated.length; i++)
                stated[i] = PldAccountant.standard().delta(e, EPSILONS[i]);
            return new double[][][] {StatedPairs.allowed(e, GAMMAS), {stated}};
        });
    }

    private static Set<Long> contents(Law one, Law two) {
        Set<Long> all = new TreeSet<>(one.expected().keySet());
        all.addAll(two.expected().keySet());
        return all;
    }

    /** Where a unit comes or goes a content has the same gradient in both worlds. */
    private static List<Gradients> comingOrGoing(Law one, Law two, int z) {
        Map<Long, Double> with = one.expected(), without = two.expected();
        List<Gradients> all = new ArrayList<>();
        List<Function<Long, Double>> ways = new ArrayList<>(List.of(
                c -> Math.signum(Math.rint(1e9 * (with.getOrDefault(c, 0.0) - without.getOrDefault(c, 0.0)))),
                c -> SmallWorlds.holds(c, z) ? 1.0 : -1,
                c -> SmallWorlds.isOwn(c, z) ? -1.0 : SmallWorlds.holds(c, z) ? 1 : -1,
                c -> SmallWorlds.isOwn(c, z) ? 1.0 : 0));
        for (int seed = 0; seed < RANDOM; seed++) {
            Stream coins = Streams.seed(seed).stream("gradients");
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
    private static List<Gradients> replaced(Law one, Law two, int z) {
        List<Gradients> all = new ArrayList<>();
        for (int way = 0; way < 2 + RANDOM; way++) {
            Map<Long, Double> first = new HashMap<>(), second = new HashMap<>();
            Stream coins = Streams.seed(way).stream("gradients");
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

    private static Participants neighbour(Participants participants, int z, Relation relation) {
        return relation == Relation.ADD_REMOVE ? participants.removed(z) : participants.without(z);
    }

    /** All kinds of worlds of up to so many nodes, node 0 coming or going; in the smallest ones by every name. */
    private static void comeOrGo(Seen seen, Drawn drawn, Relation relation, int nodes, double beyond) {
        for (int n = 1; n <= nodes; n++)
            for (World world : n <= 3 ? SmallWorlds.all(n) : SmallWorlds.kinds(n)) {
                Participants participants = world.participants();
                Law one = drawn.law(participants);
                for (int z = 0; z < (n <= 3 ? n : 1); z++) {
                    Law two = drawn.law(neighbour(participants, z, relation));
                    Sampler.Facts facts = Sampler.Facts.of(participants);
                    compare(
                            seen,
                            one,
                            two,
                            comingOrGoing(one, two, z),
                            m -> drawn.sampler().event(facts, m),
                            world + ", node " + z);
                    if (seen.worst > beyond) return;
                }
            }
    }

    private static void report(String name, Seen seen) {
        System.out.printf(
                "%s: %d pairs of worlds, %d outcomes of coins, %d comparisons; shown over allowed %.6f (%s)%n",
                name, seen.pairs, seen.outcomes, seen.comparisons, seen.worst, seen.where);
    }

    private static void holds(String name, Seen seen, double atLeast) {
        report(name, seen);
        assertTrue(seen.worst <= 1 + ROUNDING, name + " shows " + seen.worst + " of what is allowed: " + seen.where);
        assertTrue(seen.worst >= atLeast, name + " must come near what is allowed, came to " + seen.worst);
    }

    @Test
    void nodesThatTakePartOrNot() {
        for (double q : new double[] {0.25, 0.6}) {
            for (double peripherals : new double[] {1, 2}) {
                Seen seen = new Seen();
                comeOrGo(seen, heterPoisson(HeterPoisson.of(q, peripherals)), Relation.PARTICIPATION, 4, 9);
                holds("HeterPoisson, q " + q + ", M " + peripherals, seen, 0.5);
            }
            for (int homes = 0; homes <= 2; homes++) {
                Seen seen = new Seen();
                comeOrGo(seen, homeStars(HomeStars.of(q, homes)), Relation.PARTICIPATION, homes == 1 ? 5 : 4, 9);
                holds("home stars, q " + q + ", K " + homes, seen, homes == 2 ? 0.7 : 0.99);
            }
        }
        Seen seen = new Seen();
        comeOrGo(seen, heterPoisson(HeterPoisson.of(0.4, 1).unenforced().withAllEdges()), Relation.PARTICIPATION, 3, 9);
        holds("HeterPoisson with all edges, not enforced", seen, 0.5);
    }

    @Test
    void nodesThatAreRemoved() {
        for (double q : new double[] {0.25, 0.6}) {
            for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.PARTICIPATION)) {
                Seen seen = new Seen();
                comeOrGo(seen, poisson(PoissonNodes.of(q)), relation, 4, 9);
                holds("Poisson nodes, q " + q + ", " + relation, seen, 1 - 1e-6);
                seen = new Seen();
                comeOrGo(seen, poisson(new PoissonNodes(q, Relation.REPLACE)), relation, 4, 9);
                holds("Poisson nodes for REPLACE, q " + q + ", " + relation, seen, 0.3);
            }
            Seen seen = new Seen();
            comeOrGo(seen, homeStars(HomeStars.centresAlone(q)), Relation.ADD_REMOVE, 4, 9);
            holds("centres alone, q " + q + ", ADD_REMOVE", seen, 1 - 1e-6);
        }
    }
}
