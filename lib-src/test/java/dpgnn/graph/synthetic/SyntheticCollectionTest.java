package dpgnn.graph.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.GraphCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntheticCollectionTest {
    @ParameterizedTest
    @CsvSource({
        "imdb-multi, 1500, 13.00, 65.94, 3",
        "imdb-binary, 1000, 19.77, 96.53, 2",
        "imdb-multi-subset, 100, 36.26, 250.61, 3",
        "dblp, 69, 177.20, 222.87, 3",
        "dblp-large, 23, 336.65, 480.48, 23",
    })
    void aStandInHasTheCountsOfTheCard(String name, int size, double nodes, double edges, int classes) {
        GraphCollection set = SyntheticGraphs.collectionLike(name);
        assertEquals(size, set.size());
        assertEquals(nodes, set.meanNodes(), 0.005);
        assertEquals(edges, set.meanEdges(), 0.005);
        assertEquals(classes, set.classes());
        assertEquals(name + " (synthetic stand-in)", set.name());
        assertTrue(set.provenance().standIn());
        assertEquals(set.graphs(), SyntheticGraphs.collectionLike(name).graphs());
        assertNotEquals(set.graphs(), SyntheticGraphs.collectionLike(name, 1).graphs());
    }

    @Test
    void labelsCannotBeWrittenFromOutside() {
        GraphCollection set = SyntheticGraphs.collectionLike("imdb-multi-subset");
        int[] before = set.labels();
        set.labels()[0] = 2;
        assertArrayEquals(before, set.labels());
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> SyntheticGraphs.collectionLike("imdb"));
    }
}
