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
import dpgnn.generate.measure.GraphClassifier;
import dpgnn.graph.Graph;
import dpgnn.graph.GraphCollection;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.notebook.Lab;
import dpgnn.privacy.Verdict;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.study.GraphPictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        var study = GenerationStudy.of(collection, part, lab);
        var measured = study.motifs(study.measure(makers, 1, 2));
        assertEquals(
                4 * makers.size(),
                Listing.names(lab.folder()).stream()
                        .filter(f -> f.endsWith(".json"))
                        .count());
        for (var m : measured) {
            String variant = m.maker().variant();
            for (long seed : m.seeds()) {
                List<Graph> made = study.made(m.maker(), seed);
                for (int g = 0; g < made.size(); g++)
                    assertEquals(part.graphs().get(g).nodes(), made.get(g).nodes());
            }
            if (variant.equals("published")) {
                assertEquals(Verdict.UNSOUND, m.verdict());
                assertTrue(Double.isInfinite(m.provable()));
            } else if (!m.maker().epsilon().isEmpty()) {
                assertEquals(Verdict.IDEAL, m.verdict(), m.maker().label());
                assertTrue(m.provable() <= 1 && m.provable() > 0.5, m.maker().label() + " " + m.provable());
            } else assertTrue(Double.isInfinite(m.provable()));
            for (double c : m.of(MakerScores.MOTIFS)) assertTrue(c >= 0 && c <= 1 + 1e-9);
            assertTrue(m.mean(MakerScores.TRAINING) >= 0 && m.mean(MakerScores.GENERATING) > 0);
        }
        assertEquals(1, measured.get(13).mean(MakerScores.DEGREES), 1e-12);
        var published = new GenerationGrid.Part(study, measured).of("DPGVAE published 1");
        assertEquals("none", MakerScores.epsilon(published.provable()));
        assertEquals("1", published.maker().epsilon());
        refused(() -> new GenerationGrid.Part(study, measured).of("nothing"), "DPGVAE published 1");
    }

    @Test
    void keptRunsAreNotRepeatedAndGraphsAreKeptOrMadeAgain() throws Exception {
        var maker = GraphMaker.gvae(FEW);
        var study = GenerationStudy.of(collection, part, lab);
        var first = study.measure(List.of(maker), 5).get(0);
        List<Graph> kept = study.made(maker, 5);
        var again = study.measure(List.of(maker), 5).get(0);
        assertArrayEquals(first.of("LCC"), again.of("LCC"));
        assertArrayEquals(
                first.of(MakerScores.TRAINING), again.of(MakerScores.TRAINING), "a finished run is not repeated");
        Path graphs = lab.folder().resolve("graphs");
        for (Path file : Listing.files(graphs)) Files.delete(file);
        assertEquals(kept, study.made(maker, 5));
        var gin = new GraphClassifier(3, 1, 1, 4, 8, 1, 0.01);
        double accuracy = study.classified(List.of(first), gin).get(0).mean(MakerScores.ACCURACY);
        assertTrue(accuracy >= 0 && accuracy <= 1);
        Path broken = lab.folder().resolve("broken.txt");
        Files.writeString(broken, "3 0 1\n3 0\n");
        refused(IOException.class, () -> KeptGraphs.read(broken), "line 2");
    }

    @Test
    void keptGraphsComeBackAsTheyWere(@TempDir Path folder) throws IOException {
        List<Graph> graphs = Stream.of(0.0, 0.2, 0.6, 1.0)
                .map(density -> SyntheticGraphs.erdosRenyi(9, density, 6))
                .toList();
        Path file = folder.resolve("deeper/graphs.txt");
        KeptGraphs.write(file, graphs);
        List<Graph> again = KeptGraphs.read(file);
        assertEquals(graphs, again);
        KeptGraphs.write(file, graphs.subList(0, 1));
        assertEquals(graphs.subList(0, 1), KeptGraphs.read(file), "a second writing replaces the first");
        assertEquals(List.of(file), Listing.files(file.getParent()), "nothing is left beside it");
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
