package dpgnn.baseline;

import java.util.BitSet;

/**
 * The test nodes that a model without privacy, trained on all data, gets wrong (Igamberdiev and Habernal 2022, figures 3 and
 * 4): how many of them does another model get wrong too?
 */
public final class HardCases {
    private final BitSet nodes = new BitSet();

    private HardCases(int[] wrong) {
        for (int v : wrong) nodes.set(v);
        if (nodes.isEmpty())
            throw new IllegalArgumentException("there must be a hard case; the model without privacy made no error");
    }

    /** @param wrong the nodes that the model without privacy gets wrong */
    public static HardCases of(int[] wrong) {
        return new HardCases(wrong);
    }

    public int count() {
        return nodes.cardinality();
    }

    /** The share of the hard cases that are among these errors: 1 where another model makes the same errors and perhaps more. */
    public double shareOf(int[] errors) {
        BitSet both = new BitSet();
        for (int v : errors) both.set(v);
        both.and(nodes);
        return (double) both.cardinality() / count();
    }
}
