package dpgnn.study.walks;

import dpgnn.train.Run;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A curve of figure 2 of Ayle et al. (2023): test micro-F1 in percent at whole numbers of epsilon of private runs, as a mean
 * over their seeds between the lowest and the highest.
 *
 * @param epsilon the whole numbers at which every run has taken a step
 */
public record WalkCurve(double[] epsilon, double[] mean, double[] low, double[] high) {
    /** A privacy budget at which a curve ends at the latest. */
    private static final int MOST = 64;

    /** Runs of one setting that differ in their seeds, evaluated on their way. */
    public static WalkCurve of(List<Run> runs) {
        if (runs.isEmpty()) throw new IllegalArgumentException("runs must not be empty: there is no curve of nothing");
        double[] epsilon = IntStream.rangeClosed(1, MOST)
                .filter(k -> reach(runs, k))
                .asDoubleStream()
                .toArray();
        double[] mean = new double[epsilon.length];
        double[] low = new double[epsilon.length];
        double[] high = new double[epsilon.length];
        for (int e = 0; e < epsilon.length; e++) {
            double[] values = new double[runs.size()];
            for (int r = 0; r < values.length; r++) values[r] = 100 * test(runs.get(r), (int) epsilon[e]);
            mean[e] = Arrays.stream(values).average().orElseThrow();
            low[e] = Arrays.stream(values).min().orElseThrow();
            high[e] = Arrays.stream(values).max().orElseThrow();
        }
        return new WalkCurve(epsilon, mean, low, high);
    }

    /** Whether each of them has taken a step within this budget. */
    static boolean reach(List<Run> runs, int epsilon) {
        return runs.stream().allMatch(r -> r.metrics().containsKey("steps at epsilon " + epsilon));
    }

    /** The test figure at a whole budget within which it has taken a step. */
    static double test(Run run, int epsilon) {
        long step = (long) run.metric("steps at epsilon " + epsilon);
        return run.history().get("test").stream()
                .filter(point -> point.step() == step)
                .mapToDouble(Run.Point::value)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the run " + run.parameters()
                        + " must have been evaluated after step " + step + ", where its epsilon comes to " + epsilon
                        + "; the variant end-only leaves that out"));
    }
}
