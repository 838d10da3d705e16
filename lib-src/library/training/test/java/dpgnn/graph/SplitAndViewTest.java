package dpgnn.graph;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitAndViewTest {
    private static RandomStream coins() {
        return Streams.seed(2).stream("split");
    }

    /** A path 0 - 1 - 2 - 3 - 4 - 5 with one feature each; nodes 0, 2, 3 train, 1 validates, 4 and 5 test. */
    private static Dataset data(boolean multi) {
        Graph path = Graph.undirected(6, new int[] {0, 1, 2, 3, 4}, new int[] {1, 2, 3, 4, 5});
        Labels labels = multi
                ? Labels.multi(
                        2, new boolean[] {true, false, true, true, false, true, false, false, true, false, true, true})
                : Labels.single(3, new int[] {0, 1, 2, Labels.NONE, 1, 2});
        return new Dataset(
                path,
                DenseFeatures.of(6, 1, new float[] {10, 11, 12, 13, 14, 15}),
                labels,
                new Dataset.Provenance("path", List.of(), false, List.of()));
    }

    private static Split split() {
        return Split.of(6, new int[] {0, 2, 3}, new int[] {1}, new int[] {4, 5});
    }

    @Test
    void splitsAreDisjointAndOfTheSizeAsked() {
        Split random = Split.random(1000, 0.8, 0.01, coins());
        assertEquals(800, random.train().length);
        assertEquals(10, random.validation().length);
        assertEquals(190, random.test().length);
        BitSet all = new BitSet();
        for (int[] part : List.of(random.train(), random.validation(), random.test()))
            for (int v : part) {
                assertFalse(all.get(v));
                all.set(v);
            }
        assertEquals(random, Split.random(1000, 0.8, 0.01, coins()));
        assertFalse(random.equals(Split.random(1000, 0.8, 0.01, Streams.seed(3).stream("split"))));

        int[] classes = new int[300];
        for (int i = 0; i < 300; i++) classes[i] = i % 11 == 0 ? Labels.NONE : i % 3;
        Split perClass = Split.perClass(Labels.single(3, classes), 20, 50, 100, coins());
        int[] seen = new int[3];
        for (int v : perClass.train()) seen[classes[v]]++;
        assertArrayEquals(new int[] {20, 20, 20}, seen);
        assertEquals(50, perClass.validation().length);
        assertEquals(100, perClass.test().length);

        Split planetoid = Split.planetoid(10, 3, 4, new int[] {9, 8});
        assertArrayEquals(new int[] {0, 1, 2}, planetoid.train());
        assertArrayEquals(new int[] {3, 4, 5, 6}, planetoid.validation());
        assertArrayEquals(new int[] {8, 9}, planetoid.test());
        assertEquals(Split.Role.NONE, planetoid.role(7));
    }

    @Test
    void whatIsNoSplitIsRefused() {
        refused(() -> Split.of(3, new int[] {0}, new int[] {0}, new int[] {1}));
        refused(() -> Split.of(3, new int[] {0, 0}, new int[0], new int[0]));
        refused(() -> Split.of(3, new int[] {3}, new int[0], new int[0]));
        refused(() -> Split.random(10, 0.8, 0.3, coins()));
        refused(() -> Split.random(10, 0, 0.3, coins()));
        refused(() -> Split.byRole(Split.Role.TRAIN, null));
        refused(() -> Split.planetoid(10, 8, 4, new int[0]));
        refused(() -> Split.perClass(Labels.single(2, new int[] {0, 0, 1}), 2, 0, 0, coins()));
        refused(() -> Split.perClass(Labels.single(2, new int[] {0, 0, 1, 1}), 1, 1, 2, coins()));
        refused(() -> data(false).transductive(Split.planetoid(5, 1, 1, new int[0])));
        refused(IllegalStateException.class, () -> data(false).transductive());
        refused(() -> data(false).withSplit(Split.planetoid(5, 1, 1, new int[0])));
    }

    @Test
    void aTransductiveTrainingSeesNoLabelButThoseOfItsNodes() {
        TrainingView view = data(false).withSplit(split()).transductive();
        assertArrayEquals(new int[] {0, 2}, view.participants().roots(), "node 3 has no label and is no root");
        assertEquals(6, view.graph().nodes());
        assertEquals(2, view.labels().of(2));
        for (int v : new int[] {1, 3, 4, 5}) {
            assertFalse(view.labels().isKnown(v));
            assertEquals(Labels.NONE, view.labels().of(v));
        }
        TrainingView multi = data(true).transductive(split());
        assertTrue(multi.labels().has(2, 1));
        refused(IllegalStateException.class, () -> multi.labels().has(4, 0));
    }

    @Test
    void anInductiveTrainingSeesOnlyTheGraphOfItsNodes() {
        TrainingView view = data(false).inductive(split());
        assertEquals(3, view.graph().nodes());
        assertEquals(1, view.graph().edges());
        assertTrue(view.graph().hasEdge(1, 2));
        assertEquals(3, view.features().rows());
        float[] row = new float[1];
        view.features().copyRow(2, row, 0);
        assertEquals(13, row[0]);
        assertEquals(3, view.original(2));
        assertArrayEquals(new int[] {0, 1}, view.participants().roots());
        assertEquals(2, view.participants().outDegree(1), "degrees are those of the whole graph");
    }

    @Test
    void anEvaluationSeesTheLabelsItScores() {
        EvaluationView whole = data(false).evaluation(split(), Split.Role.TEST);
        assertArrayEquals(new int[] {4, 5}, whole.nodes());
        assertEquals(6, whole.graph().nodes());
        assertEquals(1, whole.labels().of(4));
        assertFalse(whole.labels().isKnown(0));
        EvaluationView among = data(true).evaluationAmong(split(), Split.Role.TEST);
        assertEquals(2, among.graph().nodes());
        assertEquals(1, among.graph().edges());
        assertArrayEquals(new int[] {4, 5}, among.original());
        assertTrue(among.labels().has(0, 0));
        assertTrue(among.labels().has(1, 1));
    }

    @Test
    void neighbouringViewsDifferInOneNode() {
        TrainingView view = data(false).transductive(split());
        TrainingView without = view.without(2);
        assertArrayEquals(new int[] {0}, without.participants().roots());
        assertFalse(without.participants().eligible(2));
        assertEquals(2, without.participants().announcedRoots());
        assertEquals(0, without.graph().inDegree(2));
        assertEquals(2, without.participants().outDegree(1), "degrees in the whole graph do not change");
        assertFalse(without.labels().isKnown(2));
        TrainingView removed = view.removed(2);
        assertArrayEquals(new int[] {0}, removed.participants().roots());
        assertFalse(removed.participants().eligible(2));
        assertFalse(removed.labels().isKnown(2));
        assertEquals(2, removed.participants().announcedRoots(), "announced counts stay");
        assertEquals(view.graph().nodes(), removed.graph().nodes());
        assertEquals(1, removed.participants().outDegree(1), "real removal shortens the others' lists");
        assertEquals(1, removed.participants().complete().outDegree(1));
        assertEquals(2, without.participants().complete().outDegree(1));
        assertEquals(0, removed.participants().outDegree(2));
        assertEquals(
                1,
                view.without(2).removed(0).participants().outDegree(1),
                "one neighbour that takes no part stays, the other is gone");
        float[] row = new float[1];
        without.features().copyRow(2, row, 0);
        assertEquals(0, row[0]);
        TrainingView both = view.without(2, 1), oneByOne = view.without(2).without(1);
        assertEquals(oneByOne.graph(), both.graph());
        for (int v = 0; v < view.graph().nodes(); v++) {
            assertEquals(
                    oneByOne.participants().eligible(v), both.participants().eligible(v));
            assertEquals(view.participants().outDegree(v), both.participants().outDegree(v));
            both.features().copyRow(v, row, 0);
            assertEquals(v == 1 || v == 2 ? 0 : 10 + v, row[0]);
        }
        assertArrayEquals(oneByOne.participants().roots(), both.participants().roots());
        refused(() -> view.without(2, 99));
        view.withFeatures(2, new float[] {7}).features().copyRow(2, row, 0);
        assertEquals(7, row[0]);
        view.features().copyRow(2, row, 0);
        assertEquals(12, row[0]);
    }

    @Test
    void eachClassHasItsShareOfEachRole() {
        int[] classes = new int[110];
        for (int v = 0; v < 110; v++) classes[v] = v < 10 ? Labels.NONE : v < 30 ? 0 : 1;
        Labels labels = Labels.single(2, classes);
        Split split = Split.stratified(labels, 0.5, 0.25, Streams.seed(1).stream("split"));
        int[][] count = new int[2][4];
        for (int v = 0; v < 110; v++)
            if (v < 10) assertEquals(Split.Role.NONE, split.role(v));
            else count[classes[v]][split.role(v).ordinal()]++;
        assertArrayEquals(new int[] {10, 5, 5, 0}, count[0]);
        assertArrayEquals(new int[] {40, 20, 20, 0}, count[1]);
        assertFalse(split.equals(Split.stratified(labels, 0.5, 0.25, Streams.seed(2).stream("split"))));
        refused(() -> Split.stratified(labels, 0.9, 0.2, Streams.seed(1).stream("split")));
    }

    @Test
    void eachNodeIsTestedInOneFoldAndTrainsInAllOthers() {
        List<Split> folds = Split.folds(11, 4, Streams.seed(1).stream("folds"));
        int[] tested = new int[11];
        for (Split fold : folds) {
            assertEquals(11, fold.train().length + fold.test().length);
            assertTrue(fold.test().length == 2 || fold.test().length == 3);
            for (int v : fold.test()) tested[v]++;
        }
        for (int times : tested) assertEquals(1, times);
        for (int count : new int[] {1, 12}) refused(() -> Split.folds(11, count, Streams.seed(1).stream("folds")));
    }
}
