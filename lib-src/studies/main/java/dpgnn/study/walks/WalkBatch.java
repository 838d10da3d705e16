package dpgnn.study.walks;

import dpgnn.graph.Participants;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Parameters;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Batch;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.Sampler;
import dpgnn.study.SingleExamples;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Sub-graphs of walks to look at: where each begins, which nodes it visits, which edges it walks, and its gradient by itself. */
public final class WalkBatch {
    private final SingleExamples walks;

    private WalkBatch(SingleExamples walks) {
        this.walks = walks;
    }

    /** Those that a step draws. */
    public static WalkBatch draw(Sampler.Draws draws, long step) {
        Batch batch = new Batch();
        draws.draw(step, batch);
        return new WalkBatch(SingleExamples.of(batch));
    }

    /** All of them that a step draws from, in the order in which they were walked. */
    public static WalkBatch cover(DisjointWalks sampler, Participants people, RandomStream coins, long step) {
        Batch batch = new Batch();
        sampler.cover(people, coins, step, batch);
        return new WalkBatch(SingleExamples.of(batch));
    }

    public int size() {
        return walks.size();
    }

    /** The first of them. */
    public WalkBatch first(int count) {
        return new WalkBatch(walks.first(count));
    }

    /** The training nodes at which they begin. */
    public int[] roots() {
        return nodes(row -> row == 0);
    }

    /** The other nodes. */
    public int[] visited() {
        return nodes(row -> row > 0);
    }

    private int[] nodes(IntPredicate wanted) {
        return IntStream.range(0, size())
                .mapToObj(walks::example)
                .flatMapToInt(
                        one -> IntStream.range(0, one.rows()).filter(wanted).map(one::node))
                .toArray();
    }

    /** Which of the sub-graphs has a node; -1 where none has. No node is in two. */
    public int of(int node) {
        for (int w = 0; w < size(); w++) {
            Batch one = walks.example(w);
            for (int row = 0; row < one.rows(); row++) if (one.node(row) == node) return w;
        }
        return -1;
    }

    /** Where each step of the walks begins, and where it leads: one of {@link #heads}. */
    public int[] tails() {
        return steps(true);
    }

    public int[] heads() {
        return steps(false);
    }

    /** Edges lead in both directions; a walk went from the earlier row to the later one. */
    private int[] steps(boolean tails) {
        IntStream.Builder found = IntStream.builder();
        for (int w = 0; w < size(); w++) {
            Batch one = walks.example(w);
            for (int row = 0; row < one.rows(); row++)
                for (int k = one.edgeStart(row); k < one.edgeStart(row + 1); k++)
                    if (one.source(k) < row) found.add(one.node(tails ? one.source(k) : row));
        }
        return found.build().toArray();
    }

    /** The norms of their own gradients, clipped to a norm; infinity clips nothing. */
    public double[] norms(ExampleGradients of, Parameters at, double norm) {
        return walks.norms(of, at, norm);
    }

    /** The sum of the clipped gradients. */
    public float[] sum(ExampleGradients of, Parameters at, double norm) {
        return walks.sum(of, at, norm);
    }
}
