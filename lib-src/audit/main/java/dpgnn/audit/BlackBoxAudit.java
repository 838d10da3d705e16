package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Audits a training that is known by what goes in and what comes out, whoever wrote it. It trains many times in two neighbouring
 * worlds, learns from half of the results along which line they differ, and counts on the other half how well that line tells
 * the worlds apart. Nothing is supposed but that trainings are independent.
 *
 * <pre>{@code
 * var report = BlackBoxAudit.of((data, seed) -> myTraining(data, seed))
 *         .worlds(view, view.without(17)).trainings(200).claiming(2, 1e-5).run();
 * }</pre>
 *
 * It finds faults; it proves nothing, and sees few: few trainings show no large epsilon. Noise that is missing altogether,
 * failures that tell of the data, and results that are of no training show at once.
 */
public final class BlackBoxAudit {
    /** A training: what it publishes, as numbers. */
    @FunctionalInterface
    public interface Training {
        float[] published(TrainingView data, long seed) throws Exception;
    }

    /**
     * What was found.
     *
     * @param bound the epsilon that is exceeded, with the stated confidence
     * @param faults what contradicts the claim, in sentences
     */
    public record Report(EpsilonLowerBound bound, List<String> faults) {
        public Report {
            faults = List.copyOf(faults);
        }

        public boolean caught() {
            return !faults.isEmpty();
        }
    }

    private final Training training;
    private TrainingView without;
    private TrainingView with;
    private int trainings = 100;
    private double epsilon = Double.POSITIVE_INFINITY;
    private double delta = 1e-5;
    private double confidence = 0.95;

    private BlackBoxAudit(Training training) {
        this.training = training;
    }

    public static BlackBoxAudit of(Training training) {
        return new BlackBoxAudit(Check.given("training", training));
    }

    /** Two data sets that differ in one unit. */
    public BlackBoxAudit worlds(TrainingView one, TrainingView other) {
        without = Check.given("one", one);
        with = Check.given("other", other);
        return this;
    }

    /** How many trainings in each world, at least 8. */
    public BlackBoxAudit trainings(int number) {
        trainings = Check.atLeast("trainings", number, 8);
        return this;
    }

    /** What the training claims to keep. */
    public BlackBoxAudit claiming(double atEpsilon, double atDelta) {
        epsilon = Check.atLeast("epsilon", atEpsilon, 0);
        delta = Check.rightOpen("delta", atDelta, 0, 1);
        return this;
    }

    public BlackBoxAudit confidence(double level) {
        confidence = Check.open("confidence", level, 0.5, 1);
        return this;
    }

    public Report run() {
        if (without == null) throw new IllegalStateException("give two neighbouring data sets first, by worlds(...)");
        List<String> faults = new ArrayList<>();
        List<float[]> one = new ArrayList<>();
        List<float[]> other = new ArrayList<>();
        Set<String> formOne = train(without, 0, one);
        Set<String> formOther = train(with, trainings, other);
        if (!formOne.equals(formOther))
            faults.add("What a training shows besides numbers tells the worlds apart: " + formOne + " and " + formOther
                    + ".");
        if (same(one) || same(other))
            faults.add("Trainings with different seeds give the same numbers: there is no noise in them.");
        EpsilonLowerBound nothing = new EpsilonLowerBound(0, confidence, 1, 1);
        if (one.size() < 8 || other.size() < 8 || one.get(0).length != other.get(0).length)
            return new Report(nothing, faults);
        EpsilonLowerBound bound = bound(one, other, delta, confidence);
        if (bound.epsilon() > epsilon)
            faults.add("An attack on this unit shows an epsilon of at least " + AuditReport.words(bound.epsilon())
                    + "; claimed is " + AuditReport.words(epsilon) + ".");
        return new Report(bound, faults);
    }

    /** Trains, and tells everything but the numbers: how many there are, which are none, what stopped it. */
    private Set<String> train(TrainingView data, int from, List<float[]> into) {
        Set<String> forms = new TreeSet<>();
        for (int i = 0; i < trainings; i++) {
            try {
                float[] made = training.published(data, from + i);
                int none = 0;
                for (float x : made) if (!Float.isFinite(x)) none++;
                forms.add(made.length + " numbers" + (none > 0 ? ", not all of them finite" : ""));
                if (none == 0 && (into.isEmpty() || into.get(0).length == made.length)) into.add(made);
            } catch (Exception e) {
                forms.add("stopped by " + e.getClass().getName() + ": "
                        + String.valueOf(e.getMessage()).replaceAll("-?\\d[\\d.]*(E-?\\d+)?", "#"));
            }
        }
        return forms;
    }

    private static boolean same(List<float[]> made) {
        return made.size() > 1 && made.stream().allMatch(m -> Arrays.equals(m, made.get(0)));
    }

    /**
     * What results of two worlds show along a line that the first half of them chose. A result that is null is no vector of that
     * length; it counts as one of the first world, in both.
     */
    static EpsilonLowerBound bound(List<float[]> one, List<float[]> other, double delta, double confidence) {
        int half = Math.min(one.size(), other.size()) / 2;
        double[] a = mean(one.subList(0, half));
        double[] b = mean(other.subList(0, half));
        if (a.length != b.length || a.length == 0) return new EpsilonLowerBound(0, confidence, 1, 1);
        double[] spread = new double[a.length];
        for (int i = 0; i < half; i++)
            for (int k = 0; k < a.length; k++) spread[k] += square(one.get(i), k, a[k]) + square(other.get(i), k, b[k]);
        double widest = Arrays.stream(spread).max().orElse(0);
        double least = widest > 0 ? 1e-12 * widest : 1;
        double[] line = new double[a.length];
        double middle = 0;
        for (int k = 0; k < a.length; k++) {
            line[k] = (b[k] - a[k]) / (spread[k] + least);
            middle += line[k] * (a[k] + b[k]) / 2;
        }
        return EpsilonLowerBound.atThreshold(
                along(line, one.subList(half, one.size())),
                along(line, other.subList(half, other.size())),
                middle,
                delta,
                confidence);
    }

    private static double square(float[] of, int k, double mean) {
        return of == null ? 0 : Math.pow(of[k] - mean, 2);
    }

    private static double[] mean(List<float[]> of) {
        List<float[]> made = of.stream().filter(Objects::nonNull).toList();
        double[] mean = new double[made.isEmpty() ? 0 : made.get(0).length];
        for (float[] m : made) for (int k = 0; k < mean.length; k++) mean[k] += m[k] / (double) made.size();
        return mean;
    }

    private static double[] along(double[] line, List<float[]> of) {
        return of.stream()
                .mapToDouble(m -> {
                    if (m == null) return Double.NEGATIVE_INFINITY;
                    double sum = 0;
                    for (int k = 0; k < line.length; k++) sum += line[k] * m[k];
                    return sum;
                })
                .toArray();
    }
}
