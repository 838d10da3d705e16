package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.HELD;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.Extent;
import dpgnn.audit.Audit;
import dpgnn.audit.AuditReport;
import dpgnn.audit.Coupling;
import dpgnn.graph.Participants;
import dpgnn.mechanism.Clip;
import dpgnn.mechanism.GaussianNoise;
import dpgnn.mechanism.Noise;
import dpgnn.mechanism.NoiseLike;
import dpgnn.nn.ExampleGradients;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.privacy.DeltaReserve;
import dpgnn.privacy.Event;
import dpgnn.privacy.EventCounts;
import dpgnn.privacy.Relation;
import dpgnn.privacy.RunCount;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.EpsilonCertificate;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.RandomStream;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.RandomAllocation;
import dpgnn.sampling.Sampler;
import dpgnn.sampling.SamplerLike;
import dpgnn.train.PrivateSelection.Candidate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan whose steps are accounted for an epoch at a time. */
class AllocatedPlanTest {
    private static final RandomAllocation SAMPLER = RandomAllocation.of(4);
    private static final Plan PLAN = Plan.of(SAMPLER, Clip.flat(0.5), GaussianNoise.standard());

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
                epsilon,
                PldAccountant.standard().epsilon(new Event.Repeated(epoch, 3), 1e-5 * (1 - DeltaReserve.SHARE)),
                1e-9);
        assertTrue(epsilon <= 2 && epsilon > 1.98, "epsilon " + epsilon);
        Schedule most = PLAN.multiplier(6).within(2, 1e-5).schedule(facts, 100);
        assertEquals(0, most.steps() % 4, most.steps() + " steps: what is left of an epoch is paid for");
        assertTrue(most.provable().epsilon() <= 2);
    }

    @Test
    void anEpochIsChargedBeforeItsFirstStep(@TempDir Path folder) throws Exception {
        Plan plan = PLAN.steps(6).multiplier(3).delta(1e-5);
        Trained trained = plan.release(Gcn.of(4)).checkpoint(folder, 2).train(VIEW);
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
        Trainer trainer = plan.release(Gcn.of(4)).checkpoint(folder, 1);
        trainer.listen(new Stopping(6));
        assertThrows(TrainingStopped.class, () -> trainer.train(VIEW));
        refused(Exception.class, () -> trainer.train(VIEW), "cannot be continued", "RandomAllocation");
    }

    /** Noise, clip and sampler change between epochs, and each epoch is charged before its first step. */
    @Test
    void aTrainingIsSteeredFromEpochToEpoch(@TempDir Path folder) throws Exception {
        Plan plan = PLAN.steps(40).calibrated(4, 1e-5);
        Trainer trainer = plan.release(Gcn.of(4)).checkpoint(folder, 3);
        RdpAccountant rdp = RdpAccountant.standard();
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            double noise = training.schedule().multiplier();
            double alone = plan.accountant(rdp).noise(VIEW);
            assertTrue(noise >= alone && noise < 1.02 * alone, noise + " for " + alone);
            assertEquals(40, training.left(1000));
            assertEquals(40, training.left(43));
            assertEquals(0, training.left(3));
            for (long wrong : new long[] {1, 3, 6}) {
                String message = refused(() -> training.take(wrong));
                assertTrue(message.contains("whole epochs of 4 steps") && message.endsWith("was " + wrong), message);
            }
            training.take(8);
            training.clip(Clip.flat(0.1));
            training.multiplier(2 * noise);
            training.take(4);
            training.sampler(PoissonNodes.of(0.25));
            training.take(3);
            training.sampler(RandomAllocation.of(2));
            assertTrue(training.left(100) % 2 == 0 && training.left(100) > 10);
            training.take(training.left(1000));
            assertEquals(Verdict.SOUND, training.end().guarantee().verdict());
        }
        LedgerRecord ledger = Ledger.read(folder.resolve("ledger.jsonl"));
        var counts = EventCounts.of(ledger.total());
        List<Long> times = List.copyOf(counts.values());
        assertEquals(List.of(2L, 1L, 3L), times.subList(0, 3), ledger.total().toString());
        assertEquals(4, counts.size());
        assertTrue(rdp.epsilon(ledger.total(), plan.accounting()) <= 4);
    }

    /** What is not changed is the fixed plan, to the last bit; an epoch that begins elsewhere has coins of its own. */
    @Test
    void epochsOfASteeredTrainingHaveCoinsOfTheirOwn() throws Exception {
        Plan plan = PLAN.steps(40).calibrated(4, 1e-5);
        List<List<Integer>> drawn = new ArrayList<>();
        Trainer trainer = plan.experiment(Gcn.of(4), 3);
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.take(12);
            Plan same =
                    PLAN.steps(12).multiplier(training.schedule().multiplier()).delta(1e-5);
            Trained fixed = same.experiment(Gcn.of(4), 3).train(VIEW);
            assertArrayEquals(
                    fixed.parameters().toArray(), training.parameters().toArray());
        }
        Plan watched = Plans.within(new Written(SAMPLER, drawn), Clip.flat(0.5), 40, 4, 1e-5);
        Trainer watching = watched.experiment(Gcn.of(4), 3);
        try (AdaptiveTraining training = AdaptiveTraining.of(watching, VIEW)) {
            training.take(4);
            training.clip(Clip.flat(0.4));
            training.take(4);
            Thread.currentThread().interrupt();
            assertThrows(TrainingStopped.class, () -> training.take(4));
            training.take(4);
        }
        int roots = VIEW.participants().roots().length;
        for (int epoch = 0; epoch < 3; epoch++) {
            List<List<Integer>> of = drawn.subList(4 * epoch, 4 * epoch + 4);
            assertEquals(roots, of.stream().flatMap(List::stream).distinct().count(), "epoch " + epoch);
            assertEquals(roots, of.stream().mapToInt(List::size).sum());
        }
        assertEquals(12, drawn.stream().distinct().count());
    }

    /** Draws as another sampler does, and writes down the roots of each batch. */
    private record Written(Sampler like, List<List<Integer>> roots) implements SamplerLike {
        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            Draws draws = like.draws(participants, coins);
            return SamplerLike.redrawn(draws, (step, into) -> {
                draws.draw(step, into);
                List<Integer> nodes = new ArrayList<>();
                for (int e = 0; e < into.examples(); e++) nodes.add(into.node(into.exampleStart(e)));
                roots.add(nodes);
            });
        }
    }

    private static AdaptiveTraining steered(Path folder) {
        Plan plan = PLAN.steps(40).calibrated(4, 1e-5);
        return AdaptiveTraining.of(plan.release(Gcn.of(4)).checkpoint(folder, 3), VIEW);
    }

    /** A kill in the middle of an epoch: the rest of it is lost and paid, and a whole epoch follows. */
    @Test
    void aSteeredTrainingThatWasKilledBeginsAnEpoch(@TempDir Path folder) throws Exception {
        for (int begun : new int[] {0, 6})
            try (AdaptiveTraining training = steered(folder.resolve("" + begun))) {
                training.take(8);
            }
        // announced, and the process gone
        Event epoch;
        try (Ledger ledger = Ledger.resume(folder.resolve("6/ledger.jsonl"))) {
            epoch = ledger.total().parts().findFirst().orElseThrow();
            ledger.spend(epoch, 1);
            ledger.spend(new Event.Repeated(epoch, 0), 1);
        }
        for (int begun : new int[] {0, 6}) {
            try (AdaptiveTraining training = steered(folder.resolve("" + begun))) {
                assertEquals(begun == 0 ? 32 : 28, training.left(1000));
                training.take(training.left(1000));
                training.end();
            }
            LedgerRecord ledger = Ledger.read(folder.resolve(begun + "/ledger.jsonl"));
            assertEquals(Map.of(epoch, 10L), EventCounts.of(ledger.total()));
        }
    }

    @Test
    void sumsMoveByNoMoreThanTheEventSays() throws Exception {
        for (RandomAllocation sampler : List.of(SAMPLER, RandomAllocation.of(4, 1), RandomAllocation.of(2, 3)))
            for (Relation relation : sampler.relations()) {
                var found = Coupling.of(Gcn.of(8), sampler, Clip.flat(0.5))
                        .against(relation)
                        .steps(8)
                        .run(VIEW);
                assertTrue(found.holds(), found.toString());
            }
    }

    /** A release of stars, with the noise that their chain asks for. */
    @Test
    void starsAreReleased() throws Exception {
        Plan plan = Plans.within(RandomAllocation.of(4, 2), Clip.flat(0.5), 8, 4, 1e-5);
        Trained trained = plan.release(Gcn.of(4)).train(VIEW);
        assertEquals(Verdict.SOUND, trained.guarantee().verdict());
        assertEquals(Relation.PARTICIPATION, trained.guarantee().relation());
        double epsilon = trained.guarantee().epsilon(), noise = trained.metric("noise multiplier");
        assertTrue(epsilon <= 4 && epsilon > 3.96, "epsilon " + epsilon);
        Event two = new Event.Repeated(new Event.AllocatedStars(4, 2, noise), 2);
        assertEquals(epsilon, PldAccountant.standard().epsilon(two, 1e-5 * (1 - DeltaReserve.SHARE)), 1e-9);
        EpsilonCertificate certificate = trained.certificate();
        assertEquals(two.canonical(), certificate.event().canonical());
        assertTrue(certificate.text().contains("\"AllocatedStars\""));
    }

    @Test
    void aSelectionTakesIt() throws Exception {
        Plan stars = Plan.of(RandomAllocation.of(4, 1), Clip.flat(0.5), GaussianNoise.standard());
        for (Plan each : List.of(PLAN, stars)) {
            Plan plan = each.steps(8).calibrated(4, 1e-5);
            var selection = PrivateSelection.of(
                            Candidate.of("one", Gcn.of(4), plan), Candidate.of("other", Gcn.of(8), plan))
                    .by(HoldoutCount.of(HELD, 2))
                    .times(RunCount.poisson(2));
            var guarantee = selection.guarantee(VIEW);
            assertEquals(Verdict.IDEAL, guarantee.verdict());
            assertTrue(guarantee.epsilon() > 4 && guarantee.epsilon() < 16, guarantee.toString());
        }
    }

    /** A right plan passes. Found are a sampler that puts nodes into two batches, half of the noise, and sums without a clip. */
    @Test
    @Tag("nightly")
    void auditsTakeItAndFindFaults() throws Exception {
        NoiseLike half = new NoiseLike() {
            @Override
            public void add(float[] sum, double deviation, double clip, RandomStream coins) {
                GaussianNoise.standard().add(sum, deviation / 2, clip, coins);
            }
        };
        Coupling.Sums whole = (view, network, at, batch, thresholds, into) -> ExampleGradients.of(
                        network, view.features(), view.labels())
                .clippedSum(at, batch, new double[] {Double.POSITIVE_INFINITY}, null, into);
        for (RandomAllocation sampler : Extent.some(List.of(SAMPLER, RandomAllocation.of(4, 1)), 1)) {
            AuditReport right = audit(sampler, GaussianNoise.standard()).report(VIEW);
            assertEquals(List.of(), right.faults());
            double proved = right.schedule().provable().epsilon();
            assertTrue(right.epsilon() > 0.1 * proved && right.epsilon() <= proved, right.epsilon() + " of " + proved);
            assertTrue(right.attack().low() <= right.ceiling(), right.toString());
            AuditReport twice =
                    audit(new Twice(sampler), GaussianNoise.standard()).report(VIEW);
            assertTrue(twice.faults().get(0).contains("A unit could move the sum"));
            assertTrue(audit(sampler, half).report(VIEW).faults().toString().contains("does not explain"));
            AuditReport unclipped =
                    audit(sampler, GaussianNoise.standard()).sums(whole).report(VIEW);
            assertFalse(unclipped.coupling().holds());
        }
        Audit stars = audit(RandomAllocation.of(4, 1), GaussianNoise.standard()).sampled();
        refused(() -> stars.report(VIEW), "take sampled() away");
        AuditReport drawn =
                audit(SAMPLER, GaussianNoise.standard()).sampled().canaries(60).report(VIEW);
        assertEquals(List.of(), drawn.faults());
    }

    private static Audit audit(Sampler sampler, Noise noise) {
        Plan plan = Plans.fixed(sampler, Clip.flat(0.5), noise, 8, 1, 1e-4);
        return Audit.of(plan).model(Mlp.of(32)).canaries(1000);
    }

    /** Epochs of half as many batches: of four batches two have a node. */
    private record Twice(RandomAllocation like) implements SamplerLike {
        @Override
        public Draws draws(Participants participants, RandomStream coins) {
            Draws halves = RandomAllocation.of(2, like.homes()).draws(participants, coins);
            return SamplerLike.redrawn(like.draws(participants, coins), halves::draw);
        }
    }
}
