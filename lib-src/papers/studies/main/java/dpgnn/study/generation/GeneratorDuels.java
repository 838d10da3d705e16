package dpgnn.study.generation;

import dpgnn.study.StudentInterval;
import dpgnn.study.paper.Claims.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** One method against another, figure by figure and seed by seed: what claims that compare two methods rest on. */
public record GeneratorDuels(List<Duel> duels) {
    /**
     * One figure on one data set.
     *
     * @param gains by how much the first method is nearer to the original, or better, one for each seed
     */
    public record Duel(String set, String figure, double[] gains) {
        StudentInterval gain() {
            return StudentInterval.of(gains);
        }
    }

    /** @param first the scores of the first method by data set and figure, one for each seed */
    public static GeneratorDuels of(
            List<String> sets,
            List<String> figures,
            BiFunction<String, String, double[]> first,
            BiFunction<String, String, double[]> second) {
        List<Duel> duels = new ArrayList<>();
        for (String set : sets)
            for (String figure : figures) {
                double[] a = first.apply(set, figure), b = second.apply(set, figure);
                int sign = GenerationStudy.STATISTICS.contains(figure) ? -1 : 1; // small differences are better
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
        return count(d -> d.gain().isAbove(0));
    }

    public int worse() {
        return count(d -> d.gain().isBelow(0));
    }

    /** Held where the first is clearly better in all figures, held in direction where its mean is better in most. */
    public Standing standing() {
        return Standing.of(better() == duels.size(), 2 * count(d -> d.gain().mean() > 0) > duels.size());
    }

    /** Whether the first is clearly worse in no more figures than it is clearly better in; one seed tells nothing of it. */
    public boolean isAtPar() {
        return haveIntervals() && worse() <= better();
    }

    private boolean haveIntervals() {
        return duels.stream().allMatch(d -> d.gain().exists());
    }

    /** "0, worse in 2 of 10": in how many the first is clearly better, and worse. */
    public String counts() {
        return String.format("%d, worse in %d of %d", better(), worse(), duels.size());
    }

    public String sentence() {
        return "better in " + counts()
                + (haveIntervals() ? " beyond 95 % intervals" : " (one seed, which has no interval)");
    }

    /** "CPL on DBLP worse by 0.016 (0.001 to 0.031)", with the interval. */
    public String example(String set, String figure) {
        Duel of = duels.stream()
                .filter(d -> d.set.equals(set) && d.figure.equals(figure))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no duel of " + figure + " on " + set));
        StudentInterval gain = of.gain();
        double by = Math.abs(gain.mean());
        String words = String.format(
                Locale.ROOT, "%s on %s %s by %.3f", figure, set, gain.mean() > 0 ? "better" : "worse", by);
        return gain.exists()
                ? words + String.format(Locale.ROOT, " (%.3f to %.3f)", by - gain.half(), by + gain.half())
                : words + " (one seed)";
    }
}
