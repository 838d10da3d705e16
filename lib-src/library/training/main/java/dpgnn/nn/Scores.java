package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.base.Described;
import dpgnn.graph.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Measures how well predictions agree with labels. No guarantee of a training covers scores: they are counted without noise over
 * labels, rows and edges of the data, so that they must be paid for before they are published.
 *
 * @param nodes how many nodes were scored
 * @param accuracy share of nodes predicted correctly; for sets of classes, share of correct decisions
 * @param microF1 F1 of all decisions pooled; for one class per node it equals the accuracy
 * @param classes each class by itself
 * @param calibration predictions by how probable the network held them, in ten ranges of one width; empty where the probabilities
 *     are not known
 */
public record Scores(int nodes, double accuracy, double microF1, List<OfClass> classes, List<Range> calibration)
        implements Described {
    private static final int RANGES = 10;

    /** A matrix of more classes is not shown. */
    private static final int SHOWN = 20;

    private static final String COVERED =
            "No guarantee of a training covers these numbers. They are counted without noise over"
                    + " labels, rows and edges of the data: pay for them before you publish them, as PrivateSelection does by a HoldoutCount.";

    /**
     * One class.
     *
     * @param label its number
     * @param count how many nodes have it
     * @param predicted how many nodes are predicted to have it
     * @param right how many nodes have it and are predicted to
     * @param predictedAs how many nodes that have it are predicted as each class; empty for sets of classes
     */
    public record OfClass(int label, int count, int predicted, int right, List<Integer> predictedAs) {
        public OfClass {
            predictedAs = List.copyOf(predictedAs);
        }

        /** Share of the nodes predicted to have the class that have it; 0 where none is. */
        public double precision() {
            return predicted == 0 ? 0 : (double) right / predicted;
        }

        /** Share of the nodes with the class that are predicted to have it; 0 where none has it. */
        public double recall() {
            return count == 0 ? 0 : (double) right / count;
        }

        /** Harmonic mean of precision and recall; 0 where no node has the class and none is predicted to. */
        public double f1() {
            return 2.0 * right / Math.max(1, (long) predicted + count);
        }
    }

    /**
     * Predictions that the network held about equally probable; for sets of classes, its decisions.
     *
     * @param from the probabilities are above this
     * @param to and at most this
     * @param count how many predictions
     * @param confidence mean of their probabilities
     * @param accuracy share of them that are right
     */
    public record Range(double from, double to, long count, double confidence, double accuracy) {}

    public Scores {
        classes = List.copyOf(classes);
        calibration = List.copyOf(calibration);
    }

    /** Of the predictions that follow from logits, a row for each node, with their probabilities. */
    public static Scores of(Labels labels, int[] nodes, float[] logits) {
        Predictions predictions = Predictions.of(labels, nodes, logits);
        Scores counted = labels.isMulti()
                ? of(labels, nodes, Predictions.sets(logits))
                : of(labels, nodes, predictions.classes());
        return new Scores(
                counted.nodes, counted.accuracy, counted.microF1, counted.classes, ranges(labels, nodes, logits));
    }

    /** Of predicted sets: predicted[k * classes + c] says whether node nodes[k] is predicted to have class c. */
    public static Scores of(Labels labels, int[] nodes, boolean[] predicted) {
        Check.given("labels", labels);
        Check.given("nodes", nodes);
        Check.given("predicted", predicted);
        int classes = labels.classes();
        int[] right = new int[classes];
        int[] claimed = new int[classes];
        int[] actual = new int[classes];
        int[][] as = new int[classes][labels.isMulti() ? 0 : classes];
        long agreed = 0;
        long whole = 0;
        for (int k = 0; k < nodes.length; k++) {
            if (!labels.isKnown(nodes[k])) Check.that(false, "nodes", "of a label each", "node " + nodes[k]);
            boolean all = true;
            for (int c = 0; c < classes; c++) {
                boolean p = predicted[k * classes + c];
                boolean t = labels.has(nodes[k], c);
                if (p && t) right[c]++;
                if (p) claimed[c]++;
                if (t) actual[c]++;
                if (p == t) agreed++;
                else all = false;
                if (p && !labels.isMulti()) as[labels.of(nodes[k])][c]++;
            }
            if (all) whole++;
        }
        List<OfClass> each = new ArrayList<>();
        for (int c = 0; c < classes; c++)
            each.add(new OfClass(
                    c,
                    actual[c],
                    claimed[c],
                    right[c],
                    Arrays.stream(as[c]).boxed().toList()));
        double accuracy = labels.isMulti()
                ? (double) agreed / Math.max(1, (long) nodes.length * classes)
                : (double) whole / Math.max(1, nodes.length);
        return new Scores(
                nodes.length, accuracy, 2.0 * sum(right) / Math.max(1, sum(claimed) + sum(actual)), each, List.of());
    }

    /** Of one predicted class per node. */
    public static Scores of(Labels labels, int[] nodes, int[] predicted) {
        Check.given("labels", labels);
        Check.given("nodes", nodes);
        Check.given("predicted", predicted);
        boolean[] sets = new boolean[nodes.length * labels.classes()];
        for (int k = 0; k < nodes.length; k++) sets[k * labels.classes() + predicted[k]] = true;
        return of(labels, nodes, sets);
    }

    private static long sum(int[] counts) {
        long sum = 0;
        for (int c : counts) sum += c;
        return sum;
    }

    private static List<Range> ranges(Labels labels, int[] nodes, float[] logits) {
        long[] count = new long[RANGES];
        long[] right = new long[RANGES];
        double[] sum = new double[RANGES];
        int classes = labels.classes();
        boolean sets = labels.isMulti();
        int[] chosen = sets ? null : Predictions.classes(logits, classes);
        for (int k = 0; k < nodes.length; k++) {
            double[] p = Predictions.probabilities(logits, k, classes, sets);
            for (int c = sets ? 0 : chosen[k]; c <= (sets ? classes - 1 : chosen[k]); c++) {
                boolean said = !sets || logits[k * classes + c] > 0;
                double sure = said ? p[c] : 1 - p[c];
                int at = Math.max(0, (int) Math.ceil(RANGES * sure) - 1);
                count[at]++;
                sum[at] += sure;
                if (labels.has(nodes[k], c) == said) right[at]++;
            }
        }
        List<Range> all = new ArrayList<>();
        for (int r = 0; r < RANGES; r++)
            if (count[r] > 0)
                all.add(new Range(
                        (double) r / RANGES,
                        (r + 1.0) / RANGES,
                        count[r],
                        sum[r] / count[r],
                        (double) right[r] / count[r]));
        return all;
    }

    /** Precision averaged over classes; a class that is never predicted counts as 0. */
    public double macroPrecision() {
        return mean(OfClass::precision);
    }

    /** Precision averaged over classes by how many nodes have them. */
    public double weightedPrecision() {
        long all = classes.stream().mapToLong(OfClass::count).sum();
        double sum = 0;
        for (OfClass c : classes) sum += c.precision() * c.count / Math.max(1, all);
        return sum;
    }

    /** F1 averaged over classes; a class that no node has and that is never predicted counts as 0. */
    public double macroF1() {
        return mean(OfClass::f1);
    }

    private double mean(ToDoubleFunction<OfClass> of) {
        double sum = 0;
        for (OfClass c : classes) sum += of.applyAsDouble(c) / classes.size();
        return sum;
    }

    /** How many nodes of each class, the first index, are predicted as each class, the second. */
    public int[][] confusion() {
        if (classes.stream().anyMatch(c -> c.predictedAs.isEmpty()))
            throw new IllegalStateException(
                    "a node has a set of classes, so that none is taken for another; classes() counts each by itself");
        return classes.stream()
                .map(c -> c.predictedAs.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /**
     * The expected calibration error: how far the probabilities of predictions are from the share of them that is right, averaged over
     * the ranges by how many predictions are in each (Guo et al. 2017). NaN where the network gives no probabilities.
     */
    public double calibrationError() {
        long all = calibration.stream().mapToLong(Range::count).sum();
        if (all == 0) return Double.NaN;
        double sum = 0;
        for (Range r : calibration) sum += r.count * Math.abs(r.accuracy - r.confidence);
        return sum / all;
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("nodes", nodes);
        rows.put("accuracy", shown(accuracy));
        rows.put("micro F1", shown(microF1));
        rows.put("macro F1", shown(macroF1()));
        boolean sure = !calibration.isEmpty();
        if (sure) rows.put("expected calibration error", shown(calibrationError()));
        rows.put("by class", classes.stream().map(Scores::row).toList());
        boolean matrix = classes.stream().noneMatch(c -> c.predictedAs.isEmpty());
        if (matrix && classes.size() <= SHOWN)
            rows.put("confusion", classes.stream().map(Scores::predicted).toList());
        else if (matrix) rows.put("confusion", "confusion() has it, with " + classes.size() + " rows and columns");
        if (sure) rows.put("calibration", calibration.stream().map(Scores::row).toList());
        String absent = classes.stream()
                .filter(c -> c.count == 0)
                .map(c -> String.valueOf(c.label))
                .collect(Collectors.joining(", "));
        if (!absent.isEmpty())
            rows.put("absent", "No node has class " + absent + ": recall and F1 are 0 there, also in the mean.");
        rows.put("not covered", COVERED);
        return rows;
    }

    private static Map<String, Object> row(OfClass of) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("class", of.label);
        row.put("precision", shown(of.precision()));
        row.put("recall", shown(of.recall()));
        row.put("F1", shown(of.f1()));
        row.put("nodes", of.count);
        return row;
    }

    private static Map<String, Object> predicted(OfClass of) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("class", of.label);
        for (int c = 0; c < of.predictedAs.size(); c++) row.put("as " + c, of.predictedAs.get(c));
        return row;
    }

    private static Map<String, Object> row(Range of) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("probability", String.format(Locale.ROOT, "%.1f to %.1f", of.from, of.to));
        row.put("predictions", of.count);
        row.put("mean probability", shown(of.confidence));
        row.put("right", shown(of.accuracy));
        return row;
    }

    private static String shown(double value) {
        return Double.isNaN(value) ? "not a number: the network diverged" : String.format(Locale.ROOT, "%.3f", value);
    }

    @Override
    public String toString() {
        return "accuracy " + shown(accuracy) + ", micro F1 " + shown(microF1) + ", macro F1 " + shown(macroF1())
                + ", of " + nodes + " nodes";
    }
}
