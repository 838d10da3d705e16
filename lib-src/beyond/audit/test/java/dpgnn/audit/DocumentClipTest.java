package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.mechanism.Clip;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.WholeGraph;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DocumentClipTest {
    private static final double CLIP = 1e-3;

    private static TrainingView view(Graph graph) {
        int n = graph.nodes();
        RandomStream coins = Streams.seed(5).stream("data");
        float[] values = new float[n * 6];
        for (int i = 0; i < values.length; i++) values[i] = (float) coins.nextDouble();
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) labels[i] = coins.nextInt(3);
        Split.Role[] roles = new Split.Role[n];
        Arrays.fill(roles, Split.Role.TRAIN);
        return new Dataset(
                        graph,
                        DenseFeatures.of(n, 6, values),
                        Labels.single(3, labels),
                        new Dataset.Provenance("made", List.of(), false, List.of()))
                .transductive(Split.byRole(roles));
    }

    private static Coupling.Report coupled(TrainingView view) {
        return Coupling.of(Gcn.layers(2, 16), WholeGraph.of(), Clip.flat(CLIP))
                .steps(1)
                .sums(new DocumentClip())
                .run(view);
    }

    /** Not clipped, the documents' gradients are those of the whole graph's loss: every document reads all that it reads there. */
    @Test
    void unclippedItIsTheGradientOfTheWholeGraph() {
        TrainingView view = Views.HALF;
        Network network =
                Gcn.layers(2, 16).network(view.features().width(), view.labels().classes());
        Parameters at = network.initial(Streams.seed(2).stream("init"));
        Batch whole = new Batch();
        WholeGraph.of()
                .draws(view.participants(), Streams.seed(1).stream("sampler"))
                .draw(0, whole);
        double[] none = {Double.POSITIVE_INFINITY};
        float[] mean = new float[network.size()];
        ExampleGradients.of(network, view.features(), view.labels()).clippedSum(at, whole, none, null, mean);
        float[] sum = new float[network.size()];
        new DocumentClip().clippedSum(view, network, at, whole, none, sum);
        for (int i = 0; i < mean.length; i++) mean[i] *= whole.targets();
        assertArrayEquals(mean, sum, 1e-3f);
    }

    /** Without edges a document has its own gradient and no other: then the claim is right. */
    @Test
    void withoutEdgesTheClaimHolds() {
        Coupling.Report report = coupled(view(Graph.undirected(6, new int[0], new int[0])));
        List<Coupling.Finding> features = report.findings().stream()
                .filter(f -> f.neighbour().contains("features"))
                .toList();
        assertTrue(features.stream().allMatch(f -> f.ratio() <= 1 + 1e-6), features.toString());
        assertTrue(features.get(0).ratio() > 0.5, "a document moves something");
    }

    /** A hub changes the gradients of all its leaves at once: the more leaves, the further. */
    @Test
    @Tag("nightly")
    void aHubRefutesTheClaimAndNothingElseBoundsIt() {
        double before = 1;
        for (int leaves : Extent.ALL ? new int[] {30, 120, 480} : new int[] {30, 120}) {
            int[] leaf = IntStream.rangeClosed(1, leaves).toArray();
            Coupling.Report report = coupled(view(Graph.undirected(leaves + 1, new int[leaves], leaf)));
            assertTrue(!report.holds() && report.worst() > 1.4 * before, leaves + " leaves: " + report.worst());
            assertTrue(report.findings().get(0).change() <= 2 * (leaves + 1), "no term moves by more than 2C");
            before = report.worst();
        }
    }
}
