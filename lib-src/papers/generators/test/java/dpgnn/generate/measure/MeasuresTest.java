package dpgnn.generate.measure;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.*;

import dpgnn.generate.Caves;
import dpgnn.generate.GraphMaker;
import dpgnn.generate.GraphPublisher;
import dpgnn.generate.ReferenceGraphs;
import dpgnn.generate.net.Gradients;
import dpgnn.graph.Graph;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MeasuresTest {
    private final Graph graph = Caves.caveman(8, 7);

    @Test
    void ginTellsSparseFromDenseAndNotNoiseFromNoise() {
        List<Graph> graphs = new ArrayList<>();
        int[] labels = new int[40];
        for (int i = 0; i < 40; i++) {
            labels[i] = i % 2;
            graphs.add(SyntheticGraphs.erdosRenyi(12, labels[i] == 0 ? 0.2 : 0.5, i));
        }
        GraphClassifier small = new GraphClassifier(4, 6, 8, 16, 16, 2, 0.01);
        var result = small.crossValidate(graphs, labels, Streams.seed(1));
        assertTrue(result.accuracy() > 0.9, "accuracy " + result.accuracy());
        assertEquals(4, result.foldAccuracies().length);
        var again = small.crossValidate(graphs, labels, Streams.seed(1));
        assertArrayEquals(result.foldAccuracies(), again.foldAccuracies());
        int[] foldOf = GraphClassifier.stratified(labels, 4, Streams.seed(1).stream("folds"));
        for (int f = 0; f < 4; f++) {
            int[] perClass = new int[2];
            for (int i = 0; i < 40; i++) if (foldOf[i] == f) perClass[labels[i]]++;
            assertArrayEquals(new int[] {5, 5}, perClass);
        }
    }

    @Test
    void rocAreaOfKnownOrders() {
        assertEquals(1, RankQuality.auc(new double[] {3, 2}, new double[] {1, 0}));
        assertEquals(0, RankQuality.auc(new double[] {0}, new double[] {1, 2}));
        assertEquals(0.5, RankQuality.auc(new double[] {1, 1}, new double[] {1, 1, 1}));
        assertEquals(0.75, RankQuality.auc(new double[] {2, 0.5}, new double[] {1, 0}));
    }

    @Test
    void noRocAreaOfWhatIsNoNumber() {
        assertTimeoutPreemptively(java.time.Duration.ofMinutes(10), () -> {
            refused(() -> RankQuality.auc(new double[] {1, Double.NaN}, new double[] {0}), "positive 1 was NaN");
            refused(() -> RankQuality.auc(new double[] {1}, new double[] {Double.NaN}), "negative 0 was NaN");
        });
    }

    /** Hubs that nobody released: the attacker aligns by the ranks of the visible degrees, and these alone find hidden links. */
    @Test
    void degreesFindHiddenLinksInGraphsThatAreMadeWithoutTheOriginal() {
        Graph hubs = SyntheticGraphs.powerLaw(150, 450, 2.3, 60, 4);
        for (GraphMaker blind : List.of(GraphMaker.blindErdosRenyi(), GraphMaker.blindPowerLaw())) {
            double mean = 0;
            for (int s = 0; s < 5; s++) {
                HiddenLinks links = HiddenLinks.of(hubs, 0.2, Streams.seed(s).stream("hide"));
                GraphPublisher.Published made = blind.make(links.visible(), Streams.seed(s));
                Graph of = Graph.undirected(150, new int[0], new int[0]);
                assertEquals(
                        made.graph(),
                        blind.make(of, Streams.seed(s)).graph(),
                        "nothing but the number of nodes is read");
                assertEquals(0, made.provable().epsilon());
                mean += LinkPrediction.degrees()
                                .aligned(made.graph(), links, Streams.seed(s))
                                .known()
                        / 5;
            }
            assertTrue(mean > 0.6, blind.label() + " " + mean);
        }
    }

    @Test
    void hiddenLinksAreHiddenAndOthersAreNone() {
        HiddenLinks links = HiddenLinks.of(graph, 0.2, Streams.seed(1).stream("hide"));
        assertEquals(graph.edges(), links.visible().edges() + links.edges().length);
        assertEquals(links.edges().length, links.others().length);
        for (int[] e : links.edges()) {
            assertTrue(graph.hasEdge(e[0], e[1]));
            assertFalse(links.visible().hasEdge(e[0], e[1]));
        }
        for (int[] e : links.others()) assertFalse(graph.hasEdge(e[0], e[1]));
        Graph square = Graph.undirected(4, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 0});
        int[][] asked = {{2, 0}};
        for (int s = 0; s < 5; s++)
            assertArrayEquals(
                    new int[] {1, 3},
                    HiddenLinks.absent(square, 1, asked, Streams.seed(s).stream("one of two"))[0],
                    "an asked pair is none to learn from");
    }

    @Test
    @Tag("nightly")
    void allAttacksFindLinksOfTheOriginalAndNoneInARandomGraph() {
        HiddenLinks links = HiddenLinks.of(graph, 0.2, Streams.seed(1).stream("hide"));
        Graph random = ReferenceGraphs.erdosRenyi(56, links.visible().edges(), Streams.seed(2).stream("er"));
        List<LinkPrediction> attacks = List.of(
                LinkPrediction.commonNeighbours(),
                LinkPrediction.adamicAdar(),
                new LinkPrediction.Learned(32, 20, 10, 4, 30));
        for (LinkPrediction attack : attacks) {
            double original =
                    attack.named(links.visible(), links, Streams.seed(3)).all();
            assertTrue(
                    attack.named(links.visible(), links, Streams.seed(3)).known() >= original - 0.05,
                    "of nodes without a link nothing is known");
            assertTrue(original > 0.85, attack.name() + " on the original: " + original);
            double blind = 0;
            for (int s = 0; s < 5; s++)
                blind += attack.aligned(
                                        ReferenceGraphs.erdosRenyi(
                                                56, links.visible().edges(), Streams.seed(s).stream("er")),
                                        links,
                                        Streams.seed(s))
                                .all()
                        / 5;
            assertTrue(Math.abs(blind - 0.5) < 0.17, attack.name() + " on random graphs: " + blind);
        }
        assertEquals(56, LinkPrediction.alignment(links.visible(), random).length);
    }

    /** The released code takes the best of its epochs by the answers, so that it beats guesses where nothing can be known. */
    @Test
    @Tag("nightly")
    void theReleasedAttackFindsLinksInRandomGraphs() {
        HiddenLinks links = HiddenLinks.of(graph, 0.2, Streams.seed(1).stream("hide"));
        LinkPrediction.Learned honest = new LinkPrediction.Learned(32, 20, 10, 4, 30);
        LinkPrediction released = new LinkPrediction.Released(honest);
        double peeking = 0, guessing = 0;
        for (int s = 0; s < 5; s++) {
            Graph random = ReferenceGraphs.erdosRenyi(56, links.visible().edges(), Streams.seed(s).stream("er"));
            peeking += released.aligned(random, links, Streams.seed(s)).all() / 5;
            guessing += honest.named(random, links, Streams.seed(s)).all() / 5;
            assertEquals(
                    released.named(random, links, Streams.seed(s)),
                    released.aligned(random, links, Streams.seed(s)),
                    "nodes stay where their numbers are");
        }
        assertTrue(peeking > guessing + 0.02, peeking + " and " + guessing);
        double original =
                released.named(links.visible(), links, Streams.seed(3)).all();
        assertTrue(original > peeking + 0.05, "the original tells more: " + original);
    }

    /** Of a path's 10 nodes each has a tenth of the visits: all are frequent from a share of a hundredth on, none from one half on. */
    @Test
    void frequentNodesAreLeftOutOfWalks() {
        int[] from = {0, 1, 2, 3, 4, 5, 6, 7, 8}, to = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        Graph path = Graph.undirected(10, from, to);
        double[] norms = new double[3];
        double[] shares = {0.5, 0.01, 1e-6};
        for (int i = 0; i < 3; i++) {
            double[] learned = new NodeVectors(8, 20, 20, 3, shares[i])
                    .learn(path, Streams.seed(1).stream("walks"))
                    .values();
            norms[i] = Math.sqrt(Arrays.stream(learned).map(v -> v * v).sum());
        }
        assertTrue(norms[0] > 1.2 * norms[1], "fewer lessons move vectors less: " + Arrays.toString(norms));
        assertTrue(norms[1] > 1.2 * norms[2], Arrays.toString(norms));
    }

    @Test
    void alignmentPairsEqualRanksOfDegree() {
        Graph star = Graph.undirected(4, new int[] {2, 2, 2}, new int[] {0, 1, 3});
        Graph other = Graph.undirected(4, new int[] {1, 1, 1}, new int[] {0, 2, 3});
        assertArrayEquals(new int[] {0, 2, 1, 3}, LinkPrediction.alignment(star, other));
    }

    @Test
    void aGraphComparedWithItselfDiffersInNothing() {
        GraphComparison same = GraphComparison.withMotifs(graph, graph);
        for (String name : List.of("LCC", "TC", "CPL", "GINI", "REDE")) assertEquals(0, same.difference(name));
        assertEquals(1, same.degreeCosine(), 1e-12);
        assertEquals(1, same.motifCosine(), 1e-12);
    }

    @Test
    void votesConvolutionsAndBatchNormalisationOfGin() {
        List<Graph> some = List.of(
                SyntheticGraphs.erdosRenyi(9, 0.3, 4),
                SyntheticGraphs.erdosRenyi(6, 0.5, 1),
                SyntheticGraphs.erdosRenyi(5, 0.6, 2));
        GraphBatch batch = new GraphBatch(some, new int[] {0, 1, 1}, 5);
        GinNetwork gin =
                new GinNetwork(5, 4, 2, 2, Streams.seed(5).stream("layers").fork("gin"));
        gin.learn(batch, null);
        Gradients.checkLeft("GIN", gin.parameters(), () -> gin.learn(batch, null), 1e-5);
    }
}
