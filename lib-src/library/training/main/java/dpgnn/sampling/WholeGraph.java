package dpgnn.sampling;

import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.random.RandomStream;

/**
 * Takes the whole graph as one example in every step, with all training nodes as targets (Igamberdiev and Habernal 2022).
 *
 * <p><b>Guarantee.</b> Unit: the whole graph, replaced, hence any node, edge or row too. One vector of norm at most C is
 * released, and two of them are at most 2C apart. {@link #claimed} is the paper's: the noise over C, as if one of the two
 * graphs gave a zero gradient.
 *
 * <p>Proof: docs/proofs.md, lemma 23.
 */
public record WholeGraph() implements GraphUnit {
    public static WholeGraph of() {
        return new WholeGraph();
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        return new Event.Gaussian(multiplier);
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        Graph graph = participants.graph();
        int[] nodes = new int[graph.nodes()];
        int count = 0;
        for (int v = 0; v < nodes.length; v++) if (participants.eligible(v)) nodes[count++] = v;
        InducedExample example = new InducedExample(graph, participants::isRoot);
        int[] all = java.util.Arrays.copyOf(nodes, count);
        return Draws.of(
                new Draws.BatchSource() {
                    /** The batch that already holds the graph, as long as nobody edits it. */
                    private Batch drawn;

                    private long edits;

                    @Override
                    public void fill(long step, Batch into) {
                        if (into == drawn && into.edits() == edits) return;
                        into.clear();
                        example.addTo(into, all, all.length);
                        drawn = into;
                        edits = into.edits();
                    }
                },
                GraphUnit::stated);
    }
}
