package dpgnn.nn;

import dpgnn.graph.DenseFeatures;
import dpgnn.graph.Features;
import dpgnn.graph.Labels;
import dpgnn.graph.SparseFeatures;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** A few nodes with features and labels, and batches of every shape on them. */
public record SmallData(Features features, Labels labels) {
    public static final int NODES = 60;
    public static final int WIDTH = 7;
    public static final int CLASSES = 4;

    public static SmallData of(long seed) {
        RandomStream stream = Streams.seed(seed).stream("data");
        float[] values = new float[NODES * WIDTH];
        for (int i = 0; i < values.length; i++) values[i] = (float) stream.nextGaussian();
        int[] labels = new int[NODES];
        for (int i = 0; i < NODES; i++) labels[i] = stream.nextInt(CLASSES);
        return new SmallData(DenseFeatures.of(NODES, WIDTH, values), Labels.single(CLASSES, labels));
    }

    /** One node's row overflows in every product. */
    public static SmallData huge(int node) {
        float[] row = new float[WIDTH];
        Arrays.fill(row, 3e38f);
        return new SmallData(of(1).features.withRow(node, row), of(1).labels);
    }

    /** Rows alone. */
    public static Batch rows(int... nodes) {
        Batch batch = new Batch();
        for (int v : nodes) {
            batch.beginExample();
            batch.addTarget(batch.addRow(v));
        }
        return batch;
    }

    /** Bags of words: few values of a row are not zero. */
    public static SmallData sparse(long seed, int width) {
        RandomStream stream = Streams.seed(seed).stream("sparse");
        int[] start = new int[NODES + 1];
        int[] columns = new int[2 * NODES];
        float[] values = new float[2 * NODES];
        for (int v = 0; v < NODES; v++) {
            start[v + 1] = 2 * (v + 1);
            columns[2 * v] = stream.nextInt(width / 2);
            columns[2 * v + 1] = width / 2 + stream.nextInt(width - width / 2);
            values[2 * v] = 1;
            values[2 * v + 1] = (float) stream.nextGaussian();
        }
        return new SmallData(SparseFeatures.of(width, start, columns, values), of(seed).labels);
    }

    /** Changes every weight. */
    public static void change(Parameters weights, UnaryOperator<Float> by) {
        float[] values = weights.toArray();
        for (int i = 0; i < values.length; i++) values[i] = by.apply(values[i]);
        weights.write(values);
    }

    /** Changes every weight of one array. */
    public static void change(Parameters weights, String name, UnaryOperator<Float> by) {
        float[] values = weights.toArray();
        weights.slots().stream().filter(s -> s.name().equals(name)).forEach(slot -> {
            for (int i = slot.offset(); i < slot.offset() + slot.size(); i++) values[i] = by.apply(values[i]);
        });
        weights.write(values);
    }

    public SmallData multi(long seed) {
        RandomStream stream = Streams.seed(seed).stream("labels");
        boolean[] has = new boolean[NODES * CLASSES];
        for (int i = 0; i < has.length; i++) has[i] = stream.nextBoolean();
        return new SmallData(features, Labels.multi(CLASSES, has));
    }

    /** Stars with 0 to 4 leaves, edges to the centre only. */
    public static Batch stars(long seed, int count) {
        RandomStream stream = Streams.seed(seed).stream("stars");
        Batch batch = new Batch();
        for (int e = 0; e < count; e++) {
            batch.beginExample();
            int root = batch.addRow(stream.nextInt(NODES));
            int leaves = stream.nextInt(5);
            for (int k = 1; k <= leaves; k++) batch.addSource(root + k);
            for (int k = 1; k <= leaves; k++) batch.addRow(stream.nextInt(NODES));
            batch.addTarget(root);
        }
        return batch;
    }

    /** Paths of 1 to 5 nodes with edges both ways, the loss at one end. */
    public static Batch paths(long seed, int count) {
        RandomStream stream = Streams.seed(seed).stream("paths");
        Batch batch = new Batch();
        for (int e = 0; e < count; e++) {
            batch.beginExample();
            int length = 1 + stream.nextInt(5);
            int root = batch.rows();
            for (int k = 0; k < length; k++) {
                int row = batch.addRow(stream.nextInt(NODES));
                if (k > 0) batch.addSource(row - 1);
                if (k + 1 < length) batch.addSource(row + 1);
            }
            batch.addTarget(root);
        }
        return batch;
    }

    /** Rings with chords, several targets each, not in order. */
    public static Batch rings(long seed, int count, int length) {
        RandomStream stream = Streams.seed(seed).stream("rings");
        Batch batch = new Batch();
        for (int e = 0; e < count; e++) {
            batch.beginExample();
            int root = batch.rows();
            for (int k = 0; k < length; k++) {
                batch.addRow((7 * e + k) % NODES);
                batch.addSource(root + (k + 1) % length);
                batch.addSource(root + (k + length - 1) % length);
            }
            batch.addTarget(root + 2 + stream.nextInt(length - 2));
            batch.addTarget(root);
            batch.addTarget(root + 1);
        }
        return batch;
    }

    /** Some examples of a batch, in this order. */
    public static Batch select(Batch batch, int... examples) {
        Batch chosen = new Batch();
        for (int e : examples) {
            int shift = chosen.rows() - batch.exampleStart(e);
            chosen.beginExample();
            for (int r = batch.exampleStart(e); r < batch.exampleStart(e + 1); r++) {
                chosen.addRow(batch.node(r));
                for (int k = batch.edgeStart(r); k < batch.edgeStart(r + 1); k++)
                    chosen.addSource(batch.source(k) + shift);
            }
            for (int k = batch.targetStart(e); k < batch.targetStart(e + 1); k++)
                chosen.addTarget(batch.target(k) + shift);
        }
        return chosen;
    }
}
