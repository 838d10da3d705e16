package dpgnn.generate;

import static org.junit.jupiter.api.Assertions.*;

import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;

class TournamentTest {
    private static final GeneratorSettings FEW =
            GeneratorSettings.paper().steps(4).rate(0.01);
    private final GraphCollection collection = GraphCollections.standIn("dblp", "none at hand");
    private final GraphCollection part = GraphCollections.spread(collection, 3, 60);

    @Test
    void standInsSayWhatTheyAreAndPartsAreSpread() {
        assertTrue(collection.name().contains("stand-in")
                && collection.provenance().standIn());
        assertEquals(3, part.size());
        part.graphs().forEach(g -> assertTrue(g.nodes() <= 60 && g.edges() > 0));
        assertTrue(GraphCollections.data(part, collection).name().contains("3 of 60"));
        assertThrows(IllegalArgumentException.class, () -> GraphCollections.spread(collection, 3, 2));
    }

    @Test
    void everyMethodMakesGraphsThatSayWhatHolds() {
        List<GraphMaker> makers = List.of(
                GraphMaker.gvae(FEW),
                GraphMaker.ggan(FEW),
                GraphMaker.netGan(new NetGan(4, 4, 6, 6, 4, 1, 4, 2, 0.9, 1e-3)),
                GraphMaker.graphRnn(new GraphRnn(1, 8, 4, 1, 4, 2, 0.003)),
                GraphMaker.dpgvaePublished(FEW, 1),
                GraphMaker.dpgganPublished(FEW, 0.1),
                GraphMaker.dpgvaeWhole(FEW, 1, 0.1),
                GraphMaker.dpgganWhole(FEW, 1, 0.1),
                GraphMaker.dpgvaePerNode(FEW, 1, 0.1),
                GraphMaker.pairwise(FEW, 0.1, 1, 1, 3),
                GraphMaker.privateDegrees(1, 1e-5),
                GraphMaker.randomisedResponse(1, 1e-5),
                GraphMaker.erdosRenyi(),
                GraphMaker.sameDegrees());
        int[] heard = {0};
        var standings = Tournament.of(part.graphs(), 1, 2).withMotifs().play(makers, s -> heard[0]++);
        assertEquals(makers.size(), heard[0]);
        for (var s : standings) {
            String variant = s.maker().variant();
            for (Graph[] row : s.made())
                for (int g = 0; g < row.length; g++)
                    assertEquals(part.graphs().get(g).nodes(), row[g].nodes());
            if (variant.equals("published")) {
                assertEquals(Verdict.UNSOUND, s.verdict());
                assertTrue(Double.isInfinite(s.provable()));
            } else if (!s.maker().epsilon().isEmpty()) {
                assertEquals(Verdict.SOUND, s.verdict(), s.maker().label());
                assertTrue(
                        s.provable() <= 1.0001 && s.provable() > 0.5, s.maker().label() + " " + s.provable());
            } else assertTrue(Double.isInfinite(s.provable()));
            for (double c : s.motifCosines()) assertTrue(c >= 0 && c <= 1 + 1e-9);
        }
        assertEquals(1, standings.get(13).degreeCosines()[0], 1e-12);
        var data = GraphCollections.data(part, collection);
        var all = GenerationTables.all("all", data, standings);
        assertEquals(14, all.rows());
        assertEquals("none", all.get(4, "epsilon provable"));
        assertEquals("1", all.get(4, "epsilon claimed"));
        var table = GenerationTables.statistics("DBLP", data, standings).table();
        assertTrue(table.rows() >= 45);
        assertTrue(GenerationTables.cosines("DBLP", data, standings).table().rows() > 10);
    }

    @Test
    void aSeedSaysItIsOneAndASecureReleaseDoesNot() {
        Graph graph = part.graphs().get(0);
        var p = Protection.wholeGradient(1, 1e-5, 4, 1);
        assertTrue(GraphVae.of(FEW, p)
                .train(graph, Streams.seed(1))
                .provable()
                .statement()
                .contains("seed"));
        assertFalse(GraphVae.of(FEW, p)
                .train(graph, Streams.secure())
                .provable()
                .statement()
                .contains("seed"));
    }

    @Test
    void aLinkStudyKnowsTheOriginalFromARandomGraph() {
        Graph caves = GenerationTest.caveman(6, 6);
        var study = LinkStudy.run(
                List.of(caves, GenerationTest.caveman(7, 6)),
                List.of(GraphMaker.erdosRenyi(), GraphMaker.randomisedResponse(20, 1e-5)),
                List.of(LinkPrediction.adamicAdar()),
                0.2,
                3,
                1);
        double original = study.mean(LinkStudy.ORIGINAL, "Adamic-Adar");
        assertTrue(original > 0.9, "original " + original);
        assertTrue(study.mean("Erdős–Rényi", "Adamic-Adar") < 0.7);
        assertEquals(original, study.mean("randomised response 20", "Adamic-Adar"), 0.02);
        assertEquals(3, study.perRepeat(LinkStudy.ORIGINAL, "Adamic-Adar").length);
        assertThrows(IllegalArgumentException.class, () -> study.mean("nothing", "Adamic-Adar"));
        assertEquals(
                3, study.table("t", GraphCollections.data(part, collection)).rows());
    }

    @Test
    void aPictureHasAllNodesAndEdges() {
        Graph g = GenerationTest.caveman(3, 4);
        assertTrue(GraphPictures.of("caves", g).svg().contains("<svg"));
    }
}
