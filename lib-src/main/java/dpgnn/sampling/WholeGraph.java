package dpgnn.sampling;

import dpgnn.base.Check;
import dpgnn.graph.Graph;
import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/**
 * Takes the whole graph as one example in every step, with all training nodes as targets (Igamberdiev and Habernal 2022).
 *
 * <p><b>Guarantee.</b> Unit: the whole graph, replaced, hence any node, edge or row too. One vector of norm at most C is
 * released, and two of them are at most 2C apart. {@link #claimed} is the paper's: the noise over C, as if one of the two
 * graphs gave a zero gradient.
 *
 * <p>Proof: docs/proofs.md, lemma 23.
 */
public record WholeGraph() implements Sampler {
    public static WholeGraph of() {
        return new WholeGraph();
    }

    @Override
    public Unit unit() {
        return Unit.GRAPH;
    }

    @Override
    public Relation relation() {
        return Relation.REPLACE;
    }

    @Override
    public List<String> assumptions() {
        return List.of("Nothing but announced numbers is public: every graph with them is a neighbour of every other.");
    }

    @Override
    public Event event(Facts facts, double multiplier) {
        return new Event.Gaussian(multiplier / 2);
    }

    @Override
    public Event claimed(Facts facts, double multiplier) {
        return new Event.Gaussian(multiplier);
    }

    @Override
    public double expectedExamples(Facts facts) {
        return 1;
    }

    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        Graph graph = participants.graph();
        int[] nodes = new int[graph.nodes()];
        int count = 0;
        for (int v = 0; v < nodes.length; v++) if (participants.eligible(v)) nodes[count++] = v;
        InducedExample example = new InducedExample(graph, participants::isRoot);
        int[] all = java.util.Arrays.copyOf(nodes, count);
        return new Draws() {
            /** The batch that already holds the graph, as long as nobody edits it. */
            private Batch drawn;

            private long edits;

            @Override
            public void draw(long step, Batch into) {
                Check.atLeast("step", step, 0);
                if (into == drawn && into.edits() == edits) return;
                into.clear();
                example.addTo(into, all, all.length);
                drawn = into;
                edits = into.edits();
            }

            @Override
            public Event event(long step, double multiplier) {
                return new Event.Gaussian(multiplier / 2);
            }
        };
    }
}
