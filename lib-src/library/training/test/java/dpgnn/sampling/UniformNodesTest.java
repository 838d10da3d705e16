package dpgnn.sampling;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.privacy.Event;
import dpgnn.privacy.Unit;
import org.junit.jupiter.api.Test;

class UniformNodesTest {
    private static final Sampler SAMPLER = UniformNodes.of(9);

    /** All 10 subsets of 3 out of 5 are equally likely. */
    @Test
    void everySubsetIsAsLikelyAsEveryOther() {
        long[] counts = new long[32];
        UniformSubset subset = new UniformSubset();
        for (int seed = 0; seed < 20_000; seed++) {
            int[] chosen = subset.draw(5, 3, Ring.coins(seed));
            counts[1 << chosen[0] | 1 << chosen[1] | 1 << chosen[2]]++;
        }
        double[] even = new double[32];
        for (int set = 0; set < 32; set++) even[set] = Integer.bitCount(set) == 3 ? 0.1 : 0;
        ChiSquare test = ChiSquare.of(
                java.util.Arrays.stream(counts).filter(c -> c > 0).toArray(),
                java.util.Arrays.stream(even).filter(p -> p > 0).toArray());
        assertEquals(9, test.freedom());
        org.junit.jupiter.api.Assertions.assertTrue(test.plausible(), test::toString);
        assertArrayEquals(new int[0], java.util.Arrays.copyOf(subset.draw(5, 0, Ring.coins(1)), 0));
    }

    /** Memory that is used again, for more and for fewer. */
    @Test
    void whatWasDrawnBeforeIsInNoLaterSubset() {
        UniformSubset used = new UniformSubset();
        for (int[] draw : new int[][] {{5, 5}, {9, 2}, {9, 9}, {3, 1}, {20, 7}})
            for (int seed = 0; seed < 30; seed++) {
                int[] fresh = new UniformSubset().draw(draw[0], draw[1], Ring.coins(seed));
                int[] again = used.draw(draw[0], draw[1], Ring.coins(seed));
                for (int i = 0; i < draw[1]; i++) assertEquals(fresh[i], again[i]);
            }
        assertEquals("size must be at most the population 5, was 6", refused(() -> used.draw(5, 6, Ring.coins(1))));
    }

    /** The coins choose places among the roots, so a replaced node changes its own example and no other. */
    @Test
    void edgesAreNotRead() {
        Batch a = new Batch();
        Batch b = new Batch();
        Sampler.Draws here = SAMPLER.draws(Ring.ALL, Ring.coins(4));
        Sampler.Draws there = SAMPLER.draws(Ring.ALL.on(Ring.GRAPH.withoutNode(3)), Ring.coins(4));
        for (int t = 0; t < 20; t++) {
            here.draw(t, a);
            there.draw(t, b);
            assertEquals(Examples.byRoot(a), Examples.byRoot(b));
        }
    }

    @Test
    void eventsAndRefusals() {
        assertEquals(new Event.WithoutReplacement(80, 9, 2.5), SAMPLER.event(new Sampler.Facts(100, 80), 5));
        assertEquals(
                new Event.WithoutReplacement(27, 9, 2.5),
                SAMPLER.draws(Ring.ALL, Ring.coins(1)).event(0, 5));
        assertEquals(9, SAMPLER.expectedExamples(new Sampler.Facts(100, 80)));
        assertEquals(Unit.NODE, SAMPLER.unit());
        Batch all = new Batch();
        UniformNodes.of(27).draws(Ring.ALL, Ring.coins(1)).draw(0, all);
        assertEquals(27, Examples.byRoot(all).size());
        refused(() -> UniformNodes.of(0));
        refused(() -> UniformNodes.of(28).draws(Ring.ALL, Ring.coins(1)));
        refused(() -> UniformNodes.of(28).event(new Sampler.Facts(41, 27), 1));
        refused(() -> new Sampler.Facts(10, 11));
        refused(() -> new Sampler.Facts(10, 0));
    }
}
