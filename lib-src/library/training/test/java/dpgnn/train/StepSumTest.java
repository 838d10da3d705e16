package dpgnn.train;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.graph.TrainingView;
import dpgnn.mechanism.Clip;
import dpgnn.nn.Mlp;
import dpgnn.nn.Parameters;
import dpgnn.nn.kernel.ExactSum;
import dpgnn.random.RandomStream;
import dpgnn.random.Streams;
import dpgnn.sampling.Batch;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a step's gradients are clipped to, and the way from their sum to the optimiser. */
class StepSumTest {
    private static final int NODES = 20;

    private static TrainingView view() {
        float[] values = new float[NODES * 3];
        for (int i = 0; i < values.length; i++) values[i] = (float) Math.sin(i);
        return AllTrain.rows(NODES, values, 2, v -> v % 2);
    }

    /** Noise of a thousandth: little beside the sums that are written, and more than 2^-60 of them, which its grid wants. */
    private static Plan plan(Clip clip) {
        return Plans.fixed(PoissonNodes.of(0.5), clip, 2, 1e-3, 1e-5).accountant(new ReleasedNoiseTest.Anything());
    }

    private static Trainer trainer(Clip clip, Streams streams) {
        return plan(clip).trainer(Mlp.of(4), streams);
    }

    private static PrivateTrainer seeded(Clip clip) {
        return plan(clip).experiment(Mlp.of(4), 1);
    }

    private static double[] thresholds(Trainer trainer, Clip clip) throws Exception {
        List<double[]> seen = new ArrayList<>();
        Summed probe = (moment, sum) -> {
            seen.add(moment.limits().thresholds());
            assertEquals(clip.limits().gamma(), moment.limits().gamma(), 0.0);
        };
        trainer.probe = probe;
        trainer.train(view());
        assertEquals(2, seen.size());
        return seen.get(1);
    }

    /** Floats add a millionth to a norm: their thresholds leave room for it. Exact sums keep the clip's. */
    @Test
    void noThresholdIsAboveTheClipsAndOnlyFloatsNeedRoom() throws Exception {
        for (Clip clip : List.of(Clip.flat(0.5), Clip.perLayer(0.3, 0.7), Clip.automatic(0.5, 0.1))) {
            double[] floats = thresholds(trainer(clip, Streams.seed(1)), clip);
            double[] exact = thresholds(seeded(clip).exactSums(), clip);
            double[] release = thresholds(trainer(clip, Streams.secure()), clip);
            assertEquals(clip.limits().thresholds().length, floats.length);
            for (int l = 0; l < floats.length; l++) {
                double norm = clip.limits().thresholds()[l];
                assertTrue(floats[l] < norm * (1 - 5e-6) && floats[l] > norm * (1 - 2e-5), "was " + floats[l]);
                assertEquals(norm, exact[l]);
                assertEquals(norm, release[l]);
            }
        }
    }

    /** What a probe writes into the sum is what noise is added to and what is divided by the expected number of examples. */
    @Test
    void whatAProbeWritesGoesOnToTheOptimiser() throws Exception {
        for (Streams streams : List.of(Streams.seed(2), Streams.secure())) {
            List<float[]> seen = new ArrayList<>();
            SumProbe writing = new SumProbe() {
                @Override
                public void summed(Moment moment, double[] sum) {
                    for (int i = 0; i < sum.length; i++) sum[i] = i % 7 + moment.step();
                }

                @Override
                public void released(Moment moment, float[] gradient) {
                    seen.add(gradient.clone());
                }
            };
            plan(Clip.flat(0.5)).probed(Mlp.of(4), streams, writing).train(view());
            for (int step = 0; step < 2; step++)
                for (int i = 0; i < seen.get(step).length; i++)
                    assertEquals((i % 7 + step) / (0.5 * NODES), seen.get(step)[i], 5e-4, streams + ", number " + i);
            assertTrue(!Arrays.equals(seen.get(0), seen.get(1)));
        }
    }

    /** Under the same coins both see the same batch: a probe is shown its sum, and a listener told its loss. */
    @Test
    void floatsAndExactSumsAreOfTheSameGradients() throws Exception {
        List<double[]> sums = new ArrayList<>();
        List<Double> losses = new ArrayList<>();
        for (boolean exact : new boolean[] {false, true}) {
            PrivateTrainer trainer = plan(Clip.flat(0.5)).experiment(Mlp.of(4), 3);
            if (exact) trainer.exactSums();
            Summed probe = (moment, sum) -> sums.add(sum.clone());
            trainer.probe(probe).listen(moment -> losses.add(moment.loss())).train(view());
        }
        // Two steps each; both trainings begin with the same weights.
        double[] floats = sums.get(0), exact = sums.get(2);
        double norm = Math.sqrt(Arrays.stream(floats).map(x -> x * x).sum());
        assertTrue(norm > 0.1 && norm <= 0.5 * NODES, "was " + norm);
        for (int i = 0; i < floats.length; i++) assertEquals(exact[i], floats[i], 1e-3 * norm);
        assertEquals(losses.get(2), losses.get(0), 1e-5);
        assertTrue(losses.get(0) > 0.1 && losses.get(0) < 5, "was " + losses.get(0));
    }

    @Test
    void exactSumsWantAClip() {
        Trainer open = seeded(Clip.noneNoPrivacy(1)).exactSums();
        refused(() -> open.train(view()), "need a private plan that clips");
    }

    /** A device makes a step's noise from its key: the same again for the same step, and another for another. */
    @Test
    void aDevicesNoiseIsOfItsStep() {
        Trainer trainer = trainer(Clip.flat(0.5), Streams.seed(3));
        Schedule schedule = trainer.plan().schedule(new Sampler.Facts(NODES, NODES), 10);
        StepSum sum = StepSum.of(trainer, Mlp.of(4).network(3, 2), view(), schedule);
        Set<Long> keys = new HashSet<>();
        for (int step = 0; step < 100; step++) {
            keys.add(sum.noiseKey(step));
            assertEquals(sum.noiseKey(step), sum.noiseKey(step));
        }
        assertEquals(100, keys.size());
        Trainer other = trainer(Clip.flat(0.5), Streams.seed(4));
        StepSum others = StepSum.of(other, Mlp.of(4).network(3, 2), view(), schedule);
        assertNotEquals(sum.noiseKey(0), others.noiseKey(0));
        assertEquals(0.5e-3, sum.deviation());
        StepSum plain = StepSum.of(trainer, Mlp.of(4).network(3, 2), view(), null);
        assertEquals(0, plain.deviation());
    }

    /** What a release rests on besides its own machine is said. */
    @Test
    void thePlaceOfASumSaysWhatItAssumes() {
        Trainer trainer = trainer(Clip.flat(0.5), Streams.secure());
        Schedule schedule = trainer.plan().schedule(new Sampler.Facts(NODES, NODES), 10);
        assertEquals(
                List.of(),
                StepSum.of(trainer, Mlp.of(4).network(3, 2), view(), schedule).assumptions());
        trainer.elsewhere = new StepSum.Place() {
            @Override
            public double sum(Parameters at, Batch batch, Clip.Limits limits, RandomStream dropout, ExactSum into) {
                return 0;
            }

            @Override
            public List<String> assumptions() {
                return List.of("The other place adds as it says.");
            }
        };
        assertEquals(
                List.of("The other place adds as it says."),
                StepSum.of(trainer, Mlp.of(4).network(3, 2), view(), schedule).assumptions());
    }
}
