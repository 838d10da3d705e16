package dpgnn.audit;

import dpgnn.graph.Participants;
import dpgnn.random.RandomStream;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;

/** Says what one sampler says and draws what another draws. */
record Eager(Sampler like, Sampler does) implements SamplerLike {
    @Override
    public Draws draws(Participants participants, RandomStream coins) {
        return SamplerLike.redrawn(like.draws(participants, coins), does.draws(participants, coins)::draw);
    }
}
