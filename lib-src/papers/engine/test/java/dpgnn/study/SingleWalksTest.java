package dpgnn.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SingleWalksTest {
    private static final RandomStream COINS = Streams.seed(5).stream("by hand");
    private static final int[] FROM = {0, 0, 0, 0, 0, 1, 3, 4, 5, 6, 7, 2}, TO = {1, 2, 3, 4, 5, 2, 6, 5, 7, 8, 8, 9};
    private static final Participants PEOPLE = Participants.of(Graph.undirected(10, FROM, TO), 0, 1, 2, 3, 4, 5, 6);

    private static String walks(SingleExamples of) {
        int[][] steps = of.steps();
        return IntStream.range(0, steps[0].length)
                .mapToObj(i -> steps[0][i] + ">" + steps[1][i])
                .toList()
                .toString();
    }

    private static SingleExamples drawn(Consumer<Batch> into) {
        Batch batch = new Batch();
        into.accept(batch);
        return SingleExamples.of(batch);
    }

    private static SingleExamples cover(DisjointWalks by, long step) {
        return drawn(batch -> by.cover(PEOPLE, COINS, step, batch));
    }

    /** The pictures of notebook 20. */
    @Test
    void tenNodesByHand() {
        DisjointWalks drw = DisjointWalks.of(2, 2);
        SingleExamples cover = cover(drw, 0);
        assertArrayEquals(new int[] {6, 2, 4, 1}, cover.roots());
        assertEquals("[6>3, 3>0, 2>9, 4>5, 5>7]", walks(cover));
        assertArrayEquals(new int[] {3, 0, 9, 5, 7}, cover.others());
        assertEquals("[6>3, 3>0]", walks(cover.first(1)));
        assertEquals(List.of(0, 3, -1), List.of(cover.having(3), cover.having(1), cover.having(8)));
        assertEquals("[6>3, 3>0]", walks(drawn(batch -> drw.draws(PEOPLE, COINS).draw(0, batch))));
        SingleExamples restarts = cover(drw.restarts(2), 0);
        assertEquals("[6>3, 3>0, 6>8, 8>7, 4>5, 2>1, 2>9]", walks(restarts));
    }

    @Test
    void aCoverHasEveryRootOnceAndIsWhatStepsDrawFrom() {
        DisjointWalks drw = DisjointWalks.of(2, 2).redrawnEvery(1);
        TreeSet<String> covers = new TreeSet<>();
        for (long step = 0; step < 20; step++) {
            SingleExamples cover = cover(drw, step);
            int[] nodes = IntStream.concat(Arrays.stream(cover.roots()), Arrays.stream(cover.others()))
                    .sorted()
                    .toArray();
            assertEquals(nodes.length, Arrays.stream(nodes).distinct().count(), "no node is in two walks");
            for (int root : PEOPLE.roots()) assertTrue(cover.having(root) >= 0);
            Event event = drw.draws(PEOPLE, COINS).event(step, 2);
            assertEquals(((Event.WithoutReplacement) event).population(), cover.size());
            long now = step;
            SingleExamples drawn = drawn(batch -> drw.draws(PEOPLE, COINS).draw(now, batch));
            for (int root : drawn.roots())
                assertFalse(Arrays.stream(cover.roots()).noneMatch(r -> r == root));
            covers.add(walks(cover));
        }
        assertTrue(covers.size() > 10, "each step has a cover of its own");
    }
}
