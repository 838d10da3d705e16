package dpgnn.graph;

import java.util.Arrays;

/** The labels of nodes: one class each ({@link #single}), or any subset of the classes ({@link #multi}). */
public final class Labels {
    /** The label of a node that has none. */
    public static final int NONE = -1;

    private final int classes;
    private final int[] single;
    private final boolean[] multi;

    private Labels(int classes, int[] single, boolean[] multi) {
        this.classes = classes;
        this.single = single;
        this.multi = multi;
    }

    /** One class in 0 .. classes-1 per node, or {@link #NONE}. */
    public static Labels single(int classes, int[] labels) {
        if (classes < 1) throw new IllegalArgumentException("classes must be at least 1, was " + classes);
        for (int i = 0; i < labels.length; i++)
            if (labels[i] < NONE || labels[i] >= classes)
                throw new IllegalArgumentException("the label of node " + i + " must be in 0.." + (classes - 1)
                        + ", or -1 for none, was " + labels[i]);
        return new Labels(classes, labels.clone(), null);
    }

    /** Row-major: labels[node * classes + c] says whether the node has class c. */
    public static Labels multi(int classes, boolean[] labels) {
        if (classes < 1 || labels.length % classes != 0)
            throw new IllegalArgumentException(
                    "labels must come in rows of classes = " + classes + ", had " + labels.length);
        return new Labels(classes, null, labels.clone());
    }

    public int classes() {
        return classes;
    }

    public int nodes() {
        return isMulti() ? multi.length / classes : single.length;
    }

    public boolean isMulti() {
        return multi != null;
    }

    /** The class of a node, or {@link #NONE}. */
    public int of(int node) {
        if (isMulti()) throw new IllegalStateException("these labels are sets of classes; ask has(node, class)");
        return single[node];
    }

    /** Whether a node has a class. */
    public boolean has(int node, int c) {
        return isMulti() ? multi[node * classes + c] : single[node] == c;
    }

    /** The labels of these nodes, in this order. */
    public Labels select(int[] nodes) {
        if (!isMulti())
            return new Labels(classes, Arrays.stream(nodes).map(v -> single[v]).toArray(), null);
        boolean[] rows = new boolean[nodes.length * classes];
        for (int i = 0; i < nodes.length; i++) System.arraycopy(multi, nodes[i] * classes, rows, i * classes, classes);
        return new Labels(classes, null, rows);
    }
}
