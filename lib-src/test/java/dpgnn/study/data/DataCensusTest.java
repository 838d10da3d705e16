package dpgnn.study.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import org.junit.jupiter.api.Test;

class DataCensusTest {
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
        assertEquals(3, census.read().size());
    }
}
