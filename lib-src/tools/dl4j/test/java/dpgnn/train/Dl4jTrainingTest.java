package dpgnn.train;

import static dpgnn.train.SmallTraining.DATA;
import static dpgnn.train.SmallTraining.SPLIT;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.dl4j.Dl4jModel;
import dpgnn.dl4j.Dl4jNetworks;
import dpgnn.graph.Split;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.nn.layer.Aggregation;
import dpgnn.privacy.Guarantee;
import dpgnn.privacy.Verdict;
import dpgnn.sampling.HeterPoisson;
import java.nio.file.Path;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.factory.Nd4j;

/** Networks of Deeplearning4j under the same plans as ours. */
@Tag("nightly")
class Dl4jTrainingTest {
    private static final String ASSUMED = "It is assumed that ND4J gives the same bits for the same numbers";

    @TempDir
    Path folder;

    private final int width = VIEW.features().width();
    private final int classes = VIEW.labels().classes();
    private final Dl4jModel perceptron = Dl4jModel.of(Dl4jNetworks.perceptron(width, 8, classes, Activation.TANH))
            .over(Aggregation.MEAN);

    private static Plan plan(int steps) {
        return Plans.within(HeterPoisson.of(0.3, 2), Clip.flat(0.5), steps, 8, 1e-4);
    }

    @Test
    void learnsUnderTheSamePlanAndGoesBackToDl4j() throws Exception {
        Evaluation all = Evaluation.wholeGraph(DATA.evaluation(SPLIT, Split.Role.TEST));
        PrivateTrainer trainer = plan(40).experiment(perceptron, 7);
        Trained trained = trainer.follow("accuracy", 40, all.microF1()).train(VIEW);
        double accuracy = trained.run().metric("accuracy");
        assertTrue(accuracy > 1.5 / classes, "accuracy " + accuracy + " of " + classes + " classes");
        assertEquals(plan(40).epsilon(VIEW), trained.guarantee().epsilon(), "epsilon does not depend on the network");
        assertEquals(Verdict.GIVEN, trained.guarantee().verdict());
        float[] logits = all.logits(trained.network(), trained.parameters());
        MultiLayerNetwork network = perceptron.trained(trained.parameters());
        assertArrayEquals(
                trained.parameters().toArray(),
                network.params().toFloatVector(),
                "nothing is frozen, so these are all");
        float sum = network.output(Nd4j.ones(1, width)).sumNumber().floatValue();
        assertEquals(1, sum, 1e-5, "probabilities");
        assertEquals(all.nodes().length * classes, logits.length);
    }

    @Test
    void aReleaseIsGivenAndSaysWhatItAssumes() throws Exception {
        Guarantee theirs = plan(2).release(perceptron).train(VIEW).guarantee();
        assertEquals(Verdict.GIVEN, theirs.verdict());
        assertTrue(theirs.statement().contains(ASSUMED), theirs.statement());
        Guarantee ours = plan(2).release(Gcn.of(8)).train(VIEW).guarantee();
        assertEquals(ours.epsilon(), theirs.epsilon());
        assertFalse(ours.statement().contains(ASSUMED), ours.statement());
    }

    /** Dropout's coins are of the step, so that a training that was stopped goes on bit for bit. */
    @Test
    void aTrainingThatWasStoppedGoesOnAsIfItHadNotBeen() throws Exception {
        Dl4jModel model = Dl4jModel.of(Dl4jNetworks.dropping(width, 8, classes));
        Trained whole = plan(6).experiment(model, 5).train(VIEW);
        Trainer trainer = plan(6).experiment(model, 5).checkpoint(folder, 2);
        trainer.listen(new Stopping(3));
        assertThrows(TrainingStopped.class, () -> trainer.train(VIEW));
        SmallTraining.assertSameWeights(whole, trainer.train(VIEW));
    }
}
