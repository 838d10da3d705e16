package dpgnn.study.paper;

import dpgnn.study.StudentInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far one method is ahead of another, in points of a percentage. Both were run with the same seeds, which draw the same splits.
 *
 * @param cells in each cell, in the mean over seeds
 * @param seeds for each seed, in the mean over cells
 */
public record Lead(double[] cells, double[] seeds) {
    /** A cell of one method beside that of the other. */
    public record Pair(Found of, Found over) {}

    public static Lead of(List<Pair> pairs) {
        if (pairs.isEmpty()) throw new IllegalArgumentException("pairs must be one cell at least, were none");
        List<double[]> differences = new ArrayList<>();
        for (Pair p : pairs) {
            if (!Arrays.equals(p.of.seeds(), p.over.seeds()))
                throw new IllegalArgumentException("seeds of a pair must be the same, were "
                        + Arrays.toString(p.of.seeds()) + " and " + Arrays.toString(p.over.seeds()));
            double[] of = p.of.values(), over = p.over.values();
            differences.add(IntStream.range(0, of.length)
                    .mapToDouble(s -> 100 * (of[s] - over[s]))
                    .toArray());
        }
        return new Lead(
                differences.stream().mapToDouble(Lead::mean).toArray(),
                IntStream.range(0, differences.get(0).length)
                        .mapToDouble(s -> differences.stream()
                                .mapToDouble(d -> d[s])
                                .average()
                                .orElseThrow())
                        .toArray());
    }

    private static double mean(double[] of) {
        return Arrays.stream(of).average().orElseThrow();
    }

    public double points() {
        return mean(cells);
    }

    /** Over seeds. */
    public StudentInterval overSeeds() {
        return StudentInterval.of(seeds);
    }

    /** In how many cells the first is ahead. */
    public int ahead() {
        return (int) Arrays.stream(cells).filter(d -> d > 0).count();
    }

    /** "+6.7 ± 0.4". */
    public String interval() {
        return overSeeds().exists()
                ? String.format("%+.1f ± %.1f", points(), overSeeds().half())
                : String.format("%+.1f (one seed)", points());
    }

    /** "+6.7 ± 0.4, ahead in 95 of 96 cells, by -0.3 to +12.4". */
    @Override
    public String toString() {
        return String.format(
                "%s, ahead in %d of %d cells, by %+.1f to %+.1f",
                interval(),
                ahead(),
                cells.length,
                Arrays.stream(cells).min().orElseThrow(),
                Arrays.stream(cells).max().orElseThrow());
    }
}
