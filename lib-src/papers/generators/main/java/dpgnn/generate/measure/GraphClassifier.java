package dpgnn.generate.measure;

import dpgnn.base.Check;
import dpgnn.generate.net.NetParameter;
import dpgnn.generate.net.SharedDraws;
import dpgnn.graph.Graph;
import dpgnn.linear.AdamSteps;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Classifies whole graphs by GIN under the protocol of its authors: stratified folds, and the one epoch whose validation
 * accuracy, averaged over folds, is best. One-hot degrees are the only features.
 *
 * @param hidden width of all layers
 * @param convolutions graph convolutions; GIN counts the input as a layer too
 * @param iterations batches per epoch, each drawn anew from the training part
 * @param rate of Adam, halved every 50 epochs
 */
public record GraphClassifier(
        int folds, int epochs, int iterations, int batch, int hidden, int convolutions, double rate) {
    public GraphClassifier {
        Check.atLeast("folds", folds, 2);
        Check.atLeast("epochs", epochs, 1);
        Check.atLeast("iterations", iterations, 1);
        Check.atLeast("batch", batch, 2);
        Check.atLeast("hidden", hidden, 1);
        Check.atLeast("convolutions", convolutions, 1);
        Check.positive("rate", rate);
    }

    /** 10 folds, 350 epochs of 50 batches of 32 graphs, hidden width 64, four convolutions, Adam 0.01. */
    public static GraphClassifier standard() {
        return new GraphClassifier(10, 350, 50, 32, 64, 4, 0.01);
    }

    /**
     * @param accuracy mean over folds at the chosen epoch
     * @param deviation of the folds' accuracies, with n - 1
     * @param epoch the chosen one, counted from 1
     */
    public record Result(double accuracy, double deviation, int epoch, double[] foldAccuracies) {}

    public Result crossValidate(List<Graph> graphs, int[] labels, Streams streams) {
        if (labels.length != graphs.size())
            throw new IllegalArgumentException(
                    "there must be a label per graph, were " + labels.length + " for " + graphs.size() + " graphs");
        Check.that(graphs.size() >= folds, "folds", "at most the " + graphs.size() + " graphs", folds);
        int[] foldOf = stratified(labels, folds, streams.stream("folds"));
        int classes = Arrays.stream(labels).max().orElse(0) + 1;
        int degrees = 1 + graphs.stream().mapToInt(Graph::maxInDegree).max().orElse(0);
        double[][] curves = IntStream.range(0, folds)
                .parallel()
                .mapToObj(f -> curve(graphs, labels, classes, degrees, foldOf, f, streams.stream("fold " + f)))
                .toArray(double[][]::new);
        int best = 0;
        for (int e = 1; e < epochs; e++) if (mean(curves, e) > mean(curves, best)) best = e;
        double[] at = new double[folds];
        for (int f = 0; f < folds; f++) at[f] = curves[f][best];
        double mean = mean(curves, best);
        double squares = Arrays.stream(at).map(a -> (a - mean) * (a - mean)).sum();
        return new Result(mean, Math.sqrt(squares / (folds - 1)), best + 1, at);
    }

    private static double mean(double[][] curves, int epoch) {
        return Arrays.stream(curves).mapToDouble(c -> c[epoch]).average().orElse(0);
    }

    private double[] curve(
            List<Graph> graphs, int[] labels, int classes, int degrees, int[] foldOf, int fold, RandomStream coins) {
        int[] train =
                IntStream.range(0, labels.length).filter(i -> foldOf[i] != fold).toArray();
        int[] test =
                IntStream.range(0, labels.length).filter(i -> foldOf[i] == fold).toArray();
        GinNetwork network = new GinNetwork(degrees, hidden, convolutions, classes, coins.fork("init"));
        AdamSteps adam = AdamSteps.of(rate);
        RandomStream picks = coins.fork("batches");
        RandomStream dropout = coins.fork("dropout");
        double[] accuracies = new double[epochs];
        GraphBatch held = batch(graphs, labels, test, degrees);
        for (int e = 0; e < epochs; e++) {
            adam.rate(rate * Math.pow(0.5, e / 50));
            for (int i = 0; i < iterations; i++) {
                int[] chosen = SharedDraws.distinct(train.length, Math.min(batch, train.length), picks);
                for (int k = 0; k < chosen.length; k++) chosen[k] = train[chosen[k]];
                network.learn(batch(graphs, labels, chosen, degrees), dropout);
                NetParameter.step(adam, network.parameters());
            }
            int[] answers = network.classify(held);
            for (int k = 0; k < test.length; k++) if (answers[k] == labels[test[k]]) accuracies[e] += 1.0 / test.length;
        }
        return accuracies;
    }

    private static GraphBatch batch(List<Graph> graphs, int[] labels, int[] chosen, int degrees) {
        List<Graph> some = new ArrayList<>();
        for (int i : chosen) some.add(graphs.get(i));
        return new GraphBatch(some, Arrays.stream(chosen).map(i -> labels[i]).toArray(), degrees);
    }

    /** Folds of equal size, each with the classes in the same proportions as far as possible. */
    static int[] stratified(int[] labels, int folds, RandomStream coins) {
        int[] foldOf = new int[labels.length];
        int next = 0;
        int classes = Arrays.stream(labels).max().orElse(0) + 1;
        int[] order = SharedDraws.permutation(labels.length, coins);
        for (int c = 0; c < classes; c++) for (int i : order) if (labels[i] == c) foldOf[i] = next++ % folds;
        return foldOf;
    }
}
