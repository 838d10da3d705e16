package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Coupling;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.Streams;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan whose steps are accounted for an epoch at a time. */
class AllocatedPlanTest {
    private static final RandomAllocation SAMPLER = RandomAllocation.of(4);
    private static final Plan PLAN = Plan.of(SAMPLER, Clip.flat(0.5), GaussianNoise.standard());

    private static TrainingView view() throws IOException {
        var data = Datasets.load("small");
        return data.transductive(data.publicSplit().orElseThrow());
    }

    @Test
    void aPlanFindsTheNoiseOfItsEpochs() {
        Sampler.Facts facts = new Sampler.Facts(600, 360);
        Schedule schedule = PLAN.steps(10).calibrated(2, 1e-5).schedule(facts, 100);
        Event epoch = new Event.RandomAllocation(4, schedule.multiplier());
        assertEquals(epoch, schedule.event(0));
        for (long step : new long[] {1, 2, 3, 5, 9}) assertEquals(new Event.Repeated(epoch, 0), schedule.event(step));
        assertEquals(epoch, schedule.event(8));
        for (long[] spent : new long[][] {{0, 0}, {1, 1}, {4, 1}, {5, 2}, {8, 2}, {10, 3}})
            assertEquals(new Event.Repeated(epoch, spent[1]), schedule.spent(spent[0]));
        double epsilon = schedule.provable().epsilon();
        assertEquals(
                epsilon, PldAccountant.standard().epsilon(new Event.Repeated(epoch, 3), 1e-5 * (1 - Plan.KEPT)), 1e-9);
        assertTrue(epsilon <= 2 && epsilon > 1.98, "epsilon " + epsilon);
        Schedule most = PLAN.multiplier(6).within(2, 1e-5).schedule(facts, 100);
        assertEquals(0, most.steps() % 4, most.steps() + " steps: what is left of an epoch is paid for");
        assertTrue(most.provable().epsilon() <= 2);
    }

    @Test
    void anEpochIsChargedBeforeItsFirstStep(@TempDir Path folder) throws Exception {
        Plan plan = PLAN.steps(6).multiplier(3).delta(1e-5);
        PrivateTrainer trainer = PrivateTrainer.release(Gcn.of(4), plan);
        trainer.checkpoint(folder, 2);
        Trained trained = trainer.train(view());
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        LedgerRecord ledger = Ledger.read(folder.resolve("ledger.jsonl"));
        Event two = new Event.Repeated(new Event.RandomAllocation(4, 3), 2);
        double spent = PldAccountant.standard().epsilon(ledger.total(), 1e-5);
        assertEquals(PldAccountant.standard().epsilon(two, 1e-5), spent, 1e-12);
    }

    /** Its nodes would be allocated a second time. */
    @Test
    void aReleaseIsNotContinued(@TempDir Path folder) throws Exception {
        Plan plan = PLAN.steps(8).multiplier(3).delta(1e-5);
        PrivateTrainer first = PrivateTrainer.release(Gcn.of(4), plan);
        first.checkpoint(folder, 1);
        first.listen(new Listener() {
            @Override
            public boolean step(Moment moment) {
                if (moment.step() == 6) throw new IllegalStateException("stopped here");
                return true;
            }
        });
        assertThrows(RuntimeException.class, () -> first.train(view()));
        PrivateTrainer again = PrivateTrainer.release(Gcn.of(4), plan);
        again.checkpoint(folder, 1);
        String message =
                assertThrows(Exception.class, () -> again.train(view())).getMessage();
        assertTrue(message.contains("cannot be continued") && message.contains("RandomAllocation"), message);
    }

    @Test
    void aTrainingThatIsSteeredRefusesIt() throws Exception {
        Plan plan = PLAN.steps(8).calibrated(4, 1e-5);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> AdaptiveTraining.of(PrivateTrainer.of(Gcn.of(4), plan, Streams.seed(1)), view()))
                .getMessage();
        assertTrue(message.contains("RandomAllocation") && message.contains("4 steps at a time"), message);
    }

    @Test
    void sumsMoveByNoMoreThanTheEventSays() throws Exception {
        for (Relation relation : SAMPLER.relations()) {
            var found = Coupling.of(Gcn.of(8), SAMPLER, Clip.flat(0.5))
                    .against(relation)
                    .steps(8)
                    .run(view());
            assertTrue(found.holds(), found.toString());
        }
    }
}
