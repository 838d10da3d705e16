package dpgnn.audit;

import dpgnn.graph.Graph;
import dpgnn.graph.TrainingView;
import dpgnn.nn.Network;
import dpgnn.nn.Parameters;
import dpgnn.nn.PerExample;
import dpgnn.sampling.Batch;
import java.util.Arrays;

/**
 * The sum that equation (5) of Igamberdiev and Habernal (2022) means: the gradient of every document's loss, clipped by itself.
 * The paper takes C for what one document can change in it. But a document is read by its neighbours. When it changes, the
 * losses of others change too: of those within as many hops as the network has layers, and, where degrees are in the weights,
 * of those one hop further out; each of them may move by 2C. So this is no way to clip for a trainer: it is here to be
 * refuted.
 *
 * <pre>{@code
 * Coupling.of(Gcn.layers(2, 32), WholeGraph.of(), Clip.flat(1e-3)).sums(new DocumentClip()).run(view)
 * }</pre>
 *
 * which holds what another document in a document's place moves against 2C, the paper's claim for it.
 */
public final class DocumentClip implements Coupling.Sums {
    /** The batch of the whole graph only says that all of it is meant: every document is an example here. */
    @Override
    public void clippedSum(
            TrainingView view, Network network, Parameters at, Batch batch, double[] thresholds, float[] into) {
        Batch documents = new Batch();
        Balls balls = new Balls(view.graph());
        for (int v : view.participants().roots()) balls.add(documents, v, network.hops() + 1);
        PerExample.of(network, view.features(), view.labels()).clippedSum(at, documents, thresholds, null, into);
    }

    /** Adds the document as the only target among all that it reads, and one hop more, so that every degree that counts is whole. */
    private static final class Balls {
        private final Graph graph;
        private final int[] row;
        private final int[] members;

        Balls(Graph graph) {
            this.graph = graph;
            row = new int[graph.nodes()];
            Arrays.fill(row, -1);
            members = new int[graph.nodes()];
        }

        void add(Batch batch, int document, int radius) {
            int count = 0;
            row[document] = 0;
            members[count++] = document;
            for (int hop = 0, reached = 0; hop < radius; hop++)
                for (int rim = count; reached < rim; reached++)
                    for (int k = 0; k < graph.inDegree(members[reached]); k++) {
                        int u = graph.inNeighbour(members[reached], k);
                        if (row[u] >= 0) continue;
                        row[u] = count;
                        members[count++] = u;
                    }
            batch.beginExample();
            int first = batch.rows();
            for (int r = 0; r < count; r++) {
                batch.addRow(members[r]);
                for (int k = 0; k < graph.inDegree(members[r]); k++) {
                    int source = row[graph.inNeighbour(members[r], k)];
                    if (source >= 0) batch.addSource(first + source);
                }
            }
            batch.addTarget(first);
            for (int r = 0; r < count; r++) row[members[r]] = -1;
        }
    }
}
