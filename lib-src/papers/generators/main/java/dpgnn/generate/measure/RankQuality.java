package dpgnn.generate.measure;

import java.util.Arrays;
import java.util.Comparator;

/** The area under the ROC curve: how often a positive scores above a negative, ties counting half. */
final class RankQuality {
    private RankQuality() {}

    static double auc(double[] positives, double[] negatives) {
        if (positives.length == 0 || negatives.length == 0)
            throw new IllegalArgumentException(
                    "there must be positives and negatives, were " + positives.length + " and " + negatives.length);
        int n = positives.length + negatives.length;
        double[] all = Arrays.copyOf(positives, n);
        System.arraycopy(negatives, 0, all, positives.length, negatives.length);
        for (int i = 0; i < n; i++)
            if (Double.isNaN(all[i]))
                throw new IllegalArgumentException("every score must be a number, that of "
                        + (i < positives.length ? "positive " + i : "negative " + (i - positives.length)) + " was NaN");
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> all[i]));
        double ranks = 0;
        for (int from = 0; from < n; ) {
            int to = from;
            while (to < n && all[order[to]] == all[order[from]]) to++;
            double rank = (from + to + 1) / 2.0;
            for (int i = from; i < to; i++) if (order[i] < positives.length) ranks += rank;
            from = to;
        }
        double p = positives.length;
        return (ranks - p * (p + 1) / 2) / (p * negatives.length);
    }
}
