package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import java.util.Locale;

/** Whether a training sees the nodes of the test, without their labels, or a graph that they are not in. */
public enum LearningSetting {
    TRANSDUCTIVE,
    INDUCTIVE;

    /** What a training may read. */
    TrainingView view(Dataset data, Split split) {
        return this == INDUCTIVE ? data.inductive(split) : data.transductive(split);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
