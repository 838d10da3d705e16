package dpgnn.study.generation;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.generate.Caves;
import dpgnn.generate.Protection;
import dpgnn.generate.ReferenceGraphs;
import dpgnn.generate.measure.GraphComparison;
import dpgnn.generate.measure.GraphStatistics;
import dpgnn.graph.Dataset;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.notebook.Lab;
import dpgnn.random.Streams;
import dpgnn.report.Table;
import dpgnn.study.generation.GenerationGrid.Part;
import dpgnn.study.paper.Claims;
import dpgnn.study.paper.Comparison;
import dpgnn.study.paper.Comparison.Line;
import dpgnn.study.paper.ComparisonRule.Verdict;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GenerationPaperTest {
    private static Lab lab;
    private static GenerationGrid grid;

    /** What one test has trained, the next one finds, as cells of a notebook do. */
    @BeforeAll
    static void openGrids() throws Exception {
        lab = Lab.of("generation-paper", "ci");
        grid = GenerationGrid.of(lab);
    }

    /** At the scale that only checks that everything can be made. */
    @Test
    void tableOneHasOneTrainingForThreeBudgetsAndComparesNoPart() {
        assertFalse(grid.real());
        assertSame(grid.published("DBLP"), grid.published("DBLP"), "made once");
        Comparison one =
                GenerationPaper.compared("Table 1, DBLP", "differences", grid.published("DBLP"), MakerScores::of);
        assertEquals(50, one.lines().size());
        assertEquals(20, one.count(Verdict.NOT_RUN_COST), "what is one training counts once");
        assertEquals(30, one.count(Verdict.NOT_RUN_FILE), "three graphs are not the data");
        Table wide = one.table();
        assertEquals(10, wide.rows());
        assertEquals("7.51", wide.get(0, "LCC: published"));
        assertEquals("", wide.where("method", "DPGVAE, 10").texts("LCC: found")[0]);
        Line gvae = one.lines().get(0);
        assertEquals(grid.published("DBLP").of("GVAE").mean("LCC"), gvae.found().mean());
        assertTrue(Double.isNaN(gvae.off()), "nothing is compared, was off by " + gvae.off());
        assertEquals(grid.published("DBLP").of("DPGGAN published 1").mean("REDE"), one.mean("DPGGAN, 1", "REDE"));
        Table times = grid.published("DBLP").table("times", MakerScores.TRAINING, MakerScores.GENERATING);
        assertEquals(8, times.rows(), "of three budgets one");
        assertFalse(lab.versions().startsWith("0 runs"), "runs are the notebook's");
        assertEquals(
                0.2471,
                GenerationPaper.PAPER.cell("Table 1, DBLP", "DPGVAE, 10", "CPL").value());
        assertEquals(
                175, GenerationPaper.PAPER.cells().size(), "102 + 8 of tables 1, 38 of 2, 5 and 8 of figure 3, 14");
    }

    @Test
    @Tag("nightly")
    void verdictsAreWhatReleasesAllow() {
        for (String set : grid.sets())
            for (Part part : List.of(grid.published(set), grid.proved(set, 10, 1)))
                for (MakerScores m : part.measured())
                    assertTrue(m.isAsItMust(), m.maker().label());
        assertEquals(10, grid.proved("IMDB", 10, 1).table("proved", "LCC").rows());
        for (String epsilon : List.of("10", "1")) {
            MakerScores node = grid.proved("DBLP", 10, 1).of("DPGVAE per-node, provable " + epsilon);
            MakerScores pair = grid.proved("DBLP", 10, 1).of("pair decoder pairwise " + epsilon);
            assertEquals(node.provable(), pair.provable(), 0.05 * node.provable(), "a duel at equal epsilon");
        }
    }

    @Test
    void nodesWithoutAnEdgeAreInNoTriangle() {
        Graph lonely = Graph.undirected(4, new int[] {0}, new int[] {2});
        assertEquals(2, GenerationStudy.withoutIsolated(lonely).nodes());
        for (MakerScores m : grid.published("DBLP").measured())
            assertEquals(m.mean("TC"), m.mean("TC" + MakerScores.LINKED));
    }

    @Test
    void meansDifferByNoMoreThanGraphsDo() {
        boolean less = false;
        Part part = grid.published("DBLP");
        for (String name : GenerationStudy.STATISTICS) {
            double original = part.graphs().graphs().stream()
                    .mapToDouble(g -> GraphStatistics.of(g).get(name))
                    .average()
                    .orElseThrow();
            for (MakerScores m : part.measured()) {
                double ofMeans = Math.abs(m.mean(MakerScores.LEVEL + name + MakerScores.LINKED) - original);
                double ofGraphs = m.mean(name + MakerScores.LINKED);
                assertTrue(ofMeans <= ofGraphs + 1e-9, name + " of " + m.maker().label());
                less |= ofMeans < ofGraphs - 0.006;
            }
        }
        assertTrue(less, "some graphs err to one side, some to the other");
    }

    @Test
    void anotherEpsilonIsAnotherNoiseWhereStepsAreFixed() {
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
    void drawnNodesLinkAsTheirOriginalsDo() {
        Graph caves = Caves.caveman(6, 6);
        Graph drawn = ReferenceGraphs.resampled(caves, Streams.seed(1).stream("resampled"));
        assertEquals(caves.nodes(), drawn.nodes());
        assertEquals(caves.edges(), drawn.edges());
        double clustered = GraphStatistics.of(drawn).get("TC");
        Graph random = ReferenceGraphs.erdosRenyi(36, caves.edges(), Streams.seed(1).stream("random"));
        assertTrue(clustered > 2 * GraphStatistics.of(random).get("TC"), "caves stay caves, was " + clustered);
    }

    @Test
    void duelsCountWhatIntervalsOverSeedsTellApart() {
        var clear = new GeneratorDuels.Duel("DBLP", "CPL", new double[] {1, 1.1, 0.9});
        var unclear = new GeneratorDuels.Duel("DBLP", "TC", new double[] {-1, 3, 1});
        var worse = new GeneratorDuels.Duel("IMDB", "TC", new double[] {-1, -1.1, -0.9});
        var duels = new GeneratorDuels(List.of(clear, unclear, worse));
        assertEquals("better in 1, worse in 1 of 3 beyond 95 % intervals", duels.sentence());
        assertEquals("TC on IMDB worse by 1.000 (0.752 to 1.248)", duels.example("IMDB", "TC"));
        assertEquals(Claims.Standing.DIRECTION, duels.standing(), "two of three means are better");
        assertEquals(Claims.Standing.HELD, new GeneratorDuels(List.of(clear)).standing());
        assertEquals(Claims.Standing.NOT_HELD, new GeneratorDuels(List.of(worse, clear)).standing());
        assertTrue(duels.isAtPar() && !new GeneratorDuels(List.of(worse)).isAtPar());
        refused(() -> duels.example("IMDB", "CPL"));
    }

    @Test
    void smallDifferencesAndLargeCosinesAreBetter() {
        Part part = grid.published("DBLP");
        var rivals = GeneratorDuels.of(
                List.of("DBLP"),
                List.of("GINI", MakerScores.DEGREES),
                (set, figure) -> part.of("same degrees").of(figure),
                (set, figure) -> part.of("GVAE").of(figure));
        assertEquals("better in 0, worse in 0 of 2 (one seed, which has no interval)", rivals.sentence());
        assertEquals(Claims.Standing.DIRECTION, rivals.standing(), "both means are better");
        assertFalse(rivals.isAtPar(), "one seed tells nothing apart");
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
        assertEquals(List.of(path), GraphCollections.eligible(all, 3, 10, 1, 1).graphs());
        assertEquals(
                List.of(path, square),
                GraphCollections.eligible(all, 3, 10, 1, 0.2).graphs());
        assertEquals(
                List.of(square), GraphCollections.eligible(all, 3, 10, 4, 0.2).graphs());
    }
}
