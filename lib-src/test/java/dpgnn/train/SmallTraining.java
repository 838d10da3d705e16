package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dpgnn.graph.Dataset;
import dpgnn.graph.EvaluationView;
import dpgnn.graph.Scaling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.synthetic.SyntheticGraphs;
import dpgnn.nn.Model;
import dpgnn.nn.Network;
import dpgnn.random.Streams;

/** The small graph with half of its nodes in training, which most tests of trainers share. */
public final class SmallTraining {
    public static final Dataset DATA = SyntheticGraphs.small();
    public static final Split SPLIT = Split.random(DATA.nodes(), 0.5, 0.1, Streams.seed(1).stream("split"));
    public static final TrainingView VIEW = DATA.transductive(SPLIT);
    public static final EvaluationView HELD = DATA.evaluationAmong(SPLIT, Split.Role.TEST);

    /** Standardised by what its training nodes have, which nobody hides. */
    public static Dataset leaky() {
        return Scaling.standardised(DATA, SPLIT.train());
    }

    public static Network network(Model model) {
        return model.network(VIEW.features().width(), VIEW.labels().classes());
    }

    public static void assertSameWeights(Trained expected, Trained actual) {
        assertArrayEquals(expected.parameters().toArray(), actual.parameters().toArray(), 0f);
    }

    private SmallTraining() {}
}
