package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Audit;
import dpgnn.graph.Dataset;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.NumpyGraph;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.Recipe;
import dpgnn.nn.SmallData;
import dpgnn.nn.Subject;
import dpgnn.nn.kernel.Activation;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.nn.kernel.HostKernels;
import dpgnn.nn.kernel.ParameterSlot;
import dpgnn.predict.NeighbourVotes;
import dpgnn.predict.Predictor;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.train.folder.ViewHash;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Numbers in place of classes: the loss changes, and what bounds a step does not look at it. */
class RegressionTest {
    private static final int OUTPUTS = 2;
    private static final Dataset CLASSES = SyntheticGraphs.small();

    /** The class of a node and its square, with half of the nodes unknown where asked. */
    private static Labels numbers(boolean all) {
        float[] values = new float[CLASSES.nodes() * OUTPUTS];
        for (int v = 0; v < CLASSES.nodes(); v++) {
            int label = CLASSES.labels().of(v);
            values[2 * v] = all || v % 2 == 0 ? label : Float.NaN;
            values[2 * v + 1] = label * label;
        }
        return Labels.values(OUTPUTS, values);
    }

    private static Dataset data(Labels labels) {
        return new Dataset(CLASSES.graph(), CLASSES.features(), labels, CLASSES.provenance(), CLASSES.publicSplit());
    }

    private static final Split SPLIT = Split.random(CLASSES.nodes(), 0.6, 0, Streams.seed(1).stream("split"));
    private static final TrainingView VIEW = data(numbers(true)).transductive(SPLIT);

    @Test
    void theGradientIsTheSlopeOfHalfTheMeanSquaredError() {
        SmallData small = SmallData.of(1);
        float[] values = new float[SmallData.NODES * OUTPUTS];
        var coins = Streams.seed(2).stream("values");
        for (int k = 0; k < values.length; k++) values[k] = (float) coins.nextGaussian();
        Labels labels = Labels.values(OUTPUTS, values);
        Network network =
                Gcn.of(Recipe.layers(2, 5).withActivation(Activation.TANH)).network(SmallData.WIDTH, OUTPUTS);
        Subject subject = Subject.of(network, new SmallData(small.features(), labels));
        for (boolean exact : new boolean[] {false, true})
            for (Batch batch : List.of(SmallData.stars(2, 10), SmallData.rings(4, 3, 9))) {
                ExampleGradients gradients = exact ? subject.exact() : subject.on(new HostKernels());
                // A threshold beyond all norms leaves gradients as they are.
                double[] far = {64};
                float[] sum = new float[network.size()];
                double loss = gradients.clippedSum(subject.at(), batch, far, null, sum);
                float[] outputs = gradients.logits(subject.at(), batch);
                double expected = 0;
                for (int e = 0; e < batch.examples(); e++) {
                    int from = batch.targetStart(e), to = batch.targetStart(e + 1);
                    for (int k = from; k < to; k++)
                        for (int c = 0; c < OUTPUTS; c++)
                            expected +=
                                    Math.pow(outputs[k * OUTPUTS + c] - labels.value(batch.node(batch.target(k)), c), 2)
                                            / (2.0 * OUTPUTS * (to - from));
                }
                assertEquals(expected, loss, 1e-6 * expected);
                for (int i = 0; i < sum.length; i++)
                    assertEquals(subject.slope(gradients, batch, i, 64, 4e-3f), sum[i], 0.02, "parameter " + i);
            }
    }

    /** However far a number of one node is from any prediction, the sum of a release moves by twice the clip, and no more. */
    @Test
    void anotherNumberMovesAReleasesSumByTwoClips() {
        double clip = 1e-3, worst = 0;
        Network network = Mlp.of(8).network(CLASSES.features().width(), OUTPUTS);
        Parameters at = network.initial(Streams.seed(3).stream("init"));
        Batch batch = new Batch();
        PoissonNodes.of(0.5)
                .draws(VIEW.participants(), Streams.seed(1).stream("coins"))
                .draw(0, batch);
        for (int e = 0; e < 5; e++)
            for (float other : new float[] {-1e30f, -1, 0, 3e38f, -3e38f}) {
                int v = batch.node(batch.exampleStart(e));
                float[] values = new float[CLASSES.nodes() * OUTPUTS];
                for (int k = 0; k < values.length; k++)
                    values[k] = numbers(true).value(k / 2, k % 2);
                values[2 * v] = other;
                double[][] sums = new double[2][at.size()];
                for (int w = 0; w < 2; w++) {
                    ExactSum whole = new ExactSum(at.size());
                    ExampleGradients.exact(
                                    network,
                                    CLASSES.features(),
                                    w == 0 ? numbers(true) : Labels.values(OUTPUTS, values))
                            .exactSum(at, batch, Clip.Limits.of(clip), null, whole);
                    for (ParameterSlot slot : at.slots()) whole.read(slot, sums[w]);
                }
                double square = 0;
                for (int i = 0; i < sums[0].length; i++) square += Math.pow(sums[0][i] - sums[1][i], 2);
                worst = Math.max(worst, Math.sqrt(square) / clip);
            }
        assertTrue(worst <= 2, "by " + worst);
        assertTrue(worst > 1, "by " + worst);
    }

    @Test
    void itIsLearnedReleasedAndAudited() {
        Plan plan = Plans.within(HomeStars.of(0.2, 2), Clip.flat(1), 40, 16, 1e-4);
        var test = Evaluation.wholeGraph(data(numbers(true)).evaluation(SPLIT, Split.Role.TEST));
        Trained trained = plan.release(Gcn.of(8)).optimizer(() -> Adam.of(0.05)).train(VIEW);
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        Network network = trained.network();
        double before = test.rmse().of(network, network.initial(Streams.seed(3).stream("init")));
        double after = test.rmse().of(network, trained.parameters());
        assertTrue(after < 0.9 * before, before + " became " + after);
        assertEquals(after * after / 2, test.loss().of(network, trained.parameters()), 1e-9);
        for (Relation relation : List.of(Relation.ADD_REMOVE, Relation.REPLACE)) {
            Plan rows = Plans.fixed(new PoissonNodes(0.2, relation), Clip.automatic(1, 0.01), 5, 2, 1e-4);
            Audit audit = Audit.of(rows).model(Mlp.of(8)).canaries(16);
            assertEquals(List.of(), audit.report(VIEW).faults());
        }
        var clip = ClipThreshold.synthetic(Mlp.of(8), PoissonNodes.of(0.1), VIEW, 1, Streams.seed(1));
        assertTrue(clip.norm() > 0);
    }

    @TempDir
    Path folder;

    @Test
    void whoLooksForClassesIsToldSoAndNothingIsLost() throws Exception {
        Dataset data = data(numbers(false));
        data.write(folder.resolve("numbers.npz"));
        Dataset back = NumpyGraph.read(folder.resolve("numbers.npz"));
        assertTrue(back.labels().isValues()
                && !back.labels().isSingle()
                && !back.labels().isMulti());
        for (int v = 0; v < data.nodes(); v++) {
            assertEquals(v % 2 == 0, back.labels().isKnown(v));
            if (v % 2 == 0) assertEquals(CLASSES.labels().of(v), back.labels().value(v, 0));
        }
        Labels some = numbers(true).only(new int[] {3, 5});
        assertTrue(some.isKnown(5) && !some.isKnown(4));
        assertEquals(CLASSES.labels().of(5), some.select(new int[] {5}).value(0, 0));
        assertTrue(data.description().containsKey("numbers to predict"));
        // A number of a training node is a part of what a release was made from.
        float[] values = new float[CLASSES.nodes() * OUTPUTS];
        for (int k = 0; k < values.length; k++) values[k] = numbers(true).value(k / 2, k % 2);
        values[2 * SPLIT.train()[0]] += 1;
        assertNotEquals(
                ViewHash.hash(VIEW),
                ViewHash.hash(data(Labels.values(OUTPUTS, values)).transductive(SPLIT)));
        refused("these labels are numbers; ask value(node, output)", () -> some.of(3));
        refused("these labels are numbers; ask value(node, output)", () -> some.has(3, 0));
        refused("the label of node 4 is not in these labels", () -> some.value(4, 0));
        refused("these labels are classes; ask of(node) or has(node, class)", () -> CLASSES.labels()
                .value(0, 0));
        refused("output must be in 0..1, was 2", () -> some.value(3, 2));
        float[] infinite = {Float.POSITIVE_INFINITY};
        refused("a value of node 0 must be finite, or NaN for none, was Infinity", () -> Labels.values(1, infinite));
        refused("values must be rows of 2, was 3 numbers", () -> Labels.values(2, new float[3]));
        var classes = Evaluation.wholeGraph(CLASSES.evaluation(SPLIT, Split.Role.TEST));
        refused("labels must be numbers for a squared error, were classes; take accuracy()", classes::rmse);
        Plan plan = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(1), 2, 4, 1e-4);
        Trained trained = plan.experiment(Mlp.of(4), 1).train(VIEW);
        NeighbourVotes votes = NeighbourVotes.ofNodes(3, 2).within(9, trained);
        refused(
                "neighbours vote for one class each, and nodes have numbers",
                () -> Predictor.of(trained, votes, VIEW, Streams.seed(1)));
    }

    private static void refused(String why, Executable made) {
        assertEquals(why, assertThrows(RuntimeException.class, made).getMessage());
    }
}
