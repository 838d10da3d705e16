package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.Adam;
import dpgnn.nn.Gcn;
import dpgnn.nn.Recipe;
import dpgnn.random.Streams;
import dpgnn.sampling.PoissonNodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A training that a client takes step by step is that of its trainer, bit for bit. */
class TrainingTest {
    private static final int STEPS = 6;

    private static OpenTrainer trainer(Clip clip, boolean exact) {
        PrivateTrainer trainer = Plans.fixed(PoissonNodes.of(0.3), clip, STEPS, 2, 1e-4)
                .accountant(new ReleasedNoiseTest.Anything())
                .experiment(Gcn.of(Recipe.of(4).withDropout(0.3)), 7);
        return (exact ? trainer.exactSums() : trainer).optimizer(() -> Adam.of(0.05));
    }

    private static List<OpenTrainer> trainers() {
        return List.of(
                trainer(Clip.flat(0.5), false),
                trainer(Clip.flat(0.5), true),
                trainer(Clip.quantile(0.5, 0.5), false),
                PlainTrainer.of(Gcn.of(4), PoissonNodes.of(0.3), STEPS, Streams.seed(7)));
    }

    @Test
    void stepByStepItIsTheTrainersOwn() throws Exception {
        for (OpenTrainer trainer : trainers()) {
            float[] whole = trainer.train(VIEW).parameters().toArray();
            Training taken = Training.of(trainer, VIEW), parts = Training.of(trainer, VIEW);
            assertEquals(STEPS, taken.planned());
            for (long step = 0; step < STEPS; step++) {
                taken.take(step);
                int examples = parts.draw(step).examples();
                assertTrue(parts.sum() > 0 || examples == 0);
                float[] before = parts.parameters().toArray();
                parts.hide();
                assertArrayEquals(before, parts.parameters().toArray(), "only a move moves");
                parts.move();
            }
            assertArrayEquals(whole, taken.parameters().toArray());
            assertArrayEquals(whole, parts.parameters().toArray());
        }
    }

    @Test
    void itGoesOnFromItsState() {
        for (OpenTrainer trainer : trainers()) {
            float[] whole = trainer.train(VIEW).parameters().toArray();
            for (int stop = 0; stop <= STEPS; stop++) {
                Training first = Training.of(trainer, VIEW), second = Training.of(trainer, VIEW);
                for (long step = 0; step < stop; step++) first.take(step);
                second.state(first.state());
                for (long step = stop; step < STEPS; step++) second.take(step);
                assertArrayEquals(whole, second.parameters().toArray(), "stopped after " + stop);
            }
        }
    }

    @Test
    void theOrderOfAStepIsHeld() throws Exception {
        Training training = Training.of(trainer(Clip.flat(0.5), false), VIEW);
        refused(IllegalStateException.class, training::sum, "in this order");
        training.draw(0);
        refused(IllegalStateException.class, training::hide, "was drawn");
        training.sum();
        refused(IllegalStateException.class, training::move, "was summed");
        training.hide();
        refused(IllegalStateException.class, training::hide, "was hidden");
        training.move();
        refused(IllegalStateException.class, training::move, "was moved");
        refused(() -> training.state(new byte[3]), "the length of a state", "at least");
        refused(() -> Training.of(null, VIEW), "trainer");
        refused(() -> Training.of(trainer(Clip.flat(0.5), false), null), "view");
    }
}
