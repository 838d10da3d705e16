package dpgnn.study.generation;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GenerationPaperTest {
    private static Lab lab;
    private static GenerationGrid grid;
    private static GenerationPaper paper;

    /** What one test has trained, the next one finds, as cells of a notebook do. */
    @BeforeAll
    static void openGrids() throws Exception {
        lab = Lab.of("generation-paper", "ci");
        grid = GenerationGrid.of(lab);
        paper = new GenerationPaper(grid);
    }

    /** At the scale that only checks that everything can be made. */
    @Test
    void tableOneHasOneTrainingForThreeBudgetsAndComparesNoPart() throws Exception {
        assertFalse(grid.real());
        assertSame(grid.published("DBLP"), grid.published("DBLP"), "made once");
        Comparison one = paper.table1("DBLP");
        assertEquals(50, one.lines().size());
        assertEquals(20, one.count(Verdict.NOT_RUN_COST), "what is one training counts once");
        assertEquals(30, one.count(Verdict.NOT_RUN_FILE), "three graphs are not the data");
        Table wide = one.table();
        assertEquals(12, wide.rows(), "the private rows after one step, too");
        assertEquals("DPGGAN, 1 step", wide.get(11, "method"));
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
    void originalsHaveTheirStatisticsAndIfRealThePublishedOnes() throws Exception {
        Comparison signed = paper.originals(true), without = paper.originals(false);
        assertEquals(10, signed.lines().size());
        GraphCollection dblp = grid.collection("DBLP");
        double triangles = dblp.graphs().stream()
                .mapToDouble(g -> GraphStatistics.of(g).get("TC"))
                .average()
                .orElseThrow();
        assertEquals(triangles, signed.mean("DBLP", "TC"), 1e-9);
        assertEquals(Math.abs(signed.mean("IMDB", "GINI")), without.mean("IMDB", "GINI"));
        if (dblp.provenance().standIn()) assertEquals(0, signed.count(Verdict.WITHIN));
        else {
            assertEquals(9, signed.count(Verdict.WITHIN), "the published GINI of IMDB lacks its minus sign");
            assertEquals(10, without.count(Verdict.WITHIN));
        }
    }

    @Test
    @Tag("nightly")
    void tableTwoHasOnlyWhatThePaperHas() throws Exception {
        Table two = paper.table2("IMDB").table();
        assertEquals(7, two.rows());
        assertEquals("Original", two.get(0, "method"));
        assertEquals("", two.get(0, "degree cosine: published"));
        assertEquals("51.63", two.get(0, "GIN accuracy: published"));
        assertEquals(
                List.of("GVAE", "GGAN", "NetGAN", "GraphRNN", "DPGVAE, 1", "DPGGAN, 1"),
                List.of(two.texts("method")).subList(1, 7));
        assertEquals("51.32", two.get(1, "degree cosine: published"));
        assertEquals(
                grid.used("IMDB").of("GVAE").mean(MakerScores.ACCURACY),
                paper.table2("IMDB").mean("GVAE", MakerScores.ACCURACY));
        assertEquals(1, grid.used("DBLP").of("Original").mean(MakerScores.MOTIFS), 1e-9);
        Table proved = grid.provedUse("DBLP").table("proved", MakerScores.MOTIFS, MakerScores.ACCURACY);
        assertEquals(10, proved.rows());
        assertEquals("", proved.where("method", "GGAN").texts(MakerScores.ACCURACY)[0], "not classified");
        Comparison again =
                paper.originals("IMDB", "by another classifier", grid.scale().classifier());
        assertEquals(1, again.lines().size());
        assertTrue(again.cells().text().contains(Comparison.TRIED));
    }

    @Test
    @Tag("nightly")
    void verdictsAreWhatReleasesAllow() throws Exception {
        List<Part> all = new ArrayList<>(List.of(grid.single()));
        for (String set : grid.sets()) all.addAll(List.of(grid.published(set), grid.proved(set)));
        for (Part part : all)
            for (MakerScores m : part.measured())
                assertTrue(m.isAsItMust(), m.maker().label());
        assertEquals(10, grid.proved("IMDB").table("proved", "LCC").rows());
        for (String epsilon : List.of("10", "1"))
            for (Part part : List.of(grid.proved("DBLP"), grid.single())) {
                MakerScores node = part.of("DPGVAE per-node, provable " + epsilon);
                MakerScores pair = part.of("pair decoder pairwise " + epsilon);
                assertEquals(node.provable(), pair.provable(), 0.05 * node.provable(), "a duel at equal epsilon");
            }
    }

    @Test
    void aVariantTrainsAsTheMethodDoesAndIsDecodedFromTheEncoder() throws Exception {
        List<MakerScores> both = grid.some("DBLP", grid.scale().released()).measured();
        assertEquals(3, both.size());
        assertEquals(grid.published("DBLP").of("GVAE").mean("LCC"), both.get(0).mean("LCC"));
        assertNotEquals(both.get(0).mean("CPL"), both.get(1).mean("CPL"));
        assertEquals("none", MakerScores.epsilon(both.get(1).provable()));
        Graph lonely = Graph.undirected(4, new int[] {0}, new int[] {2});
        assertEquals(2, GenerationStudy.withoutIsolated(lonely).nodes());
        for (MakerScores m : grid.published("DBLP").measured())
            assertEquals(m.mean("TC"), m.mean("TC" + MakerScores.LINKED), "who has no edge is in no triangle");
    }

    /** The open models alone are the released ones, and all of their cells run. */
    @Test
    void theReleasedColumnHasTheOpenModelsWhole() throws Exception {
        Comparison released = paper.table1Released("IMDB");
        assertTrue(released.cells().text().contains(Comparison.READING));
        for (Line line : released.lines()) {
            boolean open = List.of("GVAE", "GGAN").contains(line.cell().row());
            assertEquals(open, line.found().isThere(), line.cell().row());
        }
        MakerScores gan = grid.asReleased("IMDB").of("GGAN released");
        assertEquals("none", MakerScores.epsilon(gan.provable()), "it is decoded from the codes of the original");
    }

    @Test
    void decodersMeetWhatTrainsNothingAtEqualEpsilon() throws Exception {
        for (String set : grid.sets())
            for (MakerScores m : grid.cheap(set).measured()) {
                assertTrue(m.isAsItMust(), m.maker().label());
                assertTrue(m.maker().epsilon().length() > 0, m.maker().label());
            }
        Table duels = grid.deepOrCheap();
        assertEquals(15, duels.rows());
        for (String column : List.of("DPGGAN whole-gradient: better", "pair decoder pairwise: worse"))
            for (String count : duels.texts(column)) assertTrue(Integer.parseInt(count) <= 12, column + " " + count);
        Table learned = grid.learning();
        assertEquals(4, learned.rows());
        for (String chosen : learned.texts("chosen"))
            assertTrue(chosen.matches("(DPGVAE|pair decoder), steps=10?( rate=0.\\d+)? clip=.*"), chosen);
    }

    @Test
    void meansDifferByNoMoreThanGraphsDo() throws Exception {
        boolean less = false;
        for (Line line : paper.table1Means("DBLP").lines()) {
            if (!line.found().isThere()) continue;
            String[] row = line.cell().row().split(", ");
            double ofGraphs = grid.published("DBLP")
                    .of(row[0] + (row.length > 1 ? " published 1" : ""))
                    .mean(line.cell().column() + MakerScores.LINKED);
            assertTrue(
                    line.found().mean() <= ofGraphs + 1e-9,
                    line.cell().column() + " of " + line.cell().row());
            less |= line.found().mean() < ofGraphs - 0.006;
        }
        assertTrue(less, "some graphs err to one side, some to the other");
    }

    @Test
    void anotherEpsilonIsAnotherNoiseWhereStepsAreFixed() throws Exception {
        assertEquals(
                8,
                grid.some("DBLP", grid.scale().noisedBy(10, 1, 0.1)).measured().size());
        assertEquals(4, grid.some("DBLP", grid.scale().longer()).measured().size());
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
        assertEquals(-1, duels.least(), 1e-12);
        refused(() -> duels.example("IMDB", "CPL"));
    }

    @Test
    void claimsSayWhichMethodIsNearerToTheOriginal() throws Exception {
        Table claims = claims(paper.claims(true));
        assertEquals(3, claims.rows());
        List<MakerScores> budgets = grid.budgets("DBLP").measured();
        assertEquals(
                List.of("10", "1", "0.1", "", ""),
                budgets.stream().map(m -> m.maker().epsilon()).toList());
        assertNotEquals(budgets.get(0).maker().details(), budgets.get(2).maker().details(), "another noise");
        assertFalse(paper.isConverged("DBLP"), "one seed has no deviation");
        assertTrue(claims.texts("verdict")[1].startsWith("untested (the protocol"), claims.texts("verdict")[1]);
        assertTrue(claims(paper.claims(false)).texts("verdict")[1].endsWith("three trainings do not converge)"));
        var rivals = GeneratorDuels.of(
                grid.sets(), grid::published, "same degrees", "GVAE", List.of("GINI", MakerScores.DEGREES));
        assertEquals("better in 0, worse in 0 of 4 (one seed, which has no interval)", rivals.sentence());
        assertTrue(rivals.least() > 0, "small differences, large cosines");
        assertEquals(Claims.Standing.DIRECTION, rivals.standing());
        assertFalse(rivals.isAtPar(), "one seed tells nothing apart");
        assertEquals(2, claims(paper.useClaims()).rows());
    }

    private static Table claims(Claims of) {
        return Table.parse(of.cells().csv(), "claims");
    }

    /** The script's areas have the text's drops from the original, and other ones from GGAN. */
    @Test
    void theScriptContradictsTheTextOfGganAlone() {
        assertEquals("27.3 to 28.6", GenerationPaper.told("IMDB", "Original"));
        assertEquals("18.1 to 19.5", GenerationPaper.told("IMDB", "GGAN"));
        assertEquals("27.3 to 28.6", GenerationPaper.drawn("Original"));
        assertEquals("3.9 to 5.2", GenerationPaper.drawn("GGAN"));
        assertTrue(GenerationPaper.contradicts("GGAN"));
        assertFalse(GenerationPaper.contradicts("Original") || GenerationPaper.contradicts("DPGGAN"));
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
