package dpgnn.graph;

import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.random.Streams;

/** Views of the small graph that many tests train on. */
public final class Views {
    /** One half of the nodes trains. */
    public static final TrainingView HALF = training(0.5);

    private Views() {}

    /** The row of a node. */
    public static float[] row(Features features, int node) {
        float[] row = new float[features.width()];
        features.copyRow(node, row, 0);
        return row;
    }

    /** So many of the nodes train, and a tenth validates. */
    public static TrainingView training(double share) {
        Dataset data = SyntheticGraphs.small();
        return data.transductive(Split.random(data.nodes(), share, 0.1, Streams.seed(1).stream("split")));
    }
}
