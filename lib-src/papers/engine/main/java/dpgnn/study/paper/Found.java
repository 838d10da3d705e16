package dpgnn.study.paper;

import dpgnn.study.ReadData;
import dpgnn.study.StudentInterval;
import dpgnn.study.SweepResults.Summary;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What stands beside a published number: a value for each seed, or the reason why there is none.
 *
 * @param seeds none for what no seed changes
 * @param missing empty where there are values
 * @param file whether a file is what is missing
 */
public record Found(ReadData data, long[] seeds, double[] values, String missing, boolean file) {
    private static final long[] NO_SEED = {};

    public Found {
        seeds = seeds.clone();
        values = values.clone();
        if (missing.isEmpty() == (values.length == 0))
            throw new IllegalArgumentException(
                    "values must be one at least, or missing must say why there is none, were " + values.length
                            + " values and '" + missing + "'");
        for (double value : values)
            if (!Double.isFinite(value))
                throw new IllegalArgumentException(
                        "values must be finite, a run that failed is no number, were " + Arrays.toString(values));
    }

    public static Found of(Summary<?> runs) {
        ReadData data = ReadData.of(runs.runs().get(0).data());
        return new Found(data, runs.seeds(), runs.values(), "", false);
    }

    /** What no seed changes. */
    public static Found of(ReadData data, double value) {
        return new Found(data, NO_SEED, new double[] {value}, "", false);
    }

    public static Found noFile(String file) {
        return new Found(null, NO_SEED, new double[0], file, true);
    }

    public static Found notRun(String reason) {
        return new Found(null, NO_SEED, new double[0], reason, false);
    }

    public boolean isThere() {
        return values.length > 0;
    }

    /** Whether it may be held against the published number: there, and on the paper's own data. */
    public boolean isComparable() {
        return isThere() && !data.isStandIn();
    }

    public double mean() {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** That of a sample; NaN where there is one value. */
    public double deviation() {
        return StudentInterval.deviation(values);
    }

    String seedList() {
        return Arrays.stream(seeds).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
