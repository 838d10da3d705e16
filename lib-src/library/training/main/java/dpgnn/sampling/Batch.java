package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.base.Described;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The examples that a sampler draws for one step. Each example is a small graph of its own. The flat arrays are refilled for
 * every step and only ever grow.
 *
 * <p>Rows are numbered through the batch: example e has rows {@code exampleStart[e] .. exampleStart[e+1])}, and row r is node
 * {@code node[r]} of the data set. The first row of an example is its root. Row r aggregates from the rows
 * {@code source[edgeStart[r] .. edgeStart[r+1])}, all of the same example; a row is never listed as its own source, since self-loops
 * are left to the model. The loss of an example is the mean over its target rows {@code target[targetStart[e] ..
 * targetStart[e+1])}; if there is only one, it is the root.
 *
 * <p>An empty batch is a batch: a private step on it releases noise.
 */
public final class Batch implements Described, Serializable {
    private static final long serialVersionUID = 1;

    private int examples;
    private int rows;
    private int edges;
    private int targets;
    private int[] exampleStart = new int[2];
    private int[] node = new int[1];
    private int[] edgeStart = new int[2];
    private int[] source = new int[1];
    private int[] targetStart = new int[2];
    private int[] target = new int[1];
    private long edits;

    /**
     * How often the batch was changed since it was made: who reads it again at the same number finds the same content, and may
     * keep what it made of it.
     */
    public long edits() {
        return edits;
    }

    /** Empties the batch, keeping its memory. */
    public void clear() {
        edits++;
        exampleStart[0] = 0;
        edgeStart[0] = 0;
        targetStart[0] = 0;
        examples = 0;
        rows = 0;
        edges = 0;
        targets = 0;
    }

    public int examples() {
        return examples;
    }

    @Override
    public Map<String, Object> description() {
        int largest = 0;
        for (int e = 0; e < examples; e++) largest = Math.max(largest, exampleStart[e + 1] - exampleStart[e]);
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("examples", examples);
        rows.put("rows", this.rows);
        rows.put("edges", edges);
        rows.put("targets", targets);
        rows.put("rows of the largest example", largest);
        return rows;
    }

    public int rows() {
        return rows;
    }

    public int edges() {
        return edges;
    }

    /** First row of an example; {@code exampleStart(examples())} is the number of rows. */
    public int exampleStart(int example) {
        return exampleStart[example];
    }

    /** The node of the data set that a row stands for. */
    public int node(int row) {
        return node[row];
    }

    public int edgeStart(int row) {
        return edgeStart[row];
    }

    /** The row that edge number k comes from. */
    public int source(int k) {
        return source[k];
    }

    public int targetStart(int example) {
        return targetStart[example];
    }

    /** The k-th row that carries a loss. */
    public int target(int k) {
        return target[k];
    }

    /** Number of rows that carry a loss. */
    public int targets() {
        return targets;
    }

    /** Begins an example; its rows follow. */
    public void beginExample() {
        edits++;
        exampleStart = grow(exampleStart, examples + 2);
        targetStart = grow(targetStart, examples + 2);
        exampleStart[examples] = rows;
        targetStart[examples] = targets;
        examples++;
        exampleStart[examples] = rows;
        targetStart[examples] = targets;
    }

    /** Adds a row to the last example and returns its number; the edges into it follow. */
    public int addRow(int nodeOfRow) {
        edits++;
        node = grow(node, rows + 1);
        edgeStart = grow(edgeStart, rows + 2);
        node[rows] = nodeOfRow;
        edgeStart[rows] = edges;
        rows++;
        edgeStart[rows] = edges;
        exampleStart[examples] = rows;
        return rows - 1;
    }

    /** Lets the last row aggregate from another row of the same example, which may be added later. */
    public void addSource(int row) {
        edits++;
        source = grow(source, edges + 1);
        source[edges++] = row;
        edgeStart[rows] = edges;
    }

    /** Lets a row of the last example carry a loss. */
    public void addTarget(int row) {
        edits++;
        target = grow(target, targets + 1);
        target[targets++] = row;
        targetStart[examples] = targets;
    }

    /** Adds an example of another batch. */
    public void add(Batch from, int example) {
        beginExample();
        int begin = from.exampleStart(example);
        int first = rows;
        for (int r = begin; r < from.exampleStart(example + 1); r++) {
            addRow(from.node(r));
            for (int k = from.edgeStart(r); k < from.edgeStart(r + 1); k++) addSource(first + from.source(k) - begin);
        }
        for (int k = from.targetStart(example); k < from.targetStart(example + 1); k++)
            addTarget(first + from.target(k) - begin);
    }

    /** Adds a node by itself as an example, its own target. */
    void addSingle(int nodeOfRow) {
        beginExample();
        addTarget(addRow(nodeOfRow));
    }

    /** The examples {@code from .. to)} as a batch of their own, which holds no more memory than they need. */
    public Batch part(int from, int to) {
        Check.within("to", to, 0, examples);
        Check.within("from", from, 0, to);
        Batch part = new Batch();
        int row = exampleStart[from], edge = edgeStart[row], first = targetStart[from];
        part.examples = to - from;
        part.rows = exampleStart[to] - row;
        part.edges = edgeStart[row + part.rows] - edge;
        part.targets = targetStart[to] - first;
        part.exampleStart = moved(exampleStart, from, part.examples + 1, row);
        part.node = moved(node, row, part.rows, 0);
        part.edgeStart = moved(edgeStart, row, part.rows + 1, edge);
        part.source = moved(source, edge, part.edges, row);
        part.targetStart = moved(targetStart, from, part.examples + 1, first);
        part.target = moved(target, first, part.targets, row);
        return part;
    }

    private static int[] moved(int[] array, int from, int count, int by) {
        int[] moved = new int[count];
        for (int i = 0; i < count; i++) moved[i] = array[from + i] - by;
        return moved;
    }

    /** A fingerprint of the whole content, in order. */
    public long hash() {
        long hash = examples;
        for (int e = 0; e < examples; e++) hash = 31 * (31 * hash + exampleStart[e + 1]) + targetStart[e + 1];
        for (int r = 0; r < rows; r++) hash = 31 * (31 * hash + node[r]) + edgeStart[r + 1];
        for (int k = 0; k < edges; k++) hash = 31 * hash + source[k];
        for (int k = 0; k < targets; k++) hash = 31 * hash + target[k];
        return hash;
    }

    private static int[] grow(int[] array, int size) {
        return size <= array.length ? array : Arrays.copyOf(array, Math.max(size, array.length + (array.length >> 1)));
    }
}
