package dpgnn.study.nodes;

import dpgnn.base.Check;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Parameters;
import dpgnn.sampling.Batch;
import dpgnn.study.SingleExamples;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A batch of stars to look at, one star at a time: who is a centre, who joined whom, and the gradient of each star by itself. A
 * training needs none of this; its sum is formed without any of the gradients.
 */
public final class StarBatch {
    private final int[] centres;
    private final int[][] members;

    private StarBatch(int[] centres, int[][] members) {
        this.centres = centres;
        this.members = members;
    }

    /** Copies the stars of a batch, whose memory its sampler uses again. */
    public static StarBatch of(Batch batch) {
        int[] centres = new int[batch.examples()];
        int[][] members = new int[centres.length][];
        for (int e = 0; e < centres.length; e++) {
            int root = batch.exampleStart(e);
            centres[e] = batch.node(root);
            members[e] = IntStream.range(root + 1, batch.exampleStart(e + 1))
                    .map(batch::node)
                    .toArray();
        }
        return new StarBatch(centres, members);
    }

    public int[] centres() {
        return centres.clone();
    }

    /** Every node that is in somebody else's star, once. */
    public int[] members() {
        return Arrays.stream(members)
                .flatMapToInt(Arrays::stream)
                .distinct()
                .sorted()
                .toArray();
    }

    /** In how many stars of others a node is. */
    public int stars(int node) {
        return (int) Arrays.stream(members)
                .filter(star -> Arrays.stream(star).anyMatch(v -> v == node))
                .count();
    }

    /** The members, one for each of {@link #heads}: the centre whose star it joined. */
    public int[] tails() {
        return Arrays.stream(members).flatMapToInt(Arrays::stream).toArray();
    }

    public int[] heads() {
        return IntStream.range(0, centres.length)
                .flatMap(e -> Arrays.stream(members[e]).map(v -> centres[e]))
                .toArray();
    }

    /** The same stars with those members alone that are not in another batch of the same centres. */
    public StarBatch without(StarBatch other) {
        Check.that(
                Arrays.equals(centres, other.centres),
                "other",
                "a batch of the centres " + Arrays.toString(centres),
                Arrays.toString(other.centres));
        int[][] left = new int[centres.length][];
        for (int e = 0; e < left.length; e++) {
            List<Integer> there = Arrays.stream(other.members[e]).boxed().toList();
            left[e] = Arrays.stream(members[e]).filter(v -> !there.contains(v)).toArray();
        }
        return new StarBatch(centres, left);
    }

    /** The Euclidean norms of the stars' own gradients, clipped to a norm; infinity clips nothing. */
    public double[] norms(ExampleGradients of, Parameters at, double norm) {
        return SingleExamples.of(batch()).norms(of, at, norm);
    }

    /** The sum over all stars. */
    public float[] sum(ExampleGradients of, Parameters at, double norm) {
        return SingleExamples.of(batch()).sum(of, at, norm);
    }

    private Batch batch() {
        Batch batch = new Batch();
        for (int e = 0; e < centres.length; e++) add(e, batch);
        return batch;
    }

    private void add(int star, Batch batch) {
        batch.beginExample();
        int root = batch.addRow(centres[star]);
        for (int i = 0; i < members[star].length; i++) batch.addSource(root + 1 + i);
        for (int v : members[star]) batch.addRow(v);
        batch.addTarget(root);
    }
}
