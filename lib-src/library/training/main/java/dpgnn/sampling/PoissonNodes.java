package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import java.util.List;
import java.util.Set;

/**
 * Every training node enters with the same probability, independently, as a single row without edges.
 *
 * <p><b>Guarantee.</b> Unit: one node, added or removed, or replaced. Added or removed means real removal: a batch has rows
 * without sources, so that a network sees a root's own row and label whatever layers it has, and it does not matter what
 * happens to other nodes' lists and degrees. One example of norm at most C comes or goes with probability {@code rate}.
 * Whether a node takes part is a smaller change of the same example. The bound for replacement holds for any two gradients of
 * norm at most C, and so also if one of them is zero, which is removal. Nothing about the data is public except announced
 * numbers.
 *
 * <p>Proofs: docs/proofs.md, lemmas 12, 13 and 18.
 *
 * @param rate the probability of each training node
 */
public record PoissonNodes(double rate, Relation relation) implements Sampler {
    public PoissonNodes {
        Check.leftOpen("rate", rate, 0, 1);
        if (relation != Relation.ADD_REMOVE && relation != Relation.REPLACE)
            throw new IllegalArgumentException("relation must be ADD_REMOVE or REPLACE, was " + relation
                    + (relation == null ? "" : "; ADD_REMOVE proves it too, a plan states it with against(...)"));
    }

    /** Protecting against a node being added or removed. */
    public static PoissonNodes of(double rate) {
        return new PoissonNodes(rate, Relation.ADD_REMOVE);
    }

    @Override
    public Unit unit() {
        return Unit.NODE;
    }

    @Override
    public Set<Relation> relations() {
        return relation == Relation.REPLACE
                ? Set.of(Relation.values())
                : Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "No edge is read, so none has to be public.", "Nobody learns which nodes were drawn, nor how many.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.PoissonSampled(rate, multiplier, relation);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return rate * facts.roots();
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        RandomStream nodeCoins = coins.fork("nodes");
        int nodes = participants.graph().nodes();
        java.util.BitSet root = new java.util.BitSet(nodes);
        for (int v : participants.roots()) root.set(v);
        return Draws.of(
                (step, into) -> {
                    into.clear();
                    PoissonSubset skips = new PoissonSubset(rate, nodeCoins.fork(step));
                    for (long v = skips.next(nodes); v >= 0; v = skips.next(nodes))
                        if (root.get((int) v)) into.addSingle((int) v);
                },
                multiplier -> new Event.PoissonSampled(rate, multiplier, relation));
    }
}
