package dpgnn.train;

import dpgnn.graph.Participants;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import java.util.function.LongConsumer;

/** Draws as another sampler does, and looks around first. */
record Watching(Sampler like, LongConsumer before) implements SamplerLike {
    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        Draws draws = like.draws(participants, coins);
        return SamplerLike.redrawn(draws, (step, batch) -> {
            before.accept(step);
            draws.draw(step, batch);
        });
    }
}
