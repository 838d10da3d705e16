package dpgnn.nn;

import dpgnn.base.Check;

/** Turns logits into predictions. */
public final class Predictions {
    private Predictions() {}

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
}
