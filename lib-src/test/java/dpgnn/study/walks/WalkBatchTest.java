package dpgnn.study.walks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WalkBatchTest {
    private static final RandomStream COINS = Streams.seed(5).stream("by hand");
    private static final int[] FROM = {0, 0, 0, 0, 0, 1, 3, 4, 5, 6, 7, 2}, TO = {1, 2, 3, 4, 5, 2, 6, 5, 7, 8, 8, 9};
    private static final Participants PEOPLE = Participants.of(Graph.undirected(10, FROM, TO), 0, 1, 2, 3, 4, 5, 6);

    private static String walks(WalkBatch batch) {
        return IntStream.range(0, batch.tails().length)
                .mapToObj(i -> batch.tails()[i] + ">" + batch.heads()[i])
                .toList()
                .toString();
    }

    /** The pictures of notebook 20. */
    @Test
    void tenNodesByHand() {
        DisjointWalks drw = DisjointWalks.of(2, 2);
        WalkBatch cover = WalkBatch.cover(drw, PEOPLE, COINS, 0);
        assertArrayEquals(new int[] {6, 2, 4, 1}, cover.roots());
        assertEquals("[6>3, 3>0, 2>9, 4>5, 5>7]", walks(cover));
        assertArrayEquals(new int[] {3, 0, 9, 5, 7}, cover.visited());
        assertEquals("[6>3, 3>0]", walks(cover.first(1)));
        assertEquals(List.of(0, 3, -1), List.of(cover.of(3), cover.of(1), cover.of(8)));
        assertEquals("[6>3, 3>0]", walks(WalkBatch.draw(drw.draws(PEOPLE, COINS), 0)));
        WalkBatch restarts = WalkBatch.cover(drw.restarts(2), PEOPLE, COINS, 0);
        assertEquals("[6>3, 3>0, 6>8, 8>7, 4>5, 2>1, 2>9]", walks(restarts));
    }

    @Test
    void aCoverHasEveryRootOnceAndIsWhatStepsDrawFrom() {
        DisjointWalks drw = DisjointWalks.of(2, 2).redrawnEvery(1);
        TreeSet<String> covers = new TreeSet<>();
        for (long step = 0; step < 20; step++) {
            WalkBatch cover = WalkBatch.cover(drw, PEOPLE, COINS, step);
            int[] nodes = IntStream.concat(Arrays.stream(cover.roots()), Arrays.stream(cover.visited()))
                    .sorted()
                    .toArray();
            assertEquals(nodes.length, Arrays.stream(nodes).distinct().count(), "no node is in two walks");
            for (int root : PEOPLE.roots()) assertTrue(cover.of(root) >= 0);
            Event event = drw.draws(PEOPLE, COINS).event(step, 2);
            assertEquals(((Event.WithoutReplacement) event).population(), cover.size());
            WalkBatch drawn = WalkBatch.draw(drw.draws(PEOPLE, COINS), step);
            for (int root : drawn.roots())
                assertFalse(Arrays.stream(cover.roots()).noneMatch(r -> r == root));
            covers.add(walks(cover));
        }
        assertTrue(covers.size() > 10, "each step has a cover of its own");
    }
}
