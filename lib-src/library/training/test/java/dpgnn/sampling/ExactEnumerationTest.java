package dpgnn.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.random.Streams;
import dpgnn.sampling.EnumeratedCoins.Menu;
import dpgnn.sampling.SmallWorlds.Law;
import dpgnn.sampling.SmallWorlds.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every graph of a few nodes, every node, every way in which the coins of the real sampler fall: the exact law of the released
 * sum in two neighbouring worlds, under gradients that an adversary chose, against what the sampler's event allows. Where the
 * relation is another one than is stated, the first graph that exceeds the event is found.
 */
class ExactEnumerationTest {
    /** A sampler with its coins, which may depend on whom it draws from. */
    private record Drawn(Sampler sampler, Function<Participants, EnumeratedCoins> coins, Sampler says) {
        Drawn(Sampler sampler, Function<Participants, EnumeratedCoins> coins) {
            this(sampler, coins, sampler);
        }

        /** The same draws, accounted for as those of another sampler. */
        Drawn as(Sampler other) {
            return new Drawn(sampler, coins, other);
        }

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

    private static Participants neighbour(Participants participants, int z, Relation relation) {
        return relation == Relation.ADD_REMOVE ? participants.removed(z) : participants.without(z);
    }

    /** How many worlds of a size: up to four nodes all, of five some; otherwise some of three and four, too. */
    private static final int KINDS = Extent.of(200, 15);

    /** All kinds of worlds of up to so many nodes, node 0 coming or going; in the smallest ones by every name. */
    private static void comeOrGo(WorldPairs seen, Drawn drawn, Relation relation, int nodes, double beyond) {
        for (int n = 1; n <= nodes; n++)
            for (World world :
                    Extent.some(n <= 3 ? SmallWorlds.all(n) : SmallWorlds.kinds(n), beyond < 2 ? SOUGHT : KINDS)) {
                Participants participants = world.participants();
                Law one = drawn.law(participants);
                for (int z = 0; z < (n <= 3 ? n : 1); z++) {
                    Law two = drawn.law(neighbour(participants, z, relation));
                    Sampler.Facts facts = Sampler.Facts.of(participants);
                    seen.compare(
                            one,
                            two,
                            WorldPairs.comingOrGoing(one, two, z),
                            m -> drawn.says().event(facts, m),
                            world + ", node " + z);
                    if (seen.worst > beyond) return;
                }
            }
    }

    /** A world that is sought is found in the smallest that has it. */
    private static final int SOUGHT = 200;

    private static final List<Double> RATES = Extent.some(List.of(0.25, 0.6), 1);

    @Test
    @Tag("nightly")
    void nodesThatTakePartOrNot() {
        for (double q : RATES) {
            for (double peripherals : Extent.some(List.of(1.0, 2.0), 1)) {
                WorldPairs seen = new WorldPairs();
                comeOrGo(seen, heterPoisson(HeterPoisson.of(q, peripherals)), Relation.PARTICIPATION, 4, 9);
                seen.holds("HeterPoisson, q " + q + ", M " + peripherals, 0.5);
            }
            for (int homes : Extent.some(List.of(0, 1, 2), 1)) {
                WorldPairs seen = new WorldPairs();
                comeOrGo(
                        seen,
                        homeStars(HomeStars.of(q, homes)),
                        Relation.PARTICIPATION,
                        homes == 1 && Extent.ALL ? 5 : 4,
                        9);
                seen.holds("home stars, q " + q + ", K " + homes, homes == 2 ? 0.7 : 0.99);
            }
        }
        WorldPairs seen = new WorldPairs();
        comeOrGo(seen, heterPoisson(HeterPoisson.of(0.4, 1).unenforced().withAllEdges()), Relation.PARTICIPATION, 3, 9);
        seen.holds("HeterPoisson with all edges, not enforced", 0.5);
    }

    @Test
    void nodesThatAreRemoved() {
        for (double q : RATES) {
            for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.PARTICIPATION)) {
                WorldPairs seen = new WorldPairs();
                comeOrGo(seen, poisson(PoissonNodes.of(q)), relation, 4, 9);
                seen.holds("Poisson nodes, q " + q + ", " + relation, 1 - 1e-6);
                seen = new WorldPairs();
                comeOrGo(seen, poisson(new PoissonNodes(q, Relation.REPLACE)), relation, 4, 9);
                seen.holds("Poisson nodes for REPLACE, q " + q + ", " + relation, 0.3);
            }
            WorldPairs seen = new WorldPairs();
            comeOrGo(seen, homeStars(HomeStars.of(q, 0)), Relation.ADD_REMOVE, 4, 9);
            seen.holds("centres alone, q " + q + ", ADD_REMOVE", 1 - 1e-6);
        }
    }

    /** Every example with node 0 has another gradient in the other world; its edges may be others, its role is the same. */
    @Test
    void nodesThatAreReplaced() {
        for (int batch = 1; batch <= 2; batch++) {
            WorldPairs uniform = new WorldPairs(), split = new WorldPairs();
            int lots = batch;
            for (int n = batch; n <= 4; n++)
                for (World world : SmallWorlds.kinds(n)) {
                    int roots = Integer.bitCount(world.roots());
                    if (roots < batch) continue;
                    if (world.edges() == 0)
                        replace(
                                uniform,
                                new Drawn(UniformNodes.of(batch), p -> new EnumeratedCoins()
                                        .uniform("batch", down(roots, lots))),
                                world,
                                world.edges());
                    if (roots < 2) continue;
                    int[] deal = new int[n];
                    System.arraycopy(down(roots, roots), 0, deal, 0, roots);
                    System.arraycopy(down(n - roots, n - roots), 0, deal, roots, n - roots);
                    Drawn parts = new Drawn(
                            new GraphSplit(2, batch),
                            p -> new EnumeratedCoins().uniform("parts", deal).uniform("batch", down(2, lots)));
                    replace(split, parts, world, world.edges() & ~world.edgesAt(0));
                    replace(split, parts, world, world.edges() ^ world.edgesAt(0));
                }
            uniform.holds("uniform nodes, batch " + batch, 1 - 1e-6);
            split.holds("two parts, lots " + batch, 0.9);
        }
    }

    private static void replace(WorldPairs seen, Drawn drawn, World world, int otherEdges) {
        Law one = drawn.law(world.participants());
        Law two = otherEdges == world.edges() ? one : drawn.law(world.participants(otherEdges));
        Sampler.Facts facts = Sampler.Facts.of(world.participants());
        seen.compare(
                one, two, WorldPairs.replaced(one, two, 0), m -> drawn.says().event(facts, m), world.toString());
    }

    /** Edges are public and the same; node 0 has another row, and every example with it another gradient. */
    @Test
    void featuresThatAreReplaced() {
        for (int length : Extent.some(List.of(0, 1, 2), 1))
            for (int restarts = 1; restarts <= (length == 1 ? 2 : 1); restarts++) {
                WorldPairs seen = new WorldPairs();
                DisjointWalks walks = DisjointWalks.of(length, 1).restarts(restarts);
                for (int n = 1; n <= 4; n++)
                    for (World world : Extent.some(SmallWorlds.kinds(n), KINDS))
                        for (int batch = 1;
                                batch <= Math.min(2, walks.fewest(Integer.bitCount(world.roots())));
                                batch++) {
                            DisjointWalks sampler = new DisjointWalks(length, restarts, batch, 0, batch == 2);
                            int nodes = n;
                            replace(
                                    seen,
                                    new Drawn(sampler, p -> new EnumeratedCoins()
                                            .uniform("cover", multiples(nodes))
                                            .uniform("batch", multiples(nodes))),
                                    world,
                                    world.edges());
                        }
                seen.holds("disjoint walks, length " + length + ", restarts " + restarts, 0.9);
            }
        for (int hops : Extent.some(List.of(0, 1, 2), 1)) {
            WorldPairs seen = new WorldPairs();
            for (int n = 2; n <= 4; n++)
                for (World world : Extent.some(SmallWorlds.kinds(n), KINDS)) {
                    int roots = Integer.bitCount(world.roots());
                    for (int batch = 1; batch <= Math.min(2, roots); batch++)
                        for (int degree = 1; degree <= 2; degree++) {
                            long seed = world.edges();
                            int drawn = batch;
                            replace(
                                    seen,
                                    new Drawn(BoundedDegree.features(degree, hops, batch), p -> new EnumeratedCoins()
                                            .known("bound", () -> Streams.seed(seed).stream("bound"))
                                            .uniform("batch", down(roots, drawn))),
                                    world,
                                    world.edges());
                        }
                }
            seen.holds("bounded degrees, hops " + hops, 0.9);
        }
    }

    /** One example, of any gradient: every graph is a neighbour of every other. */
    @Test
    void graphsThatAreReplaced() {
        WorldPairs whole = new WorldPairs(), walked = new WorldPairs();
        List<World> worlds = SmallWorlds.kinds(3);
        for (World a : worlds)
            for (World b : worlds) {
                Sampler.Facts facts = Sampler.Facts.of(a.participants());
                for (Drawn drawn : List.of(
                        new Drawn(WholeGraph.of(), p -> new EnumeratedCoins()),
                        new Drawn(WalkUnion.of(1, 1), p -> new EnumeratedCoins().uniform(null, 6, 6)))) {
                    Law one = drawn.law(a.participants()), two = drawn.law(b.participants());
                    Map<Long, Double> up = new HashMap<>(), down = new HashMap<>();
                    for (long c : WorldPairs.contents(one, two)) {
                        up.put(c, 1.0);
                        down.put(c, -1.0);
                    }
                    (drawn.sampler() instanceof WholeGraph ? whole : walked)
                            .compare(
                                    one,
                                    two,
                                    List.of(new WorldPairs.Gradients(up, down)),
                                    m -> drawn.says().event(facts, m),
                                    a + " and " + b);
                }
            }
        whole.holds("the whole graph", 1 - 1e-6);
        walked.holds("walks as one example", 1 - 1e-6);
    }

    /** Others draw from shorter lists when a node is deleted, and the event of taking part does not count that. */
    @Test
    void realRemovalIsMoreThanStarsAllow() {
        for (double q : RATES)
            for (Drawn stars : List.of(
                    heterPoisson(HeterPoisson.of(q, 1)),
                    heterPoisson(HeterPoisson.of(q, 2)),
                    homeStars(HomeStars.of(q, 1)),
                    homeStars(HomeStars.of(q, 2)))) {
                WorldPairs seen = new WorldPairs();
                comeOrGo(seen, stars, Relation.ADD_REMOVE, 5, 1.001);
                seen.report("really removed, " + stars.sampler());
                assertTrue(seen.worst > 1.001, "a counter-example to " + stars.sampler() + ", found " + seen.worst);
                boolean one = stars.sampler().toString().matches(".*(homes=1|peripherals=1\\.0).*");
                assertTrue(seen.where.startsWith(one ? "3 nodes" : "4 nodes"), seen.where);
            }
    }

    /** What is drawn otherwise than is stated is found. */
    @Test
    void whatIsStatedForAnotherSamplerIsExceeded() {
        for (Drawn wrong : List.of(
                poisson(PoissonNodes.of(0.3)).as(PoissonNodes.of(0.25)),
                heterPoisson(HeterPoisson.of(0.4, 1).unenforced()).as(HeterPoisson.of(0.4, 1)),
                heterPoisson(HeterPoisson.of(0.4, 2)).as(HeterPoisson.of(0.4, 1)),
                homeStars(HomeStars.of(0.4, 2)).as(HomeStars.of(0.4, 1)),
                homeStars(HomeStars.of(0.4, 1)).as(HomeStars.of(0.4, 0)))) {
            WorldPairs seen = new WorldPairs();
            comeOrGo(seen, wrong, Relation.PARTICIPATION, 4, 1.01);
            seen.report(wrong.sampler() + " called " + wrong.says());
            assertTrue(seen.worst > 1.01, wrong + ": " + seen.worst);
        }
        WorldPairs seen = new WorldPairs();
        World pair = new World(2, 0, 3);
        Drawn uniform = new Drawn(UniformNodes.of(1), p -> new EnumeratedCoins().uniform("batch", 2));
        Law law = uniform.law(pair.participants());
        seen.compare(
                law,
                law,
                WorldPairs.replaced(law, law, 0),
                m -> new Event.WithoutReplacement(2, 1, m),
                "half the change");
        assertTrue(seen.worst > 1.01, "half the change must be too little");
        assertEquals(2, law.outcomes());
    }
}
