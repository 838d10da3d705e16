package dpgnn.graph;

/**
 * What an evaluation may read: labels of the evaluated nodes only. A trainer takes a {@link TrainingView} and cannot be given
 * one of these. Made by {@link Dataset#evaluation} (the whole graph) and {@link Dataset#evaluationAmong} (evaluated nodes
 * read each other only, so that no training node's data is read).
 *
 * @param nodes the evaluated nodes, in the numbering of the view's graph
 * @param original the nodes of the data set that the evaluated nodes are
 */
public record EvaluationView(Graph graph, Features features, Labels labels, int[] nodes, int[] original) {
    static EvaluationView whole(Dataset data, int[] chosen) {
        return new EvaluationView(data.graph(), data.features(), data.labels().only(chosen), chosen, chosen);
    }

    static EvaluationView among(Dataset data, int[] chosen) {
        int[] nodes = new int[chosen.length];
        for (int i = 0; i < nodes.length; i++) nodes[i] = i;
        return new EvaluationView(
                data.graph().induced(chosen),
                data.features().select(chosen),
                data.labels().select(chosen),
                nodes,
                chosen);
    }
}
