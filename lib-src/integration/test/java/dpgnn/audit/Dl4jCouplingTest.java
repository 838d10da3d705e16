package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.dl4j.Dl4jModel;
import dpgnn.dl4j.Dl4jNetworks;
import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.layer.Aggregation;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.UniformNodes;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;

/** Hostile neighbours of a data set move the clipped sums of DL4J's networks by no more than the samplers say. */
@Tag("nightly")
class Dl4jCouplingTest {
    /** Few roots: every example goes through DL4J alone. */
    private static final TrainingView VIEW = Views.training(0.1);

    private static final int ROOTS = VIEW.participants().roots().length;
    /** As many as every cover has, so that a changed node is met. */
    private static final int WALKS = DisjointWalks.of(2, 1).fewest(ROOTS);

    private static final Clip CLIP = Clip.flat(1e-3);

    private static Coupling coupling(Sampler sampler) {
        Dl4jModel model = Dl4jModel.of(Dl4jNetworks.perceptron(
                        VIEW.features().width(), 6, VIEW.labels().classes(), Activation.TANH))
                .over(Aggregation.MEAN);
        return Coupling.of(model, sampler, CLIP).steps(1);
    }

    @Test
    @Tag("nightly")
    void noNeighbourMovesAnExactSumByMoreThanIsStated() {
        List<Sampler> samplers = List.of(
                HeterPoisson.of(0.9, 2),
                HomeStars.of(0.9, 2),
                DisjointWalks.of(2, WALKS),
                PoissonNodes.of(0.9),
                UniformNodes.of(ROOTS));
        for (Sampler sampler : Extent.some(samplers, 1)) {
            Coupling.Report report = coupling(sampler)
                    .sums(ClippedSums.of(ExampleGradients::exact))
                    .run(VIEW);
            assertTrue(report.worst() <= 1, sampler + ": " + report.findings().get(0));
            assertTrue(
                    report.findings().stream().anyMatch(f -> f.change() > 0.5),
                    "some neighbour must be felt, or nothing was tested: " + sampler);
        }
    }

    /** What the test above would find: the same gradients without a clip. */
    @Test
    void withoutTheClipItIsMore() {
        Coupling.Report report = coupling(PoissonNodes.of(0.9))
                .sums(ClippedSums.at(stated -> 1e30))
                .run(VIEW);
        assertTrue(report.worst() > 1.5, "" + report.findings().get(0));
    }
}
