package dpgnn.notebook;

import dpgnn.base.Check;
import dpgnn.report.figure.PaperTable;
import dpgnn.report.render.Numbers;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One figure of one setting, measured once for each seed.
 *
 * @param data which data all of them were measured on
 */
public record Replicates(PaperTable.Data data, long[] seeds, double[] values) {
    public Replicates {
        Check.given("data", data);
        if (values.length == 0)
            throw new IllegalArgumentException("values must be those of one seed at least, was empty");
        if (seeds.length != values.length)
            throw new IllegalArgumentException(
                    "seeds must be as many as values, which are " + values.length + ", was " + seeds.length);
        seeds = seeds.clone();
        values = values.clone();
    }

    @Override
    public long[] seeds() {
        return seeds.clone();
    }

    @Override
    public double[] values() {
        return values.clone();
    }

    public double mean() {
        return Arrays.stream(values).average().orElseThrow();
    }

    /** The sample standard deviation, which a single seed does not have: NaN. */
    public double deviation() {
        if (values.length < 2) return Double.NaN;
        double mean = mean();
        return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1));
    }

    public Replicates times(double factor) {
        return new Replicates(
                data, seeds, Arrays.stream(values).map(v -> v * factor).toArray());
    }

    /** The differences seed by seed, over the seeds that both have. */
    public Replicates minus(Replicates other) {
        int[][] pairs = IntStream.range(0, seeds.length)
                .boxed()
                .flatMap(i -> IntStream.range(0, other.seeds.length)
                        .filter(j -> other.seeds[j] == seeds[i])
                        .mapToObj(j -> new int[] {i, j}))
                .toArray(int[][]::new);
        if (pairs.length == 0)
            throw new IllegalArgumentException("other must share a seed with " + Arrays.toString(seeds)
                    + ", its seeds were " + Arrays.toString(other.seeds));
        return new Replicates(
                data,
                Arrays.stream(pairs).mapToLong(p -> seeds[p[0]]).toArray(),
                Arrays.stream(pairs)
                        .mapToDouble(p -> values[p[0]] - other.values[p[1]])
                        .toArray());
    }

    /** "81.2 ± 0.3": mean and deviation with this many decimals; for a single seed the value alone. */
    public String plusMinus(int decimals) {
        return Lab.plusMinus(mean(), deviation(), decimals);
    }

    /** "0.355 ± 0.050": two digits of the deviation, and the mean to the same place. */
    public String plusMinus() {
        return Numbers.plusMinus(mean(), deviation());
    }

    /** The seeds as text for a table cell: "1 2 3". */
    public String seedList() {
        return Arrays.stream(seeds).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    /** Puts these values beside the published row with this key. */
    public void beside(PaperTable table, Object... key) {
        table.ours(data, seeds, values, key);
    }
}
