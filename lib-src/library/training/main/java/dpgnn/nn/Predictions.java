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
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a network predicts of nodes: classes and their probabilities. The guarantee of a training does not cover them, for each
 * reads rows and edges of the data.
 */
public final class Predictions implements Described {
    private static final int SHOWN = 10;

    private static final String COVERED =
            "No guarantee of a training covers these predictions: they read rows and edges of the"
                    + " data without noise. Predictor gives answers that are paid for.";

    private final boolean sets;
    private final int width;
    private final int[] nodes;
    private final float[] logits;
    /** Where in {@link #nodes} a node is; -1 for one that is not. */
    private final int[] places;

    private Predictions(boolean sets, int width, int[] nodes, float[] logits) {
        this.sets = sets;
        this.width = width;
        this.nodes = nodes;
        this.logits = logits;
        places = new int[Arrays.stream(nodes).max().orElse(-1) + 1];
        Arrays.fill(places, -1);
        for (int k = 0; k < nodes.length; k++) places[nodes[k]] = k;
    }

    /** Those of a row of logits for each node: the largest, or every one above zero where labels are sets of classes. */
    public static Predictions of(Labels labels, int[] nodes, float[] logits) {
        Check.given("labels", labels);
        Check.given("nodes", nodes);
        requireClasses(labels);
        int rows = rows(Check.given("logits", logits), labels.classes());
        Check.that(rows == nodes.length, "logits", "a row for each of " + nodes.length + " nodes", rows + " rows");
        return new Predictions(labels.isMulti(), labels.classes(), nodes.clone(), logits.clone());
    }

    private static void requireClasses(Labels labels) {
        if (labels.isValues())
            throw new IllegalArgumentException(
                    "labels must be classes to be predicted as such and scored, were numbers;"
                            + " take rmse() of the Evaluation, or its logits(network, parameters)");
    }

    /** The class of the largest logit of each row; the first of equals. */
    public static int[] classes(float[] logits, int classes) {
        Check.given("logits", logits);
        int[] predicted = new int[rows(logits, classes)];
        for (int r = 0; r < predicted.length; r++)
            for (int c = 1; c < classes; c++)
                if (logits[r * classes + c] > logits[r * classes + predicted[r]]) predicted[r] = c;
        return predicted;
    }

    /** For sets of classes: every logit above zero. */
    public static boolean[] sets(float[] logits) {
        Check.given("logits", logits);
        boolean[] predicted = new boolean[logits.length];
        for (int i = 0; i < logits.length; i++) predicted[i] = logits[i] > 0;
        return predicted;
    }

    private static int rows(float[] logits, int classes) {
        if (classes < 1 || logits.length % classes != 0)
            throw new IllegalArgumentException(
                    "logits must come in rows of classes = " + classes + ", had " + logits.length);
        return logits.length / classes;
    }

    /**
     * The probabilities of a row of logits, as its loss takes them: of classes of which a node has one they add up to 1; of sets of
     * classes each stands by itself.
     */
    static double[] probabilities(float[] logits, int row, int classes, boolean sets) {
        double[] p = new double[classes];
        double most = Double.NEGATIVE_INFINITY, sum = 0;
        for (int c = 0; c < classes; c++) most = Math.max(most, logits[row * classes + c]);
        for (int c = 0; c < classes; c++) {
            double logit = logits[row * classes + c];
            p[c] = sets ? 1 / (1 + Math.exp(-logit)) : Math.exp(logit - most);
            sum += p[c];
        }
        for (int c = 0; c < classes && !sets; c++) p[c] /= sum;
        return p;
    }

    /** The nodes, by their numbers in the data set. */
    public int[] nodes() {
        return nodes.clone();
    }

    /** The class of each of {@link #nodes}. */
    public int[] classes() {
        requireOne();
        return classes(logits, width);
    }

    /** The class that is predicted of a node; the first of equals. */
    public int of(int node) {
        requireOne();
        return classes(Arrays.copyOfRange(logits, place(node) * width, (place(node) + 1) * width), width)[0];
    }

    /** Whether a node is predicted to have a class. */
    public boolean has(int node, int c) {
        Check.within("c", c, 0, width - 1);
        return sets ? logits[place(node) * width + c] > 0 : of(node) == c;
    }

    /** The probability of each class: together 1, but for sets of classes, where each class has one of its own. */
    public double[] probabilities(int node) {
        return probabilities(logits, place(node), width, sets);
    }

    private int place(int node) {
        if (node < 0 || node >= places.length || places[node] < 0)
            throw new IllegalArgumentException(
                    "node must be one that is evaluated and has a label, of which nodes() has all, was " + node);
        return places[node];
    }

    private void requireOne() {
        if (sets) throw new IllegalStateException("these predictions are sets of classes; ask has(node, class)");
    }

    @Override
    public Map<String, Object> description() {
        Map<Integer, Integer> counts = new TreeMap<>();
        if (!sets) for (int c : classes()) counts.merge(c, 1, Integer::sum);
        else for (int i = 0; i < logits.length; i++) if (logits[i] > 0) counts.merge(i % width, 1, Integer::sum);
        List<Map<String, Object>> first = new ArrayList<>();
        for (int k = 0; k < Math.min(SHOWN, nodes.length); k++) first.add(row(nodes[k]));
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("nodes", nodes.length);
        rows.put("predicted, by class", counts.toString());
        rows.put(nodes.length > SHOWN ? "the first " + SHOWN : "each", first);
        rows.put("not covered", COVERED);
        return rows;
    }

    private Map<String, Object> row(int node) {
        Map<String, Object> row = new LinkedHashMap<>();
        double[] p = probabilities(node);
        row.put("node", node);
        if (sets)
            row.put(
                    "classes",
                    Arrays.toString(
                            IntStream.range(0, width).filter(c -> has(node, c)).toArray()));
        else row.put("class", of(node));
        for (int c = 0; c < Math.min(SHOWN, width); c++)
            row.put("p(" + c + ")", String.format(Locale.ROOT, "%.3f", p[c]));
        return row;
    }

    @Override
    public String toString() {
        return "predictions of " + nodes.length + " nodes";
    }
}
