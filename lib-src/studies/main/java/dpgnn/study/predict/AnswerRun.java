package dpgnn.study.predict;

import dpgnn.base.Check;
import dpgnn.study.nodes.NodeData;
import dpgnn.study.nodes.TargetEpsilon;
import dpgnn.train.Experiment;

/**
 * One training and its answers about test nodes.
 *
 * @param dataset and {@code features}: see {@link NodeData}
 * @param way what an answer reads
 * @param answers how many of them are paid for; 0 for one about each test node
 * @param epsilon of the training and all answers together; of the training alone where answers are not paid for
 */
public record AnswerRun(String dataset, String features, Way way, int answers, TargetEpsilon epsilon, long seed)
        implements Experiment<AnswerRun> {
    /** What an answer reads beside the row that its asker gives, and whom the noise hides. */
    public enum Way {
        OWN("own row"),
        NODE("neighbours, a node hidden"),
        WEIGHTED("neighbours, a node hidden, degrees public"),
        EDGE("neighbours, an edge hidden"),
        UNPAID("neighbours, answers not paid for");

        private final String words;

        Way(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    public AnswerRun {
        Check.given("way", way);
        Check.atLeast("answers", answers, 0);
    }

    /** One answer about each test node, at epsilon 4. */
    public static AnswerRun of(String dataset, Way way) {
        return new AnswerRun(dataset, NodeData.blind(dataset, "rows"), way, 0, new TargetEpsilon(4), 1);
    }

    @Override
    public String experiment() {
        return "answers";
    }
}
