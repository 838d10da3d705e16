package dpgnn.study.nodes;

import dpgnn.graph.Dataset;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The bound on precision of Xiang, Wang and Wang (2024, Theorem 3): private answers that attain it once it is corrected for shares of classes. */
public final class PrecisionBounds {
    private PrecisionBounds() {}

    /** The share of each class among labelled nodes. */
    public static double[] shares(Dataset data) {
        double[] share = new double[data.labels().classes()];
        int known = 0;
        for (int v = 0; v < data.nodes(); v++)
            if (data.labels().isKnown(v)) {
                share[data.labels().of(v)]++;
                known++;
            }
        for (int c = 0; c < share.length; c++) share[c] /= known;
        return share;
    }

    public static double largest(double[] share) {
        return Arrays.stream(share).max().orElseThrow();
    }

    private static int largestClass(double[] share) {
        return IntStream.range(0, share.length)
                .reduce((a, b) -> share[b] > share[a] ? b : a)
                .orElseThrow();
    }

    public static double delta(int nodes) {
        return NodeData.delta((int) Math.round(0.8 * nodes));
    }

    /** Macro, weighted and the largest class's precision of randomised response on the labels, in shares. */
    public static double[] response(Dataset data, double epsilon, int times, long seed) {
        int classes = data.labels().classes();
        RandomStream coins = Streams.seed(seed).stream("response");
        int[] all =
                IntStream.range(0, data.nodes()).filter(data.labels()::isKnown).toArray();
        double[] share = shares(data);
        int top = largestClass(share);
        long[] right = new long[classes], said = new long[classes];
        double truth = Math.exp(epsilon) / (Math.exp(epsilon) + classes - 1);
        for (int t = 0; t < times; t++)
            for (int v : all) {
                int y = data.labels().of(v), h = y;
                if (coins.nextDouble() >= truth) h = (y + 1 + coins.nextInt(classes - 1)) % classes;
                said[h]++;
                if (h == y) right[h]++;
            }
        double macro = 0, weighted = 0;
        for (int c = 0; c < classes; c++) {
            macro += (double) right[c] / said[c] / classes;
            weighted += share[c] * right[c] / said[c];
        }
        return new double[] {macro, weighted, (double) right[top] / said[top]};
    }

    /**
     * With which probability an answer to "is it this class?" says yes, of a node of the class and of another: that of randomised
     * response, then whichever of the two is said too often is turned into the other, so that yes is said as often as it is true.
     */
    public static double[] aligned(double epsilon, double share) {
        double truth = 1 / (1 + Math.exp(-epsilon)), yes = share * truth + (1 - share) * (1 - truth);
        if (yes >= share) return new double[] {truth * share / yes, (1 - truth) * share / yes};
        double no = (1 - share) / (1 - yes);
        return new double[] {1 - (1 - truth) * no, 1 - truth * no};
    }

    /** The precision of that answer about the largest class, and how often it is said. */
    public static double[] answers(Dataset data, double epsilon, int times, long seed) {
        RandomStream coins = Streams.seed(seed).stream("aligned");
        double[] share = shares(data), a = aligned(epsilon, largest(share));
        int top = largestClass(share);
        long said = 0, right = 0, all = 0;
        for (int t = 0; t < times; t++)
            for (int v = 0; v < data.nodes(); v++) {
                if (!data.labels().isKnown(v)) continue;
                boolean yes = data.labels().of(v) == top;
                all++;
                if (coins.nextDouble() >= a[yes ? 0 : 1]) continue;
                said++;
                if (yes) right++;
            }
        return new double[] {(double) right / said, (double) said / all};
    }
}
