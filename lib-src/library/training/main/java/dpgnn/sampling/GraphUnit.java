package dpgnn.sampling;

import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import java.util.List;

/**
 * A sampler whose step is one example made of any part of the graph.
 *
 * <p><b>Guarantee.</b> Unit: the whole graph, replaced. One vector of norm at most C is released, and two of them are at most
 * 2C apart.
 *
 * <p>Proof: docs/proofs.md, lemma 23.
 */
interface GraphUnit extends Sampler {
    @Override
    default Unit unit() {
        return Unit.GRAPH;
    }

    @Override
    default Relation relation() {
        return Relation.REPLACE;
    }

    @Override
    default List<String> assumptions() {
        return List.of("Nothing but announced numbers is public: every graph with them is a neighbour of every other.");
    }

    @Override
    default Event event(Facts facts, double multiplier) {
        return stated(multiplier);
    }

    /** The event of every step, whatever the facts are. */
    static Event stated(double multiplier) {
        return new Event.Gaussian(multiplier / 2);
    }

    @Override
    default double expectedExamples(Facts facts) {
        return 1;
    }
}
