package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.sampling.SmallWorlds.World;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every node is in one batch of an epoch, and what the sums of an epoch show is no more than the event allows. */
class RandomAllocationTest {
    private static final double[] EPSILONS = {0, 0.1, 0.4, 1};

    /** In its own star, and in those of its two homes that are roots, each in this batch by a coin of the root's. */
    static double[] occurrences(int batches) {
        double[] homes = HomeStarsTest.homes(1.0 / batches), own = new double[4];
        for (int k = 0; k < homes.length; k++) {
            own[k] += homes[k] * (1 - 1.0 / batches);
            own[k + 1] += homes[k] / batches;
        }
        return own;
    }

    private static Map<List<Double>, Double> law(Participants participants, IntToDoubleFunction gradient) {
        return law(RandomAllocation.of(2), participants, (batch, e) -> {
            assertEquals(batch.examples(), batch.rows());
            return gradient.applyAsDouble(batch.node(batch.exampleStart(e)));
        });
    }

    /** The law of all sums of an epoch of two batches, by every way in which the coins fall. */
    private static Map<List<Double>, Double> law(
            RandomAllocation sampler, Participants participants, ToDoubleBiFunction<Batch, Integer> gradient) {
        int nodes = participants.graph().nodes();
        int[] bounds = new int[nodes];
        Arrays.fill(bounds, 2);
        EnumeratedCoins coins = new EnumeratedCoins()
                .uniform("allocation", bounds)
                .indexed(
                        "homes",
                        index -> EnumeratedCoins.Menu.uniform(participants.outDegree((int) (index / sampler.homes()))
                                - (int) (index % sampler.homes())));
        Map<List<Double>, Double> law = new HashMap<>();
        Batch batch = new Batch();
        do {
            Sampler.Draws draws = sampler.draws(participants, coins.stream());
            double[] sums = new double[2];
            int[] seen = new int[nodes];
            for (int step = 0; step < 2; step++) {
                draws.draw(step, batch);
                for (int e = 0; e < batch.examples(); e++) {
                    sums[step] += gradient.applyAsDouble(batch, e);
                    seen[batch.node(batch.exampleStart(e))]++;
                }
            }
            for (int v = 0; v < nodes; v++) assertEquals(participants.isRoot(v) ? 1 : 0, seen[v], "node " + v);
            law.merge(List.of(sums[0], sums[1]), coins.chance(), Double::sum);
        } while (coins.advance());
        assertEquals(1, law.values().stream().mapToDouble(p -> p).sum(), 1e-12);
        return law;
    }

    /** H at e^epsilon of two mixtures of normal laws in two dimensions, both ways, by the midpoints of squares. */
    private static double[][] shown(Map<List<Double>, Double> one, Map<List<Double>, Double> two, double m) {
        return shown(one, two, m, m / 12);
    }

    private static double[][] shown(
            Map<List<Double>, Double> one, Map<List<Double>, Double> two, double m, double step) {
        double[][] found = new double[2][EPSILONS.length];
        double reach = 5 + 5.5 * m;
        for (double x = -reach; x < reach; x += step)
            for (double y = -reach; y < reach; y += step) {
                double p = density(one, x, y, m), q = density(two, x, y, m);
                for (int e = 0; e < EPSILONS.length; e++) {
                    double gamma = Math.exp(EPSILONS[e]);
                    found[0][e] += Math.max(0, p - gamma * q);
                    found[1][e] += Math.max(0, q - gamma * p);
                }
            }
        for (double[] way : found) for (int e = 0; e < way.length; e++) way[e] *= step * step / (2 * Math.PI * m * m);
        return found;
    }

    private static double density(Map<List<Double>, Double> law, double x, double y, double m) {
        double sum = 0;
        for (var sums : law.entrySet()) {
            double a = x - sums.getKey().get(0), b = y - sums.getKey().get(1);
            sum += sums.getValue() * Math.exp(-(a * a + b * b) / (2 * m * m));
        }
        return sum;
    }

    /** Graphs of up to four nodes, each node coming or going, gradients that help it or hide it. */
    @Test
    @Tag("nightly")
    void noSmallGraphShowsMoreThanTheEventAndALoneNodeShowsAllOfIt() {
        double m = 1, worst = 0;
        double[] allowed = new double[EPSILONS.length];
        for (int e = 0; e < allowed.length; e++)
            allowed[e] = PldAccountant.standard().delta(new Event.RandomAllocation(2, m), EPSILONS[e]);
        double[][] ways = {{1, 0, 0, 0}, {1, 1, 1, 1}, {1, -1, 1, -1}, {-0.5, 1, 0.25, -1}};
        for (int n = 1; n <= 4; n++)
            for (World world : SmallWorlds.kinds(n)) {
                // edges are not read: those of each kind of roots are looked at once, and all at three nodes
                if (n == 4 && world.edges() != 0 || (world.roots() & 1) == 0) continue;
                Participants with = world.participants();
                for (Participants without :
                        n == 1 ? List.of(with.without(0)) : List.of(with.without(0), with.removed(0)))
                    for (double[] g : ways) {
                        if (without.roots().length == 0 && g != ways[0]) continue;
                        double[][] seen = shown(law(with, v -> g[v]), law(without, v -> g[v]), m);
                        for (int e = 0; e < allowed.length; e++) {
                            double ratio = Math.max(seen[0][e], seen[1][e]) / allowed[e];
                            assertTrue(ratio <= 1.002, world + ": " + ratio + " at " + EPSILONS[e]);
                            if (n == 1) worst = Math.max(worst, ratio);
                        }
                    }
            }
        assertTrue(worst > 0.995, "a lone node shows " + worst + " of the event");
    }

    /** Stars with one or two homes of each node, for all graphs of up to four nodes: stars with the node, without it and its own. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @Extent.OneIn(4)
    void noStarsOfASmallGraphShowMoreThanTheirEvent(int homes) {
        double m = 3, worst = 0;
        RandomAllocation sampler = RandomAllocation.of(2, homes);
        Event event = sampler.event(new Sampler.Facts(4, 4), m);
        double[] allowed = new double[EPSILONS.length];
        for (int e = 0; e < allowed.length; e++)
            allowed[e] = PldAccountant.standard().delta(event, EPSILONS[e]);
        double[][] ways = {{-1, 1, 1}, {1, -1, 1}, {0, 1, -1}};
        for (int n = 1; n <= 4; n++)
            for (World world : SmallWorlds.kinds(n)) {
                if (n == 4 && homes == 2 && Integer.bitCount(world.edges()) == 5) continue; // more of four and six
                Participants with = world.participants(), without = with.without(0);
                if (without.roots().length == 0) continue;
                for (double[] g : ways) {
                    ToDoubleBiFunction<Batch, Integer> gradient = (batch, e) -> {
                        long star = SmallWorlds.content(batch, e);
                        return SmallWorlds.isOwn(star, 0) ? g[2] : SmallWorlds.holds(star, 0) ? g[1] : g[0];
                    };
                    double[][] seen = shown(law(sampler, with, gradient), law(sampler, without, gradient), m, m / 4);
                    for (int e = 0; e < allowed.length; e++) {
                        double ratio = Math.max(seen[0][e], seen[1][e]) / allowed[e];
                        assertTrue(ratio <= 1.002, world + ": " + ratio + " at " + EPSILONS[e]);
                        worst = Math.max(worst, ratio);
                    }
                }
            }
        assertTrue(worst > 0.95, "stars show " + worst + " of the event");
    }

    /** With shared coins only the node's own star and those of its homes differ, and homes stay for an epoch. */
    @Test
    void atMostKStarsOfAnEpochHoldANodeBesideItsOwn() {
        for (int homes : new int[] {1, 2, 5}) {
            RandomAllocation sampler = RandomAllocation.of(3, homes);
            int most = 0;
            for (int z = 0; z < 41; z++) {
                Sampler.Draws with = sampler.draws(Ring.ALL, Ring.coins(z));
                Sampler.Draws without = sampler.draws(Ring.ALL.without(z), Ring.coins(z));
                Batch a = new Batch(), b = new Batch();
                Set<Integer> first = null;
                for (int epoch = 0; epoch < 4; epoch++) {
                    Set<Integer> held = new TreeSet<>();
                    for (int step = 0; step < 3; step++) {
                        with.draw(3L * epoch + step, a);
                        without.draw(3L * epoch + step, b);
                        held.addAll(Examples.withheld(a, b, z));
                    }
                    assertEquals(Ring.ALL.isRoot(z), held.remove(z));
                    assertTrue(held.size() <= homes, held + " for " + homes);
                    most = Math.max(most, held.size());
                    if (first == null) first = held;
                    else if (homes == 1 && !first.equals(held)) first = Set.of(-1);
                }
                if (homes == 1 && z == Ring.WATCHED)
                    assertEquals(Set.of(-1), first, "homes are drawn anew in an epoch");
            }
            assertTrue(most >= Math.min(homes, 3), "came to " + most + " of " + homes);
        }
    }

    /**
     * Counter-example to the bound that HeterPoisson would suggest: each of two neighbours' stars draws the node by a coin of ½, one
     * star in the mean, and the epoch shows more than a chain of one home. What is known of it is the mean over the stars that drew.
     */
    @Test
    void aCoinForEachStarShowsMoreThanAHomeForEachNode() {
        for (double m : new double[] {2, 3}) {
            Map<List<Double>, Double> with = new HashMap<>(), without = new HashMap<>();
            for (int coins = 0; coins < 32; coins++) {
                // the batches of both stars and of the node's own, and who drew it: its star then has +1 in place of -1
                double[] p = new double[2], q = new double[2];
                for (int star = 0; star < 2; star++) {
                    p[coins >> star & 1] += (coins >> (3 + star) & 1) == 1 ? 1 : -1;
                    q[coins >> star & 1] -= 1;
                }
                p[coins >> 2 & 1] += 1;
                with.merge(List.of(p[0], p[1]), 1 / 32.0, Double::sum);
                without.merge(List.of(q[0], q[1]), 1 / 32.0, Double::sum);
            }
            double gamma = m == 2 ? 10 : 3, step = m / 12, reach = 5 + 5.5 * m, seen = 0;
            for (double x = -reach; x < reach; x += step)
                for (double y = -reach; y < reach; y += step)
                    seen += Math.max(0, density(with, x, y, m) - gamma * density(without, x, y, m));
            seen *= step * step / (2 * Math.PI * m * m);
            PldAccountant pld = PldAccountant.standard();
            double epsilon = Math.log(gamma), home = pld.delta(new Event.AllocatedStars(2, 1, m), epsilon);
            assertEquals(m == 2 ? 0.0384 : 0.0431, seen, 1e-4);
            assertTrue(seen > 1.3 * home, seen + " for " + home);
            double known = pld.delta(new Event.RandomAllocation(2, m), epsilon) / 4
                    + home / 2
                    + pld.delta(new Event.AllocatedStars(2, 2, m), epsilon) / 4;
            assertTrue(seen <= known, seen + " above " + known);
        }
    }

    /** Walks: an example that is replaced leaves its batch and another one comes, a chain of two links, of which three are enough. */
    @Test
    void anExampleThatIsReplacedShowsNoMoreThanThatOneLeavesAndOneComes() {
        for (double m : new double[] {0.7, 1, 3}) {
            double[][] seen = shown(
                    Map.of(List.of(1.0, 0.0), 0.5, List.of(0.0, 1.0), 0.5),
                    Map.of(List.of(-1.0, 0.0), 0.5, List.of(0.0, -1.0), 0.5),
                    m);
            for (int e = 0; e < EPSILONS.length; e++) {
                double chain = PldAccountant.standard().delta(new Event.AllocatedStars(2, 1, m), EPSILONS[e]);
                assertTrue(Math.max(seen[0][e], seen[1][e]) <= chain, seen[0][e] + " above " + chain);
            }
        }
    }

    /** In each epoch a node is once in one of all batches, the last one too, whatever batch it was in before. */
    @Test
    void batchesOfEpochsAreIndependentAndUniform() {
        int t = 5, runs = 6000;
        long[] pairs = new long[t * t];
        Batch batch = new Batch();
        for (int seed = 0; seed < runs; seed++) {
            Sampler.Draws draws = RandomAllocation.of(t).draws(Ring.ALL, Ring.coins(seed));
            int[] at = {-1, -1};
            for (int step = 0; step < 2 * t; step++) {
                draws.draw(step, batch);
                if (!Examples.byRoot(batch).containsKey(Ring.WATCHED)) continue;
                assertEquals(-1, at[step / t], "drawn twice in an epoch");
                at[step / t] = step % t;
            }
            assertTrue(at[0] >= 0 && at[1] >= 0, "left out of an epoch");
            pairs[at[0] * t + at[1]]++;
        }
        double[] uniform = new double[t * t];
        Arrays.fill(uniform, 1.0 / uniform.length);
        ChiSquare test = ChiSquare.of(pairs, uniform);
        assertTrue(test.plausible(), test::toString);
    }

    @Test
    void everyEpochHasAllRootsOnce() {
        for (int t : new int[] {1, 2, 7, 100}) {
            Sampler.Draws draws = RandomAllocation.of(t).draws(Ring.ALL, Ring.coins(t));
            Batch batch = new Batch();
            for (int epoch = 0; epoch < 3; epoch++) {
                int[] seen = new int[Ring.GRAPH.nodes()];
                for (int i = 0; i < t; i++) {
                    draws.draw((long) epoch * t + i, batch);
                    for (int r = 0; r < batch.rows(); r++) seen[batch.node(r)]++;
                }
                for (int v = 0; v < seen.length; v++) assertEquals(Ring.ALL.isRoot(v) ? 1 : 0, seen[v], "node " + v);
            }
        }
    }

    /** A second draw of a batch would allocate its nodes again. */
    @Test
    void secureBatchesAreDrawnOnceAndInOrder() {
        Batch batch = new Batch();
        Sampler.Draws draws = RandomAllocation.of(3).draws(Ring.ALL, Streams.secure().stream("sampler"));
        refused(IllegalStateException.class, () -> draws.draw(1, batch), "in order", "step 1");
        for (int step = 0; step < 5; step++) draws.draw(step, batch);
        for (long wrong : new long[] {4, 3, 0, 7, 8})
            assertThrows(IllegalStateException.class, () -> draws.draw(wrong, batch));
        draws.draw(5, batch);
        draws.draw(9, batch);
        assertThrows(IllegalStateException.class, () -> draws.draw(6, batch));
    }

    @Test
    void eventsAndRefusals() {
        RandomAllocation sampler = RandomAllocation.of(4);
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        Event epoch = new Event.RandomAllocation(4, 5);
        assertEquals(epoch, sampler.event(facts, 5));
        assertEquals(4, sampler.epochSteps());
        assertEquals(20, sampler.expectedExamples(facts), 1e-12);
        assertEquals(Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION), sampler.relations());
        Sampler.Draws draws = sampler.draws(Ring.ALL, Ring.coins(1));
        assertEquals(epoch, draws.event(0, 5));
        assertEquals(new Event.Repeated(epoch, 0), draws.event(3, 5));
        // of an epoch that was begun all is charged
        double two = PldAccountant.standard().epsilon(new Event.Repeated(epoch, 2), 1e-5);
        for (long steps : new long[] {5, 8})
            assertEquals(two, PldAccountant.standard().epsilon(draws.events(steps, 5), 1e-5), 1e-12 * two);
        refused(() -> RandomAllocation.of(0));
        RandomAllocation stars = RandomAllocation.of(4, 2);
        assertEquals(new Event.AllocatedStars(4, 2, 5), stars.event(facts, 5));
        assertEquals(Set.of(Relation.PARTICIPATION), stars.relations());
        assertEquals(
                HomeStars.of(0.25, 2).assumptions().get(0), stars.assumptions().get(0));
        refused(() -> RandomAllocation.of(4, 17));
    }
}
