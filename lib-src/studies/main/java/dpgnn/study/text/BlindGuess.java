package dpgnn.study.text;

import dpgnn.base.Check;
import dpgnn.graph.Labels;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;

/** Predicts without reading any document: the random and the majority baseline. */
public final class BlindGuess {
    private BlindGuess() {}

    /** A class for every node, all of them equally likely. */
    public static int[] uniform(int classes, int nodes, RandomStream coins) {
        Check.atLeast("classes", classes, 1);
        int[] guess = new int[nodes];
        for (int i = 0; i < nodes; i++) guess[i] = coins.nextInt(classes);
        return guess;
    }

    /** The most frequent class among these labels for every node; the first of equals. */
    public static int[] majority(Labels training, int nodes) {
        int[] count = new int[training.classes()];
        for (int v = 0; v < training.nodes(); v++) if (training.isKnown(v)) count[training.of(v)]++;
        int most = 0;
        for (int c = 1; c < count.length; c++) if (count[c] > count[most]) most = c;
        int[] guess = new int[nodes];
        Arrays.fill(guess, most);
        return guess;
    }

    /** The share of nodes whose label was guessed, which for one class per node is the micro-F1. */
    public static double accuracy(Labels labels, int[] nodes, int[] guess) {
        int right = 0;
        for (int i = 0; i < nodes.length; i++) if (labels.of(nodes[i]) == guess[i]) right++;
        return (double) right / Math.max(1, nodes.length);
    }

    /** The share of the test documents for which a guess from a seed is right, all classes being equally likely. */
    public static double random(TextData data, long seed) {
        int[] test = known(data);
        Labels labels = data.data().labels();
        return accuracy(labels, test, uniform(labels.classes(), test.length, Streams.seed(seed).stream("guess")));
    }

    /** The share of the test documents that have the most frequent class of the training documents. */
    public static double majority(TextData data) {
        int[] test = known(data);
        Labels labels = data.data().labels();
        return accuracy(labels, test, majority(labels.only(data.split().train()), test.length));
    }

    private static int[] known(TextData data) {
        return Arrays.stream(data.split().test())
                .filter(data.data().labels()::isKnown)
                .toArray();
    }
}
