package dpgnn.study.text;

import static dpgnn.Refusals.refused;
import static dpgnn.graph.Views.row;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubsampleTest {
    private final Dataset data = SyntheticGraphs.small();
    private final Split split = data.publicSplit().orElseThrow();

    private Subsample part(double rate) {
        return Subsample.training(data, split, rate, Streams.seed(3).stream("part"));
    }

    private static int[] classes(Labels labels, int[] nodes) {
        int[] count = new int[labels.classes()];
        for (int v : nodes) count[labels.of(v)]++;
        return count;
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 25, 30, 50, 70, 75, 90, 100})
    void keepsTheFloorOfEveryClass(int percent) {
        int[] all = classes(data.labels(), split.train());
        Subsample part = part(percent / 100.0);
        int[] expected = Arrays.stream(all).map(n -> n * percent / 100).toArray();
        assertArrayEquals(expected, classes(part.data().labels(), part.split().train()));
        assertEquals(split.validation().length, part.split().validation().length);
        assertEquals(split.test().length, part.split().test().length);
    }

    @Test
    void removedNodesLeaveTheGraphWithTheirEdges() {
        Subsample part = part(0.4);
        int left = part.original().length;
        assertEquals(left, part.data().nodes());
        int edges = 0;
        for (int i = 0; i < left; i++)
            for (int j = 0; j < left; j++) {
                boolean joined = data.graph().hasEdge(part.original()[i], part.original()[j]);
                assertEquals(joined, part.data().graph().hasEdge(i, j));
                if (joined) edges++;
            }
        assertEquals(edges, part.data().graph().directedEdges());
        for (int i = 0; i < left; i++) {
            assertArrayEquals(
                    row(data.features(), part.original()[i]), row(part.data().features(), i));
            assertEquals(
                    data.labels().of(part.original()[i]), part.data().labels().of(i));
            assertEquals(split.role(part.original()[i]), part.split().role(i));
        }
    }

    @Test
    void smallerPartsAreWithinLargerOnes() {
        int[] large = part(0.6).original();
        for (int v : part(0.2).original()) assertTrue(Arrays.binarySearch(large, v) >= 0);
    }

    @Test
    void allOfItIsTheDataSetItself() {
        assertEquals(data.graph(), part(1).data().graph());
        assertEquals(split, part(1).split());
    }

    @Test
    void everyRoleIsThinnedByItself() {
        Subsample tenth = Subsample.everyRole(data, split, 0.1, Streams.seed(3).stream("part"));
        for (Split.Role role : new Split.Role[] {Split.Role.TRAIN, Split.Role.VALIDATION, Split.Role.TEST}) {
            int[] expected = Arrays.stream(classes(data.labels(), split.nodes(role)))
                    .map(n -> n / 10)
                    .toArray();
            assertArrayEquals(
                    expected, classes(tenth.data().labels(), tenth.split().nodes(role)));
        }
    }

    @Test
    void refusesWhatIsNoPart() {
        refused(() -> part(0), "rate");
        refused(() -> part(1.1));
    }
}
