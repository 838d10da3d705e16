package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.random.Streams;
import dpgnn.train.Plan;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HomeStarsTest {
    private static final double RATE = 0.2;

    private static final Sampler SAMPLER = HomeStars.of(RATE, 2);

    /** Centre once; else of its two homes, drawn from all out-neighbours, those that are roots are centres with probability q. */
    static double[] occurrences(double rate) {
        double[] stated = homes(rate);
        for (int k = 0; k < stated.length; k++) stated[k] = (1 - rate) * stated[k] + (k == 1 ? rate : 0);
        return stated;
    }

    /** In how many stars of its two homes the watched node is. */
    static double[] homes(double rate) {
        Graph graph = Ring.GRAPH;
        int degree = graph.outDegree(Ring.WATCHED), neighbours = 0;
        for (int u : graph.outNeighbours(Ring.WATCHED)) if (Ring.ALL.isRoot(u)) neighbours++;
        double pairs = degree * (degree - 1) / 2.0;
        double both = neighbours * (neighbours - 1) / 2.0 / pairs;
        double none = (degree - neighbours) * (degree - neighbours - 1) / 2.0 / pairs;
        double one = 1 - both - none;
        return new double[] {
            none + one * (1 - rate) + both * (1 - rate) * (1 - rate),
            one * rate + both * 2 * rate * (1 - rate),
            both * rate * rate
        };
    }

    @Test
    void whoIsOutIsNoPeripheral() {
        Participants participants = Ring.ALL;
        Sampler.Draws draws = SAMPLER.draws(participants, Ring.coins(2));
        Sampler.Draws all = HomeStars.of(RATE, 40).draws(participants, Ring.coins(2));
        Batch batch = new Batch(), full = new Batch();
        boolean missing = false;
        for (int t = 0; t < 300; t++) {
            draws.draw(t, batch);
            all.draw(t, full);
            TreeSet<Integer> centres = new TreeSet<>(Examples.byRoot(full).keySet());
            assertEquals(centres, new TreeSet<>(Examples.byRoot(batch).keySet()));
            for (int e = 0; e < full.examples(); e++)
                for (int r = full.exampleStart(e) + 1; r < full.exampleStart(e + 1); r++)
                    assertTrue(!centres.contains(full.node(r)));
            // with all out-neighbours as homes, who is missing from a star is out: unlabelled nodes are, too
            for (int e = 0; e < full.examples(); e++)
                for (int j : Ring.GRAPH.inNeighbours(full.node(full.exampleStart(e))))
                    missing |= !Examples.contains(full, e, j) && !participants.isRoot(j);
        }
        assertTrue(missing, "a node without a label must be out now and then");
    }

    /** Two worlds with the same coins, some nodes outside of the training: only stars that hold the node differ, at most K. */
    @Test
    void withoutANodeExactlyTheStatedExamplesDiffer() {
        for (int homes : new int[] {0, 1, 2, 5}) {
            HomeStars sampler = HomeStars.of(0.4, homes);
            int most = 0;
            for (int z = 0; z < 41; z++) {
                Participants world = Ring.ALL.without((z + 5) % 41);
                Sampler.Draws with = sampler.draws(world, Ring.coins(z));
                Sampler.Draws without = sampler.draws(world.without(z), Ring.coins(z));
                Batch a = new Batch(), b = new Batch();
                for (int t = 0; t < 40; t++) {
                    with.draw(t, a);
                    without.draw(t, b);
                    TreeSet<Integer> held = Examples.withheld(a, b, z);
                    assertTrue(held.size() <= (held.contains(z) ? 1 : homes));
                    if (!held.contains(z)) most = Math.max(most, held.size());
                }
            }
            assertTrue(most >= Math.min(homes, 3), "came to " + most + " of " + homes);
        }
    }

    /** Where every node is a root and one is centre, a home is each out-neighbour equally often, and a pair each pair. */
    @Test
    void homesAreUniformPairs() {
        Participants participants = Ring.ALL;
        int[] neighbours = Ring.GRAPH.outNeighbours(3);
        TreeMap<String, Integer> seen = new TreeMap<>();
        Batch batch = new Batch();
        int drawn = 0;
        Sampler.Draws draws = HomeStars.of(0.97, 2)
                .draws(
                        Participants.of(
                                Ring.GRAPH,
                                java.util.stream.IntStream.range(0, 41).toArray()),
                        Ring.coins(7));
        for (int t = 0; t < 60_000; t++) {
            draws.draw(t, batch);
            StringBuilder pair = new StringBuilder();
            int count = 0;
            for (int e = 0; e < batch.examples(); e++) {
                int root = batch.node(batch.exampleStart(e));
                if (root == 3) count = 9;
                if (!Examples.contains(batch, e, 3)) continue;
                count++;
                pair.append(root).append(' ');
            }
            if (count != 2) continue;
            drawn++;
            seen.merge(pair.toString(), 1, Integer::sum);
        }
        int pairs = neighbours.length * (neighbours.length - 1) / 2;
        double expected = drawn / (double) pairs, square = 0;
        for (int n : seen.values()) square += (n - expected) * (n - expected) / expected;
        square += (pairs - seen.size()) * expected;
        assertTrue(
                square < pairs + 5 * Math.sqrt(2.0 * pairs), square + " for " + pairs + " pairs, " + drawn + " seen");
    }

    /** With no homes no list is read: then it is Poisson sampling, for real removal as well. */
    @Test
    void centresAloneProveRealRemovalAndStarsDoNot() {
        Sampler alone = HomeStars.of(RATE, 0);
        assertEquals(Relation.ADD_REMOVE, alone.relation());
        assertEquals(Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION), alone.relations());
        assertEquals(PoissonNodes.of(RATE).assumptions(), alone.assumptions());
        PldAccountant pld = PldAccountant.standard();
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(
                pld.epsilon(PoissonNodes.of(RATE).event(facts, 3), 1e-6), pld.epsilon(alone.event(facts, 3), 1e-6));
        Batch a = new Batch(), b = new Batch();
        int met = 0;
        for (int z = 0; z < 41; z++) {
            Sampler.Draws with = alone.draws(Ring.ALL, Ring.coins(z));
            Sampler.Draws without = alone.draws(Ring.ALL.removed(z), Ring.coins(z));
            for (int t = 0; t < 20; t++) {
                with.draw(t, a);
                without.draw(t, b);
                assertEquals(a.examples(), a.rows(), "single rows");
                assertEquals(0, a.edges(), "that read nobody");
                if (Examples.withheld(a, b, z).contains(z)) met++;
            }
        }
        assertTrue(met > 50, "met " + met);
        for (Sampler stars : new Sampler[] {HomeStars.of(RATE, 1), HeterPoisson.of(RATE, 1)}) {
            assertEquals(Relation.PARTICIPATION, stars.relation());
            Plan plan = Plan.of(stars, Clip.flat(1), GaussianNoise.standard());
            refused(() -> plan.against(Relation.ADD_REMOVE), "PARTICIPATION", "ADD_REMOVE");
        }
        assertEquals(
                Relation.PARTICIPATION,
                Plan.of(alone, Clip.flat(1), GaussianNoise.standard())
                        .against(Relation.PARTICIPATION)
                        .relation());
    }

    /**
     * A hub with 2000 neighbours, each joined to one more node besides. Without the hub each of these nodes is its neighbour's only
     * home, with it one of two: a sum that is 1 for an empty star and -1 for another tells the worlds apart, at a stated epsilon
     * below 1.
     */
    @Test
    void aHubThatIsRemovedIsSeenThroughOthersStars() {
        int spokes = 2000;
        Graph hub = Graph.undirected(2 * spokes + 1, edges -> {
            for (int j = 1; j <= spokes; j++) {
                edges.edge(0, j);
                edges.edge(j, spokes + j);
            }
        });
        int[] roots = java.util.stream.IntStream.range(0, 2 * spokes + 1).toArray();
        Participants with = Participants.of(hub, roots);
        for (Sampler stars :
                List.of(HomeStars.of(0.1, 1), HeterPoisson.of(0.1, 1).maxOutDegree(spokes))) {
            double epsilon = PldAccountant.standard().epsilon(stars.event(Sampler.Facts.of(with), 5), 1e-5);
            double[] scores = new double[4];
            int tries = 30, right = 0, stays = 0;
            for (int seed = 0; seed < tries; seed++) {
                double there = score(stars, with, seed), removed = score(stars, with.removed(0), seed);
                double without = score(stars, with.without(0), seed);
                scores[0] += there / tries;
                scores[1] += removed / tries;
                if (there > -70) right++;
                if (removed <= -70) right++;
                if (without > -70) stays++;
            }
            System.out.printf(
                    "a hub removed, %s: epsilon %.3f is stated, the score is %.1f with it and %.1f without, right %d of %d times%n",
                    stars, epsilon, scores[0], scores[1], right, 2 * tries);
            assertTrue(epsilon < 1.5, "stated " + epsilon);
            // at epsilon 1.5 no guess is right with more than 0.82, and 60 of 60 have a chance below 1e-5
            assertEquals(2 * tries, right, "real removal is plain to see");
            assertEquals(tries, stays, "taking no part is not");
        }
    }

    /** The noisy sum of all stars but those of the hub and its neighbours. */
    private static double score(Sampler stars, Participants participants, long seed) {
        Batch batch = new Batch();
        stars.draws(participants, Streams.seed(seed).stream("sampler")).draw(0, batch);
        double sum = 5 * Streams.seed(seed).stream("noise").nextGaussian();
        for (int e = 0; e < batch.examples(); e++)
            if (batch.node(batch.exampleStart(e)) > 2000)
                sum += batch.exampleStart(e + 1) - batch.exampleStart(e) == 1 ? 1 : -1;
        return sum;
    }

    @Test
    void eventsLimitsAndRefusals() {
        Sampler.Facts facts = new Sampler.Facts(100, 80);
        assertEquals(new Event.HomeStars(RATE, 2, 6), SAMPLER.event(facts, 6));
        assertEquals(SAMPLER.event(facts, 6), SAMPLER.claimed(facts, 6));
        assertEquals(16, SAMPLER.expectedExamples(facts), 1e-12);
        assertEquals(Unit.NODE, SAMPLER.unit());
        assertEquals(RATE, HomeStars.of(RATE, 2).rate());
        Batch batch = new Batch();
        HomeStars.of(1, 3).draws(Ring.ALL, Ring.coins(1)).draw(0, batch);
        assertEquals(27, batch.examples());
        assertEquals(27, batch.rows(), "everybody is out");
        HomeStars.of(1e-9, 3).draws(Ring.ALL, Ring.coins(1)).draw(0, batch);
        assertEquals(0, batch.examples());
        refused(() -> HomeStars.of(1.01, 1));
        refused(() -> HomeStars.of(0, 1));
        refused(() -> HomeStars.of(0.1, -1));
    }
}
