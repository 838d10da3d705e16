package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.graph.Labels;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** What answers score that look at nothing. Nodes without a label count neither in the training nor in the test. */
public final class BlindGuess {
    private BlindGuess() {}

    /** The share of test nodes for which a class is right that is drawn for each, all equally likely. */
    public static double uniform(Labels labels, int[] test, RandomStream coins) {
        Check.given("coins", coins);
        return share(labels, test, v -> coins.nextInt(labels.classes()));
    }

    /** The share of test nodes that have the most frequent class of the training nodes; the first of equals. */
    public static double majority(Labels labels, int[] training, int[] test) {
        Check.given("labels", labels);
        Check.given("training", training);
        int[] count = new int[labels.classes()];
        for (int v : training) if (labels.isKnown(v)) count[labels.of(v)]++;
        int most = 0;
        for (int c = 1; c < count.length; c++) if (count[c] > count[most]) most = c;
        int answer = most;
        return share(labels, test, v -> answer);
    }

    private static double share(Labels labels, int[] test, IntUnaryOperator answer) {
        Check.given("labels", labels);
        Check.given("test", test);
        int[] asked = Arrays.stream(test).filter(labels::isKnown).toArray();
        long right = Arrays.stream(asked)
                .filter(v -> answer.applyAsInt(v) == labels.of(v))
                .count();
        return (double) right / Math.max(1, asked.length);
    }
}
