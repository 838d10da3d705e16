package dpgnn.nn;

import dpgnn.base.Check;
import dpgnn.graph.Labels;

/**
 * Measures how well predictions agree with labels.
 *
 * @param accuracy share of nodes predicted correctly; for sets of classes, share of correct decisions
 * @param microF1 F1 of all decisions pooled; for one class per node it equals the accuracy
 * @param macroPrecision precision averaged over classes; a class that is never predicted counts as 0
 * @param weightedPrecision precision averaged over classes by how many nodes have them
 * @param macroF1 F1 averaged over classes; a class that no node has and that is never predicted counts as 0
 */
public record Scores(double accuracy, double microF1, double macroPrecision, double weightedPrecision, double macroF1) {

    /** Of predicted sets: predicted[k * classes + c] says whether node nodes[k] is predicted to have class c. */
    public static Scores of(Labels labels, int[] nodes, boolean[] predicted) {
        Check.given("labels", labels);
        Check.given("nodes", nodes);
        Check.given("predicted", predicted);
        int classes = labels.classes();
        long[] right = new long[classes];
        long[] claimed = new long[classes];
        long[] actual = new long[classes];
        long agreed = 0;
        long whole = 0;
        for (int k = 0; k < nodes.length; k++) {
            boolean all = true;
            for (int c = 0; c < classes; c++) {
                boolean p = predicted[k * classes + c];
                boolean t = labels.has(nodes[k], c);
                if (p && t) right[c]++;
                if (p) claimed[c]++;
                if (t) actual[c]++;
                if (p == t) agreed++;
                else all = false;
            }
            if (all) whole++;
        }
        long rights = sum(right);
        double macro = 0;
        double weighted = 0;
        double f1 = 0;
        for (int c = 0; c < classes; c++) {
            double precision = claimed[c] == 0 ? 0 : (double) right[c] / claimed[c];
            macro += precision / classes;
            f1 += 2.0 * right[c] / Math.max(1, claimed[c] + actual[c]) / classes;
            weighted += precision * actual[c] / Math.max(1, sum(actual));
        }
        double accuracy = labels.isMulti()
                ? (double) agreed / Math.max(1, (long) nodes.length * classes)
                : (double) whole / Math.max(1, nodes.length);
        return new Scores(accuracy, 2.0 * rights / Math.max(1, sum(claimed) + sum(actual)), macro, weighted, f1);
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

    private static long sum(long[] counts) {
        long sum = 0;
        for (long c : counts) sum += c;
        return sum;
    }
}
