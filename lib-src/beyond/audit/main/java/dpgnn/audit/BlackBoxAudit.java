package dpgnn.audit;

import dpgnn.base.Check;
import dpgnn.graph.TrainingView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

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
    /** A training: what it publishes, as numbers, with all their bits. */
    @FunctionalInterface
    public interface Training {
        double[] published(TrainingView data, long seed) throws Exception;
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
        List<double[]> one = new ArrayList<>();
        List<double[]> other = new ArrayList<>();
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
    private Set<String> train(TrainingView data, int from, List<double[]> into) {
        Set<String> forms = new TreeSet<>();
        for (int i = 0; i < trainings; i++) {
            try {
                double[] made = training.published(data, from + i);
                forms.add(form(made));
                if (finite(made) && (into.isEmpty() || into.get(0).length == made.length)) into.add(made);
            } catch (Exception e) {
                forms.add("stopped by " + e.getClass().getName() + ": "
                        + String.valueOf(e.getMessage()).replaceAll("-?\\d[\\d.]*(E-?\\d+)?", "#"));
            }
        }
        return forms;
    }

    private static boolean same(List<double[]> made) {
        return made.size() > 1 && made.stream().allMatch(m -> Arrays.equals(m, made.get(0)));
    }

    static boolean finite(double[] made) {
        return Arrays.stream(made).allMatch(Double::isFinite);
    }

    /** How many numbers there are, and which kinds of them are not finite. */
    static String form(double[] made) {
        if (finite(made)) return made.length + " numbers";
        return made.length + " numbers, not all of them finite: " + count(made, x -> x == Double.POSITIVE_INFINITY)
                + " infinite, " + count(made, x -> x == Double.NEGATIVE_INFINITY) + " minus infinite, "
                + count(made, Double::isNaN) + " no numbers";
    }

    private static long count(double[] made, DoublePredicate kind) {
        return Arrays.stream(made).filter(kind).count();
    }

    /**
     * What results of two worlds show along a direction that the first half of them chose: a number that never varies and
     * differs, the sign of one number, or a line through all, each in its own scale. A result that is null is no vector of that
     * length; it counts as one of the first world, in both.
     */
    static EpsilonLowerBound bound(List<double[]> one, List<double[]> other, double delta, double confidence) {
        int half = Math.min(one.size(), other.size()) / 2;
        List<double[]> first = made(one.subList(0, half));
        List<double[]> second = made(other.subList(0, half));
        if (first.isEmpty()
                || second.isEmpty()
                || first.get(0).length == 0
                || first.get(0).length != second.get(0).length) return new EpsilonLowerBound(0, confidence, 1, 1);
        ToDoubleFunction<double[]> score = score(first, second);
        return EpsilonLowerBound.atThreshold(
                along(score, one.subList(half, one.size())),
                along(score, other.subList(half, other.size())),
                0,
                delta,
                confidence);
    }

    /** Above 0 it speaks for the second world. */
    private static ToDoubleFunction<double[]> score(List<double[]> one, List<double[]> other) {
        int width = one.get(0).length;
        double[] line = new double[width];
        double[] middle = new double[width];
        double[] unit = new double[width];
        int sign = 0;
        double signs = 0;
        for (int k = 0; k < width; k++) {
            int at = k;
            // Halves of numbers, whose differences do not overflow.
            double a = mean(one, k);
            double b = mean(other, k);
            double x = one.get(0)[k];
            double y = other.get(0)[k];
            if (x != y
                    && one.stream().allMatch(m -> m[at] == x)
                    && other.stream().allMatch(m -> m[at] == y)) return m -> m[at] == y ? 1 : m[at] == x ? -1 : 0;
            double tells = negative(one, k) - negative(other, k);
            if (Math.abs(tells) > Math.abs(signs)) {
                signs = tells;
                sign = k;
            }
            middle[k] = a / 2 + b / 2;
            for (List<double[]> world : List.of(one, other))
                for (double[] m : world) unit[k] = Math.max(unit[k], Math.abs(m[k] / 2 - middle[k]));
            if (unit[k] == 0) continue;
            double spread = 0;
            for (double[] m : one) spread += Math.pow((m[k] / 2 - a) / unit[k], 2);
            for (double[] m : other) spread += Math.pow((m[k] / 2 - b) / unit[k], 2);
            line[k] = (b - a) / unit[k] / (spread + 1e-12);
        }
        ToDoubleFunction<double[]> along = m -> {
            double sum = 0;
            for (int k = 0; k < width; k++)
                if (line[k] != 0) sum += line[k] * Math.max(-1e6, Math.min(1e6, (m[k] / 2 - middle[k]) / unit[k]));
            return sum;
        };
        int which = sign;
        double way = signs;
        ToDoubleFunction<double[]> bySign = m -> (Math.copySign(1, m[which]) > 0) == (way > 0) ? 1 : -1;
        return right(bySign, one, other) > right(along, one, other) ? bySign : along;
    }

    private static double right(ToDoubleFunction<double[]> score, List<double[]> one, List<double[]> other) {
        return one.stream().filter(m -> score.applyAsDouble(m) <= 0).count() / (double) one.size()
                + other.stream().filter(m -> score.applyAsDouble(m) > 0).count() / (double) other.size();
    }

    private static double negative(List<double[]> of, int k) {
        return of.stream().filter(m -> Math.copySign(1, m[k]) < 0).count() / (double) of.size();
    }

    private static List<double[]> made(List<double[]> of) {
        return of.stream().filter(Objects::nonNull).toList();
    }

    /** The mean of halves of a number. */
    private static double mean(List<double[]> of, int k) {
        double mean = 0;
        for (double[] m : of) mean += m[k] / 2 / of.size();
        return mean;
    }

    private static double[] along(ToDoubleFunction<double[]> score, List<double[]> of) {
        return of.stream()
                .mapToDouble(m -> m == null ? Double.NEGATIVE_INFINITY : score.applyAsDouble(m))
                .toArray();
    }
}
