package dpgnn.study.generation;

import dpgnn.study.generation.GenerationGrid.Part;
import dpgnn.study.paper.Claims.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.commons.math3.distribution.TDistribution;

/** One method against another, figure by figure and seed by seed: what claims that compare two methods rest on. */
public record GeneratorDuels(List<Duel> duels) {
    /**
     * One figure on one data set.
     *
     * @param gains by how much the first method is nearer to the original, or better, one for each seed
     */
    public record Duel(String set, String figure, double[] gains) {
        double mean() {
            return Arrays.stream(gains).average().orElseThrow();
        }

        /** Half of the 95 % interval by Student's t over seeds; 0 of one seed. */
        double margin() {
            int n = gains.length;
            if (n < 2) return 0;
            double mean = mean(),
                    squares =
                            Arrays.stream(gains)
                                    .map(g -> (g - mean) * (g - mean))
                                    .sum();
            return new TDistribution(n - 1).inverseCumulativeProbability(0.975) * Math.sqrt(squares / (n - 1) / n);
        }

        boolean isClearlyBetter() {
            return mean() > margin();
        }

        boolean isClearlyWorse() {
            return mean() < -margin();
        }
    }

    /** @param measured where both methods were measured, by data set */
    public static GeneratorDuels of(
            List<String> sets, Function<String, Part> measured, String first, String second, List<String> figures) {
        List<Duel> duels = new ArrayList<>();
        for (String set : sets)
            for (String figure : figures) {
                double[] a = measured.apply(set).of(first).of(figure);
                double[] b = measured.apply(set).of(second).of(figure);
                double sign = GenerationStudy.STATISTICS.contains(figure)
                        ? -1
                        : 1; // differences are better where they are small
                double[] gains = new double[a.length];
                for (int i = 0; i < gains.length; i++) gains[i] = sign * (a[i] - b[i]);
                duels.add(new Duel(set, figure, gains));
            }
        return new GeneratorDuels(duels);
    }

    private int count(Predicate<Duel> as) {
        return (int) duels.stream().filter(as).count();
    }

    public int better() {
        return count(Duel::isClearlyBetter);
    }

    public int worse() {
        return count(Duel::isClearlyWorse);
    }

    /** Held where the first is clearly better in all figures, held in direction where its mean is better in most. */
    public Standing standing() {
        return Standing.of(better() == duels.size(), 2 * count(d -> d.mean() > 0) > duels.size());
    }

    /** Whether the first is clearly worse in no more figures than it is clearly better in. */
    public boolean isAtPar() {
        return worse() <= better();
    }

    public String sentence() {
        boolean one = duels.stream().anyMatch(d -> d.gains.length < 2);
        return String.format("better in %d, worse in %d of %d", better(), worse(), duels.size())
                + (one ? " (one seed, which has no interval)" : " beyond 95 % intervals");
    }

    /** The least mean gain. */
    public double least() {
        return duels.stream().mapToDouble(Duel::mean).min().orElseThrow();
    }

    /** "CPL on DBLP worse by 0.016 (0.001 to 0.031)", with the interval. */
    public String example(String set, String figure) {
        Duel of = duels.stream()
                .filter(d -> d.set.equals(set) && d.figure.equals(figure))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no duel of " + figure + " on " + set));
        double by = Math.abs(of.mean());
        String form = "%s on %s %s by %.3f (%.3f to %.3f)";
        String word = of.mean() > 0 ? "better" : "worse";
        return String.format(Locale.ROOT, form, figure, set, word, by, by - of.margin(), by + of.margin());
    }
}
