package dpgnn.study;

import dpgnn.base.Check;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Parameters;
import dpgnn.sampling.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The examples of a batch one at a time, each a batch of its own: to look at its nodes and at its gradient. A training needs none
 * of this; its sum is formed without any of the gradients.
 */
public final class SingleExamples {
    private final List<Batch> examples;

    private SingleExamples(List<Batch> examples) {
        this.examples = examples;
    }

    /** Copies a batch, whose memory its sampler uses again. */
    public static SingleExamples of(Batch batch) {
        Check.given("batch", batch);
        List<Batch> copies = new ArrayList<>();
        for (int e = 0; e < batch.examples(); e++) {
            Batch copy = new Batch();
            add(batch, e, copy);
            copies.add(copy);
        }
        return new SingleExamples(List.copyOf(copies));
    }

    private static void add(Batch from, int example, Batch into) {
        into.beginExample();
        int shift = into.rows() - from.exampleStart(example);
        for (int row = from.exampleStart(example); row < from.exampleStart(example + 1); row++) {
            into.addRow(from.node(row));
            for (int k = from.edgeStart(row); k < from.edgeStart(row + 1); k++) into.addSource(from.source(k) + shift);
        }
        for (int k = from.targetStart(example); k < from.targetStart(example + 1); k++)
            into.addTarget(from.target(k) + shift);
    }

    public int size() {
        return examples.size();
    }

    /** One of them, as a batch of one. */
    public Batch example(int number) {
        return examples.get(number);
    }

    /** Those from the first to before this one. */
    public SingleExamples first(int count) {
        return new SingleExamples(examples.subList(0, Check.within("count", count, 0, size())));
    }

    /** The first nodes of all: centres of stars, roots of walks. */
    public int[] roots() {
        return examples.stream().mapToInt(one -> one.node(0)).toArray();
    }

    /** All nodes but these. */
    public int[] others() {
        return examples.stream()
                .flatMapToInt(one -> IntStream.range(1, one.rows()).map(one::node))
                .toArray();
    }

    /** Which of them has a node, the first; -1 where none has. */
    public int having(int node) {
        return IntStream.range(0, size())
                .filter(e -> IntStream.range(0, examples.get(e).rows())
                        .anyMatch(row -> examples.get(e).node(row) == node))
                .findFirst()
                .orElse(-1);
    }

    /** Where each step of walks begins, and where it leads: edges go both ways, a walk from the earlier row to the later. */
    public int[][] steps() {
        List<int[]> found = new ArrayList<>();
        for (Batch one : examples)
            for (int row = 0; row < one.rows(); row++)
                for (int k = one.edgeStart(row); k < one.edgeStart(row + 1); k++)
                    if (one.source(k) < row) found.add(new int[] {one.node(one.source(k)), one.node(row)});
        return IntStream.range(0, 2)
                .mapToObj(end -> found.stream().mapToInt(step -> step[end]).toArray())
                .toArray(int[][]::new);
    }

    /** The gradient of each by itself, clipped to a norm; infinity clips nothing. */
    public List<float[]> gradients(ExampleGradients of, Parameters at, double norm) {
        return examples.stream().map(one -> sum(one, of, at, norm)).toList();
    }

    /** The Euclidean norms of these gradients. */
    public double[] norms(ExampleGradients of, Parameters at, double norm) {
        return gradients(of, at, norm).stream()
                .mapToDouble(SingleExamples::norm)
                .toArray();
    }

    /** The sum of the clipped gradients, as a training forms it. */
    public float[] sum(ExampleGradients of, Parameters at, double norm) {
        Batch all = new Batch();
        for (Batch one : examples) add(one, 0, all);
        return sum(all, of, at, norm);
    }

    private static float[] sum(Batch batch, ExampleGradients of, Parameters at, double norm) {
        float[] sum = new float[at.size()];
        of.clippedSum(at, batch, new double[] {norm}, null, sum);
        return sum;
    }

    private static double norm(float[] gradient) {
        double squares = 0;
        for (float g : gradient) squares += (double) g * g;
        return Math.sqrt(squares);
    }

    /** The Euclidean distance of two sums of gradients. */
    public static double distance(float[] one, float[] other) {
        Check.given("one", one);
        Check.given("other", other);
        Check.that(one.length == other.length, "other", "of " + one.length + " numbers", other.length);
        float[] difference = new float[one.length];
        for (int i = 0; i < one.length; i++) difference[i] = one[i] - other[i];
        return norm(difference);
    }
}
