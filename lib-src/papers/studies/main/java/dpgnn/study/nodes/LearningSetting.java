package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import java.util.Locale;

/** Says whether a training sees the test nodes, without their labels, or a graph without them. */
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
