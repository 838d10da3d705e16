package dpgnn.study.generation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.notebook.Lab;
import dpgnn.report.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkTablesTest {
    /** The script's areas have the text's drops from the original, and other ones from GGAN. */
    @Test
    void theScriptContradictsTheTextWhereItSaysSo() {
        Table table = LinkTables.scriptAgainstText();
        assertArrayEquals(new String[] {"Original", "GGAN"}, table.texts("method"));
        assertArrayEquals(new String[] {"27.3 to 28.6", "18.1 to 19.5"}, table.texts("drop in the text"));
        assertArrayEquals(new String[] {"27.3 to 28.6", "3.9 to 5.2"}, table.texts("drop in the script"));
        assertArrayEquals(new String[] {"", "the text"}, table.texts("contradicted by"));
    }

    /** With the two graphs that tell nothing below. */
    @Test
    void theReleasedAttackStandsBesidePrint() throws Exception {
        LinkTables tables = LinkTables.of(Lab.of("link-prediction", "ci"));
        Table table = tables.figure3Released().table();
        assertEquals("Original", table.texts("method")[0]);
        assertEquals("86.61", table.texts("published")[0]);
        assertEquals(
                List.of("blind Erdős–Rényi", "blind power law"),
                List.of(table.texts("method")).subList(5, 7),
                "with a number of ours alone");
    }

    /** A path of four nodes has three edges and three other pairs, a triangle has none, a square with a diagonal one for five. */
    @Test
    void graphsAreEligibleByTheirEdgesAndTheirPairsWithoutOne() {
        Graph path = Graph.undirected(4, new int[] {0, 1, 2}, new int[] {1, 2, 3});
        Graph triangle = Graph.undirected(3, new int[] {0, 1, 2}, new int[] {1, 2, 0});
        Graph square = Graph.undirected(4, new int[] {0, 1, 2, 3, 0}, new int[] {1, 2, 3, 0, 2});
        GraphCollection all = new GraphCollection(
                List.of(path, triangle, square),
                new int[3],
                1,
                List.of(),
                new Dataset.Provenance("three graphs", List.of(), true, List.of()));
        assertEquals(List.of(path), LinkStudy.eligible(all, 3, 10, 1, 1).graphs());
        assertEquals(
                List.of(path, square), LinkStudy.eligible(all, 3, 10, 1, 0.2).graphs());
        assertEquals(List.of(square), LinkStudy.eligible(all, 3, 10, 4, 0.2).graphs());
    }
}
