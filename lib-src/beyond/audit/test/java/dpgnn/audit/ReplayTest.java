package dpgnn.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.graph.Participants;
import dpgnn.graph.TrainingView;
import dpgnn.graph.Views;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Relation;
import dpgnn.random.RandomStream;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import dpgnn.train.Crossed;
import dpgnn.train.Plan;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final TrainingView VIEW = Views.HALF;
    private static final int NODE = VIEW.participants().roots()[0];

    private static Replay replay(Sampler sampler, Noise noise) {
        return replay(sampler, Clip.flat(0.5), noise);
    }

    private static Replay replay(Sampler sampler, Clip clip, Noise noise) {
        return Replay.of(() ->
                Plan.of(sampler, clip, noise).steps(4).multiplier(8).delta(1e-4).experiment(Gcn.of(4), 5));
    }

    private static TrainingView neighbour(Sampler sampler) {
        float[] row = new float[VIEW.features().width()];
        java.util.Arrays.fill(row, 50);
        return sampler.relation() == Relation.REPLACE ? VIEW.withFeatures(NODE, row) : VIEW.without(NODE);
    }

    @Test
    @Tag("nightly")
    void nothingBesideTheSumDependsOnTheData() {
        for (Sampler sampler : Extent.some(Crossed.samplers(VIEW.participants()), 2))
            assertEquals(
                    List.of(),
                    replay(sampler, GaussianNoise.standard()).differences(VIEW, neighbour(sampler)),
                    sampler.toString());
    }

    /** A clip moves by what is released of its count, and by nothing else. */
    @Test
    void norDoesAClipThatMoves() {
        Clip clip = Clip.quantile(0.5, 0.3, 1, 0.5);
        Sampler sampler = PoissonNodes.of(0.9);
        assertEquals(List.of(), replay(sampler, clip, GaussianNoise.standard()).differences(VIEW, neighbour(sampler)));
    }

    /** Draws as single nodes are drawn, and hands every batch to somebody who must not have it. */
    private record Gossip(PoissonNodes like, ObjIntConsumer<Participants> told) implements SamplerLike {
        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            Draws draws = like.draws(participants, coins);
            return SamplerLike.redrawn(draws, (step, into) -> {
                draws.draw(step, into);
                told.accept(participants, into.examples());
            });
        }
    }

    private static List<String> differences(ObjIntConsumer<Participants> told, Noise noise) {
        return replay(new Gossip(PoissonNodes.of(0.9), told), noise).differences(VIEW, VIEW.without(NODE));
    }

    private static void found(String place, List<String> differences) {
        assertTrue(differences.stream().anyMatch(d -> d.contains(place)), place + " in " + differences);
    }

    @Test
    void aPlaceThatTellsIsNamed() {
        Noise sound = GaussianNoise.standard();
        assertEquals(List.of(), differences((who, size) -> {}, sound));
        found("what was printed", differences((who, size) -> System.out.println(size), sound));
        // A failure where the node takes no part: one world has steps, and the end of a ledger, that the other has not.
        List<String> failing = differences(
                (who, size) -> {
                    if (!who.isRoot(NODE)) throw new IllegalStateException("nobody is there");
                },
                sound);
        found("the end", failing);
        found("the file ledger.jsonl", failing);
        int[] last = new int[1];
        Noise knowing = new NoiseLike() {
            @Override
            public void add(float[] sum, double deviation, double clip, RandomStream coins) {
                sound.add(sum, deviation * (1 + last[0]), clip, coins);
            }
        };
        found("the noise or the divisor of step ", differences((who, size) -> last[0] = size, knowing));
    }
}
