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
 * Every record enters with the same probability, independently. A record is a training node to which edges lead and from which none
 * does, its root: one of many graphs, or a pair of nodes, as {@link dpgnn.graph.Records} makes them. An example is the graph on the
 * root and its in-neighbours; the root is its target.
 *
 * <p><b>Guarantee.</b> {@link #of}: one record, added or removed; what stands in several records is not protected. One example of
 * norm at most C comes or goes with probability {@code rate}. {@link #ofNodes}: one node that is in at most {@code most} records and
 * takes part or not; a record is drawn only if all its nodes take part. Data that are no records, or a node in more, are refused.
 *
 * <p>Proof: docs/proofs.md, lemma 84.
 *
 * @param rate the probability of each record
 * @param most in how many records a protected node may be; 0 where a record is protected
 */
public record PoissonRecords(double rate, int most) implements Sampler {
    /** What a probability may be off by, relatively; it is taken from small counts and given to the largest. */
    private static final double SLACK = 1e-12;

    public PoissonRecords {
        Check.leftOpen("rate", rate, 0, 1);
        Check.within("most", most, 0, 1000);
    }

    /** Protecting against a record being added or removed. */
    public static PoissonRecords of(double rate) {
        return new PoissonRecords(rate, 0);
    }

    /** Protecting a node in at most so many records, which takes part or not. */
    public static PoissonRecords ofNodes(double rate, int most) {
        return new PoissonRecords(rate, Check.within("most", most, 1, 1000));
    }

    @Override
    public Unit unit() {
        return most == 0 ? Unit.RECORD : Unit.NODE;
    }

    @Override
    public Relation relation() {
        return most == 0 ? Relation.ADD_REMOVE : Relation.PARTICIPATION;
    }

    @Override
    public Set<Relation> relations() {
        return most == 0 ? Set.of(Relation.ADD_REMOVE, Relation.PARTICIPATION) : Set.of(Relation.PARTICIPATION);
    }

    @Override
    public List<String> assumptions() {
        return List.of(
                most == 0
                        ? "A record is a root with its label, the edges that lead to it, and the nodes that are in no other"
                                + " record; a node that is in several is not protected."
                        : "A protected node is in at most " + most + " records; which nodes the others join is the same"
                                + " whether it takes part or not.",
                "Nobody learns which records were drawn, nor how many.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return event(multiplier);
    }

    /** How many of a node's records are drawn is binomial. */
    private Event event(double multiplier) {
        if (most <= 1) return new Event.PoissonSampled(rate, multiplier, Relation.ADD_REMOVE);
        double[] shifts = new double[most + 1], chances = new double[most + 1];
        Arrays.setAll(shifts, k -> k);
        // From the end that is likelier, which no double is too small for.
        boolean up = rate <= 0.5;
        double odds = rate / (1 - rate), chance = Math.exp(most * (up ? Math.log1p(-rate) : Math.log(rate))), below = 0;
        for (int i = 0; i <= most && chance >= Double.MIN_NORMAL; i++) {
            int k = up ? i : most - i;
            chances[k] = chance * (1 - SLACK);
            chance *= (most - i) / (i + 1.0) * (up ? odds : 1 / odds);
        }
        for (int k = 0; k < most; k++) below += chances[k];
        chances[most] = 1 - below;
        return Event.MixtureOfGaussians.of(multiplier, shifts, chances);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return rate * facts.roots();
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        RandomStream recordCoins = coins.fork("records");
        Graph complete = participants.complete();
        int[][] members = new int[complete.nodes()][];
        int[] records = new int[complete.nodes()];
        // What a refusal says may be seen, so that it names no node and no degree.
        for (int root : participants.roots()) {
            Check.that(
                    complete.outDegree(root) == 0,
                    "the root of a record",
                    "a node from which no edge leads, as Records makes it",
                    "a node from which edges lead");
            int[] in = complete.inNeighbours(root);
            for (int v : in)
                Check.that(
                        ++records[v] <= most || most == 0,
                        "records of a node",
                        "at most " + most + ", or bound the degrees of the graph first",
                        "more");
            if (Arrays.stream(in).allMatch(participants::eligible)) members[root] = with(root, in);
        }
        InducedExample example = new InducedExample(complete, participants::isRoot);
        return Draws.of(
                (step, into) -> {
                    into.clear();
                    PoissonSubset skips = new PoissonSubset(rate, recordCoins.fork(step));
                    for (long v = skips.next(members.length); v >= 0; v = skips.next(members.length))
                        if (members[(int) v] != null) example.addTo(into, members[(int) v], members[(int) v].length);
                },
                this::event);
    }

    private static int[] with(int root, int[] in) {
        int[] all = new int[in.length + 1];
        all[0] = root;
        System.arraycopy(in, 0, all, 1, in.length);
        return all;
    }
}
