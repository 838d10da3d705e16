package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.privacy.Verdict;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exact sums with seeded streams: what a training on several machines is compared with. */
class ExactExperimentTest {

    private static Plan plan(Clip clip) {
        return Plans.fixed(PoissonNodes.of(0.3), clip, 4, 4, 1e-4);
    }

    private static PrivateTrainer trainer(Clip clip) {
        return plan(clip).experiment(Gcn.of(8), 5).exactSums();
    }

    /** Another cut and another order of the same examples is the same sum. */
    @Test
    void partsOfABatchAddUpToItInEveryBit() {
        Batch batch = new Batch();
        HomeStars.of(0.4, 2)
                .draws(VIEW.participants(), Streams.seed(3).stream("sampler"))
                .draw(0, batch);
        Network network =
                Gcn.of(8).network(VIEW.features().width(), VIEW.labels().classes());
        var at = network.initial(Streams.seed(1).stream("init"));
        ExampleGradients gradients = ExampleGradients.exact(network, VIEW.features(), VIEW.labels());
        Clip.Limits clip = Clip.Limits.of(0.5);
        ExactSum whole = new ExactSum(network.size());
        double loss = gradients.exactSum(at, batch, clip, null, whole);
        ExactSum parts = new ExactSum(network.size());
        parts.begin(clip.thresholds(), batch.examples());
        double losses = 0;
        for (int to = batch.examples(); to > 0; to = to / 3) {
            ExactSum part = new ExactSum(network.size());
            losses += gradients.exactSum(at, batch.part(to / 3, to), clip, null, part);
            parts.add(part.totals);
        }
        assertTrue(batch.examples() > 20);
        assertArrayEquals(whole.totals, parts.totals);
        assertEquals(loss, losses, 1e-9);
    }

    @Test
    void aSeedIsNoRelease() {
        assertEquals(
                Verdict.IDEAL, trainer(Clip.flat(0.5)).train(VIEW).guarantee().verdict());
    }

    @Test
    void whatHasNoExactSumIsRefused() {
        refused(() -> trainer(Clip.noneNoPrivacy(1)).train(VIEW));
    }

    /** They have other weights than floats, so that neither may continue the other. */
    @Test
    void theirFolderIsTheirs(@TempDir Path folder) {
        Trainer exact = trainer(Clip.flat(0.5)).checkpoint(folder, 1).listen(m -> m.step() < 2);
        exact.train(VIEW);
        PrivateTrainer floats = plan(Clip.flat(0.5)).experiment(Gcn.of(8), 5);
        refused(UncheckedIOException.class, () -> floats.checkpoint(folder, 1).train(VIEW), "differs in sums");
    }
}
