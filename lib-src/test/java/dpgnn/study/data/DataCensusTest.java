package dpgnn.study.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Graph;
import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import org.junit.jupiter.api.Test;

class DataCensusTest {
    @Test
    void sharesOfDegreesFallFromOne() {
        Graph star = Graph.undirected(5, new int[] {0, 0, 0}, new int[] {1, 2, 3});
        assertArrayEquals(new double[] {1, 0.8, 0.2, 0.2}, DataCensus.atLeast(star), 1e-12);
    }

    /** At ci two sets, read or synthetic, and the small graph; all others where they are at hand. */
    @Test
    void whatIsReadStandsBesideWhatIsKnown() throws Exception {
        DataCensus census = DataCensus.of(Lab.of("data", "ci"));
        Table graphs = census.graphs();
        assertEquals(3, graphs.rows());
        assertArrayEquals(new double[] {2708, 3327, 600}, graphs.numbers("nodes"));
        assertArrayEquals(graphs.numbers("known"), graphs.numbers("nodes"));
        assertEquals(
                census.standIns().size(),
                java.util.Arrays.stream(graphs.texts("data set"))
                        .filter(name -> name.contains("stand-in"))
                        .count());
        assertTrue(census.degrees().points().rows() > 20);
        Table collections = census.collections();
        assertEquals(7, collections.rows() + collections.notes().size(), "read, or said to be missing");
        assertTrue(census.images().rows() == 2 || census.images().notes().size() == 1);
    }
}
