package dpgnn.generate;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.*;

import dpgnn.generate.measure.GraphStatistics;
import dpgnn.generate.measure.ScoredPairs;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.Discriminator;
import dpgnn.generate.net.GraphEncoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.generate.net.SoftGraph;
import dpgnn.graph.Graph;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.linear.AdamSteps;
import dpgnn.linear.Matrix;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import dpgnn.random.StepCoins;
import dpgnn.random.Streams;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

public class GenerationTest {
    private static final GeneratorSettings QUICK =
            GeneratorSettings.paper().with(GeneratorSettings::steps, 60).with(GeneratorSettings::rate, 0.01);
    private final Graph graph = Caves.caveman(5, 6);

    @Test
    void lossesOfBothGeneratorsFall() {
        double[] vae = new double[60];
        GraphVae.of(QUICK, Protection.none()).listen((t, l) -> vae[(int) t] = l).train(graph, Streams.seed(1));
        assertTrue(vae[59] < 0.9 * vae[0], vae[0] + " -> " + vae[59]);
    }

    @Test
    void generatorAndDiscriminatorAreOpposed() {
        RandomStream coins = Streams.seed(4).stream("game");
        Decoder decoder = new Decoder(4, 8, 8, coins.fork("decoder"));
        Discriminator discriminator = new Discriminator(30, 8, 6, 8, coins.fork("discriminator"));
        Matrix real = SoftGraph.normalised(graph).dense();
        Matrix z = Matrix.normal(30, 4, coins.fork("z"));
        java.util.function.Supplier<GraphGan.Game> play =
                () -> GraphGan.Game.play(discriminator, real, new SoftGraph(decoder.forward(z)).s);
        double before = play.get().crossEntropy();
        NetParameter.zero(discriminator.parameters());
        play.get();
        NetParameter.step(AdamSteps.of(1e-3), discriminator.parameters());
        double judged = play.get().crossEntropy();
        assertTrue(judged < before, "the discriminator's step lowers the cross-entropy: " + before + " -> " + judged);
        Matrix f = decoder.forward(z);
        SoftGraph soft = new SoftGraph(f);
        GraphGan.Game game = GraphGan.Game.play(discriminator, real, soft.s);
        Matrix up = soft.backward(game.dCrossEntropy()).scale(-1);
        new DecoderUpdate(decoder, Protection.none(), 1e-3, coins).step(0, f, up, soft.toCodes(up));
        double deceived = play.get().crossEntropy();
        assertTrue(deceived > judged, "the generator's step raises it: " + judged + " -> " + deceived);
    }

    @Test
    void theSameSeedGivesTheSameGraphAndSecureStreamsWork() {
        for (Protection p : new Protection[] {
            Protection.none(), Protection.published(1, 1e-5), new Protection.WholeGradient(5, 1, 0.99)
        }) {
            GeneratorSettings few = QUICK.with(GeneratorSettings::steps, 5);
            var a = GraphGan.of(few, p).train(graph, Streams.seed(3));
            var b = GraphGan.of(few, p).train(graph, Streams.seed(3));
            assertTrue(Arrays.deepEquals(a.weights(), b.weights()), p.toString());
            var secure = GraphVae.of(few, p).train(graph, Streams.secure());
            assertFalse(Arrays.deepEquals(a.weights(), secure.weights()));
            Graph made = GraphPublisher.top(secure, 30, EdgeCount.known(80), Streams.secure().stream("graph"))
                    .graph();
            assertEquals(80, made.edges());
        }
    }

    @Test
    void withoutNoiseAndWithAHugeClipProtectionChangesNothing() {
        GeneratorSettings few = QUICK.with(GeneratorSettings::steps, 20);
        double[][] plain = GraphVae.of(few, Protection.none())
                .train(graph, Streams.seed(3))
                .weights();
        double[][] still = GraphVae.of(few, new Protection.WholeGradient(1e-12, 1e3, 1))
                .train(graph, Streams.seed(3))
                .weights();
        for (int i = 0; i < plain.length; i++) assertArrayEquals(plain[i], still[i], 1e-4);
    }

    @Test
    void wholeGradientIsCalibratedToExactGaussianPrivacy() {
        double[] multipliers = {307, 37.3, 5.0};
        double[] epsilons = {0.1, 1, 10};
        for (int i = 0; i < 3; i++) {
            var p = Protection.wholeGradient(epsilons[i], 1e-5, 100, 5);
            assertEquals(multipliers[i], p.multiplier(), 0.02 * multipliers[i]);
            assertEquals(epsilons[i], GaussianDp.of(p.multiplier(), 100).epsilon(1e-5), 2e-3 * epsilons[i]);
            var g = p.provable(30, 100, 1e-5);
            assertEquals(Verdict.IDEAL, g.verdict());
            assertTrue(g.epsilon() <= epsilons[i]);
        }
    }

    @Test
    void thePublishedClaimIsUnsoundAndWhatIsProvableIsFarAboveIt() {
        var p = Protection.published(1, 1e-5);
        var claimed = p.claimed(177, 100, 1e-5);
        assertEquals(Verdict.UNSOUND, claimed.verdict());
        assertEquals(1, claimed.epsilon());
        assertEquals(5429, p.paperSteps(), 1);
        assertEquals(2, p.batch(177));
        assertEquals(1, p.batch(13));
        // sigma / (2B) = 1.25: mu = 10 / 1.25 = 8
        assertEquals(new GaussianDp(8).epsilon(1e-5), p.provable(177, 100, 1e-5).epsilon(), 0.05);
    }

    @Test
    void everyPublishedGraphPaysForItsCount() {
        var p = Protection.wholeGradient(1, 1e-5, 10, 1);
        var decoder = GraphVae.of(QUICK.with(GeneratorSettings::steps, 10), p).train(graph, Streams.seed(1));
        RandomStream coins = Streams.seed(1).stream("graph");
        var free = GraphPublisher.top(decoder, 30, EdgeCount.known(80), coins);
        var noisy = GraphPublisher.top(decoder, 30, EdgeCount.noisy(graph, 0.5, coins), coins);
        var exact = GraphPublisher.top(decoder, 30, EdgeCount.exactNoPrivacy(graph), coins);
        assertTrue(noisy.provable().epsilon() > free.provable().epsilon() + 0.05);
        assertTrue(noisy.provable().epsilon() <= free.provable().epsilon() + 0.5 + 1e-3);
        assertEquals(Verdict.UNSOUND, exact.provable().verdict());
        assertTrue(Double.isInfinite(exact.provable().epsilon()));
    }

    @Test
    void noPublicWayToPublishTakesAGraph() {
        for (Method m : GraphPublisher.class.getDeclaredMethods())
            if (Modifier.isPublic(m.getModifiers()))
                for (Class<?> type : m.getParameterTypes()) assertNotEquals(Graph.class, type, m.toString());
        for (var c : ReleasedDecoder.class.getDeclaredConstructors()) assertFalse(Modifier.isPublic(c.getModifiers()));
        for (var f : ReleasedDecoder.class.getDeclaredFields()) {
            assertNotEquals(Graph.class, f.getType());
            assertNotEquals(GraphEncoder.class, f.getType());
        }
        for (Class<?> type : List.of(GraphVae.class, GraphGan.class, PairTraining.class, ReleasedDecoder.class))
            for (Method m : type.getMethods()) assertNotEquals(GraphEncoder.class, m.getReturnType(), m.toString());
    }

    @Test
    void pairsLearnPublicCodesAndTheirGradientsAreClipped() {
        GeneratorSettings s = QUICK.with(GeneratorSettings::steps, 150)
                .with(GeneratorSettings::code, 16)
                .with(GeneratorSettings::decoderHidden, 16)
                .with(GeneratorSettings::decoderOut, 16);
        var p = new Protection.Pairwise(0.5, 0.01, 1, 1);
        double[] losses = new double[150];
        var decoder =
                PairTraining.of(s, p, 3).listen((t, l) -> losses[(int) t] = l).train(graph, Streams.seed(2));
        assertTrue(Arrays.stream(losses, 130, 150).average().orElse(9)
                < 0.8 * Arrays.stream(losses, 0, 5).average().orElse(0));
        refused(() -> GraphPublisher.top(decoder, 31, EdgeCount.known(5), Streams.seed(1).stream("g")));
        Decoder d = new Decoder(3, 4, 5, Streams.seed(1).stream("d"));
        GridSum sum = new GridSum(NetParameter.count(d.parameters()), 0.25);
        new PairGradients(d, Matrix.normal(4, 3, Streams.seed(1).stream("z"))).addClipped(0, 2, true, 100, sum);
        assertEquals(0.25, DecoderUpdate.norm(sum.values()), 1e-5);
        assertTrue(DecoderUpdate.norm(sum.values()) <= 0.25);
    }

    @Test
    void sumsOfPairsAreExactWhateverTheirNumberAndOrder() {
        GridSum sum = new GridSum(2, 0.7);
        assertTrue(sum.within() < 0.7 && sum.within() > 0.7 * (1 - 2e-6));
        double[] one = {0.1, -0.3};
        int many = 300_000; // a sum in doubles is off by more than a step of the grid before that
        for (int i = 0; i < many; i++) sum.add(1, one, 0);
        GridSum single = new GridSum(2, 0.7);
        single.add(1, one, 0);
        for (int k = 0; k < 2; k++) {
            assertEquals(many * single.values()[k], sum.values()[k]);
            assertEquals(one[k], single.values()[k], 0x1.0p-34);
        }
        PairGradients gradients = new PairGradients(
                new Decoder(3, 4, 5, Streams.seed(1).stream("d")), Matrix.normal(30, 3, Streams.seed(1).stream("z")));
        GridSum forward = new GridSum(41, 0.3);
        GridSum backward = new GridSum(41, 0.3);
        for (int k = 0; k < 435; k++) {
            gradients.addClipped(k % 29, 29, k % 3 == 0, 5, forward);
            gradients.addClipped((434 - k) % 29, 29, (434 - k) % 3 == 0, 5, backward);
        }
        assertArrayEquals(forward.values(), backward.values());
        Graph large = Graph.undirected(25_000, new int[0], new int[0]);
        var all = PairTraining.of(QUICK, new Protection.Pairwise(1, 1, 1, 1), 1);
        refused(() -> all.train(large, Streams.seed(1)), "rate must draw at most 268435456 pairs");
        refused(() -> new GridSum(2, 0));
        refused(() -> new GridSum(2, Double.POSITIVE_INFINITY));
    }

    @Test
    void weightsAndCountSpendTheEpsilonTogether() {
        for (double epsilon : new double[] {0.1, 1, 10}) {
            var whole = GraphMaker.dpgvaeWhole(QUICK.with(GeneratorSettings::steps, 2), epsilon, 0.1);
            double spent = whole.make(graph, Streams.seed(1)).provable().epsilon();
            assertTrue(spent <= epsilon && spent > 0.99 * epsilon, epsilon + " was asked, spent " + spent);
        }
        double pairs = GraphMaker.pairwise(QUICK.with(GeneratorSettings::steps, 2), 0.3, 1, 1, 3)
                .make(graph, Streams.seed(1))
                .provable()
                .epsilon();
        assertTrue(pairs <= 1 && pairs > 0.99, "spent " + pairs);
    }

    @Test
    void anEdgeChangesTheClippedGradientsOfManyNodes() {
        Graph other = graph.withEdge(0, 15);
        NodeClipping seen =
                NodeClipping.measure(graph, other, QUICK.with(GeneratorSettings::steps, 25), 30, 0.05, Streams.seed(1));
        assertTrue(seen.worst() > 1.2, "worst change was " + seen.worst() + " C");
        assertTrue(seen.worst() <= 60);
        assertTrue(Arrays.stream(seen.changedNodes()).max().orElse(0) > 20);
    }

    @Test
    void referencesKeepWhatTheyPromise() {
        Graph er = ReferenceGraphs.erdosRenyi(30, 80, Streams.seed(1).stream("er"));
        assertEquals(80, er.edges());
        Graph same = ReferenceGraphs.sameDegrees(graph, Streams.seed(1).stream("same"));
        assertNotEquals(graph, same);
        for (int v = 0; v < 30; v++) assertEquals(graph.inDegree(v), same.inDegree(v));
        assertTrue(
                GraphStatistics.of(same).triangles() < GraphStatistics.of(graph).triangles() / 2);
    }

    @Test
    void classicalGeneratorsComeNearWithMuchEpsilonAndSayTheirPrice() {
        Graph big = SyntheticGraphs.powerLaw(200, 600, 2.5, 40, 3);
        var model = PrivateDegrees.of(50).publish(big, 1e-5, Streams.seed(1).stream("degrees"));
        assertEquals(600, model.graph().edges(), 30);
        assertEquals(50, model.provable().epsilon(), 0.1);
        double cosine = GraphStatistics.cosine(
                GraphStatistics.degreeHistogram(big, 50), GraphStatistics.degreeHistogram(model.graph(), 50));
        assertTrue(cosine > 0.8, "cosine " + cosine);
        assertArrayEquals(new double[] {1, 2.5, 2.5, 4}, PrivateDegrees.isotonic(new double[] {1, 3, 2, 4}), 1e-12);
        assertEquals(
                big,
                RandomisedResponse.of(36)
                        .publish(big, 1e-5, Streams.seed(1).stream("rr"))
                        .graph());
        double mean = 0;
        for (int seed = 0; seed < 20; seed++)
            mean += RandomisedResponse.of(2)
                            .publish(big, 1e-5, Streams.seed(seed).stream("rr"))
                            .graph()
                            .edges()
                    / 20.0;
        assertEquals(600, mean, 40);
    }

    @Test
    void theLargestPairsBecomeEdgesTiesByNumber() {
        Graph g = ScoredPairs.largest(4, 3, (u, v) -> u == 2 && v == 3 ? 1 : 0);
        assertTrue(g.hasEdge(2, 3) && g.hasEdge(0, 1) && g.hasEdge(0, 2));
        assertEquals(3, g.edges());
        assertEquals(0, ScoredPairs.largest(4, 0, (u, v) -> 0).edges());
        Graph finite = ScoredPairs.largest(4, 2, (u, v) -> v == 3 ? u - 1e300 : Double.NaN);
        assertTrue(finite.hasEdge(1, 3) || finite.hasEdge(0, 3), "what is no number comes last");
        assertEquals(2, ScoredPairs.largest(4, 2, (u, v) -> Double.NaN).edges());
        assertEquals(6, ScoredPairs.largest(4, 6, (u, v) -> 0).edges());
        refused(() -> ScoredPairs.largest(4, 7, (u, v) -> 0));
    }

    /** Coins that are secure until their key is shown are nobody's to call a release sound by. */
    @Test
    void coinsOfAGivenKeyAreNotSound() {
        Graph pair = Graph.undirected(2, new int[] {0}, new int[] {1});
        StepCoins given = new StepCoins();
        given.begin(new byte[StepCoins.KEY], "");
        assertEquals(Verdict.IDEAL, answered(pair, given.stream("answers")));
        assertEquals(
                Verdict.IDEAL,
                PrivateDegrees.of(1)
                        .release(pair, 1e-5, given.stream("degrees"))
                        .get()
                        .provable()
                        .verdict());
        assertEquals(Verdict.SOUND, answered(pair, Streams.secure().stream("answers")));
    }

    private static Verdict answered(Graph graph, RandomStream coins) {
        return RandomisedResponse.of(1).publish(graph, 1e-5, coins).provable().verdict();
    }
}
