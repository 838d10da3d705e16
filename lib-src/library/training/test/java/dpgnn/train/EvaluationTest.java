package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gin;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Scores;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Six nodes: one has three neighbours, one none, and one has no label. */
class EvaluationTest {
    private static final int CLASSES = 3;
    private static final Graph GRAPH = Graph.undirected(6, new int[] {0, 0, 0, 2}, new int[] {1, 2, 3, 4});
    private static final DenseFeatures FEATURES = features();
    private static final Labels LABELS = Labels.single(CLASSES, new int[] {0, 2, 1, Labels.NONE, 1, 0});
    private static final Dataset.Provenance DATA = new Dataset.Provenance("six nodes", List.of(), false, List.of());
    private static final Network NETWORK = Gin.layers(1, 4).network(2, CLASSES);
    private static final Parameters PARAMETERS = NETWORK.initial(Streams.seed(1).stream("init"));

    private static DenseFeatures features() {
        float[] values = new float[12];
        for (int i = 0; i < values.length; i++) values[i] = (float) Math.sin(3 * i + 1);
        return DenseFeatures.of(6, 2, values);
    }

    private static EvaluationView view(Graph graph, Labels labels, int... nodes) {
        return new EvaluationView(graph, FEATURES, labels, nodes, nodes, DATA);
    }

    private static EvaluationView view(Graph graph) {
        return view(graph, LABELS, 5, 0, 3, 2, 4);
    }

    private static float[] whole(Graph graph) {
        return Evaluation.wholeGraph(view(graph)).logits(NETWORK, PARAMETERS);
    }

    private static float[] row(float[] logits, int k) {
        return Arrays.copyOfRange(logits, k * CLASSES, (k + 1) * CLASSES);
    }

    @Test
    void nodesWithoutALabelAreLeftOut() {
        Evaluation evaluation = Evaluation.wholeGraph(view(GRAPH));
        assertArrayEquals(new int[] {5, 0, 2, 4}, evaluation.nodes());
        evaluation.nodes()[0] = 1;
        assertEquals(5, evaluation.nodes()[0], "what is handed out is a copy");
        assertEquals(4 * CLASSES, evaluation.logits(NETWORK, PARAMETERS).length);
    }

    /** One layer reads a node's neighbours and nothing beyond them, so that stars of all neighbours are the whole graph. */
    @Test
    void starsOfAllNeighboursAreTheWholeGraph() {
        var coins = Streams.seed(2).stream("stars");
        float[] expected = whole(GRAPH);
        for (int most : new int[] {3, 100})
            assertArrayEquals(
                    expected, Evaluation.stars(view(GRAPH), most, coins).logits(NETWORK, PARAMETERS), 1e-6f);
        Graph none = Graph.undirected(6, new int[0], new int[0]);
        float[] alone = Evaluation.stars(view(GRAPH), 0, coins).logits(NETWORK, PARAMETERS);
        assertArrayEquals(whole(none), alone, 1e-6f);
        assertArrayEquals(alone, Evaluation.stars(view(GRAPH), none, 9, coins).logits(NETWORK, PARAMETERS), 1e-6f);
    }

    /** With one neighbour a star: each of node 0's three, one in three times. */
    @Test
    void neighboursAreDrawnAlike() {
        var coins = Streams.seed(3).stream("stars");
        float[][] one = new float[4][];
        for (int v = 1; v < 4; v++) one[v] = row(whole(Graph.directed(6, new int[] {v}, new int[] {0})), 1);
        float[][] two = new float[4][];
        for (int v = 1; v < 4; v++) {
            int[] others = v == 1 ? new int[] {2, 3} : v == 2 ? new int[] {1, 3} : new int[] {1, 2};
            two[v] = row(whole(Graph.directed(6, others, new int[] {0, 0})), 1);
        }
        int[] drawn = new int[4], missing = new int[4];
        for (int i = 0; i < 300; i++) {
            count(one, row(Evaluation.stars(view(GRAPH), 1, coins).logits(NETWORK, PARAMETERS), 1), drawn);
            count(two, row(Evaluation.stars(view(GRAPH), 2, coins).logits(NETWORK, PARAMETERS), 1), missing);
        }
        for (int v = 1; v < 4; v++) {
            assertTrue(drawn[v] > 60 && drawn[v] < 140, Arrays.toString(drawn));
            assertTrue(missing[v] > 60 && missing[v] < 140, Arrays.toString(missing));
        }
    }

    private static void count(float[][] candidates, float[] logits, int[] seen) {
        int found = 0;
        for (int v = 1; v < 4; v++) {
            float off = 0;
            for (int c = 0; c < CLASSES; c++) off = Math.max(off, Math.abs(candidates[v][c] - logits[c]));
            if (off > 1e-6f) continue;
            seen[v]++;
            found++;
        }
        assertEquals(1, found, "a star is made of some of the node's own neighbours");
    }

    /** The mean of -ln of the probability that is given to the right class. */
    @Test
    void lossAndF1AreThoseOfTheLogits() {
        Evaluation evaluation = Evaluation.wholeGraph(view(GRAPH));
        float[] logits = evaluation.logits(NETWORK, PARAMETERS);
        int[] label = {0, 0, 1, 1};
        double loss = 0, right = 0;
        for (int k = 0; k < 4; k++) {
            double total = 0;
            int best = 0;
            for (int c = 0; c < CLASSES; c++) {
                total += Math.exp(logits[k * CLASSES + c]);
                if (logits[k * CLASSES + c] > logits[k * CLASSES + best]) best = c;
            }
            loss -= Math.log(Math.exp(logits[k * CLASSES + label[k]]) / total) / 4;
            if (best == label[k]) right++;
        }
        assertEquals(loss, evaluation.loss().of(NETWORK, PARAMETERS), 1e-12);
        assertEquals(right / 4, evaluation.microF1().of(NETWORK, PARAMETERS), 1e-15);
        assertEquals(right / 4, evaluation.scores(NETWORK, PARAMETERS).accuracy(), 1e-15);
        Evaluation nobody = Evaluation.wholeGraph(view(GRAPH, LABELS, 3));
        assertEquals(0, nobody.loss().of(NETWORK, PARAMETERS));
    }

    @Test
    void setsOfClassesAreLogitsAboveZero() {
        boolean[] sets = new boolean[6 * CLASSES];
        for (int i = 0; i < sets.length; i++) sets[i] = i % 2 == 0;
        Evaluation evaluation = Evaluation.wholeGraph(view(GRAPH, Labels.multi(CLASSES, sets), 4, 1));
        float[] logits = evaluation.logits(NETWORK, PARAMETERS);
        int agreed = 0;
        for (int k = 0; k < 2; k++)
            for (int c = 0; c < CLASSES; c++)
                if (logits[k * CLASSES + c] > 0 == sets[(k == 0 ? 4 : 1) * CLASSES + c]) agreed++;
        assertEquals(agreed / 6.0, evaluation.scores(NETWORK, PARAMETERS).accuracy(), 1e-15);
    }

    /** A network that is asked after another one is not taken for it. */
    @Test
    void everyNetworkHasItsOwnLogits() {
        Evaluation evaluation = Evaluation.wholeGraph(view(GRAPH));
        float[] first = evaluation.logits(NETWORK, PARAMETERS);
        Network wide = Gin.layers(1, 9).network(2, CLASSES);
        Parameters others = wide.initial(Streams.seed(2).stream("init"));
        float[] second = evaluation.logits(wide, others);
        assertArrayEquals(Evaluation.wholeGraph(view(GRAPH)).logits(wide, others), second);
        assertArrayEquals(first, evaluation.logits(NETWORK, PARAMETERS));
    }

    @Test
    void anotherGraphHasTheSameNodes() {
        var coins = Streams.seed(1).stream("stars");
        Graph small = Graph.undirected(5, new int[0], new int[0]);
        assertEquals(
                "graph must be on the view's 6 nodes, was 5",
                refused(() -> Evaluation.stars(view(GRAPH), small, 1, coins)));
        refused(() -> Evaluation.stars(view(GRAPH), -1, coins));
    }

    @Test
    void metricsAreThoseOfTheScores() {
        Evaluation evaluation = Evaluation.wholeGraph(view(GRAPH));
        Scores scores = evaluation.scores(NETWORK, PARAMETERS);
        assertEquals(scores.accuracy(), evaluation.accuracy().of(NETWORK, PARAMETERS));
        assertEquals(scores.macroF1(), evaluation.macroF1().of(NETWORK, PARAMETERS));
        assertTrue(scores.macroF1() < scores.accuracy(), "of three classes one is never right: " + scores);
    }

    /** By all pairs of a node of the class and one of another, in double precision from the logits. */
    @Test
    void theAreaIsTheShareOfPairsInOrder() {
        EvaluationView view = view(GRAPH);
        Evaluation evaluation = Evaluation.wholeGraph(view);
        float[] logits = evaluation.logits(NETWORK, PARAMETERS);
        int[] nodes = evaluation.nodes();
        int classes = view.labels().classes();
        double sum = 0;
        int counted = 0;
        for (int c = 0; c < classes; c++) {
            double[] score = new double[nodes.length];
            for (int k = 0; k < nodes.length; k++) {
                double all = 0;
                for (int d = 0; d < classes; d++) all += Math.exp(logits[k * classes + d]);
                score[k] = Math.exp(logits[k * classes + c]) / all;
            }
            double order = 0;
            int pairs = 0;
            for (int i = 0; i < nodes.length; i++)
                for (int j = 0; j < nodes.length; j++) {
                    if (view.labels().of(nodes[i]) != c || view.labels().of(nodes[j]) == c) continue;
                    pairs++;
                    order += score[i] > score[j] ? 1 : score[i] == score[j] ? 0.5 : 0;
                }
            if (pairs == 0) continue;
            sum += order / pairs;
            counted++;
        }
        assertTrue(counted > 1);
        assertEquals(sum / counted, evaluation.auc().of(NETWORK, PARAMETERS), 1e-9);
        // Nobody is told apart where all weights are zero.
        Parameters none = Parameters.of(PARAMETERS.slots(), new float[PARAMETERS.size()]);
        assertEquals(0.5, evaluation.auc().of(NETWORK, none), 0);
    }

    private static final Plan PLAN = Plan.of(PoissonNodes.of(0.5), Clip.flat(1), GaussianNoise.standard())
            .steps(2)
            .multiplier(2)
            .delta(1e-5);

    private static final Split SPLIT = Split.of(6, new int[] {0, 1}, new int[0], new int[] {5, 3, 2});

    private static Trained trained() {
        return PLAN.experiment(Gin.layers(1, 4), 1).train(data().transductive(SPLIT));
    }

    private static Dataset data() {
        return new Dataset(GRAPH, FEATURES, LABELS, DATA);
    }

    @Test
    void aTrainedNetworkIsScoredAlsoWhereItIsLoaded(@TempDir Path folder) throws IOException {
        Trained trained = trained();
        Evaluation evaluation = Evaluation.wholeGraph(view(GRAPH));
        Scores scores = evaluation.of(trained);
        assertEquals(evaluation.scores(trained.network(), trained.parameters()), scores);
        assertEquals(evaluation.accuracy().of(trained.network(), trained.parameters()), scores.accuracy());
        trained.save(folder.resolve("model"));
        assertEquals(scores, evaluation.of(Trained.load(folder.resolve("model"))));
        String warning = scores.description().get("not covered").toString();
        assertTrue(warning.startsWith("No guarantee of a training covers these numbers"), warning);
        var predictions = evaluation.predictions(trained);
        int right = 0;
        for (int v : evaluation.nodes()) if (predictions.of(v) == LABELS.of(v)) right++;
        assertEquals(right / 4.0, scores.accuracy(), 1e-15);
    }

    /** In a graph of the evaluated nodes alone these have numbers of their own; a reader sees those of the data set. */
    @Test
    void predictionsHaveTheNumbersOfTheDataSet() {
        Trained trained = trained();
        Evaluation among = Evaluation.wholeGraph(data().evaluationAmong(SPLIT, Split.Role.TEST));
        int[] given = SPLIT.test();
        assertArrayEquals(
                Arrays.stream(given).filter(v -> v != 3).toArray(),
                among.predictions(trained).nodes());
    }

    @Test
    void aNetworkOfOtherDataIsRefused() {
        Trained trained = trained();
        Labels two = Labels.single(2, new int[] {0, 1, 1, 0, 1, 0});
        refused(
                () -> Evaluation.wholeGraph(view(GRAPH, two, 1, 2)).of(trained),
                "trained must be for the 2 classes of these nodes, was 3");
        DenseFeatures wide = DenseFeatures.of(6, 3, new float[18]);
        EvaluationView other = new EvaluationView(GRAPH, wide, LABELS, new int[] {1}, new int[] {1}, DATA);
        refused(
                () -> Evaluation.wholeGraph(other).predictions(trained),
                "trained must be for the 3 features of these nodes, was 2");
        refused(() -> Evaluation.wholeGraph(view(GRAPH, LABELS, 3)).of(trained), "one at least that has a label");
        refused(() -> Evaluation.wholeGraph(view(GRAPH)).of(null), "trained");
    }
}
