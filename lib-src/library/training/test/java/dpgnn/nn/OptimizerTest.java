package dpgnn.nn;

import static dpgnn.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dpgnn.random.Streams;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class OptimizerTest {
    private static final List<Supplier<Optimizer>> ALL = List.of(
            () -> Sgd.of(0.1),
            () -> Sgd.of(0.1).withMomentum(0.9).withDecay(0.01),
            () -> Adam.of(0.01),
            () -> Adam.of(0.01).withDecay(0.01).withBetas(0.8, 0.99),
            () -> Adam.of(0.01).withDecoupledDecay(0.1),
            () -> Adam.of(0.01).clamped(0.3),
            () -> ScheduledOptimizer.warmUp(ScheduledOptimizer.cosine(Adam.of(0.01), 5), 3));

    private static Parameters fresh() {
        return Gcn.of(3).network(4, 2).initial(Streams.seed(1).stream("init"));
    }

    private static float[] gradient(Parameters p, int step) {
        float[] g = new float[p.size()];
        for (int i = 0; i < g.length; i++) g[i] = (float) Math.sin(i + 3 * step);
        return g;
    }

    @Test
    void aResumedTrainingContinuesExactly() {
        for (Supplier<Optimizer> kind : ALL) {
            Parameters straight = fresh();
            Optimizer one = kind.get();
            for (int t = 0; t < 6; t++) one.step(straight, gradient(straight, t));
            Parameters halted = fresh();
            Optimizer first = kind.get();
            for (int t = 0; t < 3; t++) first.step(halted, gradient(halted, t));
            Parameters resumed = fresh();
            resumed.load(halted.save());
            Optimizer second = kind.get();
            second.load(first.save());
            for (int t = 3; t < 6; t++) second.step(resumed, gradient(resumed, t));
            assertArrayEquals(straight.toArray(), resumed.toArray(), one.name());
        }
    }

    /** The clamp is a function of what was released: done by hand to the same noisy gradients it gives the same weights. */
    @Test
    void aClampIsPostProcessing() {
        Parameters clamped = fresh();
        Parameters byHand = fresh();
        Parameters wide = fresh();
        Parameters plain = fresh();
        Optimizer one = Adam.of(0.01).clamped(0.3);
        Optimizer two = Adam.of(0.01);
        Optimizer never = Adam.of(0.01).clamped(2);
        Optimizer none = Adam.of(0.01);
        for (int t = 0; t < 4; t++) {
            float[] released = gradient(clamped, t);
            float[] cut = released.clone();
            for (int i = 0; i < cut.length; i++) cut[i] = Math.min(0.3f, Math.max(-0.3f, cut[i]));
            one.step(clamped, released);
            two.step(byHand, cut);
            never.step(wide, gradient(wide, t));
            none.step(plain, gradient(plain, t));
            assertArrayEquals(gradient(clamped, t), released, "the released gradient stays as it was");
        }
        assertArrayEquals(byHand.toArray(), clamped.toArray());
        assertArrayEquals(plain.toArray(), wide.toArray());
        assertFalse(java.util.Arrays.equals(plain.toArray(), clamped.toArray()));
        refused(() -> Adam.of(0.01).clamped(0));
    }

    @Test
    void stepsFollowTheFormulas() {
        Parameters p = fresh();
        double w = p.toArray()[5];
        double g = gradient(p, 1)[5];
        Sgd.of(0.1).withDecay(0.01).step(p, gradient(p, 1));
        assertEquals(w - 0.1 * (g + 0.01 * w), p.toArray()[5], 1e-6);
        Parameters q = fresh();
        Optimizer adam = Adam.of(0.01);
        double m = 0;
        double v = 0;
        for (int t = 1; t <= 3; t++) {
            g = gradient(q, t)[5];
            adam.step(q, gradient(q, t));
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            w -= 0.01 * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
        }
        assertEquals(w, q.toArray()[5], 1e-6);
    }

    /** The decay of AdamW is beside the step and not in the moments: whatever the gradient, it is the same share of a weight. */
    @Test
    void decoupledDecayIsNotInTheMoments() {
        Parameters plain = fresh(), decayed = fresh();
        Optimizer one = Adam.of(0.01), two = Adam.of(0.01).withDecoupledDecay(0.5);
        float[] difference = new float[plain.size()];
        for (int t = 0; t < 4; t++) {
            float[] before = decayed.toArray();
            one.step(plain, gradient(plain, t));
            two.step(decayed, gradient(decayed, t));
            for (int i = 0; i < difference.length; i++)
                difference[i] = (1 - 0.005f) * difference[i] - 0.005f * (before[i] - difference[i]);
        }
        for (int i = 0; i < difference.length; i++)
            assertEquals(plain.toArray()[i] + difference[i], decayed.toArray()[i], 1e-6);
    }

    /** Plain gradient descent whose rate is set by hand for each step. */
    @Test
    void aScheduleIsARateOfEachStep() {
        record Case(java.util.function.Function<Optimizer, Optimizer> of, double... shares) {}
        for (Case one : List.of(
                new Case(o -> ScheduledOptimizer.linear(o, 4), 1, 0.75, 0.5, 0.25, 0, 0),
                new Case(o -> ScheduledOptimizer.cosine(o, 4), 1, 0.8535534, 0.5, 0.1464466, 0, 0),
                new Case(o -> ScheduledOptimizer.warmUp(o, 4), 0.25, 0.5, 0.75, 1, 1, 1),
                new Case(
                        o -> ScheduledOptimizer.warmUp(ScheduledOptimizer.linear(o, 4), 2), 0.5, 0.75, 0.5, 0.25, 0))) {
            Parameters scheduled = fresh(), byHand = fresh();
            Optimizer made = one.of().apply(Sgd.of(0.1));
            for (int t = 0; t < one.shares().length; t++) {
                made.step(scheduled, gradient(scheduled, t));
                if (one.shares()[t] > 0) Sgd.of(0.1 * one.shares()[t]).step(byHand, gradient(byHand, t));
                assertArrayEquals(byHand.toArray(), scheduled.toArray(), 1e-6f, made.name() + ", step " + t);
            }
        }
        assertEquals(
                "Scheduled[cosine, steps=9, Sgd[rate=0.1, momentum=0.0, decay=0.0]]",
                ScheduledOptimizer.cosine(Sgd.of(0.1), 9).name());
    }

    @Test
    void momentumAccumulates() {
        Parameters p = fresh();
        double w = p.toArray()[0];
        float[] ones = new float[p.size()];
        java.util.Arrays.fill(ones, 1f);
        Optimizer sgd = Sgd.of(0.1).withMomentum(0.5);
        sgd.step(p, ones);
        sgd.step(p, ones);
        assertEquals(w - 0.1 * (1 + 1.5), p.toArray()[0], 1e-6);
    }

    @Test
    void whatIsHandedOutIsACopy() {
        Parameters p = fresh();
        float[] values = p.toArray();
        values[1 * 3 + 2] = 42;
        p.write(values);
        values[1 * 3 + 2] = 7;
        p.values("conv1.weight")[1 * 3 + 2] = 7;
        Parameters copy = p.copy();
        copy.write(values);
        assertEquals(42, p.values("conv1.weight")[1 * 3 + 2]);
        assertEquals(7, copy.values("conv1.weight")[1 * 3 + 2]);
    }

    @Test
    void badSettingsAreRefused() {
        refused(() -> Sgd.of(0));
        refused(() -> Sgd.of(1).withMomentum(1));
        refused(() -> Adam.of(Double.NaN));
        refused(() -> Adam.of(1).load(new byte[3]));
        refused(() -> Adam.of(1).withDecoupledDecay(-1));
        refused(() -> ScheduledOptimizer.linear(Sgd.of(1), 0));
        refused(() -> ScheduledOptimizer.linear(Sgd.of(1), 1).load(new byte[3]));
        refused(() -> fresh().load(new byte[3]));
        refused(() -> fresh().values("nothing"));
    }
}
