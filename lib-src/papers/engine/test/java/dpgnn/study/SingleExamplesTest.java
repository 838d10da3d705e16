package dpgnn.study;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.Dataset;
import dpgnn.graph.Participants;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HeterPoisson;
import dpgnn.sampling.Sampler;
import java.util.List;
import org.junit.jupiter.api.Test;

class SingleExamplesTest {
    private static final Dataset DATA = SyntheticGraphs.small();
    private static final Participants PEOPLE =
            DATA.transductive(DATA.publicSplit().orElseThrow()).participants();

    private static Batch batch(Sampler sampler) {
        Batch batch = new Batch();
        sampler.draws(PEOPLE, Streams.seed(3).stream("sampler")).draw(2, batch);
        return batch;
    }

    /** Stars and walks alike: the examples one by one are the batch, and their clipped gradients its sum. */
    @Test
    void theSumIsThatOfTheExamplesAndEachIsClipped() {
        Network network =
                Gcn.layers(2, 5).network(DATA.features().width(), DATA.labels().classes());
        Parameters at = network.initial(Streams.seed(1).stream("init"));
        ExampleGradients of = ExampleGradients.of(network, DATA.features(), DATA.labels());
        for (Sampler sampler : List.of(HeterPoisson.of(0.05, 2), DisjointWalks.of(2, 40))) {
            Batch batch = batch(sampler);
            SingleExamples examples = SingleExamples.of(batch);
            assertEquals(batch.examples(), examples.size());
            double[] norms = examples.norms(of, at, Double.POSITIVE_INFINITY), clipped = examples.norms(of, at, 0.5);
            for (int i = 0; i < norms.length; i++) assertEquals(Math.min(0.5, norms[i]), clipped[i], 1e-5);
            float[] byOne = new float[network.size()], whole = new float[network.size()];
            for (float[] gradient : examples.gradients(of, at, 0.5))
                for (int i = 0; i < byOne.length; i++) byOne[i] += gradient[i];
            of.clippedSum(at, batch, new double[] {0.5}, null, whole);
            assertEquals(0, SingleExamples.distance(whole, examples.sum(of, at, 0.5)), 1e-6);
            assertEquals(0, SingleExamples.distance(whole, byOne), 1e-4);
            assertTrue(SingleExamples.distance(whole, examples.first(3).sum(of, at, 0.5)) > 0.1);
        }
    }

    @Test
    void whatIsCopiedStaysWhenTheSamplerDrawsAgain() {
        Batch batch = batch(DisjointWalks.of(2, 40));
        SingleExamples examples = SingleExamples.of(batch);
        int root = batch.node(0);
        batch.clear();
        assertEquals(root, examples.example(0).node(0));
        assertEquals(0, examples.example(7).target(0), "a root is the first row of its own batch");
    }

    @Test
    void badInputIsNamed() {
        SingleExamples examples = SingleExamples.of(batch(DisjointWalks.of(2, 4)));
        refused(() -> examples.first(5), "count", "5");
        refused(() -> SingleExamples.distance(new float[2], new float[3]));
    }
}
