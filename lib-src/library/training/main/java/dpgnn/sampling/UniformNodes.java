package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Draws batches of a fixed size from the training nodes, without replacement, as single rows without edges.
 *
 * <p><b>Guarantee.</b> Unit: one node, replaced; no edge is read, so its edges may change with it. One example changes, the
 * sum by at most 2C; the changed one is in the batch with probability batch / roots. The number of roots is public, and a
 * replaced node keeps its role: if a training node became another kind of node, or left, the batch would be drawn from one
 * node fewer, which the event does not cover.
 *
 * <p>Proof: docs/proofs.md, lemma 14.
 *
 * @param batch how many nodes a step draws
 */
public record UniformNodes(int batch) implements Sampler {
    public UniformNodes {
        Check.atLeast("batch", batch, 1);
    }

    public static UniformNodes of(int batch) {
        return new UniformNodes(batch);
    }

    @Override
    public Unit unit() {
        return Unit.NODE;
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE;
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "Which nodes are training nodes is public, and a replaced node keeps its role.",
                "No edge is read, so none has to be public.",
                "Nobody learns which nodes were drawn.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.WithoutReplacement(facts.roots(), batch, multiplier / 2);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return batch;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        int[] roots = participants.roots();
        Check.that(batch <= roots.length, "batch", "at most the number of roots, " + roots.length, batch);
        return FixedSize.of(
                roots.length,
                batch,
                (into, i) -> into.addSingle(roots[i]),
                coins.fork("batch"),
                multiplier -> new Event.WithoutReplacement(roots.length, batch, multiplier / 2));
    }
}
