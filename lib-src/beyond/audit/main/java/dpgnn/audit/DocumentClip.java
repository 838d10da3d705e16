package dpgnn.audit;

import dpgnn.graph.TrainingView;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.BoundedDegree;

/**
 * Computes the sum of equation (5) of Igamberdiev and Habernal (2022): the gradient of every document's loss, clipped by
 * itself. The paper takes C as the most that one document can change the sum. But a document is read by its neighbours. When
 * it changes, the losses of others change too: those within as many hops as the network has layers and, where degrees are in
 * the weights, those one hop further out. Each of them may move by 2C. No trainer should clip like this: the class exists to
 * refute the claim.
 *
 * <pre>{@code
 * Coupling.of(Gcn.layers(2, 32), WholeGraph.of(), Clip.flat(1e-3)).sums(new DocumentClip()).run(view)
 * }</pre>
 *
 * which replaces a document by another and compares the change with 2C, the paper's claim for it.
 */
public final class DocumentClip implements Coupling.Sums {
    /** The batch of the whole graph only says that all of it is meant: every document is an example here. */
    @Override
    public void clippedSum(
            TrainingView view, Network network, Parameters at, Batch batch, double[] thresholds, float[] into) {
        int nodes = view.graph().nodes();
        int documents = view.participants().roots().length;
        Batch each = new Batch();
        // All that a document reads, and one hop more, so that every degree that counts is whole; no degree is cut.
        BoundedDegree.features(nodes, network.hops() + 1, documents)
                .draws(view.participants(), Streams.seed(1).stream("documents"))
                .draw(0, each);
        ExampleGradients.of(network, view.features(), view.labels()).clippedSum(at, each, thresholds, null, into);
    }
}
