package dpgnn.study.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.generate.GenerationTest;
import dpgnn.generate.Protection;
import dpgnn.generate.ReferenceGraphs;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.notebook.Lab;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationTablesTest {
    private final Lab lab = Lab.of("generation-tables", "ci");

    /** All tables at the scale that only checks that they can be made. */
    @Test
    void tablesAreWideAndMadeOnce() throws Exception {
        GenerationGrid grid = GenerationGrid.of(lab);
        GenerationTables tables = GenerationTables.of(grid);
        GenerationFindings findings = GenerationFindings.of(grid);
        assertFalse(grid.real());
        assertSame(grid.published("DBLP"), grid.published("DBLP"));
        Table one = tables.table1("DBLP");
        assertEquals(6, one.rows(), "what is one run is one row");
        assertEquals(
                List.of("none", "none", "none", "none", "10, 1, 0.1 (one run)", "10, 1, 0.1 (one run)"),
                List.of(one.texts("claimed")));
        assertEquals("21.96, 23.8, 26.07", one.get(4, "LCC: published"));
        assertFalse(one.get(4, "LCC: ours").toString().contains(","));
        assertEquals(
                List.of("method", "claimed", "provable", "LCC: published", "LCC: ours"),
                one.columns().subList(0, 5));
        assertEquals("7.51", one.get(0, "LCC: published"));
        assertEquals("none", one.get(4, "provable"));
        assertTrue(
                one.notes().stream().anyMatch(n -> n.matches(".*, 3 of \\d+: hash .*; seeds 1; .*")), one.notes() + "");
        assertEquals(2, tables.originals().rows());
        assertEquals(
                8, MakingTimes.of(grid).table("DBLP").rows() - 2, "three methods share the paper's time to generate");
        assertEquals(8, tables.orderings().rows());
        assertEquals("up to 45", tables.ranks().get(0, "pairs of rows"));
        int[] order = tables.order("DBLP", "LCC");
        assertTrue(order[0] >= 0 && order[0] <= order[1] && order[1] == 90);
        assertEquals(List.of(), findings.wrongVerdicts());
        assertTrue(findings.equalProofs());
        assertEquals(36, findings.pairs().of());
        assertEquals(6, findings.duel().rows());
        assertEquals(10, findings.proved("IMDB").rows());
        assertEquals(9, findings.claims().rows());
        assertTrue(findings.edge().worst() > 1 && findings.changedNodes() > 2);
        assertFalse(lab.versions().startsWith("0 runs"), "runs are the notebook's");
    }

    @Test
    void tableTwoHasOnlyWhatThePaperHas() throws Exception {
        GenerationGrid grid = GenerationGrid.of(lab);
        Table two = GenerationTables.of(grid).table2("IMDB");
        assertEquals(7, two.rows());
        assertEquals("Original", two.get(0, "method"));
        assertEquals("", two.get(0, "degree cosine: published"));
        assertEquals("0.5163", two.get(0, "GIN accuracy: published"));
        assertEquals(6, GenerationTables.of(grid).rankings().rows());
        Table degrees = GenerationTables.of(grid).degrees("IMDB");
        assertEquals(
                List.of("GVAE", "GGAN", "NetGAN", "GraphRNN", "DPGVAE", "DPGGAN"), List.of(degrees.texts("method")));
        assertEquals("0.5132", degrees.get(0, "degree cosine: published"));
        assertEquals(List.of(), GenerationFindings.of(grid).wrongUses());
        assertEquals(8, GenerationFindings.of(grid).usefulReferences("DBLP").rows());
        assertEquals(10, GenerationFindings.of(grid).usefulProved("DBLP").rows());
    }

    @Test
    void printedRowsAreReadWithTheirBudgets() {
        PrintedScores one = PrintedScores.of("dpggan-table1", "DBLP");
        assertEquals(10, one.generated().size());
        assertEquals(0.2471, one.row("DPGVAE", "10").get("CPL"));
        assertEquals(59.9, one.row(PrintedScores.ORIGINAL, "").get("TC"));
        assertThrows(IllegalArgumentException.class, () -> one.row("DPGVAE", "2"));
    }

    @Test
    void movedEdgesKeepTheirNumberAndAShareIsReadOffTheCurve() {
        Graph caves = GenerationTest.caveman(6, 6);
        var coins = Streams.seed(3).stream("moves");
        assertEquals(caves, EdgeRewiring.rewired(caves, 0, coins.fork(0)));
        Graph half = EdgeRewiring.rewired(caves, 0.5, coins.fork(1));
        assertEquals(caves.edges(), half.edges());
        assertNotEquals(caves, half);
        GraphCollection all = new GraphCollection(
                List.of(caves, half),
                new int[2],
                1,
                List.of(),
                GraphCollections.standIn("dblp", "none").provenance());
        EdgeRewiring moves = EdgeRewiring.of("DBLP", all, 1);
        double[] triangles = moves.curve("TC");
        assertEquals(0, triangles[0]);
        assertEquals(0.01, moves.share("TC", triangles[1]), 1e-12);
        assertEquals(0.075, moves.share("TC", (triangles[3] + triangles[4]) / 2), 0.025);
        assertEquals(Double.POSITIVE_INFINITY, moves.share("TC", 1e9));
        assertEquals(0, moves.share(MakerScores.DEGREES, 1));
        assertEquals(Double.POSITIVE_INFINITY, moves.share(MakerScores.DEGREES, -1));
        assertEquals(10, moves.table().rows());
    }

    @Test
    void aVariantTrainsAsTheMethodDoesAndIsDecodedFromTheEncoder() throws Exception {
        GenerationGrid grid = GenerationGrid.of(lab);
        List<MakerScores> both = grid.released("DBLP").measured();
        assertEquals(grid.published("DBLP").of("GVAE").mean("LCC"), both.get(0).mean("LCC"));
        assertNotEquals(both.get(0).mean("CPL"), both.get(1).mean("CPL"));
        assertEquals("none", GenerationTables.epsilon(both.get(1).provable()));
        Graph lonely = Graph.undirected(4, new int[] {0}, new int[] {2});
        assertEquals(2, GenerationStudy.withoutIsolated(lonely).nodes());
        assertEquals(7, GvaeVariants.of(grid).table("DBLP").rows());
        Table linked = GenerationTables.of(grid).table1Linked("DBLP");
        assertEquals(6, linked.rows());
        assertEquals(
                GenerationTables.of(grid).table1("DBLP").get(0, "TC: ours"),
                linked.get(0, "TC: ours"),
                "who has no edge is in no triangle");
    }

    @Test
    void meansDifferByNoMoreThanGraphsDo() throws Exception {
        GenerationGrid grid = GenerationGrid.of(lab);
        GenerationTables tables = GenerationTables.of(grid);
        Table means = tables.table1Means("DBLP"), graphs = tables.table1Linked("DBLP");
        assertEquals(graphs.columns(), means.columns());
        assertEquals(6, means.rows());
        boolean less = false;
        for (int i = 0; i < means.rows(); i++)
            for (String name : GenerationTables.STATISTICS) {
                double ofMeans = Double.parseDouble(
                        means.get(i, name + ": ours").toString().replace("*", ""));
                double ofGraphs = Double.parseDouble(
                        graphs.get(i, name + ": ours").toString().replace("*", ""));
                assertTrue(ofMeans <= ofGraphs + 0.006, name + " of " + means.get(i, "method"));
                less |= ofMeans < ofGraphs - 0.006;
            }
        assertTrue(less, "some graphs err to one side, some to the other");
        PrintedScores.Row walks = new PrintedScores.Row("NetGAN", "");
        assertTrue(walks.part(grid.printed("DBLP")).measured().contains(walks.in(grid.printed("DBLP"))));
    }

    @Test
    void anotherEpsilonIsAnotherNoiseWhereStepsAreFixed() throws Exception {
        GenerationGrid grid = GenerationGrid.of(lab);
        GeneratorCurves curves = GeneratorCurves.of(grid);
        assertEquals(8, curves.byNoise("DBLP").rows());
        assertEquals(4, curves.byLength("DBLP").rows());
        var half = Protection.published(1, 1e-5, 500);
        assertEquals(2 * 0.01 * Math.sqrt(500 * Math.log(1e5)), half.sigma(), 1e-12);
        assertEquals(half.sigma() / 10, Protection.published(10, 1e-5, 500).sigma(), 1e-12);
        assertEquals(
                5,
                Protection.published(1, 1e-5, 5429).sigma(),
                0.001,
                "the printed noise is that of the steps that the formula allows");
    }

    @Test
    void pathsAndSharesOfEdgesDoNotTellTrianglesOrDegrees() {
        var bipartite = GraphStatistics.of(
                Graph.undirected(6, new int[] {0, 0, 0, 1, 1, 1, 2, 2, 2}, new int[] {3, 4, 5, 3, 4, 5, 3, 4, 5}));
        var prism = GraphStatistics.of(
                Graph.undirected(6, new int[] {0, 0, 1, 3, 3, 4, 0, 1, 2}, new int[] {1, 2, 2, 4, 5, 5, 3, 4, 5}));
        assertEquals(1.4, bipartite.pathLength(), 1e-12, "three nodes at distance 1, two at distance 2");
        assertEquals(1.4, prism.pathLength(), 1e-12);
        assertEquals(List.of(0L, 2L), List.of(bipartite.triangles(), prism.triangles()));
        var threes = GraphComparison.of(cliques(4, 3), cliques(3, 4));
        for (String name : List.of("CPL", "GINI", "REDE"))
            assertEquals(0, threes.difference(name), 1e-4, name + " of four triangles and of three cliques of four");
        assertEquals(8, threes.difference("TC"), "4 and 3 times 4");
        assertEquals(0, threes.degreeCosine(), "no node of one has a degree of the other");
    }

    private static Graph cliques(int count, int size) {
        return Graph.undirected(count * size, edges -> {
            for (int u = 0; u < count * size; u++) for (int v = u + 1; v < (u / size + 1) * size; v++) edges.edge(u, v);
        });
    }

    @Test
    void denserGraphsKeepTheirPathsAndSharesAndLoseTheirDegrees() throws Exception {
        var provenance = GenerationGrid.of(lab).collection("DBLP").provenance();
        var caves = new GraphCollection(List.of(GenerationTest.caveman(6, 6)), new int[] {0}, 1, List.of(), provenance);
        DenserGraphs denser = DenserGraphs.of(caves, caves, 1500, 1);
        for (String name : List.of("CPL", "GINI", "REDE"))
            assertTrue(denser.mean(name) <= 2 * denser.printed(name), name + ": " + denser.mean(name));
        assertTrue(denser.mean(MakerScores.DEGREES) < 0.81, "half of the printed distance");
        assertEquals(denser.mean("TC"), DenserGraphs.of(caves, caves, 1500, 1).mean("TC"), "the same seed");
        assertEquals(3, denser.table().rows());
    }

    @Test
    void drawnNodesLinkAsTheirOriginalsDoAndBoundTheMethodsThatDrawThem() throws Exception {
        Graph caves = GenerationTest.caveman(6, 6);
        Graph drawn = ReferenceGraphs.resampled(caves, Streams.seed(1).stream("resampled"));
        assertEquals(caves.nodes(), drawn.nodes());
        assertEquals(caves.edges(), drawn.edges());
        double clustered = GraphStatistics.of(drawn).get("TC");
        Graph random = ReferenceGraphs.erdosRenyi(36, caves.edges(), Streams.seed(1).stream("random"));
        assertTrue(clustered > 2 * GraphStatistics.of(random).get("TC"), "caves stay caves, was " + clustered);
        GenerationGrid grid = GenerationGrid.of(lab);
        DrawnNodes near = DrawnNodes.of(grid, "DBLP");
        Table table = near.drawn();
        assertEquals(8, table.rows(), "NetGAN and GraphRNN draw no nodes");
        double least = Double.parseDouble(table.get(0, "GINI: drawn").toString());
        for (String name : List.of("GVAE", "GGAN", "Erdős–Rényi"))
            for (double each : grid.published("DBLP").of(name).of("GINI"))
                assertTrue(each >= least - 0.0001, "the least of all, " + name + " has " + each);
        for (int i = 0; i < 8; i++) {
            double printed = ((Number) table.get(i, "GINI: printed")).doubleValue();
            boolean beyond = table.get(i, "less than half of drawn").toString().contains("GINI");
            assertEquals(least > 2 * printed, beyond, "row " + i + ": " + printed + " beside " + least);
        }
        assertTrue(near.beyondDrawn(new PrintedScores.Row("NetGAN", "")).isEmpty());
    }

    @Test
    void theAuthorsLogBoundsWhatCouldBePrinted() throws Exception {
        ReleasedLog log = ReleasedLog.of(GenerationGrid.of(lab));
        assertEquals(3.6229, ReleasedLog.noted("DBLP").get("CPL"), 1e-4);
        assertEquals(5, log.table("IMDB").rows());
        assertTrue(log.contradicted("DBLP") <= 5 && log.nearer("DBLP") <= 5);
    }

    @Test
    void hiddenLinksHaveTheirTablesAndOneRunIsComparedOnce() throws Exception {
        LinkTables tables = LinkTables.of(lab);
        Table known = tables.figure3().table();
        assertEquals(5, known.rows());
        for (int i = 0; i < 5; i++) assertFalse(known.get(i, "ours").toString().isEmpty(), known.text());
        assertTrue(Double.isFinite(tables.slope("IMDB")));
        assertEquals(16, tables.gaps().rows());
        assertEquals(17, tables.areas("DBLP").rows());
        assertEquals(4, tables.drops().rows());
        assertEquals("27.3 to 28.6", tables.drops().get(2, "printed"));
        assertTrue(tables.left().rows() == 3);
    }
}
