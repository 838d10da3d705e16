package dpgnn.graph;

import dpgnn.base.Check;

/**
 * All that an evaluation may read; the labels are those of the evaluated nodes only. A trainer takes a {@link TrainingView}
 * and cannot be given an evaluation view. Use {@link Dataset#evaluation} for the whole graph, or
 * {@link Dataset#evaluationAmong} where evaluated nodes read each other only, so that no training node's data are read.
 *
 * @param nodes the evaluated nodes, in the numbering of the view's graph
 * @param original the numbers of the evaluated nodes in the data set
 * @param provenance where the data come from, and what they leak
 */
public record EvaluationView(
        Graph graph, Features features, Labels labels, int[] nodes, int[] original, Dataset.Provenance provenance) {
    public EvaluationView {
        Check.given("provenance", provenance);
    }

    static EvaluationView whole(Dataset data, int[] chosen) {
        return new EvaluationView(
                data.graph(), data.features(), data.labels().only(chosen), chosen, chosen, data.provenance());
    }

    static EvaluationView among(Dataset data, int[] chosen) {
        int[] nodes = new int[chosen.length];
        for (int i = 0; i < nodes.length; i++) nodes[i] = i;
        return new EvaluationView(
                data.graph().induced(chosen),
                data.features().select(chosen),
                data.labels().select(chosen),
                nodes,
                chosen,
                data.provenance());
    }
}
