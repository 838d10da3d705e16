package dpgnn.study.generation;

import dpgnn.train.Experiment;
import java.util.Map;

/** The records of makers' experiments, for tests of other packages. */
public final class MakerRecords {
    /** By the name of the experiment. */
    public static final Map<String, Class<? extends Experiment<?>>> ALL = Map.of(
            "generation", MakerRun.Making.class,
            "generation-motifs", MakerRun.Counting.class,
            "generation-gin", MakerRun.Classifying.class);

    private MakerRecords() {}
}
