package dpgnn.study.attacks;

import dpgnn.base.Check;
import dpgnn.train.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scores in a run's history, one byte each: a share of the way from the least to the largest, which are kept whole, so that some
 * hundred scores of some hundred runs take as many kilobytes. The first two points hold count and least, and the step between
 * two levels; every other holds seven scores.
 */
final class PackedScores {
    private static final int EACH = 7, BITS = 8, LEVELS = (1 << BITS) - 1;

    private PackedScores() {}

    static List<Run.Point> pack(double[] scores) {
        for (double s : scores) Check.that(Double.isFinite(s), "score", "finite", s);
        double low = Arrays.stream(scores).min().orElse(0),
                high = Arrays.stream(scores).max().orElse(0);
        double step = (high - low) / LEVELS;
        List<Run.Point> points = new ArrayList<>();
        points.add(new Run.Point(scores.length, low));
        points.add(new Run.Point(0, step));
        for (int from = 0; from < scores.length; from += EACH) {
            long packed = 0;
            for (int i = 0; i < EACH; i++) {
                double score = scores[Math.min(from + i, scores.length - 1)];
                packed = packed << BITS | (step == 0 ? 0 : Math.round((score - low) / step));
            }
            points.add(new Run.Point(packed, 0));
        }
        return points;
    }

    static double[] unpack(List<Run.Point> points) {
        double[] scores = new double[(int) points.get(0).step()];
        for (int u = 0; u < scores.length; u++) {
            long packed = points.get(2 + u / EACH).step();
            long level = packed >>> BITS * (EACH - 1 - u % EACH) & LEVELS;
            scores[u] = points.get(0).value() + level * points.get(1).value();
        }
        return scores;
    }
}
