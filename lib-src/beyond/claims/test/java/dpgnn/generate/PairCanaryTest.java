package dpgnn.generate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.CanaryObservations;
import dpgnn.audit.NoiseLimit;
import dpgnn.audit.ShiftPair;
import dpgnn.generate.net.Decoder;
import dpgnn.generate.net.NetParameter;
import dpgnn.graph.Graph;
import dpgnn.linear.Matrix;
import dpgnn.privacy.Event;
import dpgnn.privacy.numeric.GaussianDp;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.EdgeBatches;
import dpgnn.sampling.PairBatch;
import org.junit.jupiter.api.Test;

/**
 * Canaries in the sound generator's step: a pair that is an edge in one world and none in the other, drawn by the generator's own
 * batches, clipped by its own clip, hidden by its own noise. The seed is fixed.
 */
class PairCanaryTest {
    private static final int STEPS = 20;
    private static final int CANARIES = 1000;
    private static final double DELTA = 1e-5;
    private final Protection.Pairwise protection = Protection.pairwise(0.3, 4, DELTA, STEPS, 0.5);

    @Test
    void whatIsFoundLiesBelowWhatIsProved() {
        CanaryObservations seen = observe(1, 1, protection.rate());
        NoiseLimit limit = seen.noiseLimit(0.95);
        double least = protection.multiplier() / 4;
        double found = limit.epsilon(STEPS, DELTA, least);
        double proved = protection.provable(30, STEPS, DELTA).epsilon();
        assertTrue(limit.multiplier() >= protection.multiplier(), limit.toString());
        assertTrue(found <= proved && found > 0.4 * proved, found + " of " + proved);
        assertTrue(seen.direct(DELTA, 0.95).epsilon() <= proved);
        assertTrue(seen.membership(0.95).low() <= seen.ceiling());
    }

    @Test
    void halfOfTheNoiseAForgottenClipAndAHigherRateAreCaught() {
        CanaryObservations[] faults = {
            observe(0.5, 1, protection.rate()), observe(1, 4, protection.rate()), observe(1, 1, 0.6)
        };
        for (CanaryObservations fault : faults) {
            NoiseLimit limit = fault.noiseLimit(0.95);
            assertTrue(limit.multiplier() < protection.multiplier(), limit.toString());
        }
    }

    /** DPGVAE as published: B clipped gradients change where its noise is for one. An attack exceeds any claim for one. */
    @Test
    void clippingNodesOneByOneHidesNoEdge() {
        Protection.Published published = Protection.published(1, DELTA);
        Event provable = ((Event.Repeated) published.event(200, STEPS)).event();
        ShiftPair shifts = ShiftPair.of(provable, published.sigma(), 1);
        assertTrue(Math.abs(shifts.mean() - 2 * published.batch(200)) < 1e-12, "each of B gradients moves by 2C");
        CanaryObservations seen = dpgnn.audit.Canaries.replay(
                shifts,
                published.sigma(),
                published.clip(),
                CANARIES,
                STEPS,
                (step, sum, coins) -> published.hide(sum, 0, coins),
                Streams.seed(3).stream("replay"));
        double found = seen.noiseLimit(0.95).epsilon(STEPS, DELTA, 1);
        assertTrue(found > published.epsilon(), "claimed is 1, found " + found);
        assertTrue(found
                <= GaussianDp.of(published.sigma() / (2 * published.batch(200)), STEPS)
                        .epsilon(DELTA));
    }

    private CanaryObservations observe(double shareOfNoise, double timesTheClip, double rate) {
        ShiftPair shifts = ShiftPair.of(((Event.Repeated) protection.event(30, 1)).event(), protection.multiplier(), 1);
        var weaker = new Protection.Pairwise(
                protection.rate(), shareOfNoise * protection.multiplier(), protection.clip(), protection.decay());
        Graph graph = Caves.caveman(5, 6);
        RandomStream coins = Streams.seed(5).stream("canaries");
        double length = loudest(graph, timesTheClip * protection.clip());
        EdgeBatches.Draws[] draws = new EdgeBatches.Draws[2 * CANARIES];
        for (int k = 0; k < draws.length; k++)
            draws[k] = EdgeBatches.of(rate).draws(graph, coins.fork("pairs").fork(k));
        double[][] without = new double[CANARIES][STEPS];
        double[][] with = new double[CANARIES][STEPS];
        PairBatch batch = new PairBatch();
        for (int t = 0; t < STEPS; t++) {
            float[] sum = new float[2 * CANARIES];
            for (int k = 0; k < sum.length; k++) {
                draws[k].draw(t, batch);
                boolean drawn = false;
                for (int i = 0; i < batch.size(); i++) drawn |= batch.first(i) == 0 && batch.second(i) == 1;
                if (drawn) sum[k] = (float) (k % 2 == 0 ? -length : length);
            }
            weaker.hide(sum, t, coins.fork("noise").fork(t));
            for (int k = 0; k < sum.length; k++) (k % 2 == 0 ? without : with)[k / 2][t] = sum[k] / protection.clip(t);
        }
        return new CanaryObservations(shifts, protection.multiplier(), without, with);
    }

    /** The length that the generator's clipping leaves of a pair whose codes are huge. */
    private double loudest(Graph graph, double clip) {
        RandomStream coins = Streams.seed(6).stream("loud");
        Decoder decoder = new Decoder(16, 16, 32, coins.fork("decoder"));
        Matrix codes = Matrix.normal(graph.nodes(), 16, coins.fork("codes")).scale(100);
        double longest = 0;
        for (boolean edge : new boolean[] {true, false}) {
            GridSum sum = new GridSum(NetParameter.count(decoder.parameters()), clip);
            new PairGradients(decoder, codes).addClipped(0, 1, edge, 1, sum);
            longest = Math.max(longest, DecoderUpdate.norm(sum.values()));
        }
        return longest;
    }
}
