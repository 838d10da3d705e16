package dpgnn.study.generation;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.*;

import dpgnn.Listing;
import dpgnn.generate.Caves;
import dpgnn.generate.EdgeCount;
import dpgnn.generate.GeneratorSettings;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.GraphRnn;
import dpgnn.generate.GraphVae;
import dpgnn.generate.NetGan;
import dpgnn.generate.PairTraining;
import dpgnn.generate.PrivateDegrees;
import dpgnn.generate.Protection;
import dpgnn.generate.RandomisedResponse;
import dpgnn.generate.ReleasedDecoder;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.notebook.Lab;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.GraphPictures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GenerationStudyTest {
    private final Lab lab = Lab.of("generation-study", "ci");
    private static final GeneratorSettings FEW =
            GeneratorSettings.paper().with(GeneratorSettings::steps, 4).with(GeneratorSettings::rate, 0.01);
    private final GraphCollection collection = GraphCollections.standIn("dblp", "none at hand");
    private final GraphCollection part = GraphCollections.spread(collection, 3, 60);

    @Test
    void standInsSayWhatTheyAreAndPartsAreSpread() {
        assertTrue(collection.name().contains("stand-in")
                && collection.provenance().standIn());
        assertEquals(3, part.size());
        part.graphs().forEach(g -> assertTrue(g.nodes() <= 60 && g.edges() > 0));
        assertTrue(GraphCollections.data(part, collection).name().contains("3 of 60"));
        refused(() -> GraphCollections.spread(collection, 3, 2));
    }

    @Test
    void everyMethodMakesGraphsThatSayWhatHolds() throws Exception {
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
                GraphMaker.sameDegrees(),
                GraphMaker.topFilter(1, 1e-5),
                GraphMaker.degreeHistogram(1, 1e-5),
                GraphMaker.countAlone(1, 1e-5));
        var grid = GenerationGrid.of(lab);
        var all = grid.measure(collection, part, makers, 1, 2);
        var measured = all.measured();
        assertEquals(
                2 * makers.size(),
                Listing.names(lab.folder()).stream()
                        .filter(f -> f.endsWith(".json"))
                        .count());
        for (var m : measured) {
            String variant = m.maker().variant();
            Graph original = part.graphs().get(0);
            GraphPublisher.Published first = m.maker().make(original, GenerationStudy.coins(1, 0));
            assertEquals(original.nodes(), first.graph().nodes());
            if (variant.equals("published")) {
                assertEquals(Verdict.UNSOUND, m.verdict());
                assertTrue(Double.isInfinite(m.provable()));
            } else if (!m.maker().epsilon().isEmpty()) {
                assertEquals(Verdict.IDEAL, m.verdict(), m.maker().label());
                assertTrue(m.provable() <= 1 && m.provable() > 0.5, m.maker().label() + " " + m.provable());
            } else assertTrue(Double.isInfinite(m.provable()));
            for (double c : m.of(MakerScores.DEGREES)) assertTrue(c >= 0 && c <= 1 + 1e-9);
            assertTrue(m.mean(MakerScores.TRAINING) >= 0 && m.mean(MakerScores.GENERATING) > 0);
        }
        assertEquals(1, measured.get(13).mean(MakerScores.DEGREES), 1e-12);
        var published = all.of("DPGVAE published 1");
        assertEquals("none", MakerScores.epsilon(published.provable()));
        assertEquals("1", published.maker().epsilon());
        refused(() -> all.of("nothing"), "DPGVAE published 1");
        refused(() -> grid.measure(collection, GraphCollections.part(collection), makers, 1), "one at least");
    }

    @Test
    void finishedRunsAreNotRepeatedAndMethodsOfTheSameWorkShareThem() throws Exception {
        var one = GraphMaker.dpgvaePublished(FEW, 1);
        var first = GenerationGrid.of(lab).measure(collection, part, List.of(one), 5);
        var again = GenerationGrid.of(lab)
                .measure(collection, part, List.of(GraphMaker.dpgvaePublished(FEW, 10), one), 5, 6);
        for (String label : List.of("DPGVAE published 1", "DPGVAE published 10"))
            for (String figure : List.of("LCC", MakerScores.TRAINING))
                assertEquals(
                        first.of("DPGVAE published 1").of(figure)[0],
                        again.of(label).of(figure)[0],
                        "a finished run is not repeated");
        assertArrayEquals(new long[] {5, 6}, again.of("DPGVAE published 1").seeds());
    }

    @Test
    void publishedRowsShareTheirRunsUntilTheFormulaAllowsFewerSteps() {
        var hundred = GeneratorSettings.paper();
        var ten = GraphMaker.dpgvaePublished(hundred, 10);
        var one = GraphMaker.dpgvaePublished(hundred, 1);
        var tenth = GraphMaker.dpgvaePublished(hundred, 0.1);
        assertEquals(ten.work() + ten.details(), one.work() + one.details());
        assertEquals(one.work(), tenth.work());
        assertTrue(tenth.details().contains("steps=54"), tenth.details());
        assertNotEquals(
                GraphMaker.dpgvaeWhole(hundred, 1, 0.1).work(),
                GraphMaker.dpgvaeWhole(hundred, 10, 0.1).work());
    }

    @Test
    void onlyASecureReleaseIsSoundAndASeedSaysItIsOne() {
        Graph graph = part.graphs().get(0);
        var p = Protection.wholeGradient(1, 1e-5, 4, 1);
        ReleasedDecoder seeded = GraphVae.of(FEW, p).train(graph, Streams.seed(1));
        assertEquals(Verdict.IDEAL, seeded.provable().verdict());
        assertTrue(seeded.provable().statement().contains("guesses the seed"));
        assertFalse(seeded.provable().statement().contains("proved"));
        ReleasedDecoder secure = GraphVae.of(FEW, p).train(graph, Streams.secure());
        assertEquals(Verdict.SOUND, secure.provable().verdict());
        assertFalse(secure.provable().statement().contains("seed"));
        assertEquals(
                Verdict.SOUND,
                PairTraining.of(FEW, new Protection.Pairwise(0.5, 3, 1, 1), 2)
                        .train(graph, Streams.secure())
                        .provable()
                        .verdict());
        RandomStream coins = Streams.seed(1).stream("graph");
        RandomStream hidden = Streams.secure().stream("count");
        assertEquals(Verdict.SOUND, verdict(GraphPublisher.top(secure, graph.nodes(), EdgeCount.known(9), coins)));
        assertEquals(
                Verdict.IDEAL,
                verdict(GraphPublisher.top(secure, graph.nodes(), EdgeCount.noisy(graph, 1, coins), coins)),
                "the count's noise came from a seed");
        assertEquals(
                Verdict.IDEAL,
                verdict(GraphPublisher.top(seeded, graph.nodes(), EdgeCount.noisy(graph, 1, hidden), coins)),
                "the weights' noise came from a seed");
        assertEquals(
                Verdict.UNSOUND,
                verdict(GraphPublisher.top(secure, graph.nodes(), EdgeCount.exactNoPrivacy(graph), coins)));
        assertEquals(
                Verdict.SOUND,
                verdict(GraphPublisher.top(secure, graph.nodes(), EdgeCount.noisy(graph, 1, hidden), coins)));
        for (GraphMaker maker : List.of(
                GraphMaker.dpgvaeWhole(FEW, 1, 0.1),
                GraphMaker.pairwise(FEW, 0.1, 1, 1, 3),
                GraphMaker.privateDegrees(1, 1e-5),
                GraphMaker.randomisedResponse(1, 1e-5)))
            assertEquals(Verdict.SOUND, verdict(maker.make(graph, Streams.secure())), maker.label());
        var faint = new Protection.WholeGradient(0.05, 1, 1);
        assertEquals(
                Verdict.IDEAL,
                GraphVae.of(FEW, faint)
                        .train(graph, Streams.secure())
                        .provable()
                        .verdict(),
                "delta does not pay for drawing noise at an epsilon of hundreds");
        assertEquals(
                Verdict.IDEAL, verdict(PrivateDegrees.of(1).publish(graph, 1e-5, coins)), "the noise came from a seed");
        assertEquals(Verdict.IDEAL, verdict(RandomisedResponse.of(1).publish(graph, 1e-5, coins)));
        assertEquals(
                Verdict.SOUND, verdict(GraphMaker.blindPowerLaw().make(graph, Streams.seed(1))), "nothing was read");
    }

    private static Verdict verdict(GraphPublisher.Published published) {
        return published.provable().verdict();
    }

    @Test
    void aClaimBelowWhatHoldsIsUnsoundByHoweverLittle() {
        GraphMaker maker = GraphMaker.randomisedResponse(1, 1e-5);
        assertEquals(Verdict.IDEAL, measured(maker, 1).verdict());
        assertEquals(Verdict.UNSOUND, measured(maker, 1 + 1e-12).verdict());
    }

    private static MakerScores measured(GraphMaker maker, double provable) {
        return new MakerScores(maker, new long[] {1}, Map.of(), provable, Verdict.IDEAL);
    }

    @Test
    void aPictureHasAllNodesAndEdges() {
        Graph g = Caves.caveman(3, 4);
        assertTrue(GraphPictures.of("caves", g).svg().contains("<svg"));
    }
}
