package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.DegreeBound;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Draws neighbourhoods in a graph of bounded degree, without replacement: the baseline of Daigavane et al. (2021). A node is
 * in at most RF = (K^(L+1) - 1) / (K - 1) neighbourhoods (L + 1 for K = 1), of which a batch holds a hypergeometric number.
 *
 * <p><b>Guarantee.</b> With {@link #features} (FDP) the unit is the features and label of one node, replaced; the bounded
 * graph depends on public edges only. With {@link #nodes} (NDP) the unit is a node with its edges, and the event is refused:
 * an edge is kept with a probability that depends on its end's degree, so a node's edges change which edges others keep, and
 * the count of RF neighbourhoods does not cover that. {@link #claimed} is the paper's, for both.
 *
 * <p>Proof: docs/proofs.md, lemma 21.
 *
 * @param degree K, the bound on degrees
 * @param hops L, how far a neighbourhood reaches
 * @param batch how many neighbourhoods a step draws
 * @param unit FEATURE for FDP, NODE for NDP
 * @param paths whether an example is a single path instead, as in research code for the baseline
 */
public record BoundedDegree(int degree, int hops, int batch, Unit unit, boolean paths) implements Sampler {
    public BoundedDegree {
        Check.atLeast("degree", degree, 1);
        Check.within("hops", hops, 0, 30);
        Check.atLeast("batch", batch, 1);
        Check.that(unit == Unit.FEATURE || unit == Unit.NODE, "unit", "FEATURE or NODE", unit);
    }

    /** FDP: a symmetric bound on degrees, kept greedily in random order. */
    public static BoundedDegree features(int degree, int hops, int batch) {
        return new BoundedDegree(degree, hops, batch, Unit.FEATURE, false);
    }

    /** NDP: edges kept by coins, all edges of a node dropped where too many remain. */
    public static BoundedDegree nodes(int degree, int hops, int batch) {
        return new BoundedDegree(degree, hops, batch, Unit.NODE, false);
    }

    /** With one path in place of each neighbourhood; the count of occurrences still holds. */
    public BoundedDegree withPaths() {
        return new BoundedDegree(degree, hops, batch, unit, true);
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE;
    }

    /** RF, the most neighbourhoods among this many that hold one node. */
    public int affected(int roots) {
        long total = 1;
        long power = 1;
        for (int hop = 0; hop < hops && total < roots; hop++) {
            power *= degree;
            total += power;
        }
        return (int) Math.min(roots, total);
    }

    @Override
    public List<String> assumptions() {
        if (unit == Unit.NODE)
            return List.of(
                    "Which nodes are training nodes is public, and a replaced node keeps its role.",
                    "Which edges the others keep would have to be the same whatever edges the replaced node has; it is not.",
                    "Nobody learns which neighbourhoods were drawn.");
        return List.of(
                "All edges of the graph are public, and so is which nodes are training nodes.",
                "Nobody learns which neighbourhoods were drawn; which edges were kept may be known.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        if (unit == Unit.FEATURE) return claimed(facts, multiplier);
        return new Event.Unsupported("Edges are kept with probabilities that depend on private degrees, so one node"
                + " changes more neighbourhoods than the analysis of bounded degrees counts.");
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        int affected = affected(facts.roots());
        return new Event.Hypergeometric(facts.roots(), affected, batch, multiplier / (2.0 * affected));
    }

    @Override
    public double expectedExamples(Facts facts) {
        return batch;
    }

    /** The graph with bounded degrees that is sampled, for tests and pictures. */
    Graph bounded(Participants participants, RandomStream coins) {
        RandomStream boundCoins = coins.fork("bound");
        return unit == Unit.FEATURE
                ? DegreeBound.symmetric(participants.graph(), degree, boundCoins)
                : DegreeBound.outgoingByCoins(participants.graph(), degree, participants.roots(), boundCoins);
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        int[] roots = participants.roots();
        Check.that(batch <= roots.length, "batch", "at most the number of roots, " + roots.length, batch);
        Neighbourhoods neighbourhoods = new Neighbourhoods(bounded(participants, coins), hops, paths);
        Facts facts = Facts.of(participants);
        return FixedSize.of(
                roots.length,
                batch,
                (into, i) -> neighbourhoods.addTo(into, roots[i]),
                coins.fork("batch"),
                multiplier -> event(facts, multiplier));
    }
}
