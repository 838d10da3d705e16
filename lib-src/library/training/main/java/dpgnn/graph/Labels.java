package dpgnn.graph;

import dpgnn.base.Check;
import dpgnn.base.MappedFile;
import dpgnn.base.MappedSection;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import java.util.function.LongPredicate;

/**
 * The labels of nodes: one class each ({@link #single}), any subset of the classes ({@link #multi}), or numbers
 * ({@link #values}), of which each node has as many as there are outputs.
 */
public final class Labels {
    /** The label of a node that has none. */
    public static final int NONE = -1;

    private final int classes;
    private final int nodes;
    /** The class of a node that is known; null where a node has any subset of them. */
    private final IntUnaryOperator single;

    private final LongPredicate multi;
    /** The numbers of nodes, row by row; null where labels are classes. */
    private final float[] values;

    private final BitSet known;
    private final boolean mapped;

    private Labels(
            int classes,
            int nodes,
            IntUnaryOperator single,
            LongPredicate multi,
            float[] values,
            BitSet known,
            boolean mapped) {
        this.classes = classes;
        this.nodes = nodes;
        this.single = single;
        this.multi = multi;
        this.values = values;
        this.known = known;
        this.mapped = mapped;
    }

    /** Numbers to be predicted, row by row: {@code outputs} of each node; NaN stands for one that is not known. */
    public static Labels values(int outputs, float[] values) {
        Check.given("values", values);
        Check.atLeast("outputs", outputs, 1);
        Check.that(values.length % outputs == 0, "values", "rows of " + outputs, values.length + " numbers");
        BitSet known = new BitSet();
        for (int v = 0; v < values.length / outputs; v++) {
            known.set(v);
            for (int k = v * outputs; k < (v + 1) * outputs; k++) {
                Check.that(!Float.isInfinite(values[k]), "a value of node " + v, "finite, or NaN for none", values[k]);
                if (Float.isNaN(values[k])) known.clear(v);
            }
        }
        return held(outputs, values.clone(), known);
    }

    /** One class in 0 .. classes-1 per node, or {@link #NONE}. */
    public static Labels single(int classes, int[] labels) {
        Check.given("labels", labels);
        Check.atLeast("classes", classes, 1);
        for (int i = 0; i < labels.length; i++)
            if (labels[i] < NONE || labels[i] >= classes)
                throw new IllegalArgumentException("the label of node " + i + " must be in 0.." + (classes - 1)
                        + ", or -1 for none, was " + labels[i]);
        BitSet known = new BitSet(labels.length);
        for (int i = 0; i < labels.length; i++) if (labels[i] != NONE) known.set(i);
        return held(classes, labels.clone(), known);
    }

    /** Row-major: labels[node * classes + c] says whether the node has class c. */
    public static Labels multi(int classes, boolean[] labels) {
        Check.given("labels", labels);
        if (classes < 1 || labels.length % classes != 0)
            throw new IllegalArgumentException(
                    "labels must come in rows of classes = " + classes + ", had " + labels.length);
        BitSet known = new BitSet();
        known.set(0, labels.length / classes);
        return held(classes, labels.clone(), known);
    }

    /** Those of a file of kind "labels", which stays on the disk. */
    public static Labels mapped(MappedFile file) throws IOException {
        Check.given("file", file);
        int nodes = (int) file.number("rows"), classes = (int) file.number("classes");
        BitSet known = BitSet.valueOf(file.section("known").longs());
        if (known.length() > nodes)
            throw new IOException(file.damaged("known", "no more than " + nodes + " nodes can be")
                    .getMessage());
        if (file.has("multi")) {
            MappedSection sets = file.section("multi", (long) nodes * classes);
            return new Labels(classes, nodes, null, place -> sets.byteAt(place) != 0, null, known, true);
        }
        MappedSection of = file.section("single", Integer.BYTES * (long) nodes);
        IntUnaryOperator single = v -> {
            int label = of.intAt(v);
            if (label < 0 || label >= classes)
                throw file.damaged("single", "a label that is known must be in 0.." + (classes - 1));
            return label;
        };
        return new Labels(classes, nodes, single, null, null, known, true);
    }

    private static Labels held(int classes, int[] labels, BitSet known) {
        return new Labels(classes, labels.length, v -> labels[v], null, null, known, false);
    }

    private static Labels held(int classes, boolean[] labels, BitSet known) {
        return new Labels(classes, labels.length / classes, null, place -> labels[(int) place], null, known, false);
    }

    private static Labels held(int outputs, float[] values, BitSet known) {
        return new Labels(outputs, values.length / outputs, null, null, values, known, false);
    }

    /** How many classes there are, or how many numbers a node has. */
    public int classes() {
        return classes;
    }

    public int nodes() {
        return nodes;
    }

    public boolean isMulti() {
        return multi != null;
    }

    /** Whether each node has one class. */
    public boolean isSingle() {
        return single != null;
    }

    /** Whether labels are numbers. */
    public boolean isValues() {
        return values != null;
    }

    /** A number of a node, whose label must be known. */
    public float value(int node, int output) {
        Check.within("output", output, 0, classes - 1);
        if (!isValues()) throw new IllegalStateException("these labels are classes; ask of(node) or has(node, class)");
        if (!known.get(node)) throw new IllegalStateException("the label of node " + node + " is not in these labels");
        return values[node * classes + output];
    }

    private void requireClasses() {
        if (isValues()) throw new IllegalStateException("these labels are numbers; ask value(node, output)");
    }

    /** The class of a node, or {@link #NONE}. */
    public int of(int node) {
        requireClasses();
        if (isMulti()) throw new IllegalStateException("these labels are sets of classes; ask has(node, class)");
        return known.get(node) ? single.applyAsInt(node) : NONE;
    }

    /** Whether a node has a class; the node's label must be known. */
    public boolean has(int node, int c) {
        if (!isMulti()) return of(node) == c;
        if (!known.get(node)) throw new IllegalStateException("the label of node " + node + " is not in these labels");
        return multi.test((long) node * classes + c);
    }

    /** Whether the label of a node is among these. */
    public boolean isKnown(int node) {
        return known.get(node);
    }

    /** How many nodes have each class, of those whose label is known. */
    public int[] counts() {
        requireClasses();
        int[] counts = new int[classes];
        for (int v = known.nextSetBit(0); v >= 0; v = known.nextSetBit(v + 1))
            if (!isMulti()) counts[single.applyAsInt(v)]++;
            else for (int c = 0; c < classes; c++) if (has(v, c)) counts[c]++;
        return counts;
    }

    @Override
    public String toString() {
        return (isValues() ? classes + " numbers a node" : classes + " classes" + (isMulti() ? ", several a node" : ""))
                + ", known of " + known.cardinality() + " of " + nodes + " nodes";
    }

    void write(NumpyArchive archive) {
        if (isValues()) {
            float[] numbers = new float[values.length];
            for (int k = 0; k < numbers.length; k++) numbers[k] = known.get(k / classes) ? values[k] : 0;
            archive.floats("node_values", numbers, nodes, classes).bytes("known", marks(), nodes);
            return;
        }
        int[] classOf = new int[nodes];
        for (int v = 0; v < nodes && !isMulti(); v++) classOf[v] = of(v);
        if (!isMulti()) archive.ints("node_labels", classOf, nodes);
        else {
            byte[] sets = new byte[ArraySize.of("labels", nodes, classes)];
            for (int k = 0; k < sets.length; k++) sets[k] = (byte) (multi.test(k) ? 1 : 0);
            archive.bytes("node_label_sets", sets, nodes, classes).bytes("known", marks(), nodes);
        }
    }

    private byte[] marks() {
        byte[] given = new byte[nodes];
        for (int v = 0; v < nodes; v++) given[v] = (byte) (known.get(v) ? 1 : 0);
        return given;
    }

    /** The labels of these nodes; those of all others are erased, not merely hidden. Those of a file stay in the file. */
    public Labels only(int[] nodes) {
        Check.given("nodes", nodes);
        BitSet kept = new BitSet(nodes());
        for (int v : nodes) if (known.get(v)) kept.set(v);
        if (mapped) return new Labels(classes, this.nodes, single, multi, null, kept, true);
        if (isValues()) {
            float[] left = new float[values.length];
            for (int k = 0; k < left.length; k++) left[k] = kept.get(k / classes) ? values[k] : Float.NaN;
            return held(classes, left, kept);
        }
        if (!isMulti()) {
            int[] left = new int[this.nodes];
            for (int v = 0; v < left.length; v++) left[v] = kept.get(v) ? of(v) : NONE;
            return held(classes, left, kept);
        }
        boolean[] left = new boolean[this.nodes * classes];
        for (int v = kept.nextSetBit(0); v >= 0; v = kept.nextSetBit(v + 1))
            for (int k = v * classes; k < (v + 1) * classes; k++) left[k] = multi.test(k);
        return held(classes, left, kept);
    }

    /** These labels with another class for a node whose label is known. */
    public Labels with(int node, int label) {
        of(node);
        if (!known.get(node))
            throw new IllegalArgumentException("the label of node " + node + " is not in these labels");
        Check.within("label", label, 0, classes - 1);
        int[] changed = new int[nodes];
        for (int v = 0; v < nodes; v++) changed[v] = of(v);
        changed[node] = label;
        return held(classes, changed, known);
    }

    /** The labels of these nodes, in this order. */
    public Labels select(int[] nodes) {
        Check.given("nodes", nodes);
        BitSet kept = new BitSet(nodes.length);
        for (int i = 0; i < nodes.length; i++) if (known.get(nodes[i])) kept.set(i);
        if (isValues()) {
            float[] rows = new float[ArraySize.of("labels", nodes.length, classes)];
            for (int i = 0; i < rows.length; i++) rows[i] = values[nodes[i / classes] * classes + i % classes];
            return held(classes, rows, kept);
        }
        if (!isMulti()) return held(classes, Arrays.stream(nodes).map(this::of).toArray(), kept);
        boolean[] rows = new boolean[ArraySize.of("labels", nodes.length, classes)];
        for (int i = 0; i < rows.length; i++) rows[i] = multi.test((long) nodes[i / classes] * classes + i % classes);
        return held(classes, rows, kept);
    }
}
