package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Deals the nodes at random into parts of equal size, once. An example is the graph induced on one part, with the part's
 * training nodes as targets. A step draws some parts without replacement (the graph splitting of Igamberdiev and Habernal
 * 2022; with records that have no edges a part is a lot).
 *
 * <p><b>Guarantee.</b> Unit: one node with all its edges, replaced. Parts are dealt by node numbers alone, and edges between
 * parts are never read, so one example changes, and the sum by at most 2C. A replaced node keeps its role, since training
 * nodes and others are dealt separately: if one took no part or left, all parts would be dealt anew. {@link #claimed} is the
 * paper's: rate lots / parts, and the noise over C. The amplification is that of a part: it does not grow with the number of
 * its nodes.
 *
 * <p>Proof: docs/proofs.md, lemma 22.
 *
 * @param parts number of parts, at most that of training nodes
 * @param lots how many of them a step draws
 */
public record GraphSplit(int parts, int lots) implements Sampler {
    public GraphSplit {
        Check.atLeast("parts", parts, 1);
        Check.that(lots >= 1 && lots <= parts, "lots", "in 1.." + parts + ", the number of parts", lots);
    }

    /** One part in every step. */
    public static GraphSplit of(int parts) {
        return new GraphSplit(parts, 1);
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
                "No edge has to be public.",
                "Nobody learns which parts were drawn; how nodes were dealt to parts may be known.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return event(multiplier);
    }

    /** Where every step takes all parts there is nothing to amplify. */
    private Event event(double multiplier) {
        return lots == parts
                ? new Event.Gaussian(multiplier / 2)
                : new Event.WithoutReplacement(parts, lots, multiplier / 2);
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        return lots == parts
                ? new Event.Gaussian(multiplier)
                : new Event.PoissonSampled((double) lots / parts, multiplier, Relation.ADD_REMOVE);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return lots;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        int[] roots = participants.roots();
        Check.that(parts <= roots.length, "parts", "at most the number of training nodes, " + roots.length, parts);
        int[][] part = deal(participants, roots, coins.fork("parts"));
        InducedExample example = new InducedExample(participants.graph(), participants::isRoot);
        return FixedSize.of(
                parts,
                lots,
                (into, p) -> example.addTo(into, part[p], part[p].length),
                coins.fork("batch"),
                this::event);
    }

    /** Training nodes and others are dealt apart, so that every part has targets; a training node comes first in it. */
    private int[][] deal(Participants participants, int[] roots, RandomStream coins) {
        int nodes = participants.graph().nodes();
        int[] others = new int[nodes - roots.length];
        int count = 0;
        for (int v = 0; v < nodes; v++) if (!participants.isRoot(v) && participants.eligible(v)) others[count++] = v;
        int[][] part = new int[parts][];
        for (int p = 0; p < parts; p++) part[p] = new int[share(roots.length, p) + share(count, p)];
        UniformSubset order = new UniformSubset();
        int[] shuffled = order.draw(roots.length, roots.length, coins);
        for (int i = 0; i < roots.length; i++) part[i % parts][i / parts] = roots[shuffled[i]];
        shuffled = order.draw(count, count, coins);
        for (int i = 0; i < count; i++)
            part[i % parts][share(roots.length, i % parts) + i / parts] = others[shuffled[i]];
        return part;
    }

    /** How many of this many are dealt to a part. */
    private int share(int many, int part) {
        return many / parts + (part < many % parts ? 1 : 0);
    }
}
