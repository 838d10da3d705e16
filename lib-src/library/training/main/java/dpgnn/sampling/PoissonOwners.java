package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.PoissonSubset;
import dpgnn.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Every owner enters with the same probability, independently, with all its training rows or, where it has more than {@code most}, with
 * so many of them, drawn anew in each step. An owner's rows are one example, without edges: its loss is the mean over them, and its
 * gradient is clipped once. The data are those of {@link dpgnn.graph.Records#owned}.
 *
 * <p><b>Guarantee.</b> One owner with all its rows and their labels, added or removed. One example of norm at most C comes or goes with
 * probability {@code rate}, however many rows the owner has. A row that comes or goes while its owner stays is not covered. Data in
 * which a training row has no owner, or more than one, are refused.
 *
 * <p>Proof: docs/proofs.md, lemma 92.
 *
 * @param rate the probability of each owner
 * @param most how many rows of an owner take part in a step
 */
public record PoissonOwners(double rate, int most) implements Sampler {
    public PoissonOwners {
        Check.leftOpen("rate", rate, 0, 1);
        Check.within("most", most, 1, 1000);
    }

    public static PoissonOwners of(double rate, int most) {
        return new PoissonOwners(rate, most);
    }

    @Override
    public Unit unit() {
        return Unit.OWNER;
    }

    @Override
    public Relation relation() {
        return Relation.ADD_REMOVE;
    }

    @Override
    public Set<Relation> relations() {
        return Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                "Rows that belong together have one owner in the data; no edge between rows is read.",
                "Nobody learns which owners were drawn, nor how many.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return event(multiplier);
    }

    private Event event(double multiplier) {
        return new Event.PoissonSampled(rate, multiplier, relation());
    }

    /** How many owners there are is not announced; there are no more than rows. */
    @Override
    public double expectedExamples(Facts facts) {
        return rate * facts.roots();
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        RandomStream ownerCoins = coins.fork("owners"), rowCoins = coins.fork("rows");
        Graph complete = participants.complete();
        int[][] owned = new int[complete.nodes()][];
        // What a refusal says may be seen, so that it names no node.
        for (int row : participants.roots()) {
            Check.that(
                    complete.inDegree(row) == 1 && complete.outDegree(row) == 0,
                    "a training row",
                    "a node to which an edge leads from its owner, and no other edge, as Records.owned makes it and a transductive view keeps it",
                    "a node of other edges");
            int owner = complete.inNeighbours(row)[0];
            if (owned[owner] == null && participants.eligible(owner)) owned[owner] = rowsOf(participants, owner);
        }
        UniformSubset subset = new UniformSubset();
        return Draws.of(
                (step, into) -> {
                    into.clear();
                    PoissonSubset skips = new PoissonSubset(rate, ownerCoins.fork(step));
                    for (long v = skips.next(owned.length); v >= 0; v = skips.next(owned.length))
                        if (owned[(int) v] != null)
                            add(
                                    into,
                                    owned[(int) v],
                                    subset,
                                    rowCoins.fork(step).fork(v));
                },
                this::event);
    }

    private static int[] rowsOf(Participants participants, int owner) {
        return Arrays.stream(participants.complete().outNeighbours(owner))
                .filter(participants::isRoot)
                .toArray();
    }

    private void add(Batch into, int[] rows, UniformSubset subset, RandomStream coins) {
        into.beginExample();
        int[] chosen = rows.length <= most ? null : subset.draw(rows.length, most, coins);
        for (int k = 0; k < Math.min(most, rows.length); k++)
            into.addTarget(into.addRow(rows[chosen == null ? k : chosen[k]]));
    }
}
