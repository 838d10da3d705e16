package dpgnn.train;

import dpgnn.graph.Dataset;
import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Graph;
import dpgnn.graph.Labels;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Made-up data of which every node trains. */
public final class AllTrain {
    private AllTrain() {}

    public static TrainingView view(Graph graph, Features features, Labels labels) {
        int[] all = IntStream.range(0, graph.nodes()).toArray();
        return new Dataset(graph, features, labels, new Dataset.Provenance("made up", List.of(), true, List.of()))
                .transductive(Split.of(all.length, all, new int[0], new int[0]));
    }

    /** Rows that no edge joins. */
    public static TrainingView rows(int nodes, float[] values, int classes, IntUnaryOperator label) {
        return view(
                Graph.undirected(nodes, new int[0], new int[0]),
                DenseFeatures.of(nodes, values.length / nodes, values),
                Labels.single(classes, IntStream.range(0, nodes).map(label).toArray()));
    }
}
