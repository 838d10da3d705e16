package dpgnn.graph.synthetic;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Views;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticGraphsTest {
    private static double homophily(Graph graph, Labels labels) {
        long same = 0;
        for (int v = 0; v < graph.nodes(); v++)
            for (int i = 0; i < graph.inDegree(v); i++) if (labels.of(v) == labels.of(graph.inNeighbour(v, i))) same++;
        return (double) same / graph.directedEdges();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cora", "citeseer", "pubmed", "computers", "facebook", "twitch", "pokec"})
    void aStandInResemblesItsDataSet(String name) {
        Likeness wanted = Likeness.of(name);
        Dataset data = SyntheticGraphs.like(name);
        assertEquals(wanted.nodes(), data.nodes());
        assertEquals(wanted.edges(), data.graph().edges(), 0.03 * wanted.edges());
        assertEquals(wanted.width(), data.features().width());
        assertEquals(wanted.classes(), data.labels().classes());
        // Dropping repeated edges takes more from dense blocks, so homophily ends a little below what was asked for.
        assertEquals(wanted.homophily(), homophily(data.graph(), data.labels()), 0.05);
        assertEquals(
                1,
                (double) data.graph().maxInDegree() / wanted.maxDegree(),
                0.5,
                () -> "largest degree " + data.graph().maxInDegree());
        assertTrue(data.provenance().standIn());
        assertTrue(data.name().contains("stand-in"), data.name());
    }

    @Test
    void setsOfClassesAndTheSizeOfPpi() {
        Dataset ppi = SyntheticGraphs.like("ppi");
        assertTrue(ppi.labels().isMulti());
        assertEquals(121, ppi.labels().classes());
        assertEquals(14_755, ppi.nodes());
        assertEquals(50, ppi.features().width());
        assertEquals(225_270, ppi.graph().edges(), 0.03 * 225_270);
    }

    @Test
    void theSeedDecidesEverything() {
        Dataset a = SyntheticGraphs.like("cora", 5);
        Dataset b = SyntheticGraphs.like("cora", 5);
        assertEquals(a.graph(), b.graph());
        assertEquals(a.graph(), SyntheticGraphs.graphLike("cora", 5));
        assertFalse(a.graph().equals(SyntheticGraphs.like("cora", 6).graph()));
        assertArrayEquals(Views.row(a.features(), 100), Views.row(b.features(), 100));
    }

    /** Constants, so that every JDK must make the same graphs. */
    @Test
    void theSmallGraphIsTheSameForEver() {
        Dataset small = SyntheticGraphs.small();
        assertEquals(-2020948483, small.graph().hashCode());
        assertEquals(1439655645, small.features().hashCode());
        assertEquals(1800, small.graph().edges(), 60);
        assertEquals(360, small.transductive().participants().roots().length);
    }

    @Test
    void randomGraphsHaveTheirLaws() {
        Graph sparse = SyntheticGraphs.erdosRenyi(2000, 0.01, 1);
        double pairs = 2000 * 1999 / 2.0;
        assertEquals(pairs * 0.01, sparse.edges(), 5 * Math.sqrt(pairs * 0.01));
        assertEquals(sparse, SyntheticGraphs.erdosRenyi(2000, 0.01, 1));
        assertEquals(45, SyntheticGraphs.erdosRenyi(10, 1, 1).edges());
        assertEquals(0, SyntheticGraphs.erdosRenyi(10, 0, 1).edges());

        Graph scaleFree = SyntheticGraphs.powerLaw(20_000, 60_000, 2.5, 600, 1);
        assertEquals(60_000, scaleFree.edges(), 2_000);
        assertTrue(scaleFree.maxInDegree() > 300, "largest degree " + scaleFree.maxInDegree());
        // Tail of the law: 20000 x (degree / mean)^-1.5 up to a constant, so four times the degree is an eighth of the
        // nodes.
        double ratio = (double) above(scaleFree, 15) / above(scaleFree, 60);
        assertTrue(ratio > 5 && ratio < 13, "ratio of tails " + ratio);
    }

    private static int above(Graph graph, int degree) {
        int count = 0;
        for (int v = 0; v < graph.nodes(); v++) if (graph.inDegree(v) >= degree) count++;
        return count;
    }

    @Test
    void badParametersAreRefusedByName() {
        refused(() -> SyntheticGraphs.like("core"), "cora", "core");
        refused(() -> SyntheticGraphs.erdosRenyi(10, 1.5, 1));
        refused(() -> SyntheticGraphs.powerLaw(10, 46, 2, 9, 1));
        refused(() -> SyntheticGraphs.powerLaw(10, 20, 1, 9, 1));
        refused(() -> SyntheticGraphs.powerLaw(10, 20, 2, 1, 1));
    }

    /** Sets that are seldom at hand: their sizes as the data card has them. */
    @ParameterizedTest
    @CsvSource({
        "ppi, 14755, 225270, 50, 121",
        "ppi-24, 56944, 818716, 50, 121",
        "flickr, 89250, 449878, 500, 7",
        "reddit, 232965, 57307946, 602, 41",
        "arxiv, 169343, 1157799, 128, 40",
    })
    void standInsHaveThePublishedSizes(String name, int nodes, long edges, int width, int classes) {
        Likeness like = Likeness.of(name);
        assertEquals(nodes, like.nodes());
        assertEquals(edges, like.edges());
        assertEquals(width, like.width());
        assertEquals(classes, like.classes());
    }
}
