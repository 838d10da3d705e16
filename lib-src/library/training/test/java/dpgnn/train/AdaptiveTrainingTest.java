package dpgnn.train;

import static dpgnn.Refusals.refused;
import static dpgnn.train.SmallTraining.VIEW;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dpgnn.mechanism.Clip;
import dpgnn.nn.Gcn;
import dpgnn.nn.Mlp;
import dpgnn.privacy.Event;
import dpgnn.privacy.Relation;
import dpgnn.privacy.Verdict;
import dpgnn.privacy.account.PldAccountant;
import dpgnn.privacy.account.RdpAccountant;
import dpgnn.privacy.ledger.Ledger;
import dpgnn.privacy.ledger.LedgerRecord;
import dpgnn.random.Streams;
import dpgnn.sampling.DisjointWalks;
import dpgnn.sampling.HomeStars;
import dpgnn.sampling.PoissonNodes;
import dpgnn.sampling.Sampler;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdaptiveTrainingTest {
    private static final Plan PLAN = Plans.within(PoissonNodes.of(0.2), Clip.flat(0.5), 40, 3, 1e-4);

    @TempDir
    Path folder;

    private static Trainer trainer(Streams streams) {
        return PLAN.trainer(Mlp.of(4), streams);
    }

    private static AdaptiveTraining seeded() {
        return AdaptiveTraining.of(trainer(Streams.seed(5)), VIEW);
    }

    private AdaptiveTraining kept(long every) {
        return AdaptiveTraining.of(trainer(Streams.secure()).checkpoint(folder, every), VIEW);
    }

    private LedgerRecord ledger() {
        return Ledger.read(folder.resolve("ledger.jsonl"));
    }

    /** So little noise that no step fits is refused at once, and takes no memory to find out. */
    @Test
    void aStepOfNextToNoNoiseDoesNotFit() {
        for (double multiplier : new double[] {1e-300, Double.MIN_VALUE})
            try (AdaptiveTraining training = seeded()) {
                training.multiplier(multiplier);
                assertThrows(IllegalStateException.class, () -> training.take(1));
            }
    }

    /** By RDP the plan's steps fit with at most a hundredth more of noise, and the weights are those of the plan, bit for bit. */
    @Test
    void aPlanThatIsNotChangedIsTheFixedOne() {
        Plan fixed = PLAN.accountant(RdpAccountant.standard());
        try (AdaptiveTraining training = seeded()) {
            assertEquals(40, training.left(1000));
            double multiplier = training.schedule().multiplier();
            double least = fixed.noise(VIEW);
            assertTrue(multiplier >= least && multiplier <= 1.01 * least, "noise " + multiplier);
            Event all = fixed.made(facts(), 1).events(40, multiplier);
            double byRdp = RdpAccountant.standard().epsilon(all, PLAN.accounting());
            assertTrue(byRdp <= 3 && byRdp >= 0.99 * 3, "within one percent of the fixed plan: " + byRdp);
            double byPld = PldAccountant.standard().epsilon(all, PLAN.accounting());
            assertTrue(byPld < byRdp && byPld > 0.8 * byRdp, "privacy-loss distributions give less: " + byPld);
            training.take(15);
            training.take(25);
            assertEquals(0, training.left(1000));
            Trained steered = training.end();
            Plan same = Plans.fixed(PoissonNodes.of(0.2), Clip.flat(0.5), 40, multiplier, 1e-4);
            Trained planned = same.experiment(Mlp.of(4), 5).train(VIEW);
            SmallTraining.assertSameWeights(planned, steered);
            assertEquals(3, steered.guarantee().epsilon());
            assertEquals(1e-4, steered.guarantee().delta());
            assertEquals(Verdict.IDEAL, steered.guarantee().verdict());
            assertThrows(IllegalStateException.class, steered::certificate);
        }
    }

    private static Sampler.Facts facts() {
        return Sampler.Facts.of(VIEW.participants());
    }

    @Test
    void noiseBatchAndClipMayChangeAndAreOnRecord() {
        try (AdaptiveTraining training = kept(5)) {
            training.take(8);
            double noise = training.schedule().multiplier();
            training.multiplier(2 * noise);
            assertTrue(training.left(1000) > 32, "less noise leaves more steps: " + training.left(1000));
            training.take(6);
            training.clip(Clip.flat(0.1));
            training.take(5);
            training.sampler(PoissonNodes.of(0.4));
            training.take(training.left(1000));
            assertEquals(0, training.left(1000));
            Trained trained = training.end();
            assertEquals(Verdict.SOUND, trained.guarantee().verdict());
            assertEquals(3, trained.guarantee().epsilon());
            assertThrows(IllegalStateException.class, () -> training.take(1));
        }
        LedgerRecord record = ledger();
        assertTrue(record.ended());
        List<LedgerRecord.Change> changes = record.changes();
        assertEquals(
                List.of(1L, 9L, 15L, 20L), changes.stream().map(c -> c.step()).toList());
        assertTrue(changes.get(2).facts().get("clip").contains("0.1"), changes.toString());
        assertTrue(changes.get(3).facts().get("sampler").contains("0.4"), changes.toString());
        assertEquals(changes.get(1).event(), changes.get(2).event(), "what a clip is changes no event");
        assertTrue(RdpAccountant.standard().epsilon(record.total(), PLAN.accounting()) <= 3);
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsDrawn() {
        try (AdaptiveTraining training = kept(5)) {
            training.take(30);
            float[] before = training.parameters().toArray().clone();
            training.parameters().write(new float[before.length]); // a copy
            long lines = ledger().lastStep();
            refused(IllegalStateException.class, () -> training.take(11), "11 steps do not fit", ": 10 do");
            training.multiplier(0.2);
            assertThrows(IllegalStateException.class, () -> training.take(1));
            assertArrayEquals(before, training.parameters().toArray());
            assertEquals(lines, ledger().lastStep());
            training.clip(Clip.noneNoPrivacy(0.5));
            assertThrows(IllegalStateException.class, () -> training.take(1));
            refused(() -> training.sampler(DisjointWalks.of(2, 3)));
        }
    }

    @Test
    void aTrainingThatWasKilledGoesOnWithWhatIsLeft() {
        float[] stored;
        try (AdaptiveTraining training = kept(100)) {
            training.take(10);
            training.multiplier(2 * training.schedule().multiplier());
            stored = training.parameters().toArray().clone();
            Thread.currentThread().interrupt();
            assertThrows(TrainingStopped.class, () -> training.take(5));
        }
        // A crash in the middle of a step: announced, and its weights lost.
        double multiplier;
        try (Ledger ledger = Ledger.resume(folder.resolve("ledger.jsonl"))) {
            ledger.spend(PLAN.made(facts(), 1).event(0, 8), 7);
        }
        try (AdaptiveTraining training = kept(100)) {
            assertArrayEquals(stored, training.parameters().toArray());
            multiplier = training.schedule().multiplier();
            try (AdaptiveTraining fresh = seeded()) {
                fresh.take(10);
                assertTrue(training.left(1000) < fresh.left(1000), "what was announced is spent");
                assertTrue(training.left(1000) > 15);
            }
            training.take(training.left(1000));
            training.end();
        }
        assertEquals(multiplier, PLAN.accountant(RdpAccountant.standard()).noise(VIEW), 0.01 * multiplier);
        try (AdaptiveTraining ended = kept(100)) {
            assertEquals(0, ended.left(10));
            assertThrows(IllegalStateException.class, () -> ended.take(1));
            assertEquals(3, ended.end().guarantee().epsilon());
        }
        Plan more = PLAN.calibrated(4, 1e-4);
        Trainer other = more.release(Mlp.of(4)).checkpoint(folder, 100);
        assertThrows(UncheckedIOException.class, () -> AdaptiveTraining.of(other, VIEW));
    }

    /** What an earlier sampler assumed is assumed for good, in the process that goes on after a kill too. */
    @Test
    void theGuaranteeAssumesWhatAnySamplerDid() {
        Path here = folder.resolve("samplers");
        Plan stars = Plans.within(HomeStars.of(0.2, 1), Clip.flat(0.5), 20, 3, 1e-4);
        Trainer trainer = stars.experiment(Gcn.of(4), 5).checkpoint(here, 1);
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.sampler(PoissonNodes.of(0.2));
            training.take(1);
            assertFalse(training.guarantee().terms().published().toString().contains("homes"), "no star was drawn");
            training.sampler(HomeStars.of(0.2, 1));
            training.take(1);
            training.sampler(PoissonNodes.of(0.1));
            training.take(1);
            assertEquals(Relation.PARTICIPATION, training.guarantee().relation(), "rows alone would be more");
            everything(training);
        }
        try (AdaptiveTraining training = AdaptiveTraining.of(trainer, VIEW)) {
            training.sampler(PoissonNodes.of(0.1));
            everything(training);
        }
    }

    private static void everything(AdaptiveTraining training) {
        List<String> published = training.guarantee().terms().published();
        for (Sampler drew : List.of(HomeStars.of(0.2, 1), PoissonNodes.of(0.2)))
            assertTrue(published.containsAll(drew.assumptions()), published.toString());
        assertEquals(published.size(), Set.copyOf(published).size());
    }
}
