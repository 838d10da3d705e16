package dpgnn.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.audit.Audit;
import dpgnn.audit.Coupling;
import dpgnn.graph.Split;
import dpgnn.graph.TrainingView;
import dpgnn.graph.data.Datasets;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.nn.Gcn;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.Streams;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.train.PrivateSelection.Candidate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
        for (RandomAllocation sampler : List.of(SAMPLER, RandomAllocation.of(4, 1), RandomAllocation.of(2, 3)))
            for (Relation relation : sampler.relations()) {
                var found = Coupling.of(Gcn.of(8), sampler, Clip.flat(0.5))
                        .against(relation)
                        .steps(8)
                        .run(view());
                assertTrue(found.holds(), found.toString());
            }
    }

    /** A release of stars, with the noise that their chain asks for. */
    @Test
    void starsAreReleased() throws Exception {
        Plan plan = Plan.of(RandomAllocation.of(4, 2), Clip.flat(0.5), GaussianNoise.standard())
                .steps(8)
                .calibrated(4, 1e-5);
        Trained trained = PrivateTrainer.release(Gcn.of(4), plan).train(view());
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        assertEquals(Relation.PARTICIPATION, trained.guarantee().relation());
        double epsilon = trained.guarantee().epsilon(), noise = trained.metric("noise multiplier");
        assertTrue(epsilon <= 4 && epsilon > 3.96, "epsilon " + epsilon);
        Event two = new Event.Repeated(new Event.AllocatedStars(4, 2, noise), 2);
        assertEquals(epsilon, PldAccountant.standard().epsilon(two, 1e-5 * (1 - Plan.KEPT)), 1e-9);
        EpsilonCertificate certificate = trained.certificate();
        assertEquals(two.canonical(), certificate.event().canonical());
        assertTrue(certificate.text().contains("\"AllocatedStars\""));
    }

    @Test
    void aSelectionRefusesIt() throws Exception {
        var data = Datasets.load("small");
        var held = data.evaluationAmong(data.publicSplit().orElseThrow(), Split.Role.TEST);
        var selection = PrivateSelection.of(Candidate.of(
                        "one", Gcn.of(4), PLAN.steps(8).multiplier(3).delta(1e-5)))
                .by(HoldoutCount.of(held, 2))
                .times(RunCount.poisson(2));
        String message = assertThrows(IllegalArgumentException.class, () -> selection.guarantee(view()))
                .getMessage();
        assertTrue(message.contains("Rényi divergence of RandomAllocation"), message);
    }

    /** Its batches depend on each other within an epoch. */
    @Test
    void canariesRefuseItAndSayWhatAuditsIt() throws Exception {
        for (RandomAllocation sampler : List.of(SAMPLER, RandomAllocation.of(4, 1))) {
            Plan plan = Plan.of(sampler, Clip.flat(0.5), GaussianNoise.standard())
                    .steps(8)
                    .multiplier(3)
                    .delta(1e-5);
            String message = assertThrows(
                            IllegalArgumentException.class, () -> Audit.of(plan).report(view()))
                    .getMessage();
            assertTrue(message.contains("independent of each other") && message.contains("Coupling"), message);
        }
    }
}
