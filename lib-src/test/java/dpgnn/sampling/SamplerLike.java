package dpgnn.sampling;

import dpgnn.graph.Participants;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Unit;
import dpgnn.random.RandomStream;
import java.util.List;

/** A sampler that says and draws what another one does, but for what a test changes of it. */
public interface SamplerLike extends Sampler {
    Sampler like();

    @Override
    default Unit unit() {
        return like().unit();
    }

    @Override
    default Relation relation() {
        return like().relation();
    }

    @Override
    default List<String> assumptions() {
        return like().assumptions();
    }

    @Override
    default Event event(Facts facts, double multiplier) {
        return like().event(facts, multiplier);
    }

    @Override
    default long epochSteps() {
        return like().epochSteps();
    }

    @Override
    default double expectedExamples(Facts facts) {
        return like().expectedExamples(facts);
    }

    @Override
    default Draws draws(Participants participants, RandomStream coins) {
        return like().draws(participants, coins);
    }

    /** What draws in another way and states the same. */
    static Sampler.Draws redrawn(Sampler.Draws stated, Sampler.Draws.BatchSource draw) {
        return new Sampler.Draws() {
            @Override
            public void draw(long step, Batch into) {
                draw.fill(step, into);
            }

            @Override
            public Event event(long step, double multiplier) {
                return stated.event(step, multiplier);
            }
        };
    }
}
